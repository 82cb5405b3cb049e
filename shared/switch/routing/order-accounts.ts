// Loaded late: most merchants have one account, which needs no order.
import * as v from 'valibot';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  type ConnectorSelection,
  connectorOf,
  LeastCost,
  RoutingAlgorithm,
  type StraightThroughRouting,
} from '#merchants/routing-settings/algorithm.ts';
import type { ActiveAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import type { TransactionType } from '#merchants/routing-settings/transaction-type.ts';
import { drawFor } from './draw.ts';
import { orderByCost } from './order-by-cost.ts';
import { accountName, type RouteDecision } from './route-decision.ts';
import { decide, problemOf } from './rules/programs.ts';
import type { RuleFacts } from './rules/rule-keys.ts';
import { type SelectedAccounts, selectAccounts } from './select-accounts.ts';

/** The input of an order of accounts. */
export interface OrderInput {
  /** The profile's accounts in fallback order, the ineligible ones too. */
  readonly accounts: readonly ConnectorAccount[];
  /** The request's own routing. */
  readonly routing?: StraightThroughRouting | undefined;
  /** The profile's algorithm; without an id where its settings state it. */
  readonly active?: (Pick<ActiveAlgorithm, 'algorithm'> & { readonly id?: string }) | undefined;
  readonly transactionType: TransactionType;
  /** Of the attempt: draws follow from it. */
  readonly attemptId: string;
  /** The profile's country, as it states it, for accounts that state none. */
  readonly businessCountry?: unknown;
  /** How often payments through the account succeed lately, from 0 to 1. */
  readonly successRateOf?: ((accountId: string) => number | undefined) | undefined;
  /** Called only for a program, or for the payment's cost. */
  facts(): RuleFacts;
}

/** The accounts that a routing names, best first, and how it was decided. */
export interface OrderedAccounts {
  readonly accounts: readonly ConnectorAccount[];
  readonly decision: RouteDecision;
  /**
   * Whether the order must stand: it was drawn, or follows from costs. A priority list may yield.
   */
  readonly isFixed: boolean;
}

/**
 * Orders accounts by the request's own routing, else by the active algorithm, else not at all. An
 * algorithm that can't be used orders nothing, and `trouble` states the reason: the payment goes
 * on.
 */
export function orderAccounts(input: OrderInput): OrderedAccounts {
  const { routing, active } = input;
  if (routing) {
    return ordered({ approach: 'straight_through_routing' }, () => selected(routing, input));
  }
  const byFallback = { accounts: [], isFixed: false };
  if (!active) return { ...byFallback, decision: { approach: 'default_fallback' } };
  const { id: algorithmId } = active;
  const decision = {
    approach: active.algorithm.type === 'least_cost' ? 'least_cost' : 'rule_based_routing',
    ...(algorithmId !== undefined && { algorithmId }),
  };
  return ordered(decision, () => byAlgorithm(understood(active.algorithm), input));
}

interface Ordered extends SelectedAccounts {
  readonly isFixed: boolean;
  readonly rule?: string;
  readonly costs?: RouteDecision['costs'];
}

function ordered(decision: RouteDecision, select: () => Ordered): OrderedAccounts {
  try {
    const { accounts, gone, isFixed, rule, costs } = select();
    const names = gone.map((choice) => {
      const { connector, accountId = '*' } = connectorOf(choice);
      return [accountName({ connectorName: connector, id: accountId }), 'gone'];
    });
    return {
      accounts,
      isFixed,
      decision: {
        ...decision,
        ...(rule !== undefined && { rule }),
        ...(costs && Object.keys(costs).length > 0 && { costs }),
        ...(names.length > 0 && { excluded: Object.fromEntries(names) }),
      },
    };
  } catch (error) {
    const trouble = error instanceof Error ? error.message : 'unknown';
    return {
      accounts: [],
      isFixed: false,
      decision: { ...decision, approach: 'default_fallback', trouble },
    };
  }
}

function byAlgorithm(algorithm: RoutingAlgorithm | LeastCost, input: OrderInput): Ordered {
  if (algorithm.type === 'least_cost') return byCost(algorithm, input);
  if (algorithm.type !== 'advanced') return selected(algorithm, input);
  const problem = problemOf(algorithm.data, input.transactionType);
  if (problem !== undefined) throw new Error(problem);
  const { selection, rule } = decide(algorithm.data, input.facts());
  return { ...selected(selection, input), ...(rule !== undefined && { rule }) };
}

/** Disabled accounts take no part: how well they did must not set apart the others. */
function byCost({ data }: LeastCost, input: OrderInput): Ordered {
  if (input.transactionType !== 'payment') throw new Error('least_cost is for payments only');
  const { connectors, success_rate_tolerance: tolerance } = data;
  const { accounts, gone } = connectors
    ? selected({ type: 'priority', data: connectors }, input)
    : { accounts: input.accounts, gone: [] };
  const facts = input.facts();
  const { amount, currency } = facts;
  if (!Number.isSafeInteger(amount) || amount === undefined || typeof currency !== 'string') {
    throw new Error('the amount or the currency is not known');
  }
  const enabled = [...new Set(accounts)].filter(({ disabled }) => !disabled);
  const { businessCountry, successRateOf } = input;
  const terms = { facts, amountMinor: amount, currency, businessCountry };
  const ordered = orderByCost(enabled, { ...terms, tolerance, successRateOf });
  return { ...ordered, gone, isFixed: true };
}

const selected = (
  routing: StraightThroughRouting | ConnectorSelection,
  { accounts, attemptId }: OrderInput,
): Ordered => ({
  ...selectAccounts(accounts, routing, drawFor('split', attemptId)),
  isFixed:
    routing.type === 'single' || (routing.type === 'volume_split' && routing.data.length > 0),
});

/**
 * The algorithm as this version knows it. Stored ones never change, so each is parsed once.
 *
 * @throws Error for one that only another version knows
 */
function understood(stored: ActiveAlgorithm['algorithm']): v.InferOutput<typeof Understood> {
  const known = parsed.get(stored) ?? v.safeParse(Understood, stored);
  parsed.set(stored, known);
  if (!known.success) throw new Error(`algorithm of type '${stored.type}' not understood`);
  return known.output;
}

const Understood = v.variant('type', [...RoutingAlgorithm.options, LeastCost]);

const parsed = new WeakMap<object, v.SafeParseResult<typeof Understood>>();
