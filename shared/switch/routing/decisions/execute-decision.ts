import type { StoredAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import type { ThreeDsDecision } from '#merchants/routing-settings/three-ds-decision-rule.ts';
import { SwitchError } from '#platform/errors.ts';
import { compact } from '#platform/schema.ts';
import { decide, problemOf } from '../rules/programs.ts';
import type { RuleFacts } from '../rules/rule-keys.ts';
import type { ExecuteDecisionRequest } from './execute-operations.ts';

/**
 * An algorithm's decision about a payment that the merchant describes.
 *
 * @throws SwitchError `precondition_failed` when the algorithm is of another kind, or has a rule
 * that cannot be used
 */
export function executeDecision(
  { id, algorithm }: StoredAlgorithm,
  request: ExecuteDecisionRequest,
): ThreeDsDecision {
  if (algorithm.type !== 'three_ds_decision_rule') {
    throw refusal(
      `Routing algorithm ${id} is of kind '${algorithm.type}', expected 'three_ds_decision_rule'`,
    );
  }
  const problem = problemOf(algorithm.data, 'three_ds');
  if (problem !== undefined) throw refusal(problem);
  return decide(algorithm.data, factsOf(request)).selection.decision;
}

const refusal = (message: string) => new SwitchError('precondition_failed', { message });

/** The facts that rules compare, as far as the merchant states them. */
const factsOf = ({
  payment,
  payment_method: method,
  customer_device: device,
  issuer,
  acquirer,
}: ExecuteDecisionRequest): RuleFacts =>
  compact({
    amount: payment.amount,
    currency: payment.currency,
    card_network: method?.card_network,
    card_discovery: method?.card_discovery,
    customer_device_platform: device?.platform,
    customer_device_type: device?.device_type,
    customer_device_display_size: device?.display_size,
    issuer_name: issuer?.name,
    issuer_country: issuer?.country,
    acquirer_country: acquirer?.country,
    acquirer_fraud_rate: acquirer?.fraud_rate,
  });
