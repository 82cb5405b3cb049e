import type { JsonObject } from '../assembly/json.ts';
import { entryOf, type TableSchema } from './schema.ts';
import { equalItems, type Item, itemBytes } from './values.ts';

// DynamoDB's charge for a call:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-unit-calculations.html

const readUnitBytes = 4_096;
const writeUnitBytes = 1_024;

/** Units by the table and its indexes. */
export interface Units {
  readonly table: number;
  /** Units by the name of an index that was touched. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** A call that finds or changes nothing is charged as for the smallest item. */
const units = (bytes: number, unit: number) => Math.max(1, Math.ceil(bytes / unit));

export const readUnits = (bytes: number, isConsistent: boolean): number =>
  units(bytes, readUnitBytes) * (isConsistent ? 1 : 0.5);

export const writeUnits = (bytes: number): number => units(bytes, writeUnitBytes);

/** An item before and after a write, with its bytes. */
export interface Change {
  readonly before: { readonly item: Item; readonly bytes: number } | undefined;
  readonly after: { readonly item: Item; readonly bytes: number } | undefined;
}

/** Units of a write: of the larger of both items, and of its changes in the indexes. */
export function changeUnits(table: TableSchema, { before, after }: Change): Units {
  const indexes = new Map<string, number>();
  for (const index of table.indexes) {
    const old = before && entryOf(table, index, before.item);
    const next = after && entryOf(table, index, after.item);
    const touched = old && next && equalItems(old, next) ? [] : [old, next];
    const [one, other] = touched.flatMap((entry) => (entry ? [writeUnits(itemBytes(entry))] : []));
    if (one === undefined) continue;
    // An entry whose keys stay is written once; one that moves is removed here and added there.
    const stays = old && next && sameKeys(table, index, old, next);
    indexes.set(index.name, stays ? Math.max(one, other ?? 0) : one + (other ?? 0));
  }
  return { table: writeUnits(Math.max(before?.bytes ?? 0, after?.bytes ?? 0)), indexes };
}

function sameKeys(
  table: TableSchema,
  index: TableSchema['indexes'][number],
  one: Item,
  other: Item,
): boolean {
  const keysOnly = { ...index, projected: [] };
  const [mine, theirs] = [entryOf(table, keysOnly, one), entryOf(table, keysOnly, other)];
  return mine !== undefined && theirs !== undefined && equalItems(mine, theirs);
}

export function sumOfUnits(all: readonly Units[]): Units {
  const indexes = new Map<string, number>();
  for (const one of all) {
    for (const [name, number] of one.indexes) indexes.set(name, (indexes.get(name) ?? 0) + number);
  }
  return { table: all.reduce((sum, { table }) => sum + table, 0), indexes };
}

export const doubled = (one: Units): Units => ({ ...one, table: 2 * one.table });

/** The `ConsumedCapacity` of an answer, as far as its request asks for it. */
export function consumedCapacity(
  detail: 'NONE' | 'TOTAL' | 'INDEXES',
  table: TableSchema & { readonly name: string },
  { table: own, indexes }: Units,
  kind?: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): JsonObject | undefined {
  if (detail === 'NONE') return undefined;
  const figures = (number: number) => ({ CapacityUnits: number, ...(kind && { [kind]: number }) });
  const total = [...indexes.values()].reduce((sum, one) => sum + one, own);
  const ofKind = (isLocal: boolean) => {
    const some = table.indexes.filter((one) => one.isLocal === isLocal && indexes.has(one.name));
    if (some.length === 0) return undefined;
    return Object.fromEntries(some.map(({ name }) => [name, figures(indexes.get(name) ?? 0)]));
  };
  const [local, global] = detail === 'INDEXES' ? [ofKind(true), ofKind(false)] : [];
  return {
    TableName: table.name,
    ...figures(total),
    ...(detail === 'INDEXES' && { Table: figures(own) }),
    ...(local && { LocalSecondaryIndexes: local }),
    ...(global && { GlobalSecondaryIndexes: global }),
  };
}
