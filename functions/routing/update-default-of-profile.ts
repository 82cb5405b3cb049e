import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { profileFallbackOrder } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { updateDefaultRoutingOfProfile } from '#switch/routing/operations.ts';

/** Reorders a profile's fallback list. */
export const updateDefaultOfProfile = implement(
  updateDefaultRoutingOfProfile,
  profileFallbackOrder('payment'),
);

export const handler = lambda(updateDefaultOfProfile, liveRoutingServices);
