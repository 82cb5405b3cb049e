import { ownMember } from '../own-member.ts';
import type { Key } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import { countFacets, type FacetCount } from './facet-counts.ts';
import { readCountedCells } from './list-counts.ts';
import type { ListDefinition } from './list-definition.ts';
import {
  idOfRow,
  indexedHash,
  indexedPartition,
  type ListEntry,
  rowRange,
  rowSk,
} from './list-entry.ts';
import type { ListRow } from './list-row.ts';
import { readRows, readRowsUntilEnough } from './list-rows.ts';
import { ever, partitionsOf, type Search, wantedCells } from './list-search.ts';
import { type Shards, shardsBetween } from './shards.ts';
import { pageOfBuckets } from './time-buckets.ts';

/** A query of a list. */
export interface ListQuery<T = unknown> {
  readonly kind: ListDefinition<T>;
  /** The beginning of the owner's keys, such as `MERCHANT#shop`. */
  readonly owner: string;
  /** Creation time, both inclusive; ISO 8601. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Each of these facets must have one of its values. An empty list does not filter. */
  readonly anyOf?: Readonly<Record<string, readonly string[] | undefined>>;
  /**
   * Each of these numbers must be in its range, both inclusive. Reads every row of the requested
   * time.
   */
  readonly between?: Readonly<Record<string, Between | undefined>>;
  /** Indexed values, each of which has a list of its own: the entity must be on all of them. */
  readonly indexed?: Readonly<Record<string, string | undefined>>;
  /** Only these entities, if they match the other filters. Reads no row. */
  readonly ids?: readonly string[] | undefined;
  /** A number to sort by instead of the list's time. Reads every row, as `between` does. */
  readonly sortBy?: string | undefined;
  /** The smallest or oldest first; descending by default. */
  readonly ascending?: boolean;
  readonly offset?: number | undefined;
  /** Without it there is no limit. */
  readonly limit?: number | undefined;
  /** Whether the caller needs the total. */
  readonly counted?: boolean;
}

