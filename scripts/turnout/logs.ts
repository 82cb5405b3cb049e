import { logQuery, logRow } from '../../local/logs/log-query.ts';
import type { LogRow } from '../../local/logs/query-expression.ts';
import { QueryError } from '../../local/logs/query-tokens.ts';
import { turnoutCommand, UsageError } from '../command-line/command.ts';
import { asIs } from '../command-line/json-of.ts';
import { runAsProgram } from '../command-line/program.ts';
import { logLines } from '../operate/log-file.ts';

const help = `Asks a file of log lines, in the language of CloudWatch Logs Insights.

  npx turnout logs QUERY --log FILE [--minutes N]

So the queries of docs/runbooks can be asked on a laptop, of what npm start -- --verbose printed.
QUERY has filter, stats … by, sort, limit, fields and display, such as

  "filter message = 'connector outcome' | stats count(*) as n by connector, result | sort n desc"

  --log FILE         lines of the log; - is the standard input
  --minutes N        lines of the last N minutes only, 1 to 10080; all without it
  --help             shows this

npx turnout logs --follow shows the log of the switch on this machine as it is written.

Prints a line for each result, as field=value. Fields without a value are left out.
`;

export const logs = turnoutCommand(
  {
    name: 'npx turnout logs',
    help,
    options: { log: 'value', minutes: 'value' },
    operands: ['QUERY'],
  },
  async (given, _, surroundings) => {
    const [query = ''] = given.operands;
    const file = given.required('log', 'a file with lines of the log');
    const minutes = given.wholeNumber('minutes', { least: 1, most: 10_080 });
    const ask = understood(query);
    const lines = await logLines(file, surroundings);
    const now = surroundings.now().getTime();
    const rows = lines
      .map(logRow)
      .filter((row) => row !== undefined)
      .filter((row) => isSince(row, minutes, now));
    const results = ask(rows);
    return {
      value: { results: results.map((result) => asIs(Object.fromEntries(result))) },
      text: results
        .map((result) => result.map(([field, value]) => `${field}=${value}`).join('  '))
        .join('\n'),
    };
  },
);

function understood(query: string) {
  try {
    return logQuery(query);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

/** Whether a line is of the last minutes; one without a time always is. */
function isSince(row: LogRow, minutes: number | undefined, now: number): boolean {
  const time = row.get('@timestamp');
  if (time === undefined || minutes === undefined) return true;
  return Date.parse(String(time)) >= now - 60_000 * minutes;
}

await runAsProgram(import.meta, logs);
