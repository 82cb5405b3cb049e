/** Any JSON value. Every part of the assembly is first read as this type. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function parseJson(text: string): Json {
  return JSON.parse(text);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value as an object; an absent value is an empty object. */
export function objectOf(value: Json | undefined, what: string): JsonObject {
  if (value === undefined) return {};
  if (!isObject(value)) throw new Error(`${what} should be an object.`);
  return value;
}

/** The value as a list. A single value is a list of one, as CloudFormation and IAM allow. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

export function stringsOf(value: Json | undefined): readonly string[] {
  return listOf(value).map((entry) => stringOf(entry, 'An entry of a list'));
}

/** The value as text. CloudFormation accepts numbers and booleans in place of text. */
export function stringOf(value: Json | undefined, what: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`${what} should be text.`);
}

export function optionalString(value: Json | undefined): string | undefined {
  return value === undefined || value === null ? undefined : stringOf(value, 'A value');
}

/** The value as a number, or the fallback if the template has none. */
export function numberOf(value: Json | undefined, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  const number = Number(value);
  if (Number.isNaN(number)) throw new Error(`${JSON.stringify(value)} should be a number.`);
  return number;
}

export function isTrue(value: Json | undefined): boolean {
  return value === true || value === 'true';
}
