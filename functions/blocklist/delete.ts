import { entryOf, presentEntry } from '../../shared/blocklist/blocklist-entry.ts';
import { type BlocklistStore, blocklistStore } from '../../shared/blocklist/blocklist-store.ts';
import { unblockCard } from '../../shared/blocklist/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly blocklist: BlocklistStore;
}

/** Removes an entry from this merchant's blocklist. */
export const remove = implement(
  unblockCard,
  async ({ caller, body, now }, { blocklist }: Services) =>
    presentEntry(await blocklist.remove(entryOf(caller.merchantId, body.type, body.data, now))),
);

export const handler = lambda(remove, () => ({ blocklist: blocklistStore(liveTable()) }));
