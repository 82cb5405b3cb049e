import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { fallbackListing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { retrieveDefaultRoutingOfProfile } from '#switch/routing/operations.ts';

/** Shows the fallback list of the caller's profile; for a caller without one, the merchant's. */
export const retrieveDefaultOfProfile = implement(
  retrieveDefaultRoutingOfProfile,
  fallbackListing('payment'),
);

export const handler = lambda(retrieveDefaultOfProfile, liveRoutingServices);
