/** A value of a field, or of an expression; undefined where a line has no such field. */
type Value = string | number | undefined;

/** The values of a line of the log, by field. */
export type LogRow = ReadonlyMap<string, Value>;

/** One result, with its fields in the order in which the query names them. */
export type LogResult = readonly (readonly [field: string, value: string | number])[];

/** An expression over one row, or an aggregate over the rows of a group. */
type Expression = (rows: readonly LogRow[]) => Value;

interface Named {
  readonly name: string;
  readonly of: Expression;
}

/** A query that is not understood, with the place. */
export class QueryError extends Error {}

/**
 * A line of the log as a row: the fields of its JSON, `@log` (the function), `@message`, and
 * `@timestamp` where the line begins with its time. Undefined for a line without JSON.
 */
export function logRow(line: string): LogRow | undefined {
  const start = line.indexOf('{');
  const json = start < 0 ? undefined : parsedJson(line.slice(start));
  if (typeof json !== 'object' || json === null) return undefined;
  const row = new Map<string, Value>(fieldsOf(json, ''));
  const before = line.slice(0, start).trim();
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(before)?.[0];
  row.set('@message', line.slice(start).trim());
  row.set('@timestamp', time);
  row.set('@log', /(?<![\w.-])([\w.-]+):?$/.exec(before)?.[1]);
  return row;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Members of members are fields with a dot, and true is 1, as in CloudWatch Logs. */
function fieldsOf(json: object, prefix: string): readonly (readonly [string, Value])[] {
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return fieldsOf(value, `${prefix}${name}.`);
    const isKnown = typeof value === 'string' || typeof value === 'number';
    if (!isKnown && typeof value !== 'boolean') return [];
    return [[`${prefix}${name}`, typeof value === 'boolean' ? Number(value) : value] as const];
  });
}

type Step = (found: Found) => Found;

interface Found {
  readonly rows: readonly LogRow[];
  /** The fields that are shown. */
  readonly shown: readonly string[];
}

/**
 * A query in the language of CloudWatch Logs Insights, over lines that were read already, oldest
 * first. It runs the commands of the runbooks and the dashboards: `filter`, `stats … by`, `sort`,
 * `limit`, `fields` and `display`. Everything else is refused with its place, so that no query is
 * answered that was not understood.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html
 */
export function logQuery(text: string): (rows: readonly LogRow[]) => readonly LogResult[] {
  const steps = parser(text).steps();
  return (rows) => {
    let found: Found = { rows: rows.toReversed(), shown: ['@timestamp', '@message'] };
    for (const step of steps) found = step(found);
    return found.rows.map((row) =>
      found.shown.flatMap((field) => {
        const value = row.get(field);
        return value === undefined || value === '' ? [] : [[field, value] as const];
      }),
    );
  };
}

