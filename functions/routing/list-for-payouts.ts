import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listPayoutRouting } from '#switch/routing/operations.ts';

/** Lists the algorithms for payouts, latest first. */
export const listForPayouts = implement(listPayoutRouting, listing('payout'));

export const handler = lambda(listForPayouts, liveRoutingServices);
