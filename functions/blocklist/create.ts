import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { entryOf, presentEntry } from '#switch/blocklist/blocklist-entry.ts';
import { type BlocklistStore, blocklistStore } from '#switch/blocklist/blocklist-store.ts';
import { blockCard } from '#switch/blocklist/operations.ts';

interface Services {
  readonly blocklist: BlocklistStore;
}

/** Blocks cards for this merchant. Payments with them fail once the blocklist is turned on. */
export const create = implement(
  blockCard,
  async ({ caller, body, now }, { blocklist }: Services) => {
    const entry = entryOf(caller.merchantId, body.type, body.data, now);
    await blocklist.add(entry);
    return presentEntry(entry);
  },
);

export const handler = lambda(create, () => ({ blocklist: blocklistStore(liveTable()) }));
