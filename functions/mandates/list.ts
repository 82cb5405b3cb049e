import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listsOver } from '../../shared/lists/read-list.ts';
import { cachedShards } from '../../shared/lists/shards.ts';
import { type ListServices, mandatesPage } from '../../shared/mandates/list-mandates.ts';
import { listMandates } from '../../shared/mandates/operations.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Lists a merchant's mandates, newest first. */
export const list = implement(listMandates, {
  load: ({ merchantId, query }, services: ListServices) =>
    mandatesPage(merchantId, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, () => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
}));
