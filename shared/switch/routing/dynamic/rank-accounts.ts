import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type {
  Contracts,
  DynamicRouting,
  SuccessBased,
} from '#merchants/routing-settings/dynamic-settings.ts';
import { ownMember } from '#platform/own-member.ts';
import { levelNow, periodOf } from './count-outcomes.ts';
import { everyGroup, type Scores } from './scores.ts';

export interface RankInput {
  readonly settings: DynamicRouting;
  readonly scores: Scores;
  /** The group of payments that this one belongs to. */
  readonly group: string;
  /**
   * From 0 up to 1, and the same when the payment is decided again. Decides whether the payment
   * explores, and which account.
   */
  readonly draw: number;
  readonly now: Date;
  /** Whether the order must stand, so that only an outage may change it. */
  readonly isFixed: boolean;
}

/** Accounts in the order of their scores. */
export interface RankedAccounts {
  readonly accounts: readonly ConnectorAccount[];
  /** The approach that decided the order; undefined where there was nothing to decide. */
  readonly approach?: string;
  /** Those that come last because of technical failures. */
  readonly failing: readonly ConnectorAccount[];
}

/**
 * Orders accounts by their scores. A promise that is not met yet comes first, then the best success
 * rate; a share of payments explores another account. Accounts whose technical failures pass the
 * threshold go last until they have leaked away; none is left out.
 */
export function rankAccounts(given: readonly ConnectorAccount[], input: RankInput): RankedAccounts {
  const failing = given.filter((account) => isFailing(account, input));
  const working = given.filter((account) => !failing.includes(account));
  const { accounts, approach } = input.isFixed
    ? { accounts: working, approach: undefined }
    : ranked(working, input);
  return {
    accounts: [...accounts, ...failing],
    failing,
    ...(approach !== undefined && { approach }),
  };
}

const isOn = (one: { readonly features: string } | undefined): boolean =>
  one?.features === 'dynamic_connector_selection';

function isFailing({ id }: ConnectorAccount, { settings, scores, now }: RankInput): boolean {
  const { elimination } = settings;
  if (!elimination || !isOn(elimination)) return false;
  const limit = elimination.threshold * elimination.bucketSize;
  const level = levelNow(ownMember(scores.failures, id), elimination, now);
  return level > 0 && level >= limit;
}

function ranked(accounts: readonly ConnectorAccount[], input: RankInput) {
  const { settings } = input;
  const { contracts, successBased } = settings;
  if (contracts && isOn(contracts)) {
    const owed = mostOwed(accounts, contracts, input);
    if (owed) return { accounts: first(owed, accounts), approach: 'contract_based_routing' };
  }
  if (!successBased || !isOn(successBased) || accounts.length < 2) {
    return { accounts, approach: undefined };
  }
  const byRate = [...accounts].sort(
    (one, other) => rateOf(other, successBased, input) - rateOf(one, successBased, input),
  );
  const [best, ...others] = byRate;
  const { exploration } = successBased;
  const explores = input.draw < exploration && best !== undefined && others.length > 0;
  if (!explores) return { accounts: byRate, approach: 'success_rate_exploitation' };
  // The part of the draw below the share is uniform again, so it also draws whom to try.
  const tried = others[Math.floor((input.draw / exploration) * others.length)] ?? best;
  return { accounts: first(tried, byRate), approach: 'success_rate_exploration' };
}

const first = (one: ConnectorAccount, accounts: readonly ConnectorAccount[]) => [
  one,
  ...accounts.filter((other) => other !== one),
];

/** The account whose promise is furthest from being met in this period. */
function mostOwed(
  accounts: readonly ConnectorAccount[],
  contracts: Contracts,
  { scores, now }: RankInput,
): ConnectorAccount | undefined {
  const period = periodOf(contracts, now);
  const open = accounts.flatMap((account) => {
    const promise = contracts.promises.find(({ accountId }) => accountId === account.id);
    if (!promise || promise.until * 1_000 <= now.getTime()) return [];
    const [count, counted] = ownMember(scores.promised, account.id) ?? [0, period];
    const met = (counted === period ? count : 0) / promise.targetCount;
    return met < 1 ? [{ account, met }] : [];
  });
  return open.sort((one, other) => one.met - other.met)[0]?.account;
}

/** The account's success rate for such payments, from 0 to 1. */
export function rateOf(
  { id }: Pick<ConnectorAccount, 'id'>,
  { minOutcomes, defaultRate }: SuccessBased,
  { scores, group }: Pick<RankInput, 'scores' | 'group'>,
): number {
  const known = [group, everyGroup]
    .map((name) => ownMember(ownMember(scores.rates, name), id))
    .find((rate) => rate !== undefined && rate[1] >= minOutcomes);
  return known ? known[0] / known[1] : defaultRate;
}
