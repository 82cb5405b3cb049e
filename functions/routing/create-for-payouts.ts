import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { creation } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { createPayoutRouting } from '#switch/routing/operations.ts';

/** Creates an algorithm for payouts. The transaction type of the body is ignored. */
export const createForPayouts = implement(createPayoutRouting, creation('payout'));

export const handler = lambda(createForPayouts, liveRoutingServices);
