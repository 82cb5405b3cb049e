import { keyBytes } from '../keys.ts';
import type { KeyAttribute, Keys } from '../schema.ts';
import { invalid, invalidParameter } from '../table-error.ts';
import { bytesOf, typeOf, type Value } from '../values.ts';
import { type Comparator, type Condition, type Operand, parseCondition } from './condition.ts';
import type { Placeholders } from './placeholders.ts';

/** The part of a partition that a query reads. */
export interface KeyRange {
  readonly partition: Buffer;
  readonly from?: { readonly sort: Buffer; readonly isIncluded: boolean };
  readonly to?: { readonly sort: Buffer; readonly isIncluded: boolean };
}

/** A condition on one key: a comparison, or one of two that only keys have. */
interface Test {
  readonly name: string;
  readonly test: Exclude<Comparator, '<>'> | 'between' | 'begins_with';
  readonly values: readonly Value[];
}

/** Reads a KeyConditionExpression: the partition key is a value, the sort key may be in a range. */
export function parseKeyCondition(text: string, placeholders: Placeholders, keys: Keys): KeyRange {
  const condition = parseCondition('KeyConditionExpression', text, placeholders);
  const tests = testsIn(condition);
  const names = tests.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw invalid('KeyConditionExpressions must only contain one condition per key');
  }
  if (names.length > 2) throw invalid('Conditions can be of length 1 or 2 only');
  const partition = tests.find(({ name }) => name === keys.partition.name);
  if (!partition)
    throw invalid(`Query condition missed key schema element: ${keys.partition.name}`);
  const rest = tests.filter((test) => test !== partition);
  const [sort] = rest;
  if (rest.length > 1 || (sort && sort.name !== keys.sort?.name)) {
    throw invalid(
      keys.sort
        ? `Query condition missed key schema element: ${keys.sort.name}`
        : 'Query key condition not supported',
    );
  }
  if (partition.test !== '=') throw invalid('Query key condition not supported');
  const [value] = valuesOf(partition, keys.partition);
  if (!value) throw invalid('Query key condition not supported');
  return { partition: keyBytes(value), ...(sort && keys.sort && rangeOf(sort, keys.sort)) };
}

function testsIn(condition: Condition): readonly Test[] {
  switch (condition.kind) {
    case 'and':
      return condition.all.flatMap(testsIn);
    case 'compare': {
      const { comparator, left, right } = condition;
      if (comparator === '<>') {
        throw wrongOperator('<>');
      }
      const isTurned = left.kind === 'value';
      const [key, value] = isTurned ? [right, left] : [left, right];
      return [testOf(isTurned ? turned[comparator] : comparator, key, [value])];
    }
    case 'between':
      return [testOf('between', condition.operand, [condition.low, condition.high])];
    case 'function': {
      const { name, operands } = condition;
      const [key, ...values] = operands;
      if (name !== 'begins_with' || !key) throw wrongOperator(name);
      return [testOf(name, key, values)];
    }
    default:
      throw wrongOperator(condition.kind.toUpperCase());
  }
}

const turned = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

const wrongOperator = (operator: string) =>
  invalid(`Invalid operator used in KeyConditionExpression: ${operator}`);

function testOf(test: Test['test'], key: Operand, operands: readonly Operand[]): Test {
  if ([key, ...operands].some(({ kind }) => kind === 'size')) throw nestedOperation();
  if (key.kind !== 'path') {
    const isOfOperands = test === 'between' || test === 'begins_with';
    throw invalid(
      isOfOperands
        ? `Invalid condition in KeyConditionExpression: ${test === 'between' ? 'BETWEEN' : test} operator must have the key attribute as its first operand`
        : 'Invalid condition in KeyConditionExpression: No key attribute specified',
    );
  }
  if (key.path.length > 1) {
    throw invalid('KeyConditionExpressions cannot have conditions on nested attributes');
  }
  const values = operands.map((operand) => {
    if (operand.kind === 'value') return operand.value;
    if (operand.kind === 'size') throw nestedOperation();
    throw invalid(
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    );
  });
  return { name: key.path[0], test, values };
}

const nestedOperation = () => invalid('KeyConditionExpressions cannot contain nested operations');

function valuesOf({ values }: Test, { name, type }: KeyAttribute): readonly Value[] {
  for (const value of values) {
    if (typeOf(value) !== type) {
      throw invalidParameter('Condition parameter type does not match schema type');
    }
    if (type !== 'N' && keyBytes(value).length === 0) {
      throw invalid(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'S' ? 'string' : 'binary'} value. Key: ${name}`,
      );
    }
  }
  return values;
}

function rangeOf(test: Test, key: KeyAttribute): Omit<KeyRange, 'partition'> {
  const [first, second] = valuesOf(test, key);
  if (!first) throw invalid('Query key condition not supported');
  const at = (value: Value, isIncluded: boolean) => ({ sort: keyBytes(value), isIncluded });
  switch (test.test) {
    case '=':
      return { from: at(first, true), to: at(first, true) };
    case '<':
    case '<=':
      return { to: at(first, test.test === '<=') };
    case '>':
    case '>=':
      return { from: at(first, test.test === '>=') };
    case 'between':
      return { from: at(first, true), to: at(second ?? first, true) };
    case 'begins_with': {
      if ('N' in first) throw invalidParameter('ComparisonOperator BEGINS_WITH is not valid for N');
      const beginning = 'B' in first ? bytesOf(first.B) : keyBytes(first);
      const end = afterAllWith(beginning);
      return { from: at(first, true), ...(end && { to: { sort: end, isIncluded: false } }) };
    }
  }
}

/** The first bytes that sort after all that begin with these; undefined when there are none. */
function afterAllWith(beginning: Buffer): Buffer | undefined {
  const last = beginning.findLastIndex((byte) => byte < 0xff);
  if (last < 0) return undefined;
  const end = Buffer.from(beginning.subarray(0, last + 1));
  end[last] = (end[last] ?? 0) + 1;
  return end;
}
