import { disputesByStatus } from '../../shared/disputes/list-disputes.ts';
import { countDisputes } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type Lists, listsOver } from '../../shared/lists/read-list.ts';
import { cachedShards } from '../../shared/lists/shards.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly lists: Pick<Lists, 'countBy'>;
}

/** Counts a merchant's disputes by status. */
export const aggregate = implement(countDisputes, {
  load: ({ merchantId, headers, query }, services: Services) =>
    disputesByStatus({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, counts) => counts,
});

export const handler = lambda(aggregate, () => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
}));
