import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { activeListing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { showActivePayoutRouting } from '#switch/routing/operations.ts';

/** Shows the active algorithms for payouts. */
export const activeForPayouts = implement(showActivePayoutRouting, activeListing('payout'));

export const handler = lambda(activeForPayouts, liveRoutingServices);
