import {
  bytesOf,
  compareValues,
  equalValues,
  type Item,
  typeOf,
  type Value,
  type ValueType,
  valueTypes,
} from '../values.ts';
import { valueAt } from './document.ts';
import type { Placeholders } from './placeholders.ts';
import {
  type ExpressionReader,
  expressionReader,
  inParentheses,
  type Path,
  pathText,
} from './reader.ts';

/** A part of a condition that has a value. */
export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'size'; readonly of: Operand };

const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
export type Comparator = (typeof comparators)[number];

/** A part of a condition that holds or does not. */
export type Condition =
  | {
      readonly kind: 'compare';
      readonly comparator: Comparator;
      readonly left: Operand;
      readonly right: Operand;
    }
  | {
      readonly kind: 'between';
      readonly operand: Operand;
      readonly low: Operand;
      readonly high: Operand;
    }
  | { readonly kind: 'in'; readonly operand: Operand; readonly options: readonly Operand[] }
  | { readonly kind: 'function'; readonly name: Predicate; readonly operands: readonly Operand[] }
  | { readonly kind: 'and' | 'or'; readonly all: readonly Condition[] }
  | { readonly kind: 'not'; readonly inner: Condition };

/** Functions that hold or do not, with the number of their operands. */
const predicates = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
} as const;
type Predicate = keyof typeof predicates;

/** Whether a function is one of conditions that is true or not. */
export const isPredicate = (name: string): name is Predicate => Object.hasOwn(predicates, name);

const isComparator = (sign: string): sign is Comparator =>
  comparators.some((comparator) => comparator === sign);

type Node = Operand | Condition;

/** `IN` takes no longer lists. */
const maxOptions = 100;

/**
 * Parses a ConditionExpression, a FilterExpression or a KeyConditionExpression. Throws a
 * ValidationException with DynamoDB's message.
 */
export function parseCondition(
  kind: 'ConditionExpression' | 'FilterExpression' | 'KeyConditionExpression',
  text: string,
  placeholders: Placeholders,
): Condition {
  const reader = expressionReader(kind, text, placeholders);
  const condition = conditionOf(reader, disjunction(reader));
  reader.end();
  return condition;
}

const disjunction = (reader: ExpressionReader) => joined(reader, 'or', conjunction);
const conjunction = (reader: ExpressionReader) => joined(reader, 'and', negation);

/** One part, or several with the word between them. */
function joined(
  reader: ExpressionReader,
  kind: 'or' | 'and',
  part: (reader: ExpressionReader) => Node,
): Node {
  const word = kind.toUpperCase();
  const first = part(reader);
  if (reader.peek().toUpperCase() !== word) return first;
  const all = [conditionOf(reader, first)];
  while (reader.takes(word)) all.push(conditionOf(reader, part(reader)));
  return { kind, all };
}

function negation(reader: ExpressionReader): Node {
  if (reader.takes('NOT')) return { kind: 'not', inner: conditionOf(reader, negation(reader)) };
  return comparison(reader);
}

function comparison(reader: ExpressionReader): Node {
  const left = primary(reader);
  const sign = reader.peek();
  if (isComparator(sign)) {
    reader.next();
    const operands = [operandOf(reader, left), operandOf(reader, primary(reader))] as const;
    checkDistinct(sign, operands, reader);
    if (sign !== '=' && sign !== '<>') checkOrdered(sign, operands, reader);
    return { kind: 'compare', comparator: sign, left: operands[0], right: operands[1] };
  }
  if (reader.takes('BETWEEN')) {
    const low = operandOf(reader, primary(reader));
    reader.expect('AND');
    const high = operandOf(reader, primary(reader));
    const operand = operandOf(reader, left);
    checkDistinct('BETWEEN', [operand, low, high], reader);
    checkOrdered('BETWEEN', [operand, low, high], reader);
    checkBounds(low, high, reader);
    return { kind: 'between', operand, low, high };
  }
  if (reader.takes('IN')) {
    const options = operandList(reader);
    const operand = operandOf(reader, left);
    checkDistinct('IN', [operand, ...options], reader);
    if (options.length > maxOptions) {
      reader.problem(
        'operand',
        `The IN operator is provided with too many operands; number of operands: ${options.length}`,
      );
    }
    return { kind: 'in', operand, options };
  }
  return left;
}

/** An operand, a function or anything in parentheses. */
function primary(reader: ExpressionReader): Node {
  if (reader.takes('(')) {
    const inner = inParentheses(reader, disjunction, wasParenthesised);
    parenthesised.add(inner);
    return inner;
  }
  if (reader.peek().startsWith(':')) return { kind: 'value', value: reader.value() };
  if (reader.peekFurther() === '(' && /^\w/.test(reader.peek())) return functionCall(reader);
  return { kind: 'path', path: reader.path() };
}

