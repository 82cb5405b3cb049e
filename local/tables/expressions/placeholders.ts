import type { JsonObject } from '../../assembly/json.ts';
import { ownMember } from '../../own-member.ts';
import { invalid, malformed, TableError } from '../table-error.ts';
import { membersOf, parseValue, type Value } from '../values.ts';

/** The names and values that stand in expressions by placeholders, such as `#name` and `:value`. */
export interface Placeholders {
  name(placeholder: string): string | undefined;
  value(placeholder: string): Value | undefined;
  /** Throws when the request defines a placeholder that no expression has used. */
  checkAllUsed(): void;
}

/** @param expressions the members of the request that may be expressions */
export function placeholdersOf(request: JsonObject, expressions: readonly string[]): Placeholders {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = request;
  const isGiven = (json: unknown) => json !== undefined && json !== null;
  if (!expressions.some((name) => isGiven(ownMember(request, name)))) {
    if (isGiven(names)) {
      throw invalid('ExpressionAttributeNames can only be specified when using expressions');
    }
    if (isGiven(values)) {
      const missing = expressions.join(' and ');
      throw invalid(
        `ExpressionAttributeValues can only be specified when using expressions: ${missing} ${expressions.length > 1 ? 'are' : 'is'} null`,
      );
    }
  }
  const unused = { names: new Set<string>(), values: new Set<string>() };
  const knownNames = new Map<string, string>();
  for (const [key, name] of Object.entries(membersOf(names, 'ExpressionAttributeNames'))) {
    if (typeof name !== 'string') throw malformed('A name is not text');
    checkKey('ExpressionAttributeNames', key, /^#\w+$/);
    if (name === '') {
      throw invalid(
        `ExpressionAttributeNames contains invalid value: Empty attribute name for key ${key}`,
      );
    }
    knownNames.set(key, name);
    unused.names.add(key);
  }
  const knownValues = new Map<string, Value>();
  for (const [key, value] of Object.entries(membersOf(values, 'ExpressionAttributeValues'))) {
    checkKey('ExpressionAttributeValues', key, /^:\w+$/);
    knownValues.set(
      key,
      valueFor(key, () => parseValue(value)),
    );
    unused.values.add(key);
  }
  if (isGiven(names) && knownNames.size === 0) {
    throw invalid('ExpressionAttributeNames must not be empty');
  }
  if (isGiven(values) && knownValues.size === 0) {
    throw invalid('ExpressionAttributeValues must not be empty');
  }
  return {
    name(placeholder) {
      unused.names.delete(placeholder);
      return knownNames.get(placeholder);
    },
    value(placeholder) {
      unused.values.delete(placeholder);
      return knownValues.get(placeholder);
    },
    checkAllUsed() {
      for (const kind of ['names', 'values'] as const) {
        if (unused[kind].size === 0) continue;
        const member = kind === 'names' ? 'ExpressionAttributeNames' : 'ExpressionAttributeValues';
        const keys = [...unused[kind]].join(', ');
        throw invalid(`Value provided in ${member} unused in expressions: keys: {${keys}}`);
      }
    },
  };
}

function checkKey(member: string, key: string, shape: RegExp) {
  if (shape.test(key)) return;
  throw invalid(`${member} contains invalid key: Syntax error; key: "${key}"`);
}

function valueFor(key: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TableError) || error.name !== 'ValidationException') throw error;
    throw invalid(
      `ExpressionAttributeValues contains invalid value: ${error.message} for key ${key}`,
    );
  }
}
