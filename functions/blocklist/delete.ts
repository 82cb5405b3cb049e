import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { entryOf, presentEntry } from '#switch/blocklist/blocklist-entry.ts';
import { type BlocklistStore, blocklistStore } from '#switch/blocklist/blocklist-store.ts';
import { unblockCard } from '#switch/blocklist/operations.ts';

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
