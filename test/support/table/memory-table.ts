import { isDeepStrictEqual } from 'node:util';
import { maxItemBytes, refusedByDatabase } from '#platform/table/item-size.ts';
import { unpacked } from '#platform/table/packed-item.ts';
import {
  type AttributeConditions,
  type Changes,
  type Condition,
  type IndexName,
  type Item,
  indexKeys,
  type Key,
  type TablePort,
  type Write,
} from '#platform/table/port.ts';
import { type Table, tableOver } from '#platform/table/table.ts';
import { entryOf, itemSize } from '#platform/table/units.ts';

/** The table in memory: our own rules over a port without a database. */
export const memoryTable = (): Table => tableOver(memoryPort());

export interface MemoryPort extends TablePort {
  /** Everything that is stored, unpacked, for looking at it. */
  items(): readonly Item[];
}

export interface ComparablePort extends MemoryPort {
  /** The differences: each item that is new or another one now, and each that is gone. */
  unlike(before: readonly Item[]): readonly Item[];
}

/** DynamoDB as far as we use it. Items are copied on their way in and out, as over a network. */
export function memoryPort(
  /** The items at the beginning. They are not copied: thousands of tests begin with the same. */
  items: readonly Item[] = [],
  /** Hears of every committed change, unpacked, in the order in which they happened; must not change them. */
  committed: (before: Item | undefined, after: Item | undefined) => void = () => {},
): ComparablePort {
  const stored = new Map<string, Item>();
  /** Each partition of the table and of its indexes, so that none has to be looked for. */
  const partitions = new Map<string, Map<string, Item>>();
  const done = new Set<string>();
  const replace = (place: string, before: Item | undefined, after: Item | undefined) => {
    if (after) stored.set(place, after);
    else stored.delete(place);
    for (const name of before ? partitionsOf(before) : []) partitions.get(name)?.delete(place);
    for (const name of after ? partitionsOf(after) : []) {
      const partition = partitions.get(name) ?? new Map<string, Item>();
      partitions.set(name, partition);
      if (after) partition.set(place, after);
    }
    committed(before && whole(before), after && whole(after));
  };
  const unpackedOnce = new WeakMap<Item, Item>();
  /** A stored item, which nothing changes, as it was before it was packed. */
  const whole = (item: Item): Item => {
    const known = unpackedOnce.get(item) ?? unpacked(item);
    unpackedOnce.set(item, known);
    return known;
  };
  const put = (item: Item) => {
    const place = placeOf(item);
    if (itemSize(item) > maxItemBytes) throw refusedByDatabase(new Error('Item size'));
    replace(place, stored.get(place), withoutUndefined(item));
  };
  for (const item of items) {
    const isWhole = Object.values(item).every((value) => value !== undefined);
    replace(placeOf(item), undefined, isWhole ? item : withoutUndefined(item));
  }
  const afterwards = (write: Write): Item => {
    if (write.kind === 'put') return write.item;
    const there = stored.get(placeOf(keyOf(write))) ?? bare(keyOf(write));
    return write.kind === 'update' ? changed(there, write.changes) : there;
  };

  return {
    items: () => [...stored.values()].map((item) => unpacked(copied(item))),

    unlike(before) {
      const known = new Map(before.map((item) => [placeOf(item), item]));
      const others = [...stored].filter(([place, item]) => {
        const was = known.get(place);
        return item !== was && !isDeepStrictEqual(item, was);
      });
      const gone = before.filter((item) => !stored.has(placeOf(item)));
      return [...others.map(([, item]) => copied(item)), ...gone];
    },

    async get(key) {
      const item = stored.get(placeOf(key));
      return item && copied(item);
    },

    async put(item, condition) {
      const existing = stored.get(placeOf(item));
      if (!holds(condition, existing)) return refusal(existing);
      put(item);
      return { written: true };
    },

    async delete(key, condition) {
      const existing = stored.get(placeOf(key));
      if (!holds(condition, existing)) return refusal(existing);
      replace(placeOf(key), existing, undefined);
      return { written: true };
    },

    async update(key, changes) {
      put(changed(stored.get(placeOf(key)) ?? bare(key), changes));
    },

    async updateWhere(key, changes, condition) {
      const existing = stored.get(placeOf(key));
      if (!allHolds(condition, existing)) return refusal(existing);
      const item = changed(existing ?? bare(key), changes);
      put(item);
      return { written: true, item: copied(item) };
    },

    async take(key, condition) {
      const existing = stored.get(placeOf(key));
      if (!existing || !allHolds(condition, existing)) return refusal(existing);
      replace(placeOf(key), existing, undefined);
      return { written: true, item: copied(existing) };
    },

    async query({ index, pk, beginsWith = '', from, until, after, descending, limit }) {
      const [, skName] = index ? indexKeys[index] : tableKeys;
      const isWanted = (sk: string) => {
        if (after !== undefined) return byBytes(sk, after) > 0;
        if (from === undefined && until === undefined) return sk.startsWith(beginsWith);
        const isLate = from === undefined || byBytes(sk, from) >= 0;
        return isLate && (until === undefined || byBytes(sk, until) <= 0);
      };
      return [...(partitions.get(partitionName(index ?? 'table', pk))?.values() ?? [])]
        .flatMap((item) => {
          const sk = item[skName];
          return sk !== undefined && isWanted(sk) ? [{ sk, item }] : [];
        })
        .sort((one, other) => (descending ? -1 : 1) * byBytes(one.sk, other.sk))
        .slice(0, limit)
        .map(({ item }) => copied(index ? entryOf(item, index) : item));
    },

    async batchGet(keys) {
      if (new Set(keys.map(placeOf)).size < keys.length) {
        throw new Error('Provided list of item keys contains duplicates');
      }
      return keys.flatMap((key) => {
        const item = stored.get(placeOf(key));
        return item ? [copied(item)] : [];
      });
    },

    async transact(writes, token) {
      if (done.has(token)) return { written: true };
      if (writes.length > 100) throw new Error('A transaction has at most 100 actions');
      if (new Set(writes.map((write) => placeOf(keyOf(write)))).size < writes.length) {
        throw new Error('Transaction request cannot include multiple operations on one item');
      }
      const refused = writes.flatMap((write, index) => {
        const existing = stored.get(placeOf(keyOf(write)));
        if (isAllowed(write, existing)) return [];
        return [{ index, ...(existing && { existing: copied(existing) }) }];
      });
      if (refused.length > 0) return { written: false, refused };
      for (const write of writes) {
        if (itemSize(afterwards(write)) > maxItemBytes)
          throw refusedByDatabase(new Error('Item size'));
      }
      for (const write of writes) {
        if (write.kind === 'put') put(write.item);
        if (write.kind === 'update') {
          put(changed(stored.get(placeOf(write.key)) ?? bare(write.key), write.changes));
        }
        if (write.kind === 'delete') {
          replace(placeOf(write.key), stored.get(placeOf(write.key)), undefined);
        }
      }
      done.add(token);
      return { written: true };
    },
  };
}