const tokenPattern =
  /\s*(?:('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(\d+(?:\.\d+)?(?:ms|[smhd])?(?![\w.]))|([A-Za-z_@][\w.@]*)|(<=|>=|!=|=~|[=<>+\-*/()[\],|]))/y;

/** Reads one query from left to right. */
function parser(text: string) {
  let at = 0;

  /** The token at the place, which stays there. */
  function peek(): string | undefined {
    tokenPattern.lastIndex = at;
    return tokenPattern.exec(text)?.[0].trim();
  }
  function take(wanted?: string): string {
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(text)?.[0];
    if (found === undefined || (wanted !== undefined && !isWord(found.trim(), wanted))) {
      throw misunderstood(wanted);
    }
    at += found.length;
    return found.trim();
  }
  function taken(...wanted: readonly string[]): boolean {
    const token = peek();
    if (token === undefined || !wanted.some((one) => isWord(token, one))) return false;
    take();
    return true;
  }
  const isWord = (token: string, wanted: string) => token.toLowerCase() === wanted;
  const isOver = () => text.slice(at).trim() === '';

  function misunderstood(wanted?: string, from = at): QueryError {
    const rest = text.slice(from).trim();
    const place = rest === '' ? 'its end' : `"${rest.slice(0, 30)}"`;
    return new QueryError(
      `The query is not understood at ${place}${wanted === undefined ? '' : `, where ${wanted} belongs`}.`,
    );
  }

  function steps(): readonly Step[] {
    const found: Step[] = [step()];
    while (taken('|')) found.push(step());
    if (!isOver()) throw misunderstood('|');
    return found;
  }

  function step(): Step {
    if (taken('filter')) {
      const holds = expression();
      return ({ rows, shown }) => ({ rows: rows.filter((row) => isTrue(holds([row]))), shown });
    }
    if (taken('display', 'fields')) {
      const names = listOf(fieldName);
      return ({ rows }) => ({ rows, shown: names });
    }
    if (taken('limit')) {
      const from = at;
      const most = Number(take());
      if (!Number.isInteger(most)) throw misunderstood('a whole number', from);
      return ({ rows, shown }) => ({ rows: rows.slice(0, most), shown });
    }
    if (taken('sort')) return sort();
    if (taken('stats')) return stats();
    throw misunderstood('filter, stats, sort, limit, fields or display');
  }

  function sort(): Step {
    const keys = listOf(() => {
      const name = fieldName();
      const isDown = taken('desc');
      if (!isDown) taken('asc');
      return { name, sign: isDown ? -1 : 1 };
    });
    return ({ rows, shown }) => ({
      rows: rows.toSorted((one, other) => {
        for (const { name, sign } of keys) {
          const order = compared(one.get(name), other.get(name));
          if (order !== 0) return sign * order;
        }
        return 0;
      }),
      shown,
    });
  }

  function stats(): Step {
    const aggregates = listOf(named);
    const by = taken('by') ? listOf(named) : [];
    return ({ rows }) => {
      const groups = new Map<string, LogRow[]>();
      for (const row of rows) {
        const key = JSON.stringify(by.map(({ of }) => of([row]) ?? null));
        const group = groups.get(key);
        if (group) group.push(row);
        else groups.set(key, [row]);
      }
      const all = [...by, ...aggregates];
      return {
        rows: [...groups.values()].map(
          (group) => new Map(all.map(({ name, of }) => [name, of(group)])),
        ),
        shown: all.map(({ name }) => name),
      };
    };
  }

  /** An expression with its name: the one that is stated, or its own text. */
  function named(): Named {
    const from = at;
    const of = expression();
    const own = text.slice(from, at).trim();
    return { of, name: taken('as') ? fieldName() : own };
  }

  function listOf<Part>(part: () => Part): readonly Part[] {
    const parts = [part()];
    while (taken(',')) parts.push(part());
    return parts;
  }

  function fieldName(): string {
    const from = at;
    const name = take();
    if (!/^[A-Za-z_@]/.test(name)) throw misunderstood('the name of a field', from);
    return name;
  }

  function expression(): Expression {
    let left = conjunction();
    while (taken('or')) left = both(left, conjunction(), (one, other) => one || other);
    return left;
  }

  function conjunction(): Expression {
    let left = negation();
    while (taken('and')) left = both(left, negation(), (one, other) => one && other);
    return left;
  }

  function negation(): Expression {
    if (!taken('not')) return comparison();
    const inner = negation();
    return (rows) => Number(!isTrue(inner(rows)));
  }

  function comparison(): Expression {
    const left = sum();
    const isNot = taken('not');
    const matched = matching(left);
    if (matched) return isNot ? (rows) => Number(!isTrue(matched(rows))) : matched;
    if (isNot) throw misunderstood('in or like');
    const [operator] = ['<=', '>=', '!=', '=', '<', '>'].filter((one) => taken(one));
    if (operator === undefined) return left;
    const right = sum();
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
      return Number(holds[operator]);
    };
  }

  /** `in […]` or `like …`, where they follow. */
  function matching(left: Expression): Expression | undefined {
    if (taken('in')) {
      take('[');
      const choices = listOf(sum);
      take(']');
      return (rows) => {
        const value = left(rows);
        const isOne = choices.some((choice) => compared(value, choice(rows)) === 0);
        return Number(value !== undefined && isOne);
      };
    }
    if (!taken('like', '=~')) return undefined;
    const pattern = regularExpression();
    if (pattern) return (rows) => Number(pattern.test(String(left(rows) ?? '')));
    const part = sum();
    return (rows) => Number(String(left(rows) ?? '').includes(String(part(rows))));
  }

  function regularExpression(): RegExp | undefined {
    const [whole, source = ''] = /^\s*\/((?:[^/\\]|\\.)+)\//.exec(text.slice(at)) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    return new RegExp(source);
  }

  function sum(): Expression {
    let left = product();
    for (;;) {
      if (taken('+')) left = arithmetic(left, product(), (one, other) => one + other);
      else if (taken('-')) left = arithmetic(left, product(), (one, other) => one - other);
      else return left;
    }
  }

  function product(): Expression {
    let left = operand();
    for (;;) {
      if (taken('*')) left = arithmetic(left, operand(), (one, other) => one * other);
      else if (taken('/')) left = arithmetic(left, operand(), (one, other) => one / other);
      else return left;
    }
  }

  function operand(): Expression {
    if (taken('(')) {
      const inner = expression();
      take(')');
      return inner;
    }
    const from = at;
    const token = take();
    if (/^['"]/.test(token)) {
      const value = token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
      return () => value;
    }
    if (/^\d/.test(token)) {
      const value = Number(token);
      if (Number.isNaN(value)) throw misunderstood('a number without a unit', from);
      return () => value;
    }
    if (!/^[A-Za-z_@]/.test(token)) throw misunderstood('a value', from);
    if (taken('(')) return call(token.toLowerCase(), from);
    return ([row]) => row?.get(token);
  }

  function call(name: string, from: number): Expression {
    if (name === 'count' && taken('*')) {
      take(')');
      return (rows) => rows.length;
    }
    if (name === 'bin') {
      const width = durationMs();
      take(')');
      return ([row]) => {
        const time = Date.parse(String(row?.get('@timestamp')));
        if (Number.isNaN(time)) return undefined;
        return new Date(Math.floor(time / width) * width).toISOString();
      };
    }
    const aggregate = aggregates[name];
    const isPresence = name === 'ispresent';
    if (!aggregate && !isPresence) throw misunderstood('another function', from);
    // CloudWatch documents numbers as the inputs of aggregates, and no comparison.
    const inner = sum();
    const more = taken(',') ? Number(take()) : undefined;
    take(')');
    if (isPresence) return (rows) => Number(inner(rows) !== undefined);
    return (rows) =>
      aggregate?.(
        rows.map((row) => inner([row])).filter((value) => value !== undefined),
        more ?? Number.NaN,
      );
  }

  function durationMs(): number {
    const from = at;
    const units: Readonly<Record<string, number>> = {
      ms: 1,
      s: 1_000,
      m: 60_000,
      h: 3_600_000,
      d: 86_400_000,
    };
    const [, count = '', unit = ''] = /^(\d+)([a-z]+)$/.exec(take()) ?? [];
    const width = Number(count) * (units[unit] ?? 0);
    if (!(width > 0)) throw misunderstood('a time such as 5m', from);
    return width;
  }

  return { steps };
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

const isTrue = (value: Value) => value !== undefined && value !== 0 && value !== '';

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
function compared(one: Value, other: Value): number {
  if (one === undefined || other === undefined) {
    return Number(one !== undefined) - Number(other !== undefined);
  }
  const [first, second] = [Number(one), Number(other)];
  const areNumbers = one !== '' && other !== '' && !Number.isNaN(first) && !Number.isNaN(second);
  if (areNumbers) return first - second;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}
