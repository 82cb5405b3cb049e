import { CommandFailed, turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { logLines } from '../operate/log-file.ts';
import { spansIn, tracesOf, treeOf } from '../operate/trace-tree.ts';

const help = `Shows a trace as a tree, from lines of the log.

  npx turnout trace ID --log FILE

ID is a trace's id (32 hexadecimal digits, or as X-Ray writes it), or the id of a payment, a refund,
a payout, a dispute, a mandate or an event: then all traces that are about it are shown. Requests are
traced where the deployment samples them: -c traceSampling=0.05, or TRACE_SAMPLING for npm start.

Each line says how many milliseconds after the first step a step began, how long it took, what it did,
in which function, and about what.

  --log FILE         lines of the log, as npm start -- --verbose, aws logs tail or a download of
                     CloudWatch Logs write them; - is the standard input
  --help             shows this

Ends with 1 when no trace is found.
`;

export const trace = turnoutCommand(
  { name: 'npx turnout trace', help, options: { log: 'value' }, operands: ['ID'] },
  async (given, _, surroundings) => {
    const [id = ''] = given.operands;
    const file = given.required('log', 'a file with lines of the log');
    const traces = tracesOf(spansIn(await logLines(file, surroundings)), id);
    if (traces.length === 0) throw new CommandFailed(`The log has no span of ${id}.`);
    return {
      value: { traces: traces.map((spans) => ({ traceId: spans[0]?.traceId, spans })) },
      text: traces.map((spans) => `trace ${spans[0]?.traceId}\n${treeOf(spans)}`).join('\n'),
    };
  },
);

await runAsProgram(import.meta, trace);
