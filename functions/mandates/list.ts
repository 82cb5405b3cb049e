import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { type ListServices, mandatesPage } from '#switch/mandates/list-mandates.ts';
import { listMandates } from '#switch/mandates/operations.ts';

/** Lists a merchant's mandates, newest first. */
export const list = implement(listMandates, {
  load: ({ merchantId, query }, services: ListServices) =>
    mandatesPage(merchantId, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, () => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
}));
