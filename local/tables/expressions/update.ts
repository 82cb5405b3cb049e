import { addNumbers, subtractNumbers } from '../numbers.ts';
import { invalid } from '../table-error.ts';
import { attribute, type Item, typeOf, type Value, type ValueType } from '../values.ts';
import { isPredicate, wrongCount, wrongType } from './condition.ts';
import { valueAt, withMember, withoutMember } from './document.ts';
import type { Placeholders } from './placeholders.ts';
import {
  checkPathsApart,
  type ExpressionReader,
  expressionReader,
  inParentheses,
  type Path,
} from './reader.ts';

/** A value that an update computes from the item as it was. */
type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'if_not_exists'; readonly path: Path; readonly otherwise: Operand }
  | {
      readonly kind: 'list_append' | '+' | '-';
      readonly left: Operand;
      readonly right: Operand;
    };

export interface Update {
  readonly set: readonly { readonly path: Path; readonly to: Operand }[];
  readonly remove: readonly Path[];
  readonly add: readonly { readonly path: Path; readonly value: Value }[];
  readonly delete: readonly { readonly path: Path; readonly value: Value }[];
  /** All places that change. */
  readonly paths: readonly Path[];
}

const typeNames: Readonly<Record<ValueType, string>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  NULL: 'NULL',
  BOOL: 'BOOLEAN',
  L: 'LIST',
  M: 'MAP',
  SS: 'STRING SET',
  NS: 'NUMBER SET',
  BS: 'BINARY SET',
};

/** Parses an UpdateExpression. Throws a ValidationException with DynamoDB's message. */
export function parseUpdate(text: string, placeholders: Placeholders): Update {
  const reader = expressionReader('UpdateExpression', text, placeholders);
  const set: { path: Path; to: Operand }[] = [];
  const remove: Path[] = [];
  const add: { path: Path; value: Value }[] = [];
  const taken: { path: Path; value: Value }[] = [];
  const paths: Path[] = [];
  const seen = new Set<string>();
  do {
    const section = reader.next().toUpperCase();
    if (seen.has(section)) {
      reader.problem(
        'section',
        `The "${section}" section can only be used once in an update expression;`,
      );
    }
    seen.add(section);
    do {
      if (!['SET', 'REMOVE', 'ADD', 'DELETE'].includes(section)) throw reader.syntaxError();
      const path = reader.path();
      paths.push(path);
      if (section === 'REMOVE') remove.push(path);
      else if (section === 'SET') {
        reader.expect('=');
        set.push({ path, to: assigned(reader) });
      } else {
        const value = reader.value();
        checkSetOperand(reader, section, value);
        (section === 'ADD' ? add : taken).push({ path, value });
      }
    } while (reader.takes(','));
  } while (reader.peek() !== '');
  checkPathsApart(paths, reader);
  reader.end();
  return { set, remove, add, delete: taken, paths };
}

function checkSetOperand(reader: ExpressionReader, section: string, value: Value) {
  const type = typeOf(value);
  if (['SS', 'NS', 'BS'].includes(type) || (section === 'ADD' && type === 'N')) return;
  reader.problem(
    'assignment',
    `Incorrect operand type for operator or function; operator: ${section}, operand type: ${typeNames[type]}, typeSet: ALLOWED_FOR_${section}_OPERAND`,
  );
}

function assigned(reader: ExpressionReader): Operand {
  const left = operand(reader);
  for (const kind of ['+', '-'] as const) {
    if (!reader.takes(kind)) continue;
    const right = operand(reader);
    checkTypes(reader, kind, [left, right], 'N');
    return { kind, left, right };
  }
  return left;
}

function operand(reader: ExpressionReader): Operand {
  if (reader.takes('(')) return inParentheses(reader, assigned);
  if (reader.peek().startsWith(':')) return { kind: 'value', value: reader.value() };
  if (reader.peekFurther() === '(' && /^\w/.test(reader.peek())) return functionCall(reader);
  return { kind: 'path', path: reader.path() };
}

function functionCall(reader: ExpressionReader): Operand {
  const name = reader.next();
  reader.expect('(');
  const operands = [operand(reader)];
  while (reader.takes(',')) operands.push(operand(reader));
  reader.expect(')');
  const [left, right] = operands;
  const nothing = { kind: 'value', value: { NULL: true } } as const;
  if (name !== 'if_not_exists' && name !== 'list_append') {
    const isOfConditions = name === 'size' || isPredicate(name);
    reader.problem(
      'function',
      isOfConditions
        ? `The function is not allowed in an update expression; function: ${name}`
        : `Invalid function name; function: ${name}`,
    );
    return nothing;
  }
  if (!left || !right || operands.length !== 2) {
    reader.problem('assignment', wrongCount(name, operands.length));
    return nothing;
  }
  if (name === 'list_append') {
    checkTypes(reader, name, operands, 'L');
    return { kind: name, left, right };
  }
  if (left.kind !== 'path') {
    reader.problem(
      'assignment',
      `Operator or function requires a document path; operator or function: ${name}`,
    );
    return nothing;
  }
  return { kind: name, path: left.path, otherwise: right };
}

function checkTypes(
  reader: ExpressionReader,
  name: string,
  operands: readonly Operand[],
  wanted: ValueType,
) {
  for (const one of operands) {
    const type = one.kind === 'value' ? typeOf(one.value) : wanted;
    if (type !== wanted) reader.problem('assignment', wrongType(name, type));
  }
}

