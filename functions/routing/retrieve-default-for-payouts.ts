import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { fallbackListing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { retrieveDefaultPayoutRouting } from '#switch/routing/operations.ts';

/** Shows the fallback list for payouts. */
export const retrieveDefaultForPayouts = implement(
  retrieveDefaultPayoutRouting,
  fallbackListing('payout'),
);

export const handler = lambda(retrieveDefaultForPayouts, liveRoutingServices);
