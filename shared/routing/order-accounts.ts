import * as v from 'valibot';
import type { ConnectorAccount } from '../accounts/merchant-account.ts';
import {
  type ConnectorSelection,
  connectorOf,
  RoutingAlgorithm,
  type StraightThroughRouting,
} from './algorithm.ts';
import { drawFor } from './draw.ts';
import { accountName, type RouteDecision } from './route-decision.ts';
import { decide, problemOf } from './rules/programs.part.ts';
import type { RuleFacts } from './rules/rule-keys.ts';
import { type SelectedAccounts, selectAccounts } from './select-accounts.ts';
import type { ActiveAlgorithm } from './stored-algorithm.ts';
import type { TransactionType } from './transaction-type.ts';

/** What an order of accounts is decided by. */
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
  /** Called only for a program. */
  facts(): RuleFacts;
}

/** The accounts that a routing names, best first, and how it was decided. */
export interface OrderedAccounts {
  readonly accounts: readonly ConnectorAccount[];
  readonly decision: RouteDecision;
}

/**
 * Orders accounts by the request's own routing, else by the active algorithm, else not at all. What
 * cannot be used orders nothing and says why (`trouble`): the payment goes on.
 */
export function orderAccounts(input: OrderInput): OrderedAccounts {
  const { routing, active } = input;
  if (routing) {
    return ordered({ approach: 'straight_through_routing' }, () => selected(routing, input));
  }
  if (!active) return { accounts: [], decision: { approach: 'default_fallback' } };
  const { id: algorithmId } = active;
  const decision = {
    approach: 'rule_based_routing',
    ...(algorithmId !== undefined && { algorithmId }),
  };
  return ordered(decision, () => byAlgorithm(understood(active.algorithm), input));
}

interface Ordered extends SelectedAccounts {
  readonly rule?: string;
}

function ordered(decision: RouteDecision, select: () => Ordered): OrderedAccounts {
  try {
    const { accounts, gone, rule } = select();
    const names = gone.map((choice) => {
      const { connector, accountId = '*' } = connectorOf(choice);
      return [accountName({ connectorName: connector, id: accountId }), 'gone'];
    });
    return {
      accounts,
      decision: {
        ...decision,
        ...(rule !== undefined && { rule }),
        ...(names.length > 0 && { excluded: Object.fromEntries(names) }),
      },
    };
  } catch (error) {
    const trouble = error instanceof Error ? error.message : 'unknown';
    return { accounts: [], decision: { ...decision, approach: 'default_fallback', trouble } };
  }
}

function byAlgorithm(algorithm: RoutingAlgorithm, input: OrderInput): Ordered {
  if (algorithm.type !== 'advanced') return selected(algorithm, input);
  const problem = problemOf(algorithm.data, input.transactionType);
  if (problem !== undefined) throw new Error(problem);
  const { selection, rule } = decide(algorithm.data, input.facts());
  return { ...selected(selection, input), ...(rule !== undefined && { rule }) };
}

const selected = (
  routing: StraightThroughRouting | ConnectorSelection,
  { accounts, attemptId }: OrderInput,
): SelectedAccounts => selectAccounts(accounts, routing, drawFor('split', attemptId));

/**
 * The algorithm as this version knows it. Stored ones never change, so each is parsed once.
 *
 * @throws Error for one that only another version knows
 */
function understood(stored: ActiveAlgorithm['algorithm']): RoutingAlgorithm {
  const known = parsed.get(stored) ?? v.safeParse(RoutingAlgorithm, stored);
  parsed.set(stored, known);
  if (!known.success) throw new Error(`algorithm of type '${stored.type}' not understood`);
  return known.output;
}

const parsed = new WeakMap<object, v.SafeParseResult<typeof RoutingAlgorithm>>();
