import { isList, isObject, type Json, type JsonObject } from '../assembly/json.ts';
import { setOwnMember } from '../own-member.ts';
import {
  type Action,
  carryOut,
  deleteAction,
  keyIn,
  type Planned,
  plan,
  putAction,
  type Tables,
  unitsOf,
  updateAction,
} from './actions.ts';
import type { Table } from './catalogue.ts';
import { projected } from './expressions/document.ts';
import { type Placeholders, placeholdersOf } from './expressions/placeholders.ts';
import { parseProjection } from './expressions/projection.ts';
import type { Path } from './expressions/reader.ts';
import { readItem, type Stored } from './items.ts';
import {
  answerText,
  choice,
  flag,
  jsonText,
  listText,
  optionalText,
  refuseLegacy,
  tableNameIn,
} from './request.ts';
import { invalid, malformed } from './table-error.ts';
import { consumedCapacity, readUnits, sumOfUnits, type Units } from './units.ts';
import { membersOf } from './values.ts';

export const capacityDetail = (request: JsonObject) =>
  choice(request, 'ReturnConsumedCapacity', ['NONE', 'TOTAL', 'INDEXES']);

export function getItem(tables: Tables, request: JsonObject): string {
  const get = readOf(tables, request);
  const stored = readItem(tables.database, get.table, get.place);
  const units = readUnits(stored?.bytes ?? 0, flag(request, 'ConsistentRead') ?? false);
  return answerText({
    Item: stored && shownText(stored, get.projection),
    ConsumedCapacity: jsonText(
      consumedCapacity(capacityDetail(request), get.table, { table: units, indexes: new Map() }),
    ),
  });
}

/** The names in a read of one item: the table, the key, and the wanted part. */
export function readOf(tables: Tables, request: JsonObject) {
  refuseLegacy(request);
  const table = tables.catalogue.table(tableNameIn(request));
  const placeholders = placeholdersOf(request, ['ProjectionExpression']);
  const projection = projectionIn(request, placeholders);
  placeholders.checkAllUsed();
  return { table, projection, place: keyIn(table, request).place };
}

export function projectionIn(
  request: JsonObject,
  placeholders: Placeholders,
): readonly Path[] | undefined {
  const expression = optionalText(request, 'ProjectionExpression');
  return expression === undefined ? undefined : parseProjection(expression, placeholders);
}

export const shownText = (
  stored: Pick<Stored, 'text' | 'item'>,
  projection: readonly Path[] | undefined,
): string => (projection ? JSON.stringify(projected(stored.item, projection)) : stored.text);

export const putItem = (tables: Tables, request: JsonObject): string =>
  write(tables, request, putAction(tables, request));

export const deleteItem = (tables: Tables, request: JsonObject): string =>
  write(tables, request, deleteAction(tables, request));

export function updateItem(tables: Tables, request: JsonObject): string {
  const returned = choice(request, 'ReturnValues', [
    'NONE',
    'ALL_OLD',
    'UPDATED_OLD',
    'ALL_NEW',
    'UPDATED_NEW',
  ]);
  const action = updateAction(tables, request);
  const done = perform(tables, action);
  const shown = /OLD/.test(returned) ? done.before : done.after;
  return writtenText(
    request,
    done,
    returned === 'NONE' || !shown ? undefined : shownText(shown, updatedPaths(returned, action)),
  );
}

/** The places that UPDATED_OLD and UPDATED_NEW show; undefined means the whole item. */
const updatedPaths = (returned: string, { paths }: Action) =>
  returned.startsWith('UPDATED') ? paths : undefined;

function write(tables: Tables, request: JsonObject, action: Action): string {
  const returned = optionalText(request, 'ReturnValues') ?? 'NONE';
  if (returned !== 'NONE' && returned !== 'ALL_OLD') {
    throw invalid('ReturnValues can only be ALL_OLD or NONE');
  }
  const done = perform(tables, action);
  return writtenText(request, done, returned === 'NONE' ? undefined : done.before?.text);
}

function perform(tables: Tables, action: Action): Planned {
  return tables.database.atomically(() => {
    const planned = plan(tables, action);
    carryOut(tables, planned);
    return planned;
  });
}

function writtenText(request: JsonObject, done: Planned, attributes: string | undefined): string {
  return answerText({
    Attributes: attributes === '{}' ? undefined : attributes,
    ConsumedCapacity: jsonText(
      consumedCapacity(capacityDetail(request), done.action.table, unitsOf(done)),
    ),
  });
}

const maxBatchGets = 100;
const maxBatchWrites = 25;

