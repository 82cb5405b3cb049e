import { isList, isObject, type Json, type JsonObject } from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';
import { compareNumbers, normalNumber, numberBytes } from './numbers.ts';
import { invalid, invalidParameter, malformed } from './table-error.ts';

/** An attribute's value as it travels: with its type, bytes in Base64. */
export type Value =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly L: readonly Value[] }
  | { readonly M: Item };

/** Attributes by name. */
export type Item = { readonly [name: string]: Value };

export const valueTypes = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'BOOL', 'NULL', 'L', 'M'] as const;
export type ValueType = (typeof valueTypes)[number];

export function typeOf(value: Value): ValueType {
  const found = valueTypes.find((type) => type in value);
  if (!found) throw new Error('A value has a type.');
  return found;
}

/** The attribute of this name. An item's prototype has none. */
export const attribute = (item: Item, name: string): Value | undefined => ownMember(item, name);

/** An item that this program has stored as text. */
export function storedItem(text: string): Item {
  return JSON.parse(text);
}

/** DynamoDB takes no deeper values. */
const maxDepth = 32;

/**
 * The attributes in a request, with numbers in their one form. Throws DynamoDB's error for a
 * malformed one.
 */
export const parseItem = (json: Json | undefined): Item => parseMembers(json, 0);

function parseMembers(json: Json | undefined, depth: number): Item {
  if (!isObject(json)) throw malformed('Unexpected field type');
  const members = Object.entries(json).map(([name, value]): [string, Value] => [
    name,
    parseValue(value, depth),
  ]);
  // Unlike an assignment, this also makes a member of the name __proto__.
  return Object.fromEntries(members);
}

export function parseValue(json: Json | undefined, depth = 0): Value {
  if (!isObject(json)) throw malformed('Unexpected value type in payload');
  const types = Object.keys(json).filter((name) => ownMember(json, name) !== null);
  const [type = ''] = types;
  if (types.length > 1) {
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  }
  const value = ownMember(json, type);
  switch (type) {
    case 'S':
      return { S: textIn(value) };
    case 'N':
      return { N: normalNumber(textIn(value)) };
    case 'B':
      return { B: base64In(value) };
    case 'BOOL':
      return { BOOL: flagIn(value) };
    case 'NULL':
      if (!flagIn(value)) {
        throw invalidParameter('Null attribute value types must have the value of true');
      }
      return { NULL: true };
    case 'SS': {
      const texts = listIn(value).map(textIn);
      if (texts.length === 0) throw invalidParameter('An string set  may not be empty');
      return { SS: distinct(texts) };
    }
    case 'NS': {
      const numbers = listIn(value).map((one) => normalNumber(textIn(one)));
      if (numbers.length === 0) throw invalidParameter('An number set  may not be empty');
      if (new Set(numbers).size < numbers.length) {
        throw invalid('Input collection contains duplicates');
      }
      return { NS: numbers };
    }
    case 'BS': {
      const all = listIn(value).map(base64In);
      if (all.length === 0) throw invalidParameter('Binary sets should not be empty');
      return { BS: distinct(all) };
    }
    case 'L':
      return { L: listIn(value).map((one) => parseValue(one, deeper(depth))) };
    case 'M':
      return { M: parseMembers(value, deeper(depth)) };
    default:
      throw invalid(
        'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
      );
  }
}

function deeper(depth: number): number {
  if (depth < maxDepth - 1) return depth + 1;
  throw invalid('Nesting Levels have exceeded supported limits');
}

function textIn(value: Json | undefined): string {
  if (typeof value !== 'string') throw malformed('A value is not text');
  return value;
}

function flagIn(value: Json | undefined): boolean {
  if (typeof value !== 'boolean') throw malformed('A value is not a boolean');
  return value;
}

function listIn(value: Json | undefined): readonly Json[] {
  if (!isList(value)) throw malformed('Unexpected field type');
  return value;
}

function base64In(value: Json | undefined): string {
  const text = textIn(value);
  if (Buffer.from(text, 'base64').toString('base64') !== text) {
    throw malformed('only base-64-encoded strings are convertible to bytes');
  }
  return text;
}

function distinct(all: readonly string[]): readonly string[] {
  if (new Set(all).size < all.length) {
    throw invalidParameter(`Input collection [${all.join(', ')}] contains duplicates.`);
  }
  return all;
}

/** Whether two values have the same type and content. Sets have no order. */
export function equalValues(one: Value, other: Value): boolean {
  if ('S' in one) return 'S' in other && one.S === other.S;
  if ('N' in one) return 'N' in other && one.N === other.N;
  if ('B' in one) return 'B' in other && one.B === other.B;
  if ('BOOL' in one) return 'BOOL' in other && one.BOOL === other.BOOL;
  if ('NULL' in one) return 'NULL' in other;
  if ('SS' in one) return 'SS' in other && equalSets(one.SS, other.SS);
  if ('NS' in one) return 'NS' in other && equalSets(one.NS, other.NS);
  if ('BS' in one) return 'BS' in other && equalSets(one.BS, other.BS);
  if ('L' in one) {
    if (!('L' in other) || one.L.length !== other.L.length) return false;
    return one.L.every((value, index) => {
      const same = other.L[index];
      return same !== undefined && equalValues(value, same);
    });
  }
  return 'M' in other && equalItems(one.M, other.M);
}

export function equalItems(one: Item, other: Item): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    const [mine, theirs] = [attribute(one, name), attribute(other, name)];
    return mine !== undefined && theirs !== undefined && equalValues(mine, theirs);
  });
}

function equalSets(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const all = new Set(other);
  return one.every((member) => all.has(member));
}

/** The order of two texts, numbers or byte strings; undefined for any others. */
export function compareValues(one: Value, other: Value): number | undefined {
  if ('S' in one && 'S' in other) {
    return Buffer.compare(Buffer.from(one.S), Buffer.from(other.S));
  }
  if ('N' in one && 'N' in other) return compareNumbers(one.N, other.N);
  if ('B' in one && 'B' in other) return Buffer.compare(bytesOf(one.B), bytesOf(other.B));
  return undefined;
}

export const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Bytes that an item is billed for: the names and values of its attributes. */
export const itemBytes = (item: Item): number => membersBytes(item, 0);

function membersBytes(item: Item, ofEach: number): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) {
    bytes += ofEach + Buffer.byteLength(name) + valueBytes(value);
  }
  return bytes;
}

const containerBytes = 3;
const elementBytes = 1;

function valueBytes(value: Value): number {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return numberBytes(value.N);
  if ('B' in value) return base64Bytes(value.B);
  if ('BOOL' in value || 'NULL' in value) return 1;
  if ('SS' in value) return total(value.SS.map((one) => Buffer.byteLength(one)));
  if ('NS' in value) return total(value.NS.map(numberBytes));
  if ('BS' in value) return total(value.BS.map(base64Bytes));
  if ('M' in value) return containerBytes + membersBytes(value.M, elementBytes);
  return containerBytes + total(value.L.map((one) => elementBytes + valueBytes(one)));
}

const base64Bytes = (text: string) => Buffer.byteLength(text, 'base64');

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The member of a request as an object; absent, it is empty. */
export function membersOf(json: Json | undefined, what: string): JsonObject {
  if (json === undefined || json === null) return {};
  if (!isObject(json)) throw malformed(`${what} is not a structure`);
  return json;
}
