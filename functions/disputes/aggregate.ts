import { disputesByStatus } from '../../shared/disputes/list-disputes.ts';
import { countDisputes } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type CountServices, liveCountServices } from '../../shared/lists/counts-by-status.ts';

/** Counts a merchant's disputes by status. */
export const aggregate = implement(countDisputes, {
  load: ({ merchantId, headers, query }, services: CountServices) =>
    disputesByStatus({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, liveCountServices);
