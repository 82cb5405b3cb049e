import {
  type Item,
  indexKeys,
  type Key,
  type TablePort,
  type Write,
} from '#platform/table/port.ts';
import {
  batchUnits,
  entryOf,
  itemSize,
  queryUnits,
  readUnits,
  writeUnitBytes,
} from '#platform/table/units.ts';

/** The units of one partition key of the table, or of one of its indexes. */
export interface UnitsOfKey {
  /** `MERCHANT#shop#LIST#events#0`, or with the name of an index before it: `by-due DUE#03`. */
  readonly key: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * A port that counts units by partition key: those of an index belong to the index's own. A
 * transaction costs twice as much as its writes. A condition that fails is counted as its write.
 *
 * @param aside reads the same table without being counted
 */
export function portByKey(port: TablePort, aside: (key: Key) => Promise<Item | undefined>) {
  const units = new Map<string, { readUnits: number; writeUnits: number }>();
  const note = (key: string, consumed: Partial<Omit<UnitsOfKey, 'key'>>) => {
    const sum = units.get(key) ?? { readUnits: 0, writeUnits: 0 };
    sum.readUnits += consumed.readUnits ?? 0;
    sum.writeUnits += consumed.writeUnits ?? 0;
    units.set(key, sum);
  };

  async function writing<T>(keys: readonly Key[], factor: number, write: () => Promise<T>) {
    const read = () => Promise.all(keys.map(({ pk, sk }) => aside({ pk, sk })));
    const olds = await read();
    const answer = await write();
    for (const [index, after] of (await read()).entries()) {
      const before = olds[index];
      const bytes = Math.max(...[before, after].map((item) => (item ? itemSize(item) : 0)));
      const own = Math.max(1, Math.ceil(bytes / writeUnitBytes));
      note(keys[index]?.pk ?? '', { writeUnits: factor * own });
      noteIndexes(before, after);
    }
    return answer;
  }

  function noteIndexes(before: Item | undefined, after: Item | undefined) {
    for (const index of ['by-list', 'by-due'] as const) {
      const [pk, sk] = indexKeys[index];
      const [old, next] = [before, after].map((item) =>
        item?.[pk] !== undefined && item[sk] !== undefined ? entryOf(item, index) : undefined,
      );
      if (old && next && old[pk] === next[pk] && old[sk] === next[sk]) continue;
      for (const entry of [old, next]) {
        if (entry) note(`${index} ${String(entry[pk])}`, { writeUnits: 1 });
      }
    }
  }

  const counting: TablePort = {
    async get(key, reading) {
      const item = await port.get(key, reading);
      note(key.pk, { readUnits: readUnits(item, reading?.eventual ? 'eventual' : 'strong') });
      return item;
    },
    async query(page) {
      const items = await port.query(page);
      const { index, eventual } = page;
      note(index ? `${index} ${page.pk}` : page.pk, {
        readUnits: queryUnits(items, {
          ...(index && { index }),
          ...(eventual !== undefined && { eventual }),
        }),
      });
      return items;
    },
    async batchGet(keys, reading) {
      const items = await port.batchGet(keys, reading);
      for (const key of keys) {
        const found = items.filter(({ pk, sk }) => pk === key.pk && sk === key.sk);
        note(key.pk, { readUnits: batchUnits([key], found, reading) });
      }
      return items;
    },
    put: (item, condition) => writing([item], 1, () => port.put(item, condition)),
    delete: (key, condition) => writing([key], 1, () => port.delete(key, condition)),
    update: (key, changes) => writing([key], 1, () => port.update(key, changes)),
    updateWhere: (key, changes, condition) =>
      writing([key], 1, () => port.updateWhere(key, changes, condition)),
    take: (key, condition) => writing([key], 1, () => port.take(key, condition)),
    transact: (writes, token) => writing(writes.map(keyOf), 2, () => port.transact(writes, token)),
  };
  return {
    port: counting,
    restart: () => units.clear(),
    /** The busiest first. */
    units: (): readonly UnitsOfKey[] =>
      [...units]
        .map(([key, sum]) => ({ key, ...sum }))
        .sort((one, other) => perSecondOf(one) - perSecondOf(other)),
  };
}

/**
 * How often a second a partition takes these units: 3,000 read units or 1,000 write units.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 *   read on 2026-11-30
 */
export const perSecondOf = ({ readUnits, writeUnits }: Omit<UnitsOfKey, 'key'>): number =>
  Math.min(3_000 / readUnits, 1_000 / writeUnits);

const keyOf = (write: Write): Key => (write.kind === 'put' ? write.item : write.key);
