import type { SQLInputValue } from 'node:sqlite';
import { bufferIn, type Database, numberIn, type Row, textIn } from './database.ts';
import { expiryOf, moveExpiry } from './expiry.ts';
import { type Place, placeOf } from './keys.ts';
import { entryOf, type IndexSchema, type TableSchema } from './schema.ts';
import { addToSize } from './sizes.ts';
import { type Item, itemBytes, storedItem } from './values.ts';

// Each table of DynamoDB is a table here, and so is each of its indexes, whose rows lead to items.

type Identified = TableSchema & { readonly id: number };
type Writable = Identified & { readonly timeToLive: string | undefined };

/** An item that is stored. */
export interface Stored {
  readonly id: number;
  /** The item as JSON. */
  readonly text: string;
  readonly bytes: number;
  readonly item: Item;
}

/** An item that will be stored. */
export type NewItem = Omit<Stored, 'id'>;

export const newItem = (item: Item): NewItem => ({
  item,
  text: JSON.stringify(item),
  bytes: itemBytes(item),
});

/** The table that holds items or, with an index, its entries. Names of indexes need no escapes. */
export const itemsTable = ({ id }: { readonly id: number }, index?: string): string =>
  index === undefined ? `items_${id}` : `"entries_${id}_${index}"`;

export function makeItems(database: Database, id: number): void {
  database.run(
    `CREATE TABLE ${itemsTable({ id })} (
       id INTEGER PRIMARY KEY, pk BLOB, sk BLOB, item TEXT, bytes INTEGER, UNIQUE (pk, sk)
     )`,
  );
}

/** Makes an index, with entries of the items that are there. */
export function makeIndex(database: Database, table: Identified, index: IndexSchema): void {
  database.run(
    `CREATE TABLE ${itemsTable(table, index.name)} (
       pk BLOB, sk BLOB, item_pk BLOB, item_sk BLOB, entry INTEGER,
       PRIMARY KEY (pk, sk, item_pk, item_sk)
     ) WITHOUT ROWID`,
  );
  for (let some = itemsAfter(database, table, 0); some.length > 0; ) {
    for (const { id, item } of some) enter(database, table, index, item, id);
    some = itemsAfter(database, table, some.at(-1)?.id ?? 0);
  }
}

/** Items read at one time where all of them are needed. */
const batchSize = 200;

/** The next items in the order in which they were made, after one of them. */
export const itemsAfter = (
  database: Database,
  table: { readonly id: number },
  id: number,
): readonly Stored[] =>
  database
    .rows(
      `SELECT id, item, bytes FROM ${itemsTable(table)} WHERE id > ? ORDER BY id LIMIT ?`,
      ...[id, batchSize],
    )
    .map(storedIn);

/** An item by its number; undefined when it is gone. */
export function itemBy(
  database: Database,
  table: { readonly id: number },
  id: number,
): Stored | undefined {
  const row = database.row(`SELECT id, item, bytes FROM ${itemsTable(table)} WHERE id = ?`, id);
  return row && storedIn(row);
}

/** Reads its text only when it is needed: most reads answer with the text as it is. */
function storedIn(row: Row): Stored {
  const text = textIn(row, 'item');
  let parsed: Item | undefined;
  return {
    id: numberIn(row, 'id'),
    text,
    bytes: numberIn(row, 'bytes'),
    get item() {
      parsed ??= storedItem(text);
      return parsed;
    },
  };
}

export function readItem(
  database: Database,
  table: Identified,
  { partition, sort }: Place,
): Stored | undefined {
  const row = database.row(
    `SELECT id, item, bytes FROM ${itemsTable(table)} WHERE pk = ? AND sk = ?`,
    ...[partition, sort],
  );
  return row && storedIn(row);
}

/** Puts an item in the place of another one or of none, or removes it; and so in the indexes. */
export function writeItem(
  database: Database,
  table: Writable,
  { partition, sort }: Place,
  before: Stored | undefined,
  after: NewItem | undefined,
): void {
  const items = itemsTable(table);
  let id = before?.id;
  if (after && id === undefined) {
    const { lastInsertRowid } = database.run(
      `INSERT INTO ${items} (pk, sk, item, bytes) VALUES (?, ?, ?, ?)`,
      ...[partition, sort, after.text, after.bytes],
    );
    id = Number(lastInsertRowid);
  } else if (after && id !== undefined) {
    database.run(
      `UPDATE ${items} SET item = ?, bytes = ? WHERE id = ?`,
      ...[after.text, after.bytes, id],
    );
  } else if (id !== undefined) database.run(`DELETE FROM ${items} WHERE id = ?`, id);
  if (id === undefined) return;
  for (const index of table.indexes) moveEntry(database, table, index, id, before, after);
  addToSize(database, table, before, after);
  const { timeToLive } = table;
  if (timeToLive === undefined) return;
  const [old, next] = [before, after].map((one) => one && expiryOf(one, timeToLive));
  moveExpiry(database, table, id, old, next);
}