function functionCall(reader: ExpressionReader): Node {
  const name = reader.next();
  const operands = operandList(reader);
  if (name === 'size') return sizeOf(reader, operands);
  if (!isPredicate(name)) {
    const isOfUpdates = name === 'if_not_exists' || name === 'list_append';
    reader.problem(
      'function',
      isOfUpdates
        ? `The function is not allowed in a condition expression; function: ${name}`
        : `Invalid function name; function: ${name}`,
    );
    return { kind: 'function', name: 'attribute_exists', operands };
  }
  checkOperands(name, operands, reader);
  return { kind: 'function', name, operands };
}

function sizeOf(reader: ExpressionReader, operands: readonly Operand[]): Node {
  const [of] = operands;
  if (!of || operands.length !== 1) {
    reader.problem('operand', wrongCount('size', operands.length));
    return { kind: 'value', value: { NULL: true } };
  }
  const type = typeIn(of);
  if (type === 'N' || type === 'BOOL' || type === 'NULL') {
    reader.problem('operand', wrongType('size', type));
  }
  return { kind: 'size', of };
}

function operandList(reader: ExpressionReader): readonly Operand[] {
  reader.expect('(');
  const operands = [operandOf(reader, primary(reader))];
  while (reader.takes(',')) operands.push(operandOf(reader, primary(reader)));
  reader.expect(')');
  return operands;
}

function operandOf(reader: ExpressionReader, node: Node): Operand {
  if (node.kind === 'path' || node.kind === 'value' || node.kind === 'size') return node;
  if (node.kind !== 'function') throw reader.syntaxError();
  reader.problem('misuse', misused(node.name));
  return { kind: 'value', value: { NULL: true } };
}

function conditionOf(reader: ExpressionReader, node: Node): Condition {
  if (node.kind === 'size') {
    reader.problem('misuse', misused('size'));
    return { kind: 'and', all: [] };
  }
  if (node.kind !== 'path' && node.kind !== 'value') return node;
  // After an operand without a comparison, the next token is the place of the syntax error.
  reader.next();
  throw reader.syntaxError();
}

/** Nodes that were read from within parentheses. */
const parenthesised = new WeakSet<Node>();
const wasParenthesised = (node: Node) => parenthesised.has(node);

const misused = (name: string) =>
  `The function is not allowed to be used this way in an expression; function: ${name}`;

export const wrongCount = (name: string, count: number): string =>
  `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`;

