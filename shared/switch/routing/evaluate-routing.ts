import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { RoutableChoice } from '#merchants/routing-settings/algorithm.ts';
import { namedProfile } from './dynamic/decide-gateway.ts';
import type { EvaluatedRouting, EvaluateRoutingRequest } from './explain-operations.ts';
import { fallbackAccounts, presentFallback } from './fallback.ts';
import { orderAccounts } from './order-accounts.ts';
import type { RuleFacts } from './rules/rule-keys.ts';

/**
 * The route of a payment with these facts by the profile's active algorithm. Nothing is stored and
 * no processor asked. Where no algorithm decides or it selects nothing, the request's own fallback
 * stands, or the profile's list.
 *
 * @param requestId draws shares for a request that names no payment
 * @throws SwitchError `profile_not_found`
 */
export function evaluateRouting(
  request: EvaluateRoutingRequest,
  caller: { readonly profileId?: string },
  configuration: Configuration,
  requestId: string,
): EvaluatedRouting {
  const { created_by: createdBy, payment_id: paymentId, fallback_output: stated } = request;
  const profile = namedProfile(createdBy, caller, configuration);
  const members = fallbackAccounts(configuration, 'payment', profile.id);
  const { accounts, decision } = orderAccounts({
    accounts: members,
    active: profile.activeRouting?.payment,
    transactionType: 'payment',
    businessCountry: profile.settings.merchant_business_country,
    attemptId: paymentId ? `${paymentId}_1` : requestId,
    facts: () => factsOf(request.parameters),
  });
  const isDecided = accounts.length > 0;
  const own = stated?.map(
    ({ gateway_name, gateway_id }): RoutableChoice => ({
      connector: gateway_name,
      merchant_connector_id: gateway_id,
    }),
  );
  const enabled = ({ disabled }: ConnectorAccount) => !disabled;
  return {
    status: isDecided ? 'success' : 'fallback',
    output: {
      routing_approach: decision.approach,
      routing_algorithm_id: decision.algorithmId ?? null,
      rule: decision.rule ?? null,
      trouble: decision.trouble ?? null,
    },
    evaluated_output: isDecided ? presentFallback(accounts) : (own ?? presentFallback(members)),
    eligible_connectors: presentFallback(members.filter(enabled)),
  };
}

/** Words of the merchant's metadata are collected; any other key has one value. */
function factsOf(parameters: EvaluateRoutingRequest['parameters']): RuleFacts {
  const all = Object.entries(parameters);
  const words = all.flatMap(([, one]) => (one.type === 'metadata_variant' ? [one.value] : []));
  return {
    ...Object.fromEntries(
      all.flatMap(([key, one]) =>
        one.type === 'metadata_variant'
          ? []
          : [[key === 'country' ? 'business_country' : key, one.value]],
      ),
    ),
    ...(words.length > 0 && {
      metadata: Object.fromEntries(words.map(({ key, value }) => [key, value])),
    }),
  };
}
