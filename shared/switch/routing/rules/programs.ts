// Loaded late: few profiles have rules.
import type { Comparison, Program, RuleStatement } from '#merchants/routing-settings/program.ts';
import { ownMember } from '#platform/own-member.ts';
import {
  type ProgramPurpose,
  type RuleFacts,
  type RuleKey,
  ruleKey,
  ruleKeyNames,
} from './rule-keys.ts';

/**
 * Why a program cannot be used, with the rule and the comparison; undefined when it can. Programs
 * never change, so each is checked once in a container.
 */
export function problemOf(program: Program<unknown>, purpose: ProgramPurpose): string | undefined {
  return faultOf(program, purpose)?.message;
}

/** The wrong word of a program, and the words that are right in its place. */
interface WrongWord {
  readonly message: string;
  /** Where the word stands in the program, such as `rules.0.statements.0.condition.0.lhs`. */
  readonly path?: string;
  readonly word?: string;
  readonly words?: readonly string[];
  /** What to send, where no list of words says it. */
  readonly hint?: string;
}

/** The first fault of a program, with what its author needs to mend it. */
export function faultOf(program: Program<unknown>, purpose: ProgramPurpose): WrongWord | undefined {
  const known = checked.get(program)?.[purpose];
  if (known) return known.fault;
  const fault = findFault(program, purpose);
  checked.set(program, { ...checked.get(program), [purpose]: { fault } });
  return fault;
}

type Checks = { readonly [P in ProgramPurpose]?: { readonly fault: WrongWord | undefined } };
const checked = new WeakMap<object, Checks>();

function findFault({ rules }: Program<unknown>, purpose: ProgramPurpose): WrongWord | undefined {
  for (const [index, { name, statements }] of rules.entries()) {
    const fault = faultIn(statements, purpose, '', `rules.${index}.statements`);
    if (fault) return { ...fault, message: `rule '${name}', ${fault.message}` };
  }
  return undefined;
}

/**
 * @param at the place of the statements around these, such as `1.2.`
 * @param path of these statements in the program
 */
function faultIn(
  statements: readonly RuleStatement[],
  purpose: ProgramPurpose,
  at: string,
  path: string,
): WrongWord | undefined {
  for (const [index, { condition, nested }] of statements.entries()) {
    const place = `${at}${index + 1}.`;
    for (const [number, one] of condition.entries()) {
      const fault = faultOfComparison(one, purpose);
      const { lhs, comparison } = one;
      if (!fault) continue;
      const where = `comparison ${place}${number + 1} ('${lhs} ${comparison}')`;
      return {
        ...fault,
        message: `${where}: ${fault.message}`,
        path: `${path}.${index}.condition.${number}.${fault.path}`,
      };
    }
    const inside = faultIn(nested ?? [], purpose, place, `${path}.${index}.nested`);
    if (inside) return inside;
  }
  return undefined;
}

const isEquality = ({ comparison }: Comparison): boolean =>
  comparison === 'equal' || comparison === 'not_equal';

function faultOfComparison(one: Comparison, purpose: ProgramPurpose): WrongWord | undefined {
  const { lhs, comparison, value } = one;
  const { type } = value;
  const key = ruleKey(purpose, lhs);
  if (!key) {
    return { message: 'unknown key', path: 'lhs', word: lhs, words: ruleKeyNames(purpose) };
  }
  if (!fitting[key.type].includes(type)) {
    const message = `a value of type '${type}' cannot be compared with it`;
    return { message, path: 'value.type', word: type, words: fitting[key.type] };
  }
  if (!isEquality(one) && type !== 'number') {
    const message = `a value of type '${type}' can only be equal or not equal`;
    return { message, path: 'comparison', word: comparison, words: ['equal', 'not_equal'] };
  }
  if (key.type === 'enum') {
    const all = wordsIn(value);
    const word = all.find((one) => !key.values.has(one));
    if (word === undefined) return undefined;
    const path = type === 'enum_variant' ? 'value.value' : `value.value.${all.indexOf(word)}`;
    return { message: `unknown value '${word.slice(0, 64)}'`, path, word, words: [...key.values] };
  }
  if (key.type === 'text' && key.digits !== undefined) {
    const [digits = ''] = wordsIn(value);
    const isRight = digits.length === key.digits && /^\d+$/.test(digits);
    return isRight
      ? undefined
      : {
          message: `must have exactly ${key.digits} digits`,
          path: 'value.value',
          hint: `Send exactly ${key.digits} digits, such as \`${'42424242'.slice(0, key.digits)}\`.`,
        };
  }
  return undefined;
}

