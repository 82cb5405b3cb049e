import { createHash } from 'node:crypto';
import type { JsonObject } from '../assembly/json.ts';
import type { Tables } from './actions.ts';
import type { Table } from './catalogue.ts';
import { attributesIn, type Condition, holds, parseCondition } from './expressions/condition.ts';
import { type KeyRange, parseKeyCondition } from './expressions/key-condition.ts';
import { type Placeholders, placeholdersOf } from './expressions/placeholders.ts';
import type { Path } from './expressions/reader.ts';
import { capacityDetail, projectionIn, shownText } from './item-calls.ts';
import { itemsIn, type Stored } from './items.ts';
import { checkKey, type Place, placeOf } from './keys.ts';
import {
  answerText,
  choice,
  count,
  flag,
  jsonText,
  listText,
  optionalText,
  refuseLegacy,
  tableNameIn,
} from './request.ts';
import { type IndexSchema, indexedNames, type Keys, keyNames, pick } from './schema.ts';
import { invalid, invalidParameter } from './table-error.ts';
import { consumedCapacity, readUnits } from './units.ts';
import { attribute, type Item, itemBytes, parseItem, typeOf } from './values.ts';

/** A page ends with the item with which it reaches a megabyte. */
const maxPageBytes = 1024 ** 2;

/** A request for a page of a table or of an index. */
interface PageRequest {
  readonly table: Table;
  readonly index: IndexSchema | undefined;
  readonly keys: Keys;
  readonly placeholders: Placeholders;
  readonly filter: Condition | undefined;
  readonly projection: readonly Path[] | undefined;
  readonly start: Item | undefined;
  readonly limit: number | undefined;
  readonly isConsistent: boolean;
  readonly isCount: boolean;
  /** Whether the answer shows attributes that the index lacks, which only a local one may. */
  readonly readsItems: boolean;
}

export function query(tables: Tables, request: JsonObject): string {
  const page = pageRequest(tables, request, ['KeyConditionExpression']);
  const { table, index, keys, filter, start, placeholders } = page;
  const expression = optionalText(request, 'KeyConditionExpression');
  if (expression === undefined) {
    throw invalid(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    );
  }
  const range = parseKeyCondition(expression, placeholders, keys);
  placeholders.checkAllUsed();
  const key = filter && attributesIn(filter).find((name) => keyNames(keys).includes(name));
  if (key !== undefined) {
    throw invalid(
      `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${key}`,
    );
  }
  if (start && !isWithin(range, placeOf(keys, start))) {
    throw invalid(
      'The provided starting key is outside query boundaries based on provided conditions',
    );
  }
  const isDescending = flag(request, 'ScanIndexForward') === false;
  const items = itemsIn(tables.database, table, {
    ...range,
    index,
    isDescending,
    ...(start && { after: start }),
  });
  return pageText(request, page, items);
}

export function scan(tables: Tables, request: JsonObject): string {
  const page = pageRequest(tables, request, []);
  page.placeholders.checkAllUsed();
  const { table, index, start } = page;
  const items = itemsIn(tables.database, table, { index, ...(start && { after: start }) });
  return pageText(request, page, segmentOf(request, items));
}

function pageRequest(
  { catalogue }: Tables,
  request: JsonObject,
  expressions: readonly string[],
): PageRequest {
  refuseLegacy(request);
  const table = catalogue.table(tableNameIn(request));
  const name = optionalText(request, 'IndexName');
  const index = table.indexes.find((one) => one.name === name);
  if (name !== undefined && !index) {
    throw invalid(`The table does not have the specified index: ${name}`);
  }
  const isConsistent = flag(request, 'ConsistentRead') ?? false;
  if (isConsistent && index && !index.isLocal) {
    throw invalid('Consistent reads are not supported on global secondary indexes');
  }
  const keys = (index ?? table).keys;
  const placeholders = placeholdersOf(request, [
    ...expressions,
    'FilterExpression',
    'ProjectionExpression',
  ]);
  const filter = optionalText(request, 'FilterExpression');
  const projection = projectionIn(request, placeholders);
  const condition =
    filter === undefined ? undefined : parseCondition('FilterExpression', filter, placeholders);
  if (index && condition) checkFiltered(table, index, condition);
  return {
    table,
    index,
    keys,
    placeholders,
    projection,
    isConsistent,
    filter: condition,
    start: startIn(request, table, index),
    limit: count(request, 'Limit'),
    ...selection(request, table, index, projection),
  };
}

function checkFiltered(table: Table, index: IndexSchema, filter: Condition) {
  const names = indexedNames(table, index);
  const missing = names && attributesIn(filter).filter((name) => !names.includes(name));
  if (!missing || missing.length === 0 || index.isLocal) return;
  throw invalidParameter(
    `Secondary index ${index.name} does not project one or more filter attributes: [${missing.join(', ')}]`,
  );
}

