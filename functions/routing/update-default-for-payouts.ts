import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { orderMerchantFallback } from '../../shared/routing/manage-fallback.ts';
import { updateDefaultPayoutRouting } from '../../shared/routing/operations.ts';

/** Reorders the merchant's fallback list for payouts. */
export const updateDefaultForPayouts = implement(updateDefaultPayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: ({ body, now }, services: RoutingServices, configuration) =>
    orderMerchantFallback(body, 'payout', now, configuration, services),
});

export const handler = lambda(updateDefaultForPayouts, liveRoutingServices);
