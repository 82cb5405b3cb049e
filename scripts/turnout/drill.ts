import { fstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import type { DrillPerson } from '../rehearse/rehearse-outage.ts';

const help = `Rehearses an outage on this machine: docs/runbooks/drills.md.

  npx turnout drill --seed N [--log FILE] [--wait] [--answer]

Starts a switch of its own, makes merchants and payments, and has something go wrong that the
seed chooses. Then it says what a pager would say, and nothing of the cause: that is to be found by
the runbook. It goes on until Ctrl-C or the end of its input, and ends all that it started.

  --seed N           which outage, a whole number from 0 to 999999
  --log FILE         where the log of the switch goes; a file in the folder for temporary files
                     without it
  --wait             begins the outage when Enter is pressed, so that there is time to look at a
                     switch that is well
  --answer           tells the cause at the end; typing "answer" and Enter tells it at any time
  --help             shows this

Ports are free ones, unless PORT, VAULT_PORT, SANDBOX_PORT, SHOP_PORT or CONSOLE_PORT names them.
`;

export const drill = turnoutCommand(
  {
    name: 'npx turnout drill',
    help,
    options: { seed: 'value', log: 'value', wait: 'flag', answer: 'flag' },
  },
  async (given, output, { directory }) => {
    const seed = given.wholeNumber('seed', { least: 0, most: 999_999 });
    if (seed === undefined) throw new UsageError('--seed is missing: which outage it is.');
    const file = given.text('log') ?? path.join(tmpdir(), `turnout-drill-${process.pid}.log`);
    const { rehearseOutage } = await import('../rehearse/rehearse-outage.ts');
    const person = listen();
    try {
      await rehearseOutage({
        seed,
        person,
        logFile: path.resolve(directory, file),
        output,
        waits: given.has('wait'),
        answers: given.has('answer'),
      });
    } finally {
      person.stop();
    }
    return { code: 0 };
  },
);

/** The person's input, the signals, and the end of both. */
function listen(): DrillPerson & { stop(): void } {
  let answer: (() => void) | undefined;
  const ready = Promise.withResolvers<void>();
  const over = new AbortController();
  const end = () => {
    over.abort();
    ready.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  // The launcher has ended, perhaps without a signal, or the reader of the output has.
  process.on('disconnect', end);
  process.stdout.on('error', end);
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    ready.resolve();
    if (line.trim() === 'answer') answer?.();
  });
  // Without a terminal or a pipe there is no input whose end could mean anything.
  const isNone = !process.stdin.isTTY && fstatSync(0).isCharacterDevice();
  if (!isNone) input.on('close', end);
  return {
    isReady: ready.promise,
    ending: over.signal,
    end,
    whenAsked(tell) {
      answer = tell;
    },
    stop() {
      input.close();
      process.stdin.destroy();
      // The channel to the launcher would keep this process alive.
      process.off('disconnect', end);
      process.disconnect?.();
    },
  };
}

await runAsProgram(import.meta, drill);
