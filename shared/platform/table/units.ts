import { type IndexName, type Item, indexKeys, type Key } from './port.ts';

// Our own calculation of DynamoDB's charge for a call: its emulator reports transactions wrong, and
// a test's budget must not depend on a database. The rules are those of
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
export const writeUnitBytes = 1_024;
const readUnitBytes = 4_096;

export type Consistency = 'strong' | 'eventual' | 'transaction';

const readFactor = { strong: 1, eventual: 0.5, transaction: 2 } as const;

/** Read units of one item, or of the miss that costs as much as the smallest item. */
export const readUnits = (item: Item | undefined, consistency: Consistency = 'strong'): number =>
  unitsOf(item ? itemSize(item) : 0, readUnitBytes) * readFactor[consistency];

/**
 * Read units of a query: the sizes of all items that it read are added up first and rounded up
 * once.
 */
export function queryUnits(
  items: readonly Item[],
  {
    index,
    eventual = index !== undefined,
  }: { readonly index?: IndexName; readonly eventual?: boolean } = {},
): number {
  const bytes = items.map((item) => itemSize(index ? entryOf(item, index) : item));
  return unitsOf(sum(bytes), readUnitBytes) * readFactor[eventual ? 'eventual' : 'strong'];
}

/** Read units of a batch: every key counts for itself, whether it was found or not. */
export function batchUnits(
  keys: readonly Key[],
  found: readonly Item[],
  { eventual = false }: { readonly eventual?: boolean } = {},
): number {
  const kind = eventual ? 'eventual' : 'strong';
  const misses = keys.length - found.length;
  return sum(found.map((item) => readUnits(item, kind))) + misses * readUnits(undefined, kind);
}

/** An item as it was and as it is; undefined where there was or is none. */
export interface Change {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Write units of a put, an update or a delete, its entries on the indexes included. */
export const writeUnits = (change: Change): number => tableUnits(change) + indexUnits(change);

/** Write units of a write that was refused: of the item that was there, or of the smallest one. */
export const refusedUnits = (existing: Item | undefined): number =>
  tableUnits({ before: existing, after: existing });

/**
 * Write units of a transaction, which writes everything twice; a check counts as a change that
 * changes nothing. The indexes follow after the transaction, at the ordinary price.
 */
export const transactionUnits = (changes: readonly Change[]): number =>
  refusedTransactionUnits(changes) + sum(changes.map(indexUnits));

/** A refused transaction was prepared all the same; only the indexes are not written. */
export const refusedTransactionUnits = (changes: readonly Change[]): number =>
  sum(changes.map((change) => 2 * tableUnits(change)));

const tableUnits = ({ before, after }: Change) =>
  unitsOf(Math.max(before ? itemSize(before) : 0, after ? itemSize(after) : 0), writeUnitBytes);

const indexes: readonly IndexName[] = ['by-list', 'by-due'];

const indexUnits = (change: Change): number =>
  sum(indexes.map((index) => unitsOfIndex(change, index)));

/** Only keys are on an index, so it is written when an entry appears, disappears or moves. */
function unitsOfIndex({ before, after }: Change, index: IndexName): number {
  const [pk, sk] = indexKeys[index];
  const [old, next] = [before, after].map((item) =>
    item && isOn(item, index) ? entryOf(item, index) : undefined,
  );
  const stays = old && next && old[pk] === next[pk] && old[sk] === next[sk];
  if (stays) return 0;
  // An entry that moves is removed here and added there.
  return sum([old, next].map((entry) => (entry ? unitsOf(itemSize(entry), writeUnitBytes) : 0)));
}

function isOn(item: Item, index: IndexName): boolean {
  const [pk, sk] = indexKeys[index];
  return item[pk] !== undefined && item[sk] !== undefined;
}

/**
 * Bytes that an item is billed for while it is kept, in the table and in each index that it is on.
 */
export const storedBytes = (item: Item): number =>
  sum(
    [
      item,
      ...indexes.filter((index) => isOn(item, index)).map((index) => entryOf(item, index)),
    ].map((kept) => itemSize(kept) + overheadBytes),
  );

/** DynamoDB bills each item, and each entry of an index, for so many bytes beside its own. */
const overheadBytes = 100;

/** An index's entry for an item: only keys, its own and the item's. */
export function entryOf(item: Item, index: IndexName): Item {
  const [pk, sk] = indexKeys[index];
  return { pk: item.pk, sk: item.sk, [pk]: item[pk], [sk]: item[sk] };
}

/** Bytes of an item: its attributes' names and values. */
export const itemSize = (item: object): number => membersSize(item);

/** Bytes of a value as it is kept; 0 for `undefined`, which is not kept. */
export function valueSize(value: unknown): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number' || typeof value === 'bigint') return numberSize(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Set) return sum([...value].map(valueSize));
  if (Array.isArray(value)) {
    let size = containerBytes;
    for (const one of value) if (one !== undefined) size += elementBytes + valueSize(one);
    return size;
  }
  if (typeof value === 'object') return containerBytes + membersSize(value, elementBytes);
  if (value === undefined) return 0;
  throw new Error(`DynamoDB keeps no ${typeof value}.`);
}

const containerBytes = 3;
const elementBytes = 1;

/** Each save measures its whole item, so this makes no lists on the way. */
function membersSize(members: object, ofEach = 0): number {
  let size = 0;
  for (const name of Object.keys(members)) {
    const value: unknown = Reflect.get(members, name);
    if (value !== undefined) size += ofEach + Buffer.byteLength(name) + valueSize(value);
  }
  return size;
}

/** A byte for two digits, counted from the decimal point, one for the exponent, one below zero. */
function numberSize(value: number | bigint): number {
  if (Number.isSafeInteger(value)) return integerSize(Number(value));
  const [mantissa = '', exponent = '0'] = String(value).replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = (point % 2 === 0 ? '' : '0') + digits;
  const pairs = (padded.length % 2 === 0 ? padded : `${padded}0`).match(/../g) ?? [];
  const first = pairs.findIndex((pair) => pair !== '00');
  const last = pairs.findLastIndex((pair) => pair !== '00');
  const significant = first < 0 ? 0 : last - first + 1;
  return significant + 1 + (value < 0 ? 1 : 0);
}

/** The same for whole numbers, which nearly all are. */
function integerSize(value: number): number {
  let rest = Math.abs(value);
  while (rest > 0 && rest % 100 === 0) rest /= 100;
  let pairs = 0;
  for (; rest > 0; rest = Math.floor(rest / 100)) pairs += 1;
  return pairs + 1 + (value < 0 ? 1 : 0);
}

/** Nothing at all still costs one unit. */
const unitsOf = (bytes: number, unit: number) => Math.max(1, Math.ceil(bytes / unit));

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
