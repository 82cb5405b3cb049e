import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listPayoutRoutingOfProfile } from '#switch/routing/operations.ts';

/** Lists the algorithms for payouts of the caller's profile; for a caller without one, all. */
export const listForPayoutsOfProfile = implement(listPayoutRoutingOfProfile, listing('payout'));

export const handler = lambda(listForPayoutsOfProfile, liveRoutingServices);
