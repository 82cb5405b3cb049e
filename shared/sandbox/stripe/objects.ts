import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isSwitchError } from '#platform/errors.ts';
import type { Item, Table } from '#platform/table/table.ts';

/** The objects of Stripe's wire API that are no payments. Each key has its own. */
export interface StripeObjects {
  /** The stored object as it was put; undefined when this key has none of this id. */
  find(keyHash: string, id: string): Promise<unknown>;
  /** Stores a new object, or does nothing when the id exists. */
  putNew(keyHash: string, id: string, object: object): Promise<void>;
  /**
   * Changes an object, or makes it of `undefined`. Decides anew when another request saved first.
   * Throws `concurrent_update` when it loses every race.
   */
  change<T extends object>(keyHash: string, id: string, decide: (object: unknown) => T): Promise<T>;
  /** Remembers that an intent has this order in its metadata. */
  putOrder(keyHash: string, orderId: string, intentId: string): Promise<void>;
  /** The ids of the intents of an order, ten at most. */
  findByOrder(keyHash: string, orderId: string): Promise<readonly string[]>;
}

/** A stored object of one kind; undefined where there is none, or the id is of another kind. */
export function readObject<S extends v.GenericSchema>(
  schema: S,
  found: unknown,
): v.InferOutput<S> | undefined {
  const read = v.safeParse(schema, found);
  return read.success ? read.output : undefined;
}

/** An object: its owner's key hash and its id. */
const objectKey = (keyHash: string, id: string) => ({
  pk: `SANDBOX#${keyHash}#STRIPE#${id}`,
  sk: 'OBJECT',
});

/** A search has only the order, which may be any text; the hash of it leads to the intents. */
const orderPartition = (keyHash: string, orderId: string) =>
  `SANDBOX#${keyHash}#ORDER#${createHash('sha256').update(orderId).digest('hex')}`;

/** How often a change is tried against others. */
const tries = 20;

export function tableStripeObjects(table: Table): StripeObjects {
  const find = (keyHash: string, id: string) => table.get(objectKey(keyHash, id));
  return {
    find: async (keyHash, id) => (await find(keyHash, id))?.object,

    async putNew(keyHash, id, object) {
      await table.putNew({ ...objectKey(keyHash, id), object, version: 1 });
    },

    async change(keyHash, id, decide) {
      for (let attempt = 1; ; attempt++) {
        const found = await find(keyHash, id);
        const object = decide(found?.object);
        const saved = found
          ? await saveOver(table, { ...found, object }, attempt < tries)
          : !(await table.putNew({ ...objectKey(keyHash, id), object, version: 1 }));
        if (saved) return object;
      }
    },

    async putOrder(keyHash, orderId, intentId) {
      await table.putNew({ pk: orderPartition(keyHash, orderId), sk: intentId });
    },

    async findByOrder(keyHash, orderId) {
      const items = await table.query(orderPartition(keyHash, orderId), { limit: 10 });
      return items.map(({ sk }) => sk);
    },
  };
}

/** Whether the item was saved; false when another request was faster and a retry is allowed. */
async function saveOver(table: Table, item: Item, mayRetry: boolean): Promise<boolean> {
  try {
    await table.save({ ...item, version: Number(item.version) });
    return true;
  } catch (error) {
    if (mayRetry && isSwitchError(error, 'concurrent_update')) return false;
    throw error;
  }
}
