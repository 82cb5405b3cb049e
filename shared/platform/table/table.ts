import { SwitchError } from '../errors.ts';
import { randomText } from '../ids.ts';
import { addSubject, subjectOfKey } from '../log-subject.ts';
import { dynamoPort } from './dynamo-port.ts';
import { checkItemSize, itemCeiling } from './item-size.ts';
import { packedPort } from './packed-port.ts';
import type {
  AttributeConditions,
  Changed,
  Changes,
  Item,
  Key,
  Page,
  Reading,
  TablePort,
  Transacted,
  Write,
} from './port.ts';

export type { Item, Key } from './port.ts';

export interface Sized {
  /**
   * The largest item that is written, in bytes; `itemCeiling` by default. Outcomes are written up
   * to `maxItemBytes`, because they cannot be refused any more.
   */
  readonly upTo?: number;
}

/**
 * The calls by which stores use the table. An item that is too large is refused before it is
 * written, with `item_too_large`.
 */
export interface Table {
  /** Reads the last written state. */
  get(key: Key): Promise<Item | undefined>;
  /**
   * Reads at half the price; the result may be some milliseconds old. A missing item is read again
   * with strong consistency, so that a new item is found at once.
   */
  getRecent(key: Key): Promise<Item | undefined>;
  /** Writes a new item. If the item exists, returns it and writes nothing. */
  putNew(item: Item, size?: Sized): Promise<Item | undefined>;
  /**
   * Writes over the version that was read and returns the item with its next version. Throws
   * `concurrent_update` when another caller saved first.
   */
  save<I extends Item & { readonly version: number }>(item: I, size?: Sized): Promise<I>;
  /** Deletes an item that has this value; false when there is none. */
  remove(key: Key, having: { readonly attribute: string; readonly is: string }): Promise<boolean>;
  /** Adds, sets and removes attributes, creating the item if it is missing. */
  change(key: Key, changes: Changes): Promise<void>;
  /** The same under a condition. Returns the changed item; undefined when the condition fails. */
  changeWhere(
    key: Key,
    changes: Changes,
    condition: AttributeConditions,
  ): Promise<Item | undefined>;
  /**
   * The same, and returns the existing item when the condition fails. It adds no attribute of its
   * own: after a lost answer and a repeat, a caller must recognize its own write by its content.
   */
  updateWhere(key: Key, changes: Changes, condition: AttributeConditions): Promise<Changed>;
  /**
   * Deletes an item under a condition and returns it: of many callers, one gets it. Undefined when
   * the condition fails, and when the answer was lost: then no caller gets it.
   */
  take(key: Key, condition: AttributeConditions): Promise<Item | undefined>;
  query(pk: string, options?: Omit<Page, 'pk'>): Promise<readonly Item[]>;
  /**
   * Reads any number of items, in no order, each once however often it is named. With `eventual` it
   * costs half, and the items may be milliseconds old.
   */
  batchGet(keys: readonly Key[], options?: Reading): Promise<readonly Item[]>;
  /** Writes new items in one transaction; returns those that existed already. */
  putAllNew(
    items: readonly Item[],
    options?: Sized & { readonly present?: readonly Key[] },
  ): Promise<readonly (Key & { readonly found?: Item })[]>;
  /**
   * Writes in one transaction. Returns the refused writes, by their index, with the existing items.
   * Throws `concurrent_update` when others kept writing the same items.
   */
  transact(writes: readonly Write[], size?: Sized): Promise<{ readonly refused: Refused }>;
}

type Refused = Extract<Transacted, { written: false }>['refused'];

/**
 * The switch's table over a port, with large items packed. Size limits apply to the unpacked item.
 *
 * @param size the largest item that is written unless a call states another, in bytes
 */
export const tableOver = (port: TablePort, size: Sized = {}): Table =>
  plainTableOver(packedPort(port), size);

/**
 * A table over a port, which packs nothing. Written items become subjects of the log's lines. Every
 * save carries a fresh `save_id`: when an answer is lost and the client library repeats the call,
 * the condition fails against our own write, and the `save_id` in the existing item proves that it
 * was ours.
 *
 * @param upTo the largest item that is written where a call sets no limit, in bytes
 */