/** An answer of a batch holds no more bytes than this; the rest is unprocessed. */
const maxAnswerBytes = 16 * 1024 ** 2;

export function batchGetItem(tables: Tables, request: JsonObject): string {
  const wanted = Object.entries(requestItems(request)).map(([name, json]) => {
    const one = membersOf(json, 'RequestItems');
    refuseLegacy(one);
    const table = tables.catalogue.table(tableNameIn({ TableName: name }));
    const placeholders = placeholdersOf(one, ['ProjectionExpression']);
    const projection = projectionIn(one, placeholders);
    placeholders.checkAllUsed();
    const keys = listIn(one.Keys).map((key) => ({ json: key, ...keyIn(table, { Key: key }) }));
    refuseRepeats(keys.map(({ place }) => place));
    return { name, one, table, projection, keys };
  });
  const count = wanted.reduce((sum, { keys }) => sum + keys.length, 0);
  if (count > maxBatchGets) throw invalid('Too many items requested for the BatchGetItem call');
  let bytes = 0;
  const unprocessed: Record<string, JsonObject> = {};
  const responses: Record<string, string> = {};
  const consumed = wanted.map(({ name, one, table, projection, keys }) => {
    const isConsistent = flag(one, 'ConsistentRead') ?? false;
    const texts: string[] = [];
    const left: Json[] = [];
    let units = 0;
    for (const { json, place } of keys) {
      const stored = readItem(tables.database, table, place);
      if (bytes + (stored?.bytes ?? 0) > maxAnswerBytes) {
        left.push(json);
        continue;
      }
      bytes += stored?.bytes ?? 0;
      units += readUnits(stored?.bytes ?? 0, isConsistent);
      if (stored) texts.push(shownText(stored, projection));
    }
    setOwnMember(responses, name, listText(texts));
    if (left.length > 0) setOwnMember(unprocessed, name, { ...one, Keys: left });
    return consumedCapacity(capacityDetail(request), table, { table: units, indexes: new Map() });
  });
  return answerText({
    Responses: answerText(responses),
    UnprocessedKeys: JSON.stringify(unprocessed),
    ConsumedCapacity: capacitiesText(consumed),
  });
}

export function batchWriteItem(tables: Tables, request: JsonObject): string {
  const actions = Object.entries(requestItems(request)).flatMap(([name, json]) => {
    const some = listIn(json).map((one) => {
      const { PutRequest: put, DeleteRequest: remove } = membersOf(one, 'A write');
      const TableName = name;
      if (isObject(put) === isObject(remove)) {
        throw invalid(
          'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
        );
      }
      if (isObject(put)) return putAction(tables, { TableName, Item: put.Item });
      return deleteAction(tables, { TableName, Key: membersOf(remove, 'DeleteRequest').Key });
    });
    refuseRepeats(some.map(({ place }) => place));
    return some;
  });
  if (actions.length > maxBatchWrites) {
    throw invalid('Too many items requested for the BatchWriteItem call');
  }
  const byTable = new Map<Table, Units[]>();
  // Each write is one of its own: only a transaction is all or nothing.
  for (const action of actions) {
    const units = unitsOf(perform(tables, action));
    byTable.set(action.table, [...(byTable.get(action.table) ?? []), units]);
  }
  const consumed = [...byTable].map(([table, units]) =>
    consumedCapacity(capacityDetail(request), table, sumOfUnits(units)),
  );
  return answerText({ UnprocessedItems: '{}', ConsumedCapacity: capacitiesText(consumed) });
}

export function capacitiesText(all: readonly (JsonObject | undefined)[]): string | undefined {
  const given = all.filter((one) => one !== undefined);
  return given.length > 0 ? JSON.stringify(given) : undefined;
}

function requestItems(request: JsonObject): JsonObject {
  const items = membersOf(request.RequestItems, 'RequestItems');
  if (Object.keys(items).length > 0) return items;
  throw invalid(
    "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
  );
}

function listIn(json: Json | undefined): readonly Json[] {
  if (!isList(json)) throw malformed('Unexpected field type');
  if (json.length > 0) return json;
  throw invalid(
    "1 validation error detected: Value '[]' at 'requestItems.member' failed to satisfy constraint: Member must have length greater than or equal to 1",
  );
}

function refuseRepeats(places: readonly Action['place'][]) {
  const all = places.map(
    ({ partition, sort }) => `${partition.toString('hex')}/${sort.toString('hex')}`,
  );
  if (new Set(all).size < all.length) {
    throw invalid('Provided list of item keys contains duplicates');
  }
}
