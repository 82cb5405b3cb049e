import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  stringOf,
} from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';

/** Whether an event matches. A pattern that is not understood throws when it is read. */
export type EventPattern = (event: JsonObject) => boolean;

/** Reads an event pattern, in the syntax of EventBridge and of Lambda's filters. */
export function eventPattern(pattern: JsonObject): EventPattern {
  const parts = Object.entries(pattern).map(([key, wanted]): EventPattern => {
    if (key === '$or') {
      const choices = listOf(wanted).map((one) => eventPattern(objectOf(one, '$or')));
      return (event) => choices.some((fits) => fits(event));
    }
    if (isObject(wanted)) {
      const inner = eventPattern(wanted);
      return (event) =>
        elementsOf(ownMember(event, key)).some((value) => inner(isObject(value) ? value : {}));
    }
    if (!isList(wanted)) throw new Error(`Event pattern: ${key} should be a list or an object.`);
    const matchers = wanted.map(matcher);
    return (event) => matchers.some((fits) => fits(ownMember(event, key)));
  });
  return (event) => parts.every((fits) => fits(event));
}

/** The filter of an event source mapping: an event passes if any pattern matches. */
export function filterOf(criteria: Json | undefined): EventPattern {
  const patterns = listOf(objectOf(criteria, 'FilterCriteria').Filters).map((filter) => {
    const { Pattern } = objectOf(filter, 'A filter');
    return eventPattern(objectOf(parseJson(stringOf(Pattern, 'Pattern')), 'Pattern'));
  });
  return patterns.length === 0 ? () => true : (event) => patterns.some((fits) => fits(event));
}

/** One entry of a list: an exact value or a comparison. An absent field is undefined. */
function matcher(wanted: Json): (actual: Json | undefined) => boolean {
  if (!isObject(wanted)) return (actual) => elementsOf(actual).includes(wanted);
  const [[operator, operand] = ['', undefined]] = Object.entries(wanted);
  if (operator === 'exists') return (actual) => (actual !== undefined) === operand;
  const fits = comparison(operator, operand);
  return (actual) => elementsOf(actual).some((value) => value !== undefined && fits(value));
}

function comparison(operator: string, operand: Json | undefined): (actual: Json) => boolean {
  const text = (value: Json | undefined) => stringOf(value, operator);
  const onText = (test: (actual: string) => boolean) => (actual: Json) =>
    typeof actual === 'string' && test(actual);
  const insensitive = () =>
    isObject(operand) ? text(operand['equals-ignore-case']).toLowerCase() : '';
  switch (operator) {
    case 'prefix':
      return isObject(operand)
        ? onText((actual) => actual.toLowerCase().startsWith(insensitive()))
        : onText((actual) => actual.startsWith(text(operand)));
    case 'suffix':
      return isObject(operand)
        ? onText((actual) => actual.toLowerCase().endsWith(insensitive()))
        : onText((actual) => actual.endsWith(text(operand)));
    case 'equals-ignore-case':
      return onText((actual) => actual.toLowerCase() === text(operand).toLowerCase());
    case 'wildcard': {
      const parts = text(operand)
        .split('*')
        .map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
      const expression = new RegExp(`^${parts.join('.*')}$`, 's');
      return onText((actual) => expression.test(actual));
    }
    case 'anything-but': {
      if (isObject(operand)) {
        const [[inner, values] = ['', undefined]] = Object.entries(operand);
        const tests = listOf(values).map((value) => comparison(inner, value));
        return (actual) => !tests.some((fits) => fits(actual));
      }
      const unwanted = listOf(operand);
      return (actual) => !unwanted.includes(actual);
    }
    case 'numeric': {
      const limits = listOf(operand);
      const pairs = limits.flatMap((sign, index) =>
        index % 2 === 0 ? [{ sign: text(sign), limit: Number(limits[index + 1]) }] : [],
      );
      return (actual) =>
        typeof actual === 'number' &&
        pairs.every(({ sign, limit }) => compares(actual, sign, limit));
    }
    default:
      throw new Error(`Event pattern: ${operator} is not supported.`);
  }
}

function compares(actual: number, sign: string, limit: number): boolean {
  switch (sign) {
    case '=':
      return actual === limit;
    case '<':
      return actual < limit;
    case '<=':
      return actual <= limit;
    case '>':
      return actual > limit;
    case '>=':
      return actual >= limit;
    default:
      throw new Error(`Event pattern: numeric ${sign} is not supported.`);
  }
}

/** A list matches when any of its elements does. */
const elementsOf = (value: Json | undefined): readonly (Json | undefined)[] =>
  isList(value) ? value : [value];
