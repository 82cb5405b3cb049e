import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { deactivation } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { deactivatePayoutRouting } from '#switch/routing/operations.ts';

/** Deactivates a profile's algorithm for payouts, so that only its fallback list applies. */
export const deactivateForPayouts = implement(deactivatePayoutRouting, deactivation('payout'));

export const handler = lambda(deactivateForPayouts, liveRoutingServices);