/** The part of the items that the answer shows. */
function selection(
  request: JsonObject,
  table: Table,
  index: IndexSchema | undefined,
  projection: readonly Path[] | undefined,
): Pick<PageRequest, 'isCount' | 'readsItems'> {
  const select = choice(request, 'Select', [
    projection ? 'SPECIFIC_ATTRIBUTES' : index ? 'ALL_PROJECTED_ATTRIBUTES' : 'ALL_ATTRIBUTES',
    ...(['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES', 'COUNT'] as const),
  ]);
  if (projection && select !== 'SPECIFIC_ATTRIBUTES') {
    const wanted = select === 'COUNT' ? 'only the Count' : select;
    throw invalid(`Cannot specify the ProjectionExpression when choosing to get ${wanted}`);
  }
  if (!projection && select === 'SPECIFIC_ATTRIBUTES') {
    throw invalid(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  }
  if (select === 'ALL_PROJECTED_ATTRIBUTES' && !index) {
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  }
  const names = index && indexedNames(table, index);
  const missing = names
    ? (projection ?? []).flatMap(([name]) => (names.includes(name) ? [] : [name]))
    : [];
  const wantsAll = names !== undefined && select === 'ALL_ATTRIBUTES';
  if (index && !index.isLocal && (wantsAll || missing.length > 0)) {
    throw invalidParameter(
      wantsAll
        ? `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`
        : `Global secondary index ${index.name} does not project [${missing.join(', ')}]`,
    );
  }
  return { isCount: select === 'COUNT', readsItems: wantsAll || missing.length > 0 };
}

/** The key after which a page begins: the table's keys and, in an index, the index's too. */
function startIn(request: JsonObject, table: Table, index: IndexSchema | undefined) {
  if (request.ExclusiveStartKey === undefined || request.ExclusiveStartKey === null) {
    return undefined;
  }
  const start = parseItem(request.ExclusiveStartKey);
  const wanted = [table.keys, ...(index ? [index.keys] : [])].flatMap(({ partition, sort }) =>
    sort ? [partition, sort] : [partition],
  );
  const isWrong = wanted.some(({ name, type }) => {
    const value = attribute(start, name);
    return !value || typeOf(value) !== type;
  });
  const names = new Set(wanted.map(({ name }) => name));
  if (isWrong || Object.keys(start).length !== names.size) {
    throw invalid('The provided starting key is invalid');
  }
  checkKey(table.keys, pick(start, keyNames(table.keys)));
  return start;
}

function isWithin({ partition, from, to }: KeyRange, place: Place): boolean {
  if (!partition.equals(place.partition)) return false;
  const fromStart = from ? Buffer.compare(place.sort, from.sort) : 1;
  const toEnd = to ? Buffer.compare(place.sort, to.sort) : -1;
  return fromStart >= 0 && toEnd <= 0;
}

/** The items of one segment of a parallel scan. */
function* segmentOf(
  request: JsonObject,
  items: Iterable<Stored & Place>,
): Generator<Stored & Place> {
  const total = count(request, 'TotalSegments', 1_000_000);
  const { Segment: segment } = request;
  if ((total === undefined) !== (typeof segment !== 'number')) {
    throw invalid(
      `The ${total === undefined ? 'TotalSegments' : 'Segment'} parameter is required but was not present in the request when ${total === undefined ? 'Segment' : 'TotalSegments'} parameter is present`,
    );
  }
  if (total === undefined || typeof segment !== 'number') return yield* items;
  if (segment < 0 || segment >= total) {
    throw invalid(
      `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${segment} is not less than TotalSegments: ${total}`,
    );
  }
  for (const item of items) {
    const hash = createHash('md5').update(item.partition).digest().readUInt32BE();
    if (hash % total === segment) yield item;
  }
}

function pageText(
  request: JsonObject,
  { table, index, keys, filter, projection, limit, isConsistent, isCount, readsItems }: PageRequest,
  items: Iterable<Stored & Place>,
): string {
  const indexed = index && indexedNames(table, index);
  const texts: string[] = [];
  let found = 0;
  let scanned = 0;
  let bytes = 0;
  let ofItems = 0;
  let last: Item | undefined;
  for (const stored of items) {
    const entry = indexed && pick(stored.item, indexed);
    scanned += 1;
    bytes += entry ? itemBytes(entry) : stored.bytes;
    if (readsItems) ofItems += readUnits(stored.bytes, isConsistent);
    const shown = entry && !readsItems ? { item: entry, text: '' } : stored;
    if (!filter || holds(filter, shown.item)) {
      found += 1;
      const text = () => shown.text || JSON.stringify(shown.item);
      if (!isCount) texts.push(projection ? shownText(shown, projection) : text());
    }
    if (scanned === limit || bytes >= maxPageBytes) {
      last = pick(stored.item, [...keyNames(table.keys), ...keyNames(keys)]);
      break;
    }
  }
  const units = readUnits(bytes, isConsistent);
  return answerText({
    Items: isCount ? undefined : listText(texts),
    Count: String(found),
    ScannedCount: String(scanned),
    LastEvaluatedKey: last && JSON.stringify(last),
    ConsumedCapacity: jsonText(
      consumedCapacity(
        capacityDetail(request),
        table,
        index
          ? { table: ofItems, indexes: new Map([[index.name, units]]) }
          : { table: units, indexes: new Map() },
      ),
    ),
  });
}
