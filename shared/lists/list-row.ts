import * as v from 'valibot';
import type { Item } from '../table/port.ts';
import { idOfRow, type ListEntry, rowSk, timeOfRow } from './list-entry.ts';

/** A thing as it stands on a list. */
export interface ListRow {
  readonly id: string;
  /** By which it is sorted. */
  readonly at: string;
  readonly createdAt: string;
  /** The name of its facts. */
  readonly cell: string;
  readonly sortable: Readonly<Record<string, number>>;
}

const Numbers = v.record(v.string(), v.number());

/** A row, in few bytes: its time and its identifier are its key, and its facts have a name. */
const StoredRow = v.looseObject({ sk: v.string(), cell: v.string(), n: v.optional(Numbers) });

/** A row on the index, where there are only keys. */
const IndexedRow = v.looseObject({ listSk: v.string() });

/** A row by its item, or by its entry on the index where it moves. */
export function parseRow(item: Item): ListRow {
  if (item.listSk !== undefined) return parseIndexed(v.parse(IndexedRow, item).listSk);
  const { sk, cell, n = {} } = v.parse(StoredRow, item);
  const at = timeOfRow(sk);
  return { id: idOfRow(sk), at, createdAt: at, cell, sortable: n };
}

/**
 * A row that moves, as one sort key of the index: its place, then its cell, when it was made (ms since
 * 1970 to the base of 36), and its numbers, such as `amount=600`.
 */
export const indexedRowSk = (
  { sortedAt, createdAt, id, sortable = {} }: ListEntry,
  cell: string,
): string =>
  [
    rowSk(sortedAt ?? createdAt, id),
    cell,
    Date.parse(createdAt).toString(36),
    ...Object.entries(sortable).map(([name, value]) => `${name}=${value}`),
  ].join('#');

function parseIndexed(listSk: string): ListRow {
  const [at = '', id = '', cell = '', made = '', ...numbers] = listSk.split('#');
  return {
    id,
    at,
    createdAt: new Date(Number.parseInt(made, 36)).toISOString(),
    cell,
    sortable: Object.fromEntries(
      numbers.map((one) => {
        const [name = '', value] = one.split('=');
        return [name, Number(value)];
      }),
    ),
  };
}

/**
 * A change of a count that was decided together with a row: by which writer, its number among what
 * that writer wrote, at which version of the thing, and from which cell it went (empty where it was
 * new) to which. The next change of the row replaces it.
 */
const StoredMove = v.tuple([v.string(), v.number(), v.number(), v.string(), v.string()]);
export type StoredMove = v.InferOutput<typeof StoredMove>;

/** What was last written down of a thing, in its row or where its row is on the index. */
export const ListedState = v.looseObject({
  pk: v.string(),
  sk: v.string(),
  version: v.number(),
  cell: v.string(),
  /** The name of each list of its own kind that it is on, and the hash of the value there. */
  u: v.optional(v.record(v.string(), v.string())),
  move: v.optional(StoredMove),
});
export type ListedState = v.InferOutput<typeof ListedState>;
