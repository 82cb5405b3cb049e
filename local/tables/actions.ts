import type { JsonObject } from '../assembly/json.ts';
import type { Catalogue, Table } from './catalogue.ts';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import { type Condition, holds, parseCondition } from './expressions/condition.ts';
import { type Placeholders, placeholdersOf } from './expressions/placeholders.ts';
import type { Path } from './expressions/reader.ts';
import { parseUpdate, updated } from './expressions/update.ts';
import { type NewItem, newItem, readItem, type Stored, writeItem } from './items.ts';
import {
  checkIndexKeys,
  checkItemKeys,
  checkKey,
  checkUpdatedPaths,
  type Place,
  placeOf,
} from './keys.ts';
import { choice, given, optionalText, refuseLegacy, tableNameIn, wrongMember } from './request.ts';
import { keyNames, pick } from './schema.ts';
import { invalid, TableError } from './table-error.ts';
import { changeUnits, type Units, writeUnits } from './units.ts';
import { equalItems, type Item, parseItem } from './values.ts';

/** All that calls work on. */
export interface Tables {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly changes: Changes;
  readonly region: string;
  /** The time, in ms since 1970. */
  now(): number;
}

/** DynamoDB stores no larger item, in bytes. */
const maxItemBytes = 409_600;

/** A write of one item, or a check of it, by itself or in a transaction. */
export interface Action {
  readonly table: Table;
  readonly place: Place;
  readonly condition: Condition | undefined;
  /** Whether the answer shows the item for which the condition does not hold. */
  readonly showsExisting: boolean;
  /** A check writes nothing. */
  readonly isCheck: boolean;
  /** The places that an update changes. */
  readonly paths: readonly Path[];
  /** The item afterwards; undefined removes it. Throws a ValidationException. */
  after(before: Stored | undefined): NewItem | undefined;
}

/** The common part of all actions. */
function actionOf(
  { catalogue }: Tables,
  request: JsonObject,
  expressions: readonly string[] = ['ConditionExpression'],
) {
  refuseLegacy(request);
  const table = catalogue.table(tableNameIn(request));
  const placeholders = placeholdersOf(request, expressions);
  return {
    table,
    placeholders,
    isCheck: false,
    paths: [],
    showsExisting:
      choice(request, 'ReturnValuesOnConditionCheckFailure', ['NONE', 'ALL_OLD']) === 'ALL_OLD',
  };
}

function conditionIn(request: JsonObject, placeholders: Placeholders): Condition | undefined {
  const expression = optionalText(request, 'ConditionExpression');
  if (expression === undefined) return undefined;
  return parseCondition('ConditionExpression', expression, placeholders);
}

/** The place of the item that a request names by its key. */
export function keyIn({ keys }: Table, request: JsonObject): { key: Item; place: Place } {
  const key = parseItem(given(request, 'Key'));
  checkKey(keys, key);
  return { key, place: placeOf(keys, key) };
}

export function putAction(tables: Tables, request: JsonObject): Action {
  const { placeholders, ...action } = actionOf(tables, request);
  const condition = conditionIn(request, placeholders);
  placeholders.checkAllUsed();
  const after = newItem(parseItem(given(request, 'Item')));
  checkItemKeys(action.table, after.item);
  if (after.bytes > maxItemBytes) throw invalid('Item size has exceeded the maximum allowed size');
  return {
    ...action,
    condition,
    place: placeOf(action.table.keys, after.item),
    after() {
      checkIndexKeys(action.table, after.item);
      return after;
    },
  };
}

export function deleteAction(tables: Tables, request: JsonObject): Action {
  const { placeholders, ...action } = actionOf(tables, request);
  const condition = conditionIn(request, placeholders);
  placeholders.checkAllUsed();
  return {
    ...action,
    condition,
    place: keyIn(action.table, request).place,
    after: () => undefined,
  };
}

export function checkAction(tables: Tables, request: JsonObject): Action {
  const { placeholders, ...action } = actionOf(tables, request);
  const condition = conditionIn(request, placeholders);
  placeholders.checkAllUsed();
  if (!condition) {
    throw wrongMember(null, 'ConditionExpression', 'Member must not be null');
  }
  const { place } = keyIn(action.table, request);
  return { ...action, condition, place, isCheck: true, after: (before) => before };
}

export function updateAction(tables: Tables, request: JsonObject): Action {
  const { placeholders, ...action } = actionOf(tables, request, [
    'ConditionExpression',
    'UpdateExpression',
  ]);
  const expression = optionalText(request, 'UpdateExpression');
  const update = expression === undefined ? undefined : parseUpdate(expression, placeholders);
  const condition = conditionIn(request, placeholders);
  placeholders.checkAllUsed();
  const { table } = action;
  const { key, place } = keyIn(table, request);
  return {
    ...action,
    condition,
    place,
    paths: update?.paths ?? [],
    after(before) {
      checkUpdatedPaths(table, update?.paths ?? []);
      const from = before?.item ?? key;
      const item = update ? updated(from, update) : from;
      checkIndexKeys(table, item, true);
      const after = newItem(item);
      if (after.bytes > maxItemBytes) {
        throw invalid('Item size to update has exceeded the maximum allowed size');
      }
      return after;
    },
  };
}

/** An action that may happen, with the item before and after it. */
export interface Planned {
  readonly action: Action;
  readonly before: Stored | undefined;
  readonly after: NewItem | undefined;
}

/** Throws ConditionalCheckFailedException where the condition does not hold. */
export function plan({ database }: Tables, action: Action): Planned {
  const before = readItem(database, action.table, action.place);
  if (action.condition && !holds(action.condition, before?.item ?? {})) {
    const existing = action.showsExisting ? before?.text : undefined;
    throw new TableError('ConditionalCheckFailedException', 'The conditional request failed', {
      Item: existing,
    });
  }
  return { action, before, after: action.after(before) };
}

/**
 * Carries out a planned change, and shows it in the table's stream unless the item stays the same.
 */
export function carryOut(tables: Tables, { action, before, after }: Planned, isExpiry = false) {
  const { table, place, isCheck } = action;
  if (isCheck || (!before && !after)) return;
  const isSame =
    before?.bytes === after?.bytes &&
    before !== undefined &&
    after !== undefined &&
    (before.text === after.text || equalItems(before.item, after.item));
  if (isSame) return;
  writeItem(tables.database, table, place, before, after);
  const item = (after ?? before)?.item;
  if (!table.stream || !item) return;
  const keys = JSON.stringify(pick(item, keyNames(table.keys)));
  tables.changes.record(table.stream.id, { keys, before, after, isExpiry });
}

export function unitsOf({ action, before, after }: Planned): Units {
  if (!action.isCheck) return changeUnits(action.table, { before, after });
  return { table: writeUnits(before?.bytes ?? 0), indexes: new Map() };
}
