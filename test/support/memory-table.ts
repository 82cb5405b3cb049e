import type { Changes, Condition, Item, Key, TablePort, Write } from '../../shared/table/port.ts';
import { type Table, tableOver } from '../../shared/table/table.ts';

/** The table in memory: our own rules over a port without a database. */
export const memoryTable = (): Table => tableOver(memoryPort());

export interface MemoryPort extends TablePort {
  /** Everything that is stored, for looking at it. */
  items(): readonly Item[];
}

/** DynamoDB as far as we use it. What goes in and comes out is copied, as over a network. */
export function memoryPort(items: readonly Item[] = []): MemoryPort {
  const stored = new Map<string, Item>();
  const done = new Set<string>();
  const put = (item: Item) => stored.set(placeOf(item), copied(item));
  items.forEach(put);

  return {
    items: () => [...stored.values()].map(copied),

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
      stored.delete(placeOf(key));
      return { written: true };
    },

    async update(key, changes) {
      put(changed(stored.get(placeOf(key)) ?? { pk: key.pk, sk: key.sk }, changes));
    },

    async query({ index, pk, beginsWith = '', limit }) {
      const [pkName, skName] = index ? (['listPk', 'listSk'] as const) : (['pk', 'sk'] as const);
      return [...stored.values()]
        .flatMap((item) => {
          const sk = item[skName];
          return item[pkName] === pk && sk?.startsWith(beginsWith) ? [{ sk, item }] : [];
        })
        .sort((one, other) => Buffer.compare(Buffer.from(one.sk), Buffer.from(other.sk)))
        .slice(0, limit)
        .map(({ item }) => copied(index ? keysOf(item) : item));
    },

    async batchGet(keys) {
      return keys.flatMap((key) => {
        const item = stored.get(placeOf(key));
        return item ? [copied(item)] : [];
      });
    },

    async transact(writes, token) {
      if (done.has(token)) return { written: true };
      const refused = writes.flatMap((write, index) => {
        const existing = stored.get(placeOf(keyOf(write)));
        if (write.kind === 'check' ? existing : holds(write.condition, existing)) return [];
        return [{ index, ...(existing && { existing: copied(existing) }) }];
      });
      if (refused.length > 0) return { written: false, refused };
      for (const write of writes) if (write.kind === 'put') put(write.item);
      done.add(token);
      return { written: true };
    },
  };
}

/** All that the list index holds of an item. */
const keysOf = ({ pk, sk, listPk, listSk }: Item): Item => ({
  pk,
  sk,
  ...(listPk !== undefined && { listPk }),
  ...(listSk !== undefined && { listSk }),
});

const placeOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);

const keyOf = (write: Write) => (write.kind === 'put' ? write.item : write.key);

function holds(condition: Condition, existing: Item | undefined): boolean {
  if (condition === 'absent') return existing === undefined;
  if ('version' in condition) return existing?.version === condition.version;
  return existing?.[condition.attribute] === condition.is;
}

const refusal = (existing: Item | undefined) =>
  ({ written: false, ...(existing && { existing: copied(existing) }) }) as const;

function changed(item: Item, { add = {}, set = {}, append = {} }: Changes): Item {
  const sums = Object.entries(add).map(([name, by]) => [name, Number(item[name] ?? 0) + by]);
  const lists = Object.entries(append).map(([name, more]) => {
    const list = item[name] ?? [];
    if (!Array.isArray(list)) throw new Error(`${name} is not a list.`);
    return [name, [...list, ...more]];
  });
  return { ...item, ...set, ...Object.fromEntries([...sums, ...lists]) };
}

/** A deep copy without members that are `undefined`, which the database does not keep. */
const copied = (item: Item): Item => structuredClone(withoutUndefined(item) as Item);

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== undefined).map(withoutUndefined);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [name, withoutUndefined(one)]),
  );
}

const isPlain = (value: object) => !ArrayBuffer.isView(value) && !(value instanceof Set);
