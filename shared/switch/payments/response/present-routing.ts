import type { ExplainedAttempt, PaymentRouting } from '../../routing/explain-operations.ts';
import { parseAccountName, reasonInWords } from '../../routing/route-decision.ts';
import type { Attempt } from '../payment.ts';
import type { WholePayment } from '../payment-store.ts';

/** Shows how each attempt of a payment found its connector account. */
export function presentRouting({ payment, attempts }: WholePayment): PaymentRouting {
  let decider: Attempt | undefined;
  const sent = [...attempts, payment.attempt].filter(({ askedAt }) => askedAt !== undefined);
  return {
    payment_id: payment.id,
    profile_id: payment.profileId,
    status: payment.status,
    attempts: sent.map((attempt) => {
      if (attempt.routing) decider = attempt;
      return explained(attempt, decider);
    }),
  };
}

/** @param decider the attempt that was routed; this one, or the one that it fell through from */
function explained(attempt: Attempt, decider: Attempt | undefined): ExplainedAttempt {
  const { connectorName = null, connectorAccountId = null, error } = attempt;
  const { approach, algorithmId, rule, accounts, excluded, costs, trouble, omitted } =
    decider?.routing ?? {};
  const own = { connector: connectorName ?? '', merchant_connector_id: connectorAccountId };
  return {
    attempt_id: attempt.id,
    decided_at: decider?.id ?? null,
    connector: connectorName,
    merchant_connector_id: connectorAccountId,
    routing_approach: approach ?? null,
    routing_algorithm_id: algorithmId ?? null,
    rule: rule ?? null,
    connectors: accounts?.map(parseAccountName) ?? [own],
    excluded: Object.entries(excluded ?? {}).map(([name, reason]) => ({
      ...parseAccountName(name),
      reason,
      message: reasonInWords(reason),
    })),
    costs: Object.entries(costs ?? {}).map(([name, cost]) => ({ ...parseAccountName(name), cost })),
    trouble: trouble ?? null,
    omitted: omitted ?? 0,
    status: attempt.status,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}
