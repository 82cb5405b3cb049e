import { newest } from '../newest.ts';
import { type LogResult, logQuery, logRow } from './log-query.ts';

/** The log groups of an assembly, as far as this machine keeps them. */
export interface LogGroups {
  /** Keeps a line that was written to a log group. */
  add(logGroup: string, line: string): void;
  /**
   * Reads a query of a dashboard: `SOURCE 'log group' | SOURCE 'another' | query`. The returned
   * function runs it over the lines since a time, in ms since 1970. Throws QueryError for a query
   * that is not understood.
   */
  query(text: string): (since: number) => readonly LogResult[];
}

interface Line {
  readonly at: number;
  readonly logGroup: string;
  readonly text: string;
}

/** Keeps the newest lines of all log groups together, in memory. */
export function logGroups(clock: () => number, limit = 10_000): LogGroups {
  const lines = newest<Line>(limit);
  return {
    add: (logGroup, text) => lines.add({ at: clock(), logGroup, text }),
    query(text) {
      const { sources, steps } = sourcesOf(text);
      const ask = logQuery(steps);
      return (since) =>
        ask(
          lines.all().flatMap(({ at, logGroup, text: line }) => {
            if (at < since || !sources.has(logGroup)) return [];
            return logRow(`${new Date(at).toISOString()} ${logGroup}: ${line}`) ?? [];
          }),
        );
    },
  };
}

/** Splits the log groups of a query from its steps. */
function sourcesOf(text: string) {
  const sources = new Set<string>();
  const source = /^\s*SOURCE '([^']+)'\s*\|/;
  let steps = text;
  for (let found = source.exec(steps); found; found = source.exec(steps)) {
    sources.add(found[1] ?? '');
    steps = steps.slice(found[0].length);
  }
  return { sources, steps };
}
