import { disputesByStatus } from '../../shared/disputes/list-disputes.ts';
import { countDisputesOfProfile } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type CountServices, liveCountServices } from '../../shared/lists/counts-by-status.ts';

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