export function plainTableOver(
  port: TablePort,
  { upTo: ceiling = itemCeiling }: Sized = {},
): Table {
  return {
    get: (key) => port.get(key),

    async getRecent(key) {
      return (await port.get(key, { eventual: true })) ?? port.get(key);
    },

    async putNew(item, { upTo = ceiling } = {}) {
      checkItemSize(item, upTo);
      addSubject(subjectOfKey(item));
      const save_id = randomText(12);
      const put = await port.put({ ...item, save_id }, 'absent');
      return put.written || put.existing?.save_id === save_id ? undefined : put.existing;
    },

    async save(item, { upTo = ceiling } = {}) {
      checkItemSize(item, upTo);
      addSubject(subjectOfKey(item));
      const save_id = randomText(12);
      const next = { ...item, version: item.version + 1, save_id };
      const put = await port.put(next, { version: item.version });
      if (!put.written && put.existing?.save_id !== save_id) {
        throw new SwitchError('concurrent_update');
      }
      return next;
    },

    async remove(key, having) {
      return (await port.delete(key, having)).written;
    },

    change: (key, changes) => port.update(key, changes),

    async changeWhere(key, changes, condition) {
      const save_id = randomText(12);
      const stamped = { ...changes, set: { ...changes.set, save_id } };
      const update = await port.updateWhere(key, stamped, condition);
      if (update.written) return update.item;
      return update.existing?.save_id === save_id ? update.existing : undefined;
    },

    updateWhere: (key, changes, condition) => port.updateWhere(key, changes, condition),

    async take(key, condition) {
      const taken = await port.take(key, condition);
      return taken.written ? taken.item : undefined;
    },

    query: (pk, options) => port.query({ ...options, pk }),

    async batchGet(keys, options) {
      // DynamoDB refuses a batch that names an item twice.
      const once = [...new Map(keys.map((key) => [`${key.pk}\0${key.sk}`, key])).values()];
      const hundreds = Array.from({ length: Math.ceil(once.length / 100) }, (_, page) =>
        once.slice(page * 100, page * 100 + 100),
      );
      return (await Promise.all(hundreds.map((some) => port.batchGet(some, options)))).flat();
    },

    async putAllNew(items, { present = [], ...size } = {}) {
      const writes = [
        ...items.map((item): Write => ({ kind: 'put', item, condition: 'absent' })),
        ...present.map((key): Write => ({ kind: 'check', key, condition: 'present' })),
      ];
      const refused = await transact(writes, size);
      return refused.map(({ index, existing }) => {
        const { pk, sk } = [...items, ...present][index] ?? { pk: '', sk: '' };
        return { pk, sk, ...(existing && { found: existing }) };
      });
    },

    transact: async (writes, size) => ({ refused: await transact(writes, size) }),
  };

  async function transact(
    writes: readonly Write[],
    { upTo = ceiling }: Sized = {},
  ): Promise<Refused> {
    for (const write of writes) {
      if (write.kind !== 'put') continue;
      checkItemSize(write.item, upTo);
      addSubject(subjectOfKey(write.item));
    }
    const save_id = randomText(12);
    const result = await port.transact(
      writes.map((write) => stamped(write, save_id)),
      save_id,
    );
    if (result.written) return [];
    // A repeat after a lost answer is refused because of its own first write; and where one of the
    // writes can be seen, all of them happened.
    const isOurs = result.refused.some(({ existing }) => existing?.save_id === save_id);
    return isOurs ? [] : result.refused;
  }
}

function stamped(write: Write, save_id: string): Write {
  switch (write.kind) {
    case 'put':
      return { ...write, item: { ...write.item, save_id } };
    case 'update':
      return {
        ...write,
        changes: { ...write.changes, set: { ...write.changes.set, save_id } },
      };
    case 'delete':
    case 'check':
      return write;
  }
}

let live: Table | undefined;

/** The table that this function was given, one client a container. */
export function liveTable(): Table {
  live ??= tableOver(dynamoPort(process.env.TABLE_NAME ?? ''));
  return live;
}
