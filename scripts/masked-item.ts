import type { Item } from '../shared/table/port.ts';

/** Members whose values are credentials, or can be decrypted only with their keys. */
const secret = /secret|password|sealed|wrappedKey|token$/i;

/**
 * An item as an operator may see it. Encrypted values, and values that grant access to their
 * holder, are named and not shown.
 */
export const maskItem = (item: Item): object => maskMembers(item);

function maskValue(name: string, value: unknown): unknown {
  if (secret.test(name) && value !== null && value !== undefined) return '(not shown)';
  if (typeof value === 'string') return ofText(value);
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (value instanceof Set) return [...value].map((one) => maskValue('', one));
  if (Array.isArray(value)) return value.map((one) => maskValue('', one));
  return typeof value === 'object' && value !== null ? maskMembers(value) : value;
}

/** JSON text, such as the body of an event, is shown parsed. */
function ofText(text: string): unknown {
  if (!/^[{[]/.test(text)) return text;
  try {
    return maskValue('', JSON.parse(text));
  } catch {
    return text;
  }
}

const maskMembers = (members: object): object =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, maskValue(name, value)]),
  );
