import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { activation } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { activatePayoutRouting } from '#switch/routing/operations.ts';

/** Activates an algorithm for its profile's payouts. */
export const activateForPayouts = implement(activatePayoutRouting, activation('payout'));

export const handler = lambda(activateForPayouts, liveRoutingServices);
