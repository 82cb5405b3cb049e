import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { fallbackOrder } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { updateDefaultPayoutRouting } from '#switch/routing/operations.ts';

/** Reorders the merchant's fallback list for payouts. */
export const updateDefaultForPayouts = implement(
  updateDefaultPayoutRouting,
  fallbackOrder('payout'),
);

export const handler = lambda(updateDefaultForPayouts, liveRoutingServices);
