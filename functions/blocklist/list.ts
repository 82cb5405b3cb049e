import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { presentEntry } from '#switch/blocklist/blocklist-entry.ts';
import { type BlocklistStore, blocklistStore } from '#switch/blocklist/blocklist-store.ts';
import { listBlocked } from '#switch/blocklist/operations.ts';

interface Services {
  readonly blocklist: BlocklistStore;
}

const usualLimit = 10;

/** Lists the blocklist entries of one kind, newest first. */
export const list = implement(listBlocked, async ({ caller, query }, services: Services) => {
  const { data_kind, limit, offset } = query;
  const all = await services.blocklist.list(caller.merchantId, data_kind);
  const from = offset ?? 0;
  const page = all.slice(from, from + (limit ?? usualLimit));
  return { count: page.length, total_count: all.length, data: page.map(presentEntry) };
});

export const handler = lambda(list, () => ({ blocklist: blocklistStore(liveTable()) }));
