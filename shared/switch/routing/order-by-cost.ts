// Loaded late: few profiles route by cost.
import * as v from 'valibot';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  type ProcessingFee,
  ProcessingFees,
} from '#merchants/connector-accounts/processing-fees.ts';
import { type CostTerms, processingCost } from './processing-cost.ts';
import { accountName } from './route-decision.ts';

/** The input of an order by cost. */
export interface CostOrder extends CostTerms {
  /** An account's fees; undefined where they are unknown. By default those that it states. */
  readonly feesOf?: (account: ConnectorAccount) => readonly ProcessingFee[] | undefined;
  /** How far an account's success rate may be below the best one's, from 0 to 1. */
  readonly tolerance: number;
  /** From 0 to 1; undefined where it is unknown, which counts nothing against the account. */
  readonly successRateOf?: ((accountId: string) => number | undefined) | undefined;
}

/** The accounts, best first, and the payment's cost at each, as far as it is known. */
export interface AccountsByCost {
  readonly accounts: readonly ConnectorAccount[];
  /** By the account's name, in minor units with up to six decimals. */
  readonly costs: Readonly<Record<string, number>>;
}

/**
 * Orders accounts by the payment's cost at each. Those whose success rate is within the tolerance
 * of the best come first, the cheapest of them first; then the others by success rate. Among both,
 * accounts without known fees come last. Otherwise accounts keep their order.
 */
export function orderByCost(
  accounts: readonly ConnectorAccount[],
  { feesOf = statedFees, tolerance, successRateOf, ...terms }: CostOrder,
): AccountsByCost {
  const rated = accounts.map((account) => ({
    account,
    cost: processingCost(feesOf(account) ?? [], {
      ...terms,
      businessCountry: account.settings.business_country ?? terms.businessCountry,
    }),
    rate: inMillionths(successRateOf?.(account.id)),
  }));
  const best = Math.max(0, ...rated.map(({ rate }) => rate ?? 0));
  const floor = best - (inMillionths(tolerance) ?? 0);
  const isGood = ({ rate = best }: Rated) => rate >= floor;
  const ordered = [
    ...knownFirst(rated.filter(isGood), byCost),
    ...knownFirst(
      rated.filter((one) => !isGood(one)),
      byRate,
    ),
  ];
  return {
    accounts: ordered.map(({ account }) => account),
    costs: Object.fromEntries(
      ordered.flatMap(({ account, cost }) =>
        cost === undefined ? [] : [[accountName(account), Number(cost) / 1_000_000]],
      ),
    ),
  };
}

interface Rated {
  readonly account: ConnectorAccount;
  /** In millionths of a minor unit. */
  readonly cost: bigint | undefined;
  /** In millionths. */
  readonly rate: number | undefined;
}

/** The accounts with known fees in this order, then the others in their present order. */
const knownFirst = (all: readonly Rated[], order: (one: Rated, other: Rated) => number) => [
  ...all.filter(({ cost }) => cost !== undefined).sort(order),
  ...all.filter(({ cost }) => cost === undefined),
];

function byCost({ cost: one = 0n }: Rated, { cost: other = 0n }: Rated): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const byRate = ({ rate: one = 0 }: Rated, { rate: other = 0 }: Rated) => other - one;

/** Whole, so that 0.98 is within 0.02 of 1. */
const inMillionths = (rate: number | undefined) =>
  rate === undefined ? undefined : Math.round(rate * 1_000_000);

/** Fees that cannot be read count as unknown: they must not stop a payment. */
function statedFees({ settings }: ConnectorAccount): readonly ProcessingFee[] | undefined {
  const { success, output } = v.safeParse(ProcessingFees, settings.processing_fees);
  return success ? output : undefined;
}
