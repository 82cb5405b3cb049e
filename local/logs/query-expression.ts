import { ownMember } from '../own-member.ts';
import type { QueryTokens } from './query-tokens.ts';

/** A value of a field, or of an expression; undefined where a line has no such field. */
export type Value = string | number | undefined;

/** The values of a line of the log, by field. */
export type LogRow = ReadonlyMap<string, Value>;

/** An expression over one row, or an aggregate over the rows of a group. */
export type Expression = (rows: readonly LogRow[]) => Value;

export function expression(tokens: QueryTokens): Expression {
  let left = conjunction(tokens);
  while (tokens.taken('or')) left = both(left, conjunction(tokens), (one, other) => one || other);
  return left;
}

export function listOf<Part>(
  tokens: QueryTokens,
  part: (tokens: QueryTokens) => Part,
): readonly Part[] {
  const parts = [part(tokens)];
  while (tokens.taken(',')) parts.push(part(tokens));
  return parts;
}

function conjunction(tokens: QueryTokens): Expression {
  let left = negation(tokens);
  while (tokens.taken('and')) left = both(left, negation(tokens), (one, other) => one && other);
  return left;
}

function negation(tokens: QueryTokens): Expression {
  if (!tokens.taken('not')) return comparison(tokens);
  const inner = negation(tokens);
  return (rows) => Number(!isTrue(inner(rows)));
}

function comparison(tokens: QueryTokens): Expression {
  const left = sum(tokens);
  const isNot = tokens.taken('not');
  const matched = matching(tokens, left);
  if (matched) return isNot ? (rows) => Number(!isTrue(matched(rows))) : matched;
  if (isNot) throw tokens.misunderstood('in or like');
  const [operator] = ['<=', '>=', '!=', '=', '<', '>'].filter((one) => tokens.taken(one));
  if (operator === undefined) return left;
  const right = sum(tokens);
  return (rows) => {
    const [one, other] = [left(rows), right(rows)];
    // The comparison fails for a line without the field.
    if (one === undefined || other === undefined) return 0;
    const order = compared(one, other);
    const holds: Readonly<Record<string, boolean>> = {
      '=': order === 0,
      '!=': order !== 0,
      '<': order < 0,
      '<=': order <= 0,
      '>': order > 0,
      '>=': order >= 0,
    };
    return Number(ownMember(holds, operator));
  };
}

/** `in […]` or `like …`, where they follow. */
function matching(tokens: QueryTokens, left: Expression): Expression | undefined {
  if (tokens.taken('in')) {
    tokens.take('[');
    const choices = listOf(tokens, sum);
    tokens.take(']');
    return (rows) => {
      const value = left(rows);
      const isOne = choices.some((choice) => compared(value, choice(rows)) === 0);
      return Number(value !== undefined && isOne);
    };
  }
  if (!tokens.taken('like', '=~')) return undefined;
  const pattern = regularExpression(tokens);
  if (pattern) return (rows) => Number(pattern.test(String(left(rows) ?? '')));
  const part = sum(tokens);
  return (rows) => Number(String(left(rows) ?? '').includes(String(part(rows))));
}

