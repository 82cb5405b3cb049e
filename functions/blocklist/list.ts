import { presentEntry } from '../../shared/blocklist/blocklist-entry.ts';
import { type BlocklistStore, blocklistStore } from '../../shared/blocklist/blocklist-store.ts';
import { listBlocked } from '../../shared/blocklist/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