/** The types of values with which each type of key is compared. */
const fitting: Readonly<Record<RuleKey['type'], readonly Comparison['value']['type'][]>> = {
  enum: ['enum_variant', 'enum_variant_array'],
  number: ['number', 'number_array', 'number_comparison_array'],
  text: ['str_value'],
  metadata: ['metadata_variant'],
};

function wordsIn(value: Comparison['value']): readonly string[] {
  if (value.type === 'enum_variant' || value.type === 'str_value') return [value.value];
  return value.type === 'enum_variant_array' ? value.value : [];
}

/** A program's selection, and the rule that decided; no rule where its default did. */
export interface Decision<Selection> {
  readonly selection: Selection;
  readonly rule?: string;
}

/** Evaluates a program without a problem. The cost grows with the rules before the true one. */
export function decide<Selection>(
  program: Program<Selection>,
  facts: RuleFacts,
): Decision<Selection> {
  const rule = program.rules.find(({ statements }) => isAnyTrue(statements, facts));
  return rule
    ? { selection: rule.connectorSelection, rule: rule.name }
    : { selection: program.defaultSelection };
}

const isAnyTrue = (statements: readonly RuleStatement[], facts: RuleFacts): boolean =>
  statements.some(
    ({ condition, nested }) =>
      condition.every((one) => isTrue(one, facts)) && (nested == null || isAnyTrue(nested, facts)),
  );

/** Without the fact, only `not_equal` is true. */
function isTrue({ lhs, comparison, value }: Comparison, facts: RuleFacts): boolean {
  const fact = ownMember(facts, lhs === 'country' ? 'business_country' : lhs);
  switch (value.type) {
    case 'number':
      return isNumberTrue(fact, comparison, value.value);
    case 'number_array':
      return equality(
        comparison,
        value.value.some((one) => one === fact),
      );
    case 'number_comparison_array':
      return equality(
        comparison,
        value.value.some((one) => isNumberTrue(fact, one.comparisonType, one.number)),
      );
    case 'enum_variant':
    case 'str_value':
      return equality(comparison, fact === value.value);
    case 'enum_variant_array':
      return equality(
        comparison,
        value.value.some((one) => one === fact),
      );
    case 'metadata_variant':
      return equality(comparison, memberOf(facts.metadata, value.value.key) === value.value.value);
    case 'global_ref':
      return false; // Refused by `problemOf`.
  }
}

const equality = (comparison: Comparison['comparison'], isEqual: boolean): boolean =>
  comparison === 'not_equal' ? !isEqual : isEqual;

const memberOf = (metadata: RuleFacts['metadata'], key: string): unknown =>
  metadata && Object.hasOwn(metadata, key) ? ownMember(metadata, key) : undefined;

function isNumberTrue(
  fact: unknown,
  comparison: Comparison['comparison'],
  number: number,
): boolean {
  if (typeof fact !== 'number') return comparison === 'not_equal';
  switch (comparison) {
    case 'equal':
      return fact === number;
    case 'not_equal':
      return fact !== number;
    case 'less_than':
      return fact < number;
    case 'less_than_equal':
      return fact <= number;
    case 'greater_than':
      return fact > number;
    case 'greater_than_equal':
      return fact >= number;
  }
}
