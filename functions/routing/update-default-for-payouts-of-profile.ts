import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { profileFallbackOrder } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { updateDefaultPayoutRoutingOfProfile } from '#switch/routing/operations.ts';

/** Reorders a profile's fallback list for payouts. */
export const updateDefaultForPayoutsOfProfile = implement(
  updateDefaultPayoutRoutingOfProfile,
  profileFallbackOrder('payout'),
);

export const handler = lambda(updateDefaultForPayoutsOfProfile, liveRoutingServices);