export const wrongType = (name: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`;

/** The type that an operand has whatever the item is. */
function typeIn(operand: Operand | undefined): ValueType | undefined {
  if (operand?.kind === 'size') return 'N';
  return operand?.kind === 'value' ? typeOf(operand.value) : undefined;
}

function checkOperands(name: Predicate, operands: readonly Operand[], reader: ExpressionReader) {
  if (operands.length !== predicates[name]) {
    reader.problem('operand', wrongCount(name, operands.length));
    return;
  }
  checkDistinct(name, operands, reader);
  const [first, second] = operands;
  switch (name) {
    case 'attribute_exists':
    case 'attribute_not_exists':
      if (first?.kind !== 'path') {
        reader.problem(
          'operand',
          `Operator or function requires a document path; operator or function: ${name}`,
        );
      }
      return;
    case 'begins_with':
      for (const type of operands.map(typeIn)) {
        if (type && type !== 'S' && type !== 'B') reader.problem('operand', wrongType(name, type));
      }
      return;
    case 'attribute_type': {
      if (second?.kind !== 'value' || !('S' in second.value)) {
        const type = typeIn(second) ?? '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}';
        reader.problem('operand', wrongType(name, type));
        return;
      }
      const { S: wanted } = second.value;
      if (valueTypes.some((type) => type === wanted)) return;
      reader.problem(
        'operand',
        `Invalid attribute type name found; type: ${wanted}, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`,
      );
    }
  }
}

function checkDistinct(operator: string, operands: readonly Operand[], reader: ExpressionReader) {
  const [first, ...rest] = operands.map((one) => (one.kind === 'path' ? pathText(one.path) : ''));
  if (!first || !rest.includes(first)) return;
  reader.problem(
    'operand',
    `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${first}`,
  );
}

/** Only texts, numbers and bytes have an order. */
function checkOrdered(operator: string, operands: readonly Operand[], reader: ExpressionReader) {
  for (const type of operands.map(typeIn)) {
    if (!type || type === 'S' || type === 'N' || type === 'B') continue;
    reader.problem('operand', wrongType(operator, type));
  }
}

function checkBounds(low: Operand, high: Operand, reader: ExpressionReader) {
  if (low.kind !== 'value' || high.kind !== 'value') return;
  const bounds = [low, high].map(({ value }) => `AttributeValue: {${shown(value)}}`);
  const both = `lower bound operand: ${bounds[0]}, upper bound operand: ${bounds[1]}`;
  if (typeOf(low.value) !== typeOf(high.value)) {
    reader.problem(
      'operand',
      `The BETWEEN operator requires same data type for lower and upper bounds; ${both}`,
    );
  } else if ((compareValues(low.value, high.value) ?? 0) > 0) {
    reader.problem(
      'operand',
      `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${both}`,
    );
  }
}

function shown(value: Value): string {
  const [[type, content] = []] = Object.entries(value);
  return `${type}:${content}`;
}

/** Whether a condition holds for an item; one that does not exist has no attributes. */
export function holds(condition: Condition, item: Item): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.all.every((one) => holds(one, item));
    case 'or':
      return condition.all.some((one) => holds(one, item));
    case 'not':
      return !holds(condition.inner, item);
    case 'compare':
      return compares(
        condition.comparator,
        operandValue(condition.left, item),
        operandValue(condition.right, item),
      );
    case 'between': {
      const value = operandValue(condition.operand, item);
      return (
        compares('>=', value, operandValue(condition.low, item)) &&
        compares('<=', value, operandValue(condition.high, item))
      );
    }
    case 'in': {
      const value = operandValue(condition.operand, item);
      return condition.options.some((option) => compares('=', value, operandValue(option, item)));
    }
    case 'function':
      return fulfils(condition.name, condition.operands, item);
  }
}

function operandValue(operand: Operand, item: Item): Value | undefined {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'path') return valueAt(item, operand.path);
  const value = operandValue(operand.of, item);
  const size = value && sizeOfValue(value);
  return size === undefined ? undefined : { N: String(size) };
}

function compares(comparator: Comparator, one?: Value, other?: Value): boolean {
  // A missing attribute differs from everything, another missing one too, and stands in no order.
  if (!one || !other) return comparator === '<>';
  if (comparator === '=') return equalValues(one, other);
  if (comparator === '<>') return !equalValues(one, other);
  const order = compareValues(one, other);
  if (order === undefined) return false;
  if (comparator === '<') return order < 0;
  if (comparator === '<=') return order <= 0;
  return comparator === '>' ? order > 0 : order >= 0;
}

function fulfils(name: Predicate, operands: readonly Operand[], item: Item): boolean {
  const [value, wanted] = operands.map((operand) => operandValue(operand, item));
  if (name === 'attribute_exists') return value !== undefined;
  if (name === 'attribute_not_exists') return value === undefined;
  if (!value || !wanted) return false;
  if (name === 'attribute_type') return 'S' in wanted && typeOf(value) === wanted.S;
  if (name === 'contains') return containsValue(value, wanted);
  if ('S' in value && 'S' in wanted) return value.S.startsWith(wanted.S);
  if (!('B' in value) || !('B' in wanted)) return false;
  const beginning = bytesOf(wanted.B);
  return bytesOf(value.B).subarray(0, beginning.length).equals(beginning);
}

function containsValue(value: Value, wanted: Value): boolean {
  if ('L' in value) return value.L.some((one) => equalValues(one, wanted));
  if ('S' in wanted) {
    if ('S' in value) return value.S.includes(wanted.S);
    return 'SS' in value && value.SS.includes(wanted.S);
  }
  if ('N' in wanted) return 'NS' in value && value.NS.includes(wanted.N);
  if (!('B' in wanted)) return false;
  if ('B' in value) return bytesOf(value.B).includes(bytesOf(wanted.B));
  return 'BS' in value && value.BS.includes(wanted.B);
}

/** Characters of a text, bytes, or the number of members; undefined for a value without a size. */
function sizeOfValue(value: Value): number | undefined {
  if ('S' in value) return value.S.length;
  if ('B' in value) return bytesOf(value.B).length;
  if ('L' in value) return value.L.length;
  if ('M' in value) return Object.keys(value.M).length;
  if ('SS' in value) return value.SS.length;
  if ('NS' in value) return value.NS.length;
  return 'BS' in value ? value.BS.length : undefined;
}

/** The attributes that a condition reads. */
export function attributesIn(condition: Condition): readonly string[] {
  const ofOperand = (operand: Operand): readonly string[] => {
    if (operand.kind === 'size') return ofOperand(operand.of);
    return operand.kind === 'path' ? [operand.path[0]] : [];
  };
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.all.flatMap(attributesIn);
    case 'not':
      return attributesIn(condition.inner);
    case 'compare':
      return [condition.left, condition.right].flatMap(ofOperand);
    case 'between':
      return [condition.operand, condition.low, condition.high].flatMap(ofOperand);
    case 'in':
      return [condition.operand, ...condition.options].flatMap(ofOperand);
    case 'function':
      return condition.operands.flatMap(ofOperand);
  }
}
