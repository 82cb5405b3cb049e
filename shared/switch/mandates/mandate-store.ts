import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { connectorIdKeys } from '#platform/table/connector-ids.ts';
import type { Write } from '#platform/table/port.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import { type Mandate, type MandateCredential, parseMandate } from './mandate.ts';

export interface MandateStore {
  /** Throws `mandate_not_found`. */
  get(merchantId: string, id: string): Promise<Mandate>;
  /** All mandates of a customer, newest first. */
  listOfCustomer(merchantId: string, customerId: string): Promise<readonly Mandate[]>;
  /** The existing mandates with these ids, newest first. */
  getSome(merchantId: string, ids: readonly string[]): Promise<readonly Mandate[]>;
  /**
   * Applies a change and saves. When another writer saved first, reads again and applies the change
   * to the saved version. Throws `concurrent_update` when other writers keep saving first, and the
   * errors of `change`.
   */
  change(mandate: Mandate, change: (current: Mandate) => Mandate): Promise<Mandate>;
}

type Named = Pick<Mandate, 'merchantId' | 'id'>;

/** The sort key of a mandate, by which readers of the table's stream recognize it. */
export const mandateSk = 'MANDATE';

export const mandateKey = ({ merchantId, id }: Named): Key => ({
  pk: `MERCHANT#${merchantId}#MANDATE#${id}`,
  sk: mandateSk,
});

/** A customer's partition with one entry for each mandate, so one query finds them all. */
const entriesPartition = (merchantId: string, customerId: string) =>
  `MERCHANT#${merchantId}#CUSTOMER#${customerId}#MANDATES`;
const Entry = v.object({ sk: v.string() });

/** The writes that create a mandate, in the same transaction as its payment. */
export const putMandate = (mandate: Mandate): readonly Write[] => [
  { kind: 'put', item: asItem(mandate), condition: 'absent' },
  {
    kind: 'put',
    item: {
      pk: entriesPartition(mandate.merchantId, mandate.customerId),
      sk: mandate.id,
      merchantId: mandate.merchantId,
    },
    condition: 'absent',
  },
];

/** How often a change is applied again after losing a race. */
const tries = 5;

export function mandateStore(table: Table): MandateStore {
  const store: MandateStore = {
    async get(merchantId, id) {
      const item = await table.get(mandateKey({ merchantId, id }));
      if (!item) throw new SwitchError('mandate_not_found');
      return parseMandate(item);
    },

    async listOfCustomer(merchantId, customerId) {
      const entries = await table.query(entriesPartition(merchantId, customerId));
      return store.getSome(
        merchantId,
        entries.map((entry) => v.parse(Entry, entry).sk),
      );
    },

    async getSome(merchantId, ids) {
      if (ids.length === 0) return [];
      const items = await table.batchGet(ids.map((id) => mandateKey({ merchantId, id })));
      return items
        .map(parseMandate)
        .sort(
          (one, other) =>
            other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id),
        );
    },

    async change(mandate, change) {
      let current = mandate;
      for (let attempt = 1; ; attempt++) {
        try {
          const saved = await table.save(asItem(change(current)));
          return parseMandate(saved);
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === tries) throw error;
          current = await store.get(mandate.merchantId, mandate.id);
        }
      }
    },
  };
  return store;
}

/** The keys by which a processor's webhook finds its mandate; none where it sends none about them. */
export const mandateIndexKeys = (mandate: Named & MandateCredential): Partial<Item> =>
  mandate.isFoundByConnectorId
    ? connectorIdKeys({
        merchantId: mandate.merchantId,
        accountId: mandate.connectorAccountId,
        connectorId: mandate.connectorMandateId,
        kind: 'MANDATE',
        reference: mandate.id,
      })
    : {};

const asItem = (mandate: Mandate): Item & { version: number } => ({
  ...mandate,
  ...mandateKey(mandate),
  ...mandateIndexKeys(mandate),
});