function regularExpression(tokens: QueryTokens): RegExp | undefined {
  const source = tokens.match(/^\s*\/((?:[^/\\]|\\.)+)\//);
  return source === undefined ? undefined : new RegExp(source);
}

function sum(tokens: QueryTokens): Expression {
  let left = product(tokens);
  for (;;) {
    if (tokens.taken('+')) left = arithmetic(left, product(tokens), (one, other) => one + other);
    else if (tokens.taken('-'))
      left = arithmetic(left, product(tokens), (one, other) => one - other);
    else return left;
  }
}

function product(tokens: QueryTokens): Expression {
  let left = operand(tokens);
  for (;;) {
    if (tokens.taken('*')) left = arithmetic(left, operand(tokens), (one, other) => one * other);
    else if (tokens.taken('/'))
      left = arithmetic(left, operand(tokens), (one, other) => one / other);
    else return left;
  }
}

function operand(tokens: QueryTokens): Expression {
  if (tokens.taken('(')) {
    const inner = expression(tokens);
    tokens.take(')');
    return inner;
  }
  const from = tokens.place();
  const token = tokens.take();
  if (/^['"]/.test(token)) {
    const value = token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
    return () => value;
  }
  if (/^\d/.test(token)) {
    const value = Number(token);
    if (Number.isNaN(value)) throw tokens.misunderstood('a number without a unit', from);
    return () => value;
  }
  if (!/^[A-Za-z_@]/.test(token)) throw tokens.misunderstood('a value', from);
  if (tokens.taken('(')) return call(tokens, token.toLowerCase(), from);
  return ([row]) => row?.get(token);
}

function call(tokens: QueryTokens, name: string, from: number): Expression {
  if (name === 'count' && tokens.taken('*')) {
    tokens.take(')');
    return (rows) => rows.length;
  }
  if (name === 'bin') {
    const width = durationMs(tokens);
    tokens.take(')');
    return ([row]) => {
      const time = Date.parse(String(row?.get('@timestamp')));
      if (Number.isNaN(time)) return undefined;
      return new Date(Math.floor(time / width) * width).toISOString();
    };
  }
  const aggregate = ownMember(aggregates, name);
  const isPresence = name === 'ispresent';
  if (!aggregate && !isPresence) throw tokens.misunderstood('another function', from);
  // CloudWatch documents numbers as the inputs of aggregates, and no comparison.
  const inner = sum(tokens);
  const more = tokens.taken(',') ? Number(tokens.take()) : undefined;
  tokens.take(')');
  if (isPresence) return (rows) => Number(inner(rows) !== undefined);
  return (rows) =>
    aggregate?.(
      rows.map((row) => inner([row])).filter((value) => value !== undefined),
      more ?? Number.NaN,
    );
}

function durationMs(tokens: QueryTokens): number {
  const from = tokens.place();
  const units: Readonly<Record<string, number>> = {
    ms: 1,
    s: 1_000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
  };
  const [, count = '', unit = ''] = /^(\d+)([a-z]+)$/.exec(tokens.take()) ?? [];
  const width = Number(count) * (ownMember(units, unit) ?? 0);
  if (!(width > 0)) throw tokens.misunderstood('a time such as 5m', from);
  return width;
}

type Known = Exclude<Value, undefined>;

/** Functions over the rows of a group that have a value. `latest` is by the order of the rows. */
const aggregates: Readonly<Record<string, (values: readonly Known[], more: number) => Value>> = {
  count: (values) => values.length,
  count_distinct: (values) => new Set(values).size,
  sum: (values) => rounded(values.reduce<number>((all, one) => all + Number(one), 0)),
  avg: (values) =>
    values.length === 0
      ? undefined
      : rounded(values.reduce<number>((all, one) => all + Number(one), 0) / values.length),
  min: (values) => values.toSorted(compared)[0],
  max: (values) => values.toSorted(compared).at(-1),
  // Access logs have numbers as text.
  pct: (values, percent) =>
    values.map(Number).toSorted((one, other) => one - other)[
      Math.max(0, Math.ceil((percent / 100) * values.length) - 1)
    ],
  latest: (values) => values[0],
  earliest: (values) => values.at(-1),
};

const rounded = (value: number) => Number(value.toPrecision(12));

export const isTrue = (value: Value) => value !== undefined && value !== 0 && value !== '';

const both =
  (
    left: Expression,
    right: Expression,
    of: (one: boolean, other: boolean) => boolean,
  ): Expression =>
  (rows) =>
    Number(of(isTrue(left(rows)), isTrue(right(rows))));

const arithmetic =
  (left: Expression, right: Expression, of: (one: number, other: number) => number): Expression =>
  (rows) => {
    const value = of(Number(left(rows)), Number(right(rows)));
    return Number.isFinite(value) ? rounded(value) : undefined;
  };

/** Numbers by their value, also where one of them is text; a missing value comes first. */
export function compared(one: Value, other: Value): number {
  if (one === undefined || other === undefined) {
    return Number(one !== undefined) - Number(other !== undefined);
  }
  const [first, second] = [Number(one), Number(other)];
  const areNumbers = one !== '' && other !== '' && !Number.isNaN(first) && !Number.isNaN(second);
  if (areNumbers) return first - second;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}
