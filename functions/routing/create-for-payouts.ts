import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  createAlgorithm,
  liveRoutingServices,
  type RoutingServices,
} from '../../shared/routing/manage-algorithms.ts';
import { createPayoutRouting } from '../../shared/routing/operations.ts';

/** Writes down how payouts are routed, whatever the body calls it. */
export const createForPayouts = implement(createPayoutRouting, {
  load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

  run: (request, services: RoutingServices, configuration) =>
    createAlgorithm(request.body, 'payout', request, configuration, services),
});

export const handler = lambda(createForPayouts, liveRoutingServices);