const bare = ({ pk, sk }: Key): Item => ({ pk, sk });

/** The order that the database sorts texts in. */
const byBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const placeOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;

const tableKeys = ['pk', 'sk'] as const;
const partitionName = (index: IndexName | 'table', pk: string) => `${index}\0${pk}`;

/** The partitions that an item is in: one of the table, and one of each index that holds it. */
function partitionsOf(item: Item): readonly string[] {
  const names = [partitionName('table', item.pk)];
  for (const index of indexNames) {
    const [pkName, skName] = indexKeys[index];
    const pk = item[pkName];
    if (pk !== undefined && item[skName] !== undefined) names.push(partitionName(index, pk));
  }
  return names;
}

const indexNames = ['by-list', 'by-due'] as const satisfies readonly IndexName[];

const keyOf = (write: Write) => (write.kind === 'put' ? write.item : write.key);

function holds(condition: Condition, existing: Item | undefined): boolean {
  if (condition === 'absent') return existing === undefined;
  if ('version' in condition) return existing?.version === condition.version;
  return existing?.[condition.attribute] === condition.is;
}

function isAllowed(write: Write, existing: Item | undefined): boolean {
  if (write.kind === 'check') return existing !== undefined;
  if (write.kind !== 'update') return holds(write.condition, existing);
  return allHolds(write.condition, existing);
}

function allHolds(
  { atLeast = {}, atMost = {}, oneOf = {}, absent = [], present }: AttributeConditions,
  existing: Item | undefined,
): boolean {
  const has = (name: string) => existing?.[name];
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  return [
    present === undefined || present === (existing !== undefined),
    ...Object.entries(atLeast).map(([name, least]) => {
      const value = has(name);
      return isNumber(value) && value >= least;
    }),
    ...Object.entries(atMost).map(([name, most]) => {
      const value = has(name) ?? 0;
      return isNumber(value) && value <= most;
    }),
    ...Object.entries(oneOf).map(([name, few]) => few.some((one) => one === has(name))),
    ...absent.map((name) => has(name) === undefined),
  ].every(Boolean);
}

const refusal = (existing: Item | undefined) =>
  ({ written: false, ...(existing && { existing: copied(existing) }) }) as const;

function changed(item: Item, { add = {}, set = {}, append = {}, remove = [] }: Changes): Item {
  const sums = Object.entries(add).map(([name, by]) => [name, Number(item[name] ?? 0) + by]);
  const lists = Object.entries(append).map(([name, more]) => {
    const list = item[name] ?? [];
    if (!Array.isArray(list)) throw new Error(`${name} is not a list.`);
    return [name, [...list, ...more]];
  });
  const removed = remove.map((name) => [name, undefined]);
  return { ...item, ...set, ...Object.fromEntries([...sums, ...lists, ...removed]) };
}

/** A deep copy without members that are `undefined`, which the database does not keep. */
const withoutUndefined = (item: Item): Item => {
  const { pk, sk } = item;
  return Object.assign({ pk, sk }, members(item));
};

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((one) => one !== undefined).map(copy);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return isPlain(value) ? members(value) : structuredClone(value);
}

function members(value: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    if (one !== undefined) kept[name] = copy(one);
  }
  return kept;
}

/** A deep copy of stored values. Tests make millions: spreading an object is what engines do fastest. */
function copied(item: Item): Item {
  const twin = { ...item };
  copyMembers(twin);
  return twin;
}

function copyMembers(twin: Record<string, unknown>): void {
  for (const name in twin) {
    const one = twin[name];
    if (typeof one === 'object' && one !== null) twin[name] = copyOfStored(one);
  }
}

function copyOfStored(value: object): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => (typeof one === 'object' && one !== null ? copyOfStored(one) : one));
  }
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (!isPlain(value)) return structuredClone(value);
  const twin = { ...value };
  copyMembers(twin);
  return twin;
}

const isPlain = (value: object) => !ArrayBuffer.isView(value) && !(value instanceof Set);