/** The item after an update. Every value is computed from the item as it was before. */
export function updated(before: Item, { set, remove, add, delete: taken }: Update): Item {
  // A place that cannot be is reported before a value that cannot.
  for (const { path } of [...set, ...add, ...taken]) withMemberAt(before, path, { NULL: true });
  const sets = set.map(({ path, to }) => ({ path, value: computed(to, before) }));
  const sums = add.map(({ path, value }) => ({ path, value: added(valueAt(before, path), value) }));
  const rests = taken.map(({ path, value }) => ({
    path,
    value: withoutElements(before, path, value),
  }));
  // Elements are set beyond the end of a list in the order of their positions.
  const written = [...sets, ...sums].sort((one, other) => byPosition(one.path, other.path));
  let item = before;
  for (const { path, value } of written) item = withMemberAt(item, path, value);
  for (const { path, value } of rests) {
    if (value) item = withMemberAt(item, path, value);
  }
  const gone = [...remove, ...rests.flatMap(({ path, value }) => (value === null ? [path] : []))];
  // The last element goes first, so that the positions of the others still hold.
  for (const path of gone.sort((one, other) => byPosition(other, one))) {
    item = withoutMemberAt(item, path);
  }
  return item;
}

function byPosition(one: Path, other: Path): number {
  const [mine, theirs] = [one.at(-1), other.at(-1)];
  return typeof mine === 'number' && typeof theirs === 'number' ? mine - theirs : 0;
}

const wrongOperand = () =>
  invalid('An operand in the update expression has an incorrect data type');

const missingAttribute = () =>
  invalid('The provided expression refers to an attribute that does not exist in the item');

function computed(operand: Operand, item: Item): Value {
  switch (operand.kind) {
    case 'value':
      return operand.value;
    case 'path': {
      const value = valueAt(item, operand.path);
      if (!value) throw missingAttribute();
      return value;
    }
    case 'if_not_exists':
      return valueAt(item, operand.path) ?? computed(operand.otherwise, item);
    case 'list_append': {
      const left = computed(operand.left, item);
      if (!('L' in left)) throw wrongOperand();
      const right = computed(operand.right, item);
      if (!('L' in right)) throw wrongOperand();
      return { L: [...left.L, ...right.L] };
    }
    default: {
      const left = computed(operand.left, item);
      if (!('N' in left)) throw wrongOperand();
      const right = computed(operand.right, item);
      if (!('N' in right)) throw wrongOperand();
      return { N: (operand.kind === '+' ? addNumbers : subtractNumbers)(left.N, right.N) };
    }
  }
}

/** The sum of two numbers, or the union of two sets. */
function added(value: Value | undefined, more: Value): Value {
  if (!value) return more;
  if ('N' in value && 'N' in more) return { N: addNumbers(value.N, more.N) };
  if ('SS' in value && 'SS' in more) return { SS: [...new Set([...value.SS, ...more.SS])] };
  if ('NS' in value && 'NS' in more) return { NS: [...new Set([...value.NS, ...more.NS])] };
  if ('BS' in value && 'BS' in more) return { BS: [...new Set([...value.BS, ...more.BS])] };
  throw wrongOperand();
}

/** The rest of a set; null when it is empty, undefined when there is no set. */
function withoutElements(item: Item, path: Path, gone: Value): Value | null | undefined {
  const value = valueAt(item, path);
  if (!value) return undefined;
  const left = (all: readonly string[], some: readonly string[]) =>
    all.filter((one) => !some.includes(one));
  const orNull = (all: readonly string[], set: Value) => (all.length > 0 ? set : null);
  if ('SS' in value && 'SS' in gone) {
    const SS = left(value.SS, gone.SS);
    return orNull(SS, { SS });
  }
  if ('NS' in value && 'NS' in gone) {
    const NS = left(value.NS, gone.NS);
    return orNull(NS, { NS });
  }
  if ('BS' in value && 'BS' in gone) {
    const BS = left(value.BS, gone.BS);
    return orNull(BS, { BS });
  }
  throw wrongOperand();
}

const wrongPath = () =>
  invalid('The document path provided in the update expression is invalid for update');

type Steps = readonly (string | number)[];

function withMemberAt(item: Item, [first, ...steps]: Path, value: Value): Item {
  return withMember(item, first, replaced(attribute(item, first), steps, value));
}

function replaced(within: Value | undefined, [step, ...steps]: Steps, value: Value): Value {
  if (step === undefined) return value;
  if (!within) throw wrongPath();
  if (typeof step === 'string') {
    if (!('M' in within)) throw wrongPath();
    return { M: withMember(within.M, step, replaced(attribute(within.M, step), steps, value)) };
  }
  if (!('L' in within)) throw wrongPath();
  const element = replaced(within.L[step], steps, value);
  return { L: step < within.L.length ? within.L.with(step, element) : [...within.L, element] };
}

function withoutMemberAt(item: Item, [first, ...steps]: Path): Item {
  if (steps.length === 0) return withoutMember(item, first);
  const value = attribute(item, first);
  if (!value) throw wrongPath();
  return withMember(item, first, removed(value, steps));
}

function removed(within: Value, [step, ...steps]: Steps): Value {
  if (typeof step === 'string') {
    if (!('M' in within)) throw wrongPath();
    if (steps.length === 0) return { M: withoutMember(within.M, step) };
    const member = attribute(within.M, step);
    if (!member) throw wrongPath();
    return { M: withMember(within.M, step, removed(member, steps)) };
  }
  if (step === undefined || !('L' in within)) throw wrongPath();
  if (steps.length === 0) return { L: within.L.filter((_, index) => index !== step) };
  const element = within.L[step];
  if (!element) throw wrongPath();
  return { L: within.L.with(step, removed(element, steps)) };
}
