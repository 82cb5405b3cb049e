import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveRoutingServices, type RoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listFallback } from '#switch/routing/manage-fallback.ts';
import { retrieveDefaultPayoutRoutingOfProfiles } from '#switch/routing/operations.ts';

/** Shows the fallback lists for payouts of all profiles, or of the caller's profile. */
export const retrieveDefaultForPayoutsOfProfiles = implement(
  retrieveDefaultPayoutRoutingOfProfiles,
  {
    load: ({ merchantId }, { configurations }: RoutingServices) => configurations.read(merchantId),

    run: async ({ caller }, _: RoutingServices, configuration) =>
      configuration.profiles
        .filter(({ id }) => caller.profileId === undefined || id === caller.profileId)
        .map(({ id }) => ({
          profile_id: id,
          connectors: listFallback(configuration, 'payout', id),
        })),
  },
);

export const handler = lambda(retrieveDefaultForPayoutsOfProfiles, liveRoutingServices);
