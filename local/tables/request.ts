import { isList, isObject, type Json, type JsonObject } from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';
import { invalid, malformed } from './table-error.ts';

// Members of requests. JSON's null counts as absent, as for DynamoDB.

const orAbsent = (json: Json | undefined) => (json === null ? undefined : json);

/** A member that has to be there. */
export function given(request: JsonObject, name: string): Json {
  const value = orAbsent(ownMember(request, name));
  if (value === undefined) throw wrongMember(null, name, 'Member must not be null');
  return value;
}

export function optionalText(request: JsonObject, name: string): string | undefined {
  const value = orAbsent(ownMember(request, name));
  if (value === undefined || typeof value === 'string') return value;
  throw malformed(`${name} is not text`);
}

export function text(request: JsonObject, name: string): string {
  const value = given(request, name);
  if (typeof value !== 'string') throw malformed(`${name} is not text`);
  return value;
}

/** The name of the table that a request names, by name or by ARN. */
export function tableNameIn(request: JsonObject): string {
  const name = text(request, 'TableName').replace(/^arn:aws:dynamodb:[^/]*:table\//, '');
  if (!/^[\w.-]{3,255}$/.test(name)) {
    throw invalid(
      'TableName must be at least 3 characters long and at most 255 characters long, of a-z, A-Z, 0-9, _, - and .',
    );
  }
  return name;
}

export function flag(request: JsonObject, name: string): boolean | undefined {
  const value = orAbsent(ownMember(request, name));
  if (value === undefined || typeof value === 'boolean') return value;
  throw malformed(`${name} is not a boolean`);
}

/** A whole number of at least 1 and, where that is given, at most so many. */
export function count(request: JsonObject, name: string, most?: number): number | undefined {
  const value = orAbsent(ownMember(request, name));
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw malformed(`${name} is not a number`);
  if (value < 1) {
    throw wrongMember(value, name, 'Member must have value greater than or equal to 1');
  }
  if (most !== undefined && value > most) {
    throw wrongMember(value, name, `Member must have value less than or equal to ${most}`);
  }
  return value;
}

/** One of several words; absent, the first. */
export function choice<T extends string>(
  request: JsonObject,
  name: string,
  words: readonly [T, ...T[]],
): T {
  const value = optionalText(request, name);
  if (value === undefined) return words[0];
  const known = words.find((word) => word === value);
  if (known) return known;
  throw wrongMember(value, name, `Member must satisfy enum value set: [${words.join(', ')}]`);
}

export function objects(request: JsonObject, name: string): readonly JsonObject[] {
  const value = given(request, name);
  if (!isList(value)) throw malformed(`${name} is not a list`);
  return value.map((one) => {
    if (!isObject(one)) throw malformed(`${name} has a member that is not a structure`);
    return one;
  });
}

export function wrongMember(value: Json, name: string, constraint: string): Error {
  const shown = value === null ? 'null' : `'${String(value)}'`;
  const at = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return invalid(
    `1 validation error detected: Value ${shown} at '${at}' failed to satisfy constraint: ${constraint}`,
  );
}

/** Throws for members of DynamoDB's first API, which expressions have replaced. */
export function refuseLegacy(request: JsonObject): void {
  for (const name of legacy) {
    if (orAbsent(ownMember(request, name)) === undefined) continue;
    throw invalid(`${name} is a legacy parameter, and is not emulated: use an expression`);
  }
}

const legacy = [
  'AttributesToGet',
  'AttributeUpdates',
  'ConditionalOperator',
  'Expected',
  'KeyConditions',
  'QueryFilter',
  'ScanFilter',
];

/** An answer as JSON. Members are JSON texts; those that are undefined are left out. */
export function answerText(members: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${value}`],
  );
  return `{${present.join(',')}}`;
}

export const jsonText = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

export const listText = (texts: readonly string[]): string => `[${texts.join(',')}]`;
