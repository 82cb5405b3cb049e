import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { type CountServices, liveCountServices } from '#platform/lists/counts-by-status.ts';
import { disputesByStatus } from '#switch/disputes/list-disputes.ts';
import { countDisputes } from '#switch/disputes/list-operations.ts';

/** Counts a merchant's disputes by status. */
export const aggregate = implement(countDisputes, {
  load: ({ merchantId, headers, query }, services: CountServices) =>
    disputesByStatus({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
