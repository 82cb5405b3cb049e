import type { Item, Key } from '#platform/table/port.ts';
import type { LedgerDispute } from '#sandbox/ledger-payment.ts';
import type { Answer, Ask, Merchant } from '../support/switch/switch-in-memory.ts';

/**
 * A merchant's switch in use, as scenarios reach it: in memory, running as it would be deployed, or
 * in the world of the crash tests. It has only the members that they need beyond the API.
 */
export interface Shop {
  readonly merchant: Merchant & { readonly processorKey: string };
  /** Asks an operation by its name. The default key is the one for the operation's `auth`. */
  ask(operation: string, request?: Ask): Promise<Answer>;
  /** Another identifier each time, of the same length. */
  newId(prefix: string): string;
  /**
   * Opens a page of the processor as a customer's browser does; returns the address of its
   * redirect.
   */
  visit(url: string): Promise<string>;
  /** Reads a stored item, past every rule; throws when it does not exist. */
  stored(key: Key): Promise<Item>;
  /** Writes an item, past every rule: into the table of the one beside it, where it is new. */
  store(item: Item, beside?: Key): Promise<void>;
  /** The time by the switch's clock. */
  now(): Date;
  /** Lets a moment pass, so that a new time is stored, such as the last use of a card. */
  aMoment(): Promise<void>;
  /** Lets time pass at the processor. Only where time is virtual: elsewhere it throws. */
  laterAtProcessor(seconds: number): Promise<void>;
  /**
   * Writes a dispute of the payment with this reference into the processor's ledger, or changes the
   * dispute that the ledger has. Where crashes are simulated it throws.
   */
  enterDispute(reference: string, dispute: Partial<LedgerDispute>): Promise<void>;
  /**
   * Shows the vault a card as its own page does when a customer types it; returns the card's token.
   */
  captureCard(): Promise<string>;
  /**
   * Waits until a list contains all entities of the merchant's as they are stored, and counts them;
   * the owner is the merchant unless stated. In memory all that is stored is listed at once.
   */
  listed(list: string, owner?: string): Promise<void>;
  /** How many entities a list is prepared with: a page of them where no real time passes. */
  readonly pageLength: number;
  /** Makes the merchant's cards in the vault two days old. */
  ageCards(): Promise<void>;
  /** How many cards of the merchant have a time of their last use in the vault. */
  cardsUsed(): Promise<number>;
  /** Makes the merchant's keys in the vault so old that the vault makes new ones. */
  ageVaultKeys(): Promise<void>;
  /** How many cards of the merchant and codes of them the vault has. */
  cardsInVault(): Promise<number>;
}

/** The cost of one request in the table. */
export interface Cost {
  /** Round trips that wait for one another; asking a connector is none. */
  readonly steps: number;
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
}

export interface Budget extends Cost {
  /** The limit that it must never exceed, where one is set. */
  readonly limit?: Cost;
}

export const cost = (
  steps: number,
  calls: number,
  writeUnits: number,
  readUnits: number,
): Cost => ({
  steps,
  calls,
  writeUnits,
  readUnits,
});

export const within = (exactly: Cost, limit: Cost): Budget => ({ ...exactly, limit });

/** The cost of one request in one table of the vault. Its steps come on top of the switch's own. */
export type VaultCost = Omit<Cost, 'steps'>;

export const vaultCost = (calls: number, writeUnits: number, readUnits: number): VaultCost => ({
  calls,
  writeUnits,
  readUnits,
});

/**
 * One way in which an operation succeeds, written down once. Its name is that of its operation, and
 * after a comma the case. Budgets, growth, grants, crash tests and the proofs over all routes play it.
 */
export interface Scenario<S = Shop> {
  /** The merchant's preparation, once: accounts with services, settings of its profile. */
  readonly prepare?: (shop: S) => Promise<unknown>;
  /** Creates the objects of the request, anew each time, and returns the request that succeeds. */
  readonly request: (shop: S) => Ask | Promise<Ask>;
  /** The status of the answer: 200 unless stated. */
  readonly status?: number;
  /** Whether the answer shows a success, beyond its status. */
  readonly succeeded?: (answer: Answer, shop: S, request: Ask) => boolean | Promise<boolean>;
  /** Its request needs time to pass at the processor, or an answer of the processor to be lost. */
  readonly virtualTime?: true;
  /** Its exact cost in a warm container. */
  readonly budget?: Budget;
  /** Its cost in each table of the vault, with the vault's keys in memory. */
  readonly vault?: Readonly<Record<string, VaultCost>>;
  /** Steps that a new container takes beyond the two that every one may. */
  readonly moreStepsAtFirst?: number;
  /** Its cost is not tested against a growing number of the merchant's objects. */
  readonly mayGrow?: true;
  /**
   * The grants that this case proves necessary: all of the operation's that no other case names, or
   * those named here, by action and a part of the resource. Without it, the case named only after
   * the operation proves all.
   */
  readonly grants?: 'all others' | readonly GrantNeeded[];
  /**
   * Whether each of its calls is interrupted in every way and its promise holds all the same; or
   * the reason why an operation that writes is not tried.
   */
  readonly crash?: true | string;
}

export interface GrantNeeded {
  readonly action: string;
  /** All resources unless stated. */
  readonly resource?: RegExp;
}

/** Scenarios by their names. */
export type Scenarios<S = Shop> = Readonly<Record<string, Scenario<S>>>;

/** The operation that a scenario is about. */
export const operationOf = (scenario: string): string => scenario.split(',')[0] ?? '';

/**
 * Sends a request that prepares another one, and returns the body of the answer; throws unless it
 * succeeded.
 */
export async function done(
  shop: Pick<Shop, 'ask'>,
  operation: string,
  request: Ask = {},
): Promise<Answer['body']> {
  const { status, text, body } = await shop.ask(operation, request);
  if (status >= 400) throw new Error(`${operation}: ${status} ${text}`);
  return body;
}

/** The same scenario under several names. */
export const alike = <S = Shop>(
  names: readonly string[],
  scenario: (name: string) => Scenario<S>,
): Scenarios<S> => Object.fromEntries(names.map((name) => [name, scenario(name)]));
