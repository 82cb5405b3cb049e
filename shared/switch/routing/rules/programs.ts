import type { Comparison, Program, RuleStatement } from '#merchants/routing-settings/program.ts';
import { type ProgramPurpose, type RuleFacts, type RuleKey, ruleKey } from './rule-keys.ts';

/**
 * Why a program cannot be used, with the rule and the comparison; undefined when it can. Programs
 * never change, so each is checked once in a container.
 */
export function problemOf(program: Program<unknown>, purpose: ProgramPurpose): string | undefined {
  const known = checked.get(program)?.[purpose];
  if (known) return known.problem;
  const problem = findProblem(program, purpose);
  checked.set(program, { ...checked.get(program), [purpose]: { problem } });
  return problem;
}

type Checks = { readonly [P in ProgramPurpose]?: { readonly problem: string | undefined } };
const checked = new WeakMap<object, Checks>();

function findProblem({ rules }: Program<unknown>, purpose: ProgramPurpose): string | undefined {
  for (const { name, statements } of rules) {
    const problem = problemIn(statements, purpose, '');
    if (problem !== undefined) return `rule '${name}', ${problem}`;
  }
  return undefined;
}

/** @param at the place of the statements around these, such as `1.2.` */
function problemIn(
  statements: readonly RuleStatement[],
  purpose: ProgramPurpose,
  at: string,
): string | undefined {
  for (const [index, { condition, nested }] of statements.entries()) {
    const place = `${at}${index + 1}.`;
    for (const [number, one] of condition.entries()) {
      const problem = problemWith(one, ruleKey(purpose, one.lhs));
      const { lhs, comparison } = one;
      if (problem) return `comparison ${place}${number + 1} ('${lhs} ${comparison}'): ${problem}`;
    }
    const inside = problemIn(nested ?? [], purpose, place);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const isEquality = ({ comparison }: Comparison): boolean =>
  comparison === 'equal' || comparison === 'not_equal';

/** The problem of a comparison; undefined when there is none. */
function problemWith(one: Comparison, key: RuleKey | undefined): string | undefined {
  if (!key) return 'unknown key';
  const { value } = one;
  if (!fitting[key.type].includes(value.type)) {
    return `a value of type '${value.type}' cannot be compared with it`;
  }
  if (!isEquality(one) && value.type !== 'number') {
    return `a value of type '${value.type}' can only be equal or not equal`;
  }
  if (key.type === 'enum') {
    const unknown = wordsIn(value).find((word) => !key.values.has(word));
    return unknown === undefined ? undefined : `unknown value '${unknown.slice(0, 64)}'`;
  }
  if (key.type === 'text' && key.digits !== undefined) {
    const [digits = ''] = wordsIn(value);
    const isRight = digits.length === key.digits && /^\d+$/.test(digits);
    return isRight ? undefined : `must have exactly ${key.digits} digits`;
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
  const fact = facts[lhs === 'country' ? 'business_country' : lhs];
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
  metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;

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
