import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { orderMerchantFallback } from '#switch/routing/manage-fallback.ts';
import { updateDefaultPayoutRouting } from '#switch/routing/operations.ts';

/** Reorders the merchant's fallback list for payouts. */
export const updateDefaultForPayouts = implement(updateDefaultPayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: ({ body, now }, services: RoutingServices, configuration) =>
    orderMerchantFallback(body, 'payout', now, configuration, services),
});

export const handler = lambda(updateDefaultForPayouts, liveRoutingServices);
