import {
  compared,
  type Expression,
  expression,
  isTrue,
  type LogRow,
  listOf,
  type Value,
} from './query-expression.ts';
import { type QueryTokens, queryTokens } from './query-tokens.ts';

/** One result, with its fields in the order in which the query names them. */
export type LogResult = readonly (readonly [field: string, value: string | number])[];

interface Named {
  readonly name: string;
  readonly of: Expression;
}

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
  const steps = stepsOf(queryTokens(text));
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

function stepsOf(tokens: QueryTokens): readonly Step[] {
  const found: Step[] = [step(tokens)];
  while (tokens.taken('|')) found.push(step(tokens));
  if (!tokens.isOver()) throw tokens.misunderstood('|');
  return found;
}

function step(tokens: QueryTokens): Step {
  if (tokens.taken('filter')) {
    const holds = expression(tokens);
    return ({ rows, shown }) => ({ rows: rows.filter((row) => isTrue(holds([row]))), shown });
  }
  if (tokens.taken('display', 'fields')) {
    const names = listOf(tokens, fieldName);
    return ({ rows }) => ({ rows, shown: names });
  }
  if (tokens.taken('limit')) {
    const from = tokens.place();
    const most = Number(tokens.take());
    if (!Number.isInteger(most)) throw tokens.misunderstood('a whole number', from);
    return ({ rows, shown }) => ({ rows: rows.slice(0, most), shown });
  }
  if (tokens.taken('sort')) return sort(tokens);
  if (tokens.taken('stats')) return stats(tokens);
  throw tokens.misunderstood('filter, stats, sort, limit, fields or display');
}

function sort(tokens: QueryTokens): Step {
  const keys = listOf(tokens, () => {
    const name = fieldName(tokens);
    const isDown = tokens.taken('desc');
    if (!isDown) tokens.taken('asc');
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

function stats(tokens: QueryTokens): Step {
  const aggregates = listOf(tokens, named);
  const by = tokens.taken('by') ? listOf(tokens, named) : [];
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
function named(tokens: QueryTokens): Named {
  const from = tokens.place();
  const of = expression(tokens);
  const own = tokens.since(from);
  return { of, name: tokens.taken('as') ? fieldName(tokens) : own };
}

function fieldName(tokens: QueryTokens): string {
  const from = tokens.place();
  const name = tokens.take();
  if (!/^[A-Za-z_@]/.test(name)) throw tokens.misunderstood('the name of a field', from);
  return name;
}
