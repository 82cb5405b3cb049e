import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { askJson, RequestFailed } from '../../console/ask-json.ts';
import { CommandFailed, turnoutCommand, UsageError } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { runAsProgram } from '../command-line/program.ts';
import { consoleAt } from '../laptop/console-address.ts';

const help = `Shows the log of the switch on this machine as it is written.

  npx turnout logs --follow [--containing TEXT]

  --containing TEXT  only lines that contain it, such as a payment's identifier
  --console URL      the console of the switch on this machine; http://127.0.0.1:3004 without it
  --help             shows this

It begins with the newest lines, and ends with Ctrl-C or with the switch. The log of a deployment is in CloudWatch:
"aws logs tail LOG_GROUP --follow" of the AWS CLI shows it.
`;

/** How often to ask for new lines, in ms. */
const everyMs = 500;

const Lines = v.object({
  lines: v.array(
    v.object({ at: v.number(), level: v.string(), source: v.string(), message: v.string() }),
  ),
  next: v.number(),
});

export const followLogs = turnoutCommand(
  {
    name: 'npx turnout logs',
    help,
    options: { follow: 'flag', containing: 'value', console: 'value' },
  },
  async (given, output, { environment, ending }) => {
    const url = consoleAt(given.url('console'), environment);
    const text = given.text('containing') ?? '';
    let since = 0;
    const over = ending();
    for (let isFirst = true; !over.aborted; isFirst = false) {
      const query = new URLSearchParams({ since: String(since), text });
      const answer = await askJson(`${url}/api/lines?${query}`, Lines).catch((error: unknown) => {
        if (!(error instanceof RequestFailed)) throw error;
        return undefined;
      });
      if (!answer && isFirst) {
        throw new UsageError(`No console answers at ${url}: "npm start" serves one.`);
      }
      if (!answer) throw new CommandFailed('The switch has ended.');
      for (const { at, level, source, message } of answer.lines) {
        const line = { at: new Date(at).toISOString(), level, source, message };
        output.result(line, inLine(`${line.at}  ${level.padEnd(5)}  ${source}  ${message}`));
      }
      since = answer.next;
      await pause(everyMs);
    }
    return { code: 0 };
  },
);

await runAsProgram(import.meta, followLogs);