interface Between {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

export interface ListPage<T = unknown> {
  /** The entities as they are now. */
  readonly entities: readonly T[];
  /** The number of entities on all pages; undefined unless requested. */
  readonly total: number | undefined;
}

/** Selects the entities to count: those with these facets, created between these times. */
type CountQuery = Pick<ListQuery, 'kind' | 'owner' | 'from' | 'until' | 'anyOf'>;

export interface Lists {
  read<T>(query: ListQuery<T>): Promise<ListPage<T>>;
  /**
   * The number of entities for each combination of facets that occurs. Exact for any time, without
   * reading more rows than those of the six-hour slots that the time begins and ends in.
   */
  count(query: CountQuery): Promise<readonly FacetCount[]>;
}

export const listsOver = (table: Table, shards: Shards): Lists => ({
  read: (query) => readList(table, shards, query),
  count: (query) => countEach(table, shards, query),
});

const canonical = (time: string) => new Date(time).toISOString();

async function readList<T>(
  table: Table,
  shards: Shards,
  query: ListQuery<T>,
): Promise<ListPage<T>> {
  const search = searchOf(query);
  const { from, until } = search;
  if (from > until) return { entities: [], total: query.counted ? 0 : undefined };
  if (query.ids) return pageOfIds(table, query, search, query.ids);
  const values = indexedValues(query);
  if (values.length > 0) return pageOfIndexed(table, query, search, values);
  const { rows, total } = await readShardedRows(table, shards, query, search);
  const found = await readEntities(
    table,
    query,
    search,
    rows.map(({ id }) => id),
  );
  return { entities: found.map(({ entity }) => entity), total };
}

/**
 * Nearly all owners' lists have one partition. When the number of shards is not cached, this reads
 * one partition while it looks the number up, and reads again if there are more.
 */
async function readShardedRows(
  table: Table,
  shards: Shards,
  query: ListQuery,
  search: Search,
): Promise<RowPage> {
  const known = shards.known(search.owner);
  const guess = known ? undefined : rowsOf(table, query, search);
  // When the look-up fails this result is discarded.
  guess?.catch(() => {});
  const periods = await (known ?? shards.periodsOf(search.owner));
  const count = shardsBetween(periods, search.from, search.until);
  return guess && count === search.shards
    ? guess
    : rowsOf(table, query, { ...search, shards: count });
}

function searchOf(query: ListQuery): Search {
  const { owner, kind, anyOf = {}, offset = 0 } = query;
  const wanted = Object.entries(anyOf).flatMap(([name, values]) =>
    values && values.length > 0 ? [{ name, values: new Set(values) }] : [],
  );
  return {
    owner,
    list: kind.list,
    shards: 1,
    from: query.from === undefined ? ever.from : canonical(query.from),
    until: query.until === undefined ? ever.until : canonical(query.until),
    hasRange: query.from !== undefined || query.until !== undefined,
    hasFacets: wanted.length > 0,
    isWanted: (facts) =>
      wanted.every(({ name, values }) => values.has(ownMember(facts, name) ?? '')),
    ascending: query.ascending ?? false,
    offset,
    limit: query.limit ?? Number.POSITIVE_INFINITY,
  };
}

/** A page of entities with known ids: reads the entities and no list. */
async function pageOfIds<T>(
  table: Table,
  query: ListQuery<T>,
  search: Search,
  ids: readonly string[],
): Promise<ListPage<T>> {
  const { sortBy } = query;
  const { from, until, ascending, offset, limit } = search;
  const indexed = Object.entries(query.indexed ?? {}).filter(([, value]) => value !== undefined);
  const sign = ascending ? 1 : -1;
  const found = (await readEntities(table, query, search, [...new Set(ids)]))
    .filter(({ entry }) => entry.createdAt >= from && entry.createdAt <= until)
    .filter(({ entry }) =>
      indexed.every(([name, value]) =>
        [entry.indexed, entry.derived].some((values) => ownMember(values, name) === value),
      ),
    )
    .map(({ entity, entry }) => ({
      entity,
      place: rowSk(entry.sortedAt ?? entry.createdAt, entry.id),
      number: sortBy === undefined ? 0 : (ownMember(entry.sortable, sortBy) ?? 0),
    }))
    .sort((one, other) => {
      const byPlace = one.place < other.place ? -1 : 1;
      return sign * (one.number - other.number || byPlace);
    });
  return {
    entities: found.slice(offset, offset + limit).map(({ entity }) => entity),
    total: query.counted ? found.length : undefined,
  };
}

/**
 * A page of entities with certain indexed values, such as a customer's payments. The list of a
 * value has only ids and creation times, so this reads all entities with the value, and applies the
 * other filters to them.
 */
async function pageOfIndexed<T>(
  table: Table,
  query: ListQuery<T>,
  search: Search,
  values: readonly (readonly [string, string])[],
): Promise<ListPage<T>> {
  const { counted = false, kind, owner } = query;
  const { from, until, ascending, offset, limit, hasFacets } = search;
  const mayStop = isPlain(query) && !hasFacets && !kind.moves && !kind.idsUnder;
  const end = offset + limit;
  const page = {
    ...rowRange(from, until),
    descending: !ascending,
    eventual: true,
    ...(mayStop && !counted && values.length === 1 && Number.isFinite(end) && { limit: end }),
  };
  const [first = [], ...others] = await Promise.all(
    values.map(async ([name, value]) => {
      const pk = indexedPartition(owner, kind.list, name, indexedHash(owner, name, value));
      const [pointers, derived = []] = await Promise.all([
        table.query(pk, page),
        kind.idsUnder?.(table, owner, name, value),
      ]);
      return [...pointers.map(({ sk }) => idOfRow(sk)), ...derived];
    }),
  );
  const onOthers = others.map((ids) => new Set(ids));
  const ids = first.filter((id) => onOthers.every((some) => some.has(id)));
  if (!mayStop) return pageOfIds(table, query, search, ids);
  const found = await readEntities(table, query, search, ids.slice(offset, end));
  return {
    entities: found.map(({ entity }) => entity),
    total: counted ? ids.length : undefined,
  };
}

/** Whether the query uses no numbers, which need every row. */
const isPlain = ({ sortBy, between = {} }: ListQuery) =>
  sortBy === undefined && Object.values(between).every((one) => !one);

interface RowPage {
  readonly rows: readonly ListRow[];
  readonly total: number | undefined;
}

function rowsOf(table: Table, query: ListQuery, search: Search): Promise<RowPage> {
  const { kind, counted = false } = query;
  if (!isPlain(query) || (kind.moves && search.hasRange)) return scanRows(table, query, search);
  return kind.moves
    ? readLatestMoved(table, search, counted)
    : pageOfBuckets(table, search, counted);
}

/** Reads the rows of the requested time and filters them, for queries that no index serves. */
async function scanRows(table: Table, query: ListQuery, search: Search): Promise<RowPage> {
  const { between = {}, sortBy, kind, counted } = query;
  const { offset, limit, ascending, from, until } = search;
  // A moving row's time is never before its creation.
  const range = rowRange(from, kind.moves ? ever.until : until);
  const [found, cells] = await Promise.all([
    readRows(table, partitionsOf(search), { ...range, descending: !ascending, moves: kind.moves }),
    search.hasFacets ? readCountedCells(table, search) : [],
  ]);
  const hasWantedFacets = wantedCells(cells, search.isWanted);
  const matching = found.filter(
    ({ createdAt, cell, sortable }) =>
      createdAt >= from &&
      createdAt <= until &&
      hasWantedFacets(cell) &&
      isWithin(sortable, between),
  );
  if (sortBy !== undefined) {
    const sign = ascending ? 1 : -1;
    // Rows came sorted by time, which stays the order of equal numbers.
    matching.sort(
      (one, other) =>
        sign * ((ownMember(one.sortable, sortBy) ?? 0) - (ownMember(other.sortable, sortBy) ?? 0)),
    );
  }
  return {
    rows: matching.slice(offset, offset + limit),
    total: counted ? matching.length : undefined,
  };
}

/** The queried values, by their names. */
const indexedValues = ({ indexed = {} }: ListQuery): readonly (readonly [string, string])[] =>
  Object.entries(indexed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

/** The first rows of a list that is sorted by a changing time, without a time range. */
async function readLatestMoved(table: Table, search: Search, counted: boolean): Promise<RowPage> {
  const { hasFacets, offset, limit } = search;
  const cells = counted || hasFacets ? readCountedCells(table, search) : Promise.resolve([]);
  const isWanted = hasFacets ? wantedCells(await cells, search.isWanted) : () => true;
  const [rows, known] = await Promise.all([
    readRowsUntilEnough(table, partitionsOf(search), {
      ...rowRange(ever.from, ever.until),
      descending: !search.ascending,
      enough: offset + limit,
      isWanted: ({ cell }) => isWanted(cell),
      isFiltered: hasFacets,
      moves: true,
    }),
    cells,
  ]);
  const all = known.flatMap(({ facets, counts }) =>
    search.isWanted(facets) ? [...counts.values()] : [],
  );
  return {
    rows: rows.slice(offset, offset + limit),
    total: counted ? all.reduce((sum, one) => sum + one, 0) : undefined,
  };
}

/** Counts by facets, in as many partitions as the requested time has. */
async function countEach(
  table: Table,
  shards: Shards,
  query: CountQuery,
): Promise<readonly FacetCount[]> {
  const search = searchOf(query);
  const { owner, from, until } = search;
  if (from > until) return [];
  const periods = await shards.periodsOf(owner);
  const spread = { ...search, shards: shardsBetween(periods, from, until) };
  return countFacets(table, spread, query.kind.moves ?? false);
}

const isWithin = (
  numbers: Readonly<Record<string, number>>,
  between: Readonly<Record<string, Between | undefined>>,
) =>
  Object.entries(between).every(([name, limits]) => {
    const value = ownMember(numbers, name) ?? 0;
    return value >= (limits?.least ?? value) && value <= (limits?.most ?? value);
  });

/** Reads the entities themselves, because rows may be seconds old. */
async function readEntities<T>(
  table: Table,
  { kind, between = {} }: ListQuery<T>,
  { owner, isWanted }: Search,
  ids: readonly string[],
) {
  const keys = ids.map((id) => kind.itemKeys({ owner, id }));
  const items = await table.batchGet(keys.flat(), { eventual: true });
  const found = new Map(items.map((item) => [placeOf(item), item]));
  const isMeant = (entry: ListEntry) =>
    isWanted(entry.facets) && isWithin(entry.sortable ?? {}, between);
  return keys.flatMap(([first, ...rest]) => {
    const head = first && found.get(placeOf(first));
    if (!head) return [];
    const entity = kind.parse([head, ...rest.map((key) => found.get(placeOf(key)))]);
    if (entity === undefined) return [];
    const entry = kind.entryOf(entity);
    return isMeant(entry) ? [{ entity, entry }] : [];
  });
}

const placeOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;
