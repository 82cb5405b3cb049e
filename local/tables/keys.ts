import type { Path } from './expressions/reader.ts';
import { orderedNumber } from './numbers.ts';
import { type KeyAttribute, type Keys, keyNames, type TableSchema } from './schema.ts';
import { invalid, invalidParameter } from './table-error.ts';
import { attribute, bytesOf, type Item, typeOf, type Value } from './values.ts';

/** Where an item is: bytes that sort as DynamoDB sorts keys. */
export interface Place {
  readonly partition: Buffer;
  /** Empty in a table without sort keys. */
  readonly sort: Buffer;
}

const noSort = Buffer.alloc(0);

/** Bytes of a key that sort as DynamoDB does: texts by UTF-8, numbers by value. */
export function keyBytes(value: Value): Buffer {
  if ('S' in value) return Buffer.from(value.S);
  if ('N' in value) return orderedNumber(value.N);
  if ('B' in value) return bytesOf(value.B);
  throw new Error(`A key is no ${typeOf(value)}.`);
}

/** The place of an item that has these keys. */
export function placeOf({ partition, sort }: Keys, item: Item): Place {
  const part = attribute(item, partition.name);
  const rest = sort && attribute(item, sort.name);
  if (!part || (sort && !rest)) throw new Error('An item without its keys.');
  return { partition: keyBytes(part), sort: rest ? keyBytes(rest) : noSort };
}

const maxPartitionBytes = 2_048;
const maxSortBytes = 1_024;

/** Throws unless a key in a request has the table's key attributes and no other. */
export function checkKey(keys: Keys, key: Item): void {
  const wanted = [keys.partition, keys.sort].filter((one) => one !== undefined);
  const isWrong = wanted.some(({ name, type }) => {
    const value = attribute(key, name);
    return !value || typeOf(value) !== type;
  });
  if (isWrong || Object.keys(key).length !== wanted.length) {
    throw invalid('The provided key element does not match the schema');
  }
  for (const one of wanted) checkKeyValue(one, attribute(key, one.name), keys);
}

function checkKeyValue({ name }: KeyAttribute, value: Value | undefined, keys: Keys) {
  if (!value || 'N' in value) return;
  const { length } = keyBytes(value);
  if (length === 0) {
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${'S' in value ? 'string' : 'binary'} value. Key: ${name}`,
    );
  }
  if (name === keys.partition.name && length > maxPartitionBytes) {
    throw invalidParameter(
      `Size of hashkey has exceeded the maximum size limit of${maxPartitionBytes} bytes`,
    );
  }
  if (name !== keys.partition.name && length > maxSortBytes) {
    throw invalidParameter(
      `Aggregated size of all range keys has exceeded the size limit of ${maxSortBytes} bytes`,
    );
  }
}

/** Throws unless an item has the table's keys, with their types. */
export function checkItemKeys(table: TableSchema, item: Item): void {
  for (const key of [table.keys.partition, table.keys.sort]) {
    if (!key) continue;
    const value = attribute(item, key.name);
    if (!value) throw invalidParameter(`Missing the key ${key.name} in the item`);
    const actual = typeOf(value);
    if (actual !== key.type) {
      throw invalidParameter(
        `Type mismatch for key ${key.name} expected: ${key.type} actual: ${actual}`,
      );
    }
    checkKeyValue(key, value, table.keys);
  }
}

/** Throws where an item has a value for a key of an index that cannot be a key. */
export function checkIndexKeys(table: TableSchema, item: Item, isUpdate = false): void {
  for (const index of table.indexes) {
    for (const key of [index.keys.partition, index.keys.sort]) {
      const value = key && attribute(item, key.name);
      if (!value) continue;
      const actual = typeOf(value);
      if (actual !== key.type) {
        throw invalidParameter(
          `Type mismatch for Index Key ${key.name} Expected: ${key.type} Actual: ${actual} IndexName: ${index.name}`,
        );
      }
      if (keyBytes(value).length === 0) {
        const what = isUpdate
          ? 'The update expression attempted to update a secondary index key to a value that is not supported.'
          : 'A value specified for a secondary index key is not supported.';
        const which = isUpdate ? '' : ` IndexName: ${index.name}, IndexKey: ${key.name}`;
        throw invalid(
          `One or more parameter values are not valid. ${what} The AttributeValue for a key attribute cannot contain an empty ${actual === 'S' ? 'string' : 'binary'} value.${which}`,
        );
      }
    }
  }
}

/** Throws when an update changes a key of the table, or something within a key of an index. */
export function checkUpdatedPaths(table: TableSchema, paths: readonly Path[]): void {
  const indexKeys = table.indexes.flatMap(({ keys }) => keyNames(keys));
  for (const [name, ...steps] of paths) {
    if (keyNames(table.keys).includes(name)) {
      throw invalidParameter(`Cannot update attribute ${name}. This attribute is part of the key`);
    }
    if (steps.length === 0 || !indexKeys.includes(name)) continue;
    throw invalid(
      `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: ${name}`,
    );
  }
}
