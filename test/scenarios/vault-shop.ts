import type { Item, Key } from '#platform/table/port.ts';
import { vaultOperations } from '#vault/operations.ts';
import type { Answer, Ask } from '../support/switch/switch-in-memory.ts';
import { done } from './scenario.ts';

/**
 * A tenant of the vault as scenarios reach it: in memory, or running as it would be deployed. Its
 * first key is made when an operation is asked with it.
 */
export interface VaultShop {
  readonly tenant: string;
  /** The operator's key. */
  readonly adminKey: string;
  /** The first API key of the vault's own tenant. */
  readonly masterKey: string;
  /** Asks an operation by its name. The default key is the tenant's, where it takes an API key. */
  ask(operation: string, request?: Ask): Promise<Answer>;
  /** Another identifier each time, of the same length. */
  newId(prefix: string): string;
  /** Lets a moment pass, so that a new time is stored. */
  aMoment(): Promise<void>;
  /** Lets time pass. Only where time is virtual: elsewhere it throws. */
  later(ms: number): Promise<void>;
  /** A server's address that answers so. */
  server(answer: ServerAnswer): Promise<string>;
  /** The bodies of the requests to such an address. */
  received(url: string): readonly string[];
  /** The stored items of all tables whose partition begins so, read past every rule. */
  items(beginning: string): Promise<readonly Item[]>;
  /** Changes attributes of a stored item, past every rule. */
  change(key: Key, changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** Deletes a stored item, past every rule. */
  remove(key: Key): Promise<void>;
}

export interface ServerAnswer {
  readonly status: number;
  readonly body: string;
}

/** The operation of this name; throws when there is none. */
export function vaultOperationNamed(name: string) {
  const found = vaultOperations.find((one) => one.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

/** The request with the tenant's key, where the operation takes one and the request has none. */
export const withTenantKey = async (
  name: string,
  request: Ask,
  key: () => Promise<string>,
): Promise<Ask> =>
  vaultOperationNamed(name).auth.startsWith('api key') && !('key' in request)
    ? { ...request, key: await key() }
    : request;

const twoDaysMs = 2 * 86_400_000;

export const typedCard = {
  card_number: '5555555555554444',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2031',
};
const { service_code: _, ...cardWithoutCode } = typedCard;

export { cardWithoutCode };

/** The identifier of an object that an operation creates. */
export const createdId = async (shop: VaultShop, operation: string, body: object) =>
  String((await done(shop, operation, { body })).data.id);

/** A request about a stored card, whose service code the vault has too where that is wanted. */
export const aboutCard =
  (card: object = cardWithoutCode) =>
  async (shop: VaultShop) => ({
    params: { card_token: await createdId(shop, 'vault.store-card', { card }) },
  });

/** The stored cards of the tenant. */
const storedCards = async (shop: VaultShop) =>
  (await shop.items(`TENANT#${shop.tenant}#`)).filter(({ sk }) => sk === 'CARD');

/** Makes the cards of the tenant two days older: they are due earlier. */
export async function ageCards(shop: VaultShop): Promise<void> {
  for (const card of await storedCards(shop)) {
    const earlier = ['createdAt', 'retainUntil', 'dueAt'].map((name) => [
      name,
      new Date(Date.parse(String(card[name])) - twoDaysMs).toISOString(),
    ]);
    const { pk, sk } = card;
    await shop.change({ pk, sk }, Object.fromEntries(earlier));
  }
}

/** Whether the vault recorded the last use of a card. */
export const isCardUsed = async (_: Answer, shop: VaultShop) =>
  (await storedCards(shop)).some(({ lastUsedAt }) => lastUsedAt !== undefined);

/** Whether the vault has no service code of the card of a request. */
export const isCodeDeleted = async (_: Answer, shop: VaultShop, { params }: Ask) =>
  (await shop.items(`TENANT#${shop.tenant}#CODE#${params?.card_token}`)).every(
    ({ sk }) => sk !== 'CODE',
  );

/** An identifier whose digits are letters: it never looks like the number of a card. */
export const newName = (shop: VaultShop, prefix: string) =>
  shop.newId(prefix).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
