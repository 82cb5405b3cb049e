import { masked } from '../log.ts';
import type { Item } from './port.ts';

/** Members whose values are credentials, hold one, or can be decrypted only with their keys. */
const secret = /secret|password|sealed|wrappedKey|sdk_authorization|token$/i;

/**
 * An item as an operator may see it. Encrypted values, and values that grant access to their
 * holder, are named and not shown.
 */
export const maskItem = (item: Item): object => maskMembers(item);

/** Any value of an item, a log line or an event's body, masked as an item's values are. */
export const maskValue = (value: unknown): unknown => maskMember('', value);

function maskMember(name: string, value: unknown): unknown {
  if (secret.test(name) && value !== null && value !== undefined) return '(not shown)';
  if (typeof value === 'string') return ofText(value);
  // JSON has no such number.
  if (typeof value === 'bigint') return String(value);
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (value instanceof Set) return [...value].map((one) => maskMember('', one));
  if (Array.isArray(value)) return value.map((one) => maskMember('', one));
  return typeof value === 'object' && value !== null ? maskMembers(value) : value;
}

/** JSON text, such as the body of an event, is shown parsed. */
function ofText(text: string): unknown {
  if (!/^[{[]/.test(text)) return masked(text);
  try {
    return maskMember('', JSON.parse(text));
  } catch {
    return masked(text);
  }
}

const maskMembers = (members: object): object =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, maskMember(name, value)]),
  );
