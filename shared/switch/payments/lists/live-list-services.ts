import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { paymentStore } from '../payment-store.ts';
import type { ListServices } from './list-payments.ts';

/** The services that payment lists need. */
export const liveListServices = (): ListServices => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  payments: paymentStore(liveTable()),
});
