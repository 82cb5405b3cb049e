import { ownMember, setOwnMember } from '../own-member.ts';
import type { Item } from './port.ts';

/** A value as DynamoDB has it on the wire: with its type, bytes in Base64. */
export type WireValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly L: readonly WireValue[] }
  | { readonly M: WireItem };

export type WireItem = Readonly<Record<string, WireValue>>;

/**
 * An item, or any other map of attributes, as it is sent. Members that are undefined are left out.
 *
 * @throws for a value for which DynamoDB has no type, and for numbers that lose digits
 */
export function itemOnWire(item: Readonly<Record<string, unknown>>): WireItem {
  const wire: Record<string, WireValue> = {};
  for (const name of Object.keys(item)) {
    const value = ownMember(item, name);
    if (value !== undefined) setOwnMember(wire, name, valueOnWire(value));
  }
  return wire;
}

function valueOnWire(value: unknown): WireValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: numberOnWire(value) };
    case 'boolean':
      return { BOOL: value };
    case 'bigint':
      return { N: value.toString() };
    case 'object':
      break;
    default:
      throw new TypeError(`DynamoDB has no type for a ${typeof value}.`);
  }
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) {
    return { L: value.filter((one) => one !== undefined).map(valueOnWire) };
  }
  if (ArrayBuffer.isView(value)) {
    return { B: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  }
  if (!isPlain(value)) throw new TypeError('DynamoDB has no type for an object of a class.');
  return { M: itemOnWire(value) };
}

function numberOnWire(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`DynamoDB has no number ${value}.`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`The number ${value} may have lost digits: use a bigint.`);
  }
  return String(value);
}

/** An object of this context or of another, such as a test's, but not of a class. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * An item, or any other map of attributes, from how DynamoDB or its stream has it: bytes may be
 * Base64 or bytes. A whole number that a `number` cannot hold becomes a bigint, a set a `Set`.
 *
 * @throws for a value that is not a map of attributes
 */
export function itemFromWire(wire: unknown): Record<string, unknown> {
  if (!isMap(wire)) throw new TypeError('An item of DynamoDB is a map.');
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(wire))
    setOwnMember(item, name, valueFromWire(ownMember(wire, name)));
  return item;
}

function valueFromWire(typed: unknown): unknown {
  if (!isMap(typed)) throw new TypeError('A value of DynamoDB has a type.');
  for (const type of Object.keys(typed)) {
    const value = ownMember(typed, type);
    if (value === undefined) continue;
    switch (type) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return numberFromWire(value);
      case 'B':
        return bytesFromWire(value);
      case 'NULL':
        return null;
      case 'M':
        return itemFromWire(value);
      case 'L':
        return listFromWire(value).map(valueFromWire);
      case 'SS':
        return new Set(listFromWire(value));
      case 'NS':
        return new Set(listFromWire(value).map(numberFromWire));
      case 'BS':
        return new Set(listFromWire(value).map(bytesFromWire));
    }
    break;
  }
  throw new TypeError(`DynamoDB has no type ${Object.keys(typed).join()}.`);
}

/** A map of attributes as the SDK's types have it: the same, with bytes instead of Base64. */
export const itemWithBytes = (wire: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, withBytes(value)]));

function withBytes(typed: unknown): unknown {
  if (!isMap(typed)) return typed;
  const { B: bytes, BS: all, L: list, M: map } = typed;
  if (bytes !== undefined) return { B: bytesFromWire(bytes) };
  if (Array.isArray(all)) return { BS: all.map(bytesFromWire) };
  if (Array.isArray(list)) return { L: list.map(withBytes) };
  return isMap(map) ? { M: itemWithBytes(map) } : typed;
}

function numberFromWire(digits: unknown): number | bigint {
  const number = Number(digits);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER || !Number.isFinite(number)) return number;
  return BigInt(String(digits));
}

const bytesFromWire = (bytes: unknown): unknown =>
  typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : bytes;

function listFromWire(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('A list of DynamoDB is an array.');
  return value;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every item of ours has both keys: DynamoDB itself sees to it. */
export function asItem(attributes: Record<string, unknown>): Item {
  const { pk, sk } = attributes;
  if (typeof pk !== 'string' || typeof sk !== 'string')
    throw new Error('An item without its keys.');
  return { ...attributes, pk, sk };
}
