import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { StoredAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { MovedPayments, SimulatedRouting } from '../routing/explain-operations.ts';
import { paymentFacts } from '../routing/payment-facts.ts';
import { accountName, parseAccountName } from '../routing/route-decision.ts';
import { type Route, routeBy } from '../routing/routing.ts';
import { refusalBy, waysAsked } from './confirm/connector-capability.ts';
import type { Payment } from './payment.ts';
import { storedRouting } from './stored-routing.ts';

/** The most payments that are named for a move. */
const maxSamples = 5;

/**
 * Routes payments of the past by an algorithm, and compares where each would have gone first with
 * where it went. Pure: nothing is stored, no processor asked, and nothing counted as learned.
 *
 * @param payments the latest first; those that were never confirmed are left out
 * @throws SwitchError `precondition_failed` for an algorithm that routes no payments
 */
export function simulateAlgorithm(
  algorithm: StoredAlgorithm,
  payments: readonly Payment[],
  configuration: Configuration,
): SimulatedRouting {
  if (algorithm.transactionType !== 'payment') {
    throw new SwitchError('precondition_failed', {
      message: `Cannot simulate ${algorithm.transactionType}'s routing algorithm with payments`,
    });
  }
  const sent = payments.filter(({ attempt }) => attempt.askedAt !== undefined);
  const free = sent.filter((payment) => !isBound(payment));
  const moves = new Map<string, MovedPayments>();
  const troubles: string[] = [];
  for (const payment of free) {
    const route = routeAgain(payment, algorithm, configuration);
    if (route?.decision.trouble !== undefined) troubles.push(route.decision.trouble);
    const from = wentTo(payment);
    const to = route && accountName(route.accounts[0]);
    if (from !== to) addMove(moves, payment, from, to);
  }
  const groups = [...moves.values()].sort((one, other) => other.payments - one.payments);
  const moved = groups.reduce((sum, group) => sum + group.payments, 0);
  return {
    routing_algorithm_id: algorithm.id,
    profile_id: algorithm.profileId,
    payments: sent.length,
    bound: sent.length - free.length,
    unchanged: free.length - moved,
    moved,
    moves: groups,
    troubled: troubles.length,
    trouble: troubles[0] ?? null,
  };
}

/** Whether a mandate, or the request's own routing, decided. */
const isBound = ({ attempt, requestFields }: Payment): boolean =>
  attempt.routing?.approach === 'mandate' || requestFields.routing != null;

/** The account that was tried first. */
function wentTo({ attempt, attemptCount }: Payment): string | undefined {
  const { connectorName, connectorAccountId: id, routing } = attempt;
  if (!connectorName || !id) return undefined;
  const own = accountName({ connectorName, id });
  return attemptCount === 1 ? own : (routing?.accounts?.[0] ?? own);
}

/** The route by the algorithm; undefined where no account would have taken the payment. */
function routeAgain(
  payment: Payment,
  algorithm: StoredAlgorithm,
  configuration: Configuration,
): Route | undefined {
  const { criteria, routed, asked } = storedRouting(payment);
  const { requestFields } = payment;
  try {
    return routeBy(configuration, {
      criteria,
      routing: undefined,
      active: algorithm,
      attemptId: `${payment.id}_1`,
      facts: () => paymentFacts(routed),
      refusal: (account: ConnectorAccount) =>
        refusalBy(account, { ...asked, ...waysAsked({}, payment) }, { requestFields }),
    });
  } catch (error) {
    if (isSwitchError(error, 'no_eligible_connector')) return undefined;
    throw error;
  }
}

function addMove(
  moves: Map<string, MovedPayments>,
  { id, amountMinor, currency }: Payment,
  from: string | undefined,
  to: string | undefined,
): void {
  const key = `${from} ${to}`;
  const group = moves.get(key) ?? {
    from: from === undefined ? null : parseAccountName(from),
    to: to === undefined ? null : parseAccountName(to),
    payments: 0,
    amounts: [],
    sample_payment_ids: [],
  };
  const before = group.amounts.find((one) => one.currency === currency)?.amount ?? 0;
  moves.set(key, {
    ...group,
    payments: group.payments + 1,
    amounts: [
      ...group.amounts.filter((one) => one.currency !== currency),
      { currency, amount: before + amountMinor },
    ],
    sample_payment_ids: [...group.sample_payment_ids, id].slice(0, maxSamples),
  });
}