function moveEntry(
  database: Database,
  table: Identified,
  index: IndexSchema,
  id: number,
  before: Stored | undefined,
  after: NewItem | undefined,
) {
  const [old, next] = [before, after].map(
    (one) => one && entryOf(table, index, one.item) && placeOf(index.keys, one.item),
  );
  if (old && next && old.partition.equals(next.partition) && old.sort.equals(next.sort)) return;
  if (old && before) {
    const own = placeOf(table.keys, before.item);
    database.run(
      `DELETE FROM ${itemsTable(table, index.name)}
       WHERE pk = ? AND sk = ? AND item_pk = ? AND item_sk = ?`,
      ...[old.partition, old.sort, own.partition, own.sort],
    );
  }
  if (next && after) enter(database, table, index, after.item, id);
}

function enter(database: Database, table: Identified, index: IndexSchema, item: Item, id: number) {
  if (!entryOf(table, index, item)) return;
  const [entry, own] = [placeOf(index.keys, item), placeOf(table.keys, item)];
  database.run(
    `INSERT INTO ${itemsTable(table, index.name)} VALUES (?, ?, ?, ?, ?)`,
    ...[entry.partition, entry.sort, own.partition, own.sort, id],
  );
}

/** Bytes that a sort key is compared with. */
interface Bound {
  readonly sort: Buffer;
  readonly isIncluded: boolean;
}

/** A part of a table or of an index, in its order. */
export interface Range {
  readonly index: IndexSchema | undefined;
  /** Undefined means all partitions. */
  readonly partition?: Buffer;
  readonly from?: Bound;
  readonly to?: Bound;
  /** The item after which it begins. */
  readonly after?: Item;
  readonly isDescending?: boolean;
}

/** The items of a range, each with the bytes of its keys there. */
export function* itemsIn(
  database: Database,
  table: Identified,
  range: Range,
): Generator<Stored & Place> {
  const { index, partition, from, to, after, isDescending = false } = range;
  const of = index ? 'entries.' : '';
  const columns = [
    ...(partition ? [] : [`${of}pk`]),
    ...[`${of}sk`, ...(index ? ['item_pk', 'item_sk'] : [])],
  ];
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  if (partition) {
    conditions.push(`${of}pk = ?`);
    values.push(partition);
  }
  for (const [sign, bound] of [['>', from] as const, ['<', to] as const]) {
    if (!bound) continue;
    conditions.push(`${of}sk ${sign}${bound.isIncluded ? '=' : ''} ?`);
    values.push(bound.sort);
  }
  if (after) {
    const marks = columns.map(() => '?').join(', ');
    conditions.push(`(${columns.join(', ')}) ${isDescending ? '<' : '>'} (${marks})`);
    const [there, own] = [placeOf((index ?? table).keys, after), placeOf(table.keys, after)];
    if (!partition) values.push(there.partition);
    values.push(there.sort, ...(index ? [own.partition, own.sort] : []));
  }
  const items = itemsTable(table);
  const source = index
    ? `${itemsTable(table, index.name)} AS entries CROSS JOIN ${items} AS items ON items.id = entry`
    : items;
  const rows = database.iterate(
    `SELECT id, item, bytes, ${of}pk AS pk, ${of}sk AS sk FROM ${source}
     ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY ${columns.map((column) => `${column}${isDescending ? ' DESC' : ''}`).join(', ')}`,
    ...values,
  );
  for (const row of rows) {
    const stored = storedIn(row);
    const [pk, sk] = [bufferIn(row, 'pk'), bufferIn(row, 'sk')];
    yield {
      id: stored.id,
      text: stored.text,
      bytes: stored.bytes,
      partition: pk,
      sort: sk,
      get item() {
        return stored.item;
      },
    };
  }
}
