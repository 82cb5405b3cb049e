import * as v from 'valibot';
import type { Item } from '../table/port.ts';
import { idOfRow, type ListEntry, rowSk, timeOfRow } from './list-entry.ts';

/** An entity as a row of a list. */
export interface ListRow {
  readonly id: string;
  /** The time that sorts it. */
  readonly at: string;
  readonly createdAt: string;
  /** The name of the cell of its facets. */
  readonly cell: string;
  readonly sortable: Readonly<Record<string, number>>;
}

const Numbers = v.record(v.string(), v.number());

/** A row in few bytes: its key has the time and the id, and a cell's name stands for the facets. */
const StoredRow = v.looseObject({ sk: v.string(), cell: v.string(), n: v.optional(Numbers) });

/** A row on the index, which stores keys only. */
const IndexedRow = v.looseObject({ listSk: v.string() });

/** Parses a row from its item, or from its entry on the index if it moves. */
export function parseRow(item: Item): ListRow {
  if (item.listSk !== undefined) return parseIndexed(v.parse(IndexedRow, item).listSk);
  const { sk, cell, n = {} } = v.parse(StoredRow, item);
  const at = timeOfRow(sk);
  return { id: idOfRow(sk), at, createdAt: at, cell, sortable: n };
}

/**
 * A moving row as one sort key of the index: its sort time, its cell, its creation time (ms since
 * 1970 in base 36), and its numbers, such as `amount=600`.
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
 * A pending change of a count, saved together with the row: the writer, the writer's sequence
 * number, the entity's version, the cell that the entity left (empty for a new entity) and the cell
 * that it joined. The row's next change replaces it.
 */
const StoredMove = v.tuple([v.string(), v.number(), v.number(), v.string(), v.string()]);
export type StoredMove = v.InferOutput<typeof StoredMove>;

/** The last stored state of an entity, in its row or, if its row is on the index, in its item. */
export const ListedState = v.looseObject({
  pk: v.string(),
  sk: v.string(),
  version: v.number(),
  cell: v.string(),
  /** Each indexed list of the entity, by name, and the hash of its value. */
  u: v.optional(v.record(v.string(), v.string())),
  move: v.optional(StoredMove),
});
export type ListedState = v.InferOutput<typeof ListedState>;
