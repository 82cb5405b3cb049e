import { entryOf, presentEntry } from '../../shared/blocklist/blocklist-entry.ts';
import { type BlocklistStore, blocklistStore } from '../../shared/blocklist/blocklist-store.ts';
import { blockCard } from '../../shared/blocklist/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
