import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { orderMerchantFallback } from '#switch/routing/manage-fallback.ts';
import { updateDefaultRouting } from '#switch/routing/operations.ts';

/**
 * Reorders the merchant's fallback list, which applies to profiles without an order of their own.
 */
export const updateDefault = implement(updateDefaultRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: ({ body, now }, services: RoutingServices, configuration) =>
    orderMerchantFallback(body, 'payment', now, configuration, services),
});

export const handler = lambda(updateDefault, liveRoutingServices);
