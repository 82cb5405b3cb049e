import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { type CountServices, liveCountServices } from '#platform/lists/counts-by-status.ts';
import { disputesByStatus } from '#switch/disputes/list-disputes.ts';
import { countDisputesOfProfile } from '#switch/disputes/list-operations.ts';

/**
 * Counts the disputes of the profile in `X-Profile-Id` by status; without the header, of all
 * profiles.
 */
export const aggregateOfProfile = implement(countDisputesOfProfile, {
  load: ({ merchantId, headers, query }, services: CountServices) =>
    disputesByStatus({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregateOfProfile, liveCountServices);
