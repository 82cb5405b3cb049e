import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command, Environment } from '../../../scripts/command-line/program.ts';

const root = join(import.meta.dirname, '..', '..', '..');

interface Given {
  /** Empty without it: nothing of this process's own environment. */
  readonly environment?: Environment;
  /** The folder that the command is called in; the root of the repository without it. */
  readonly directory?: string;
  /** The text of its standard input. */
  readonly input?: string;
}

/** The end of a command. */
interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** Both, in the order of their lines. */
  readonly said: string;
}

/** Calls a command as an operator does who types these arguments, but in this process. */
export const runCommand = (
  command: Command,
  args: readonly string[],
  given: Given = {},
): Promise<Ran> => startCommand(command, args, given).ended;

interface StartedCommand {
  /** Its standard output until now. */
  out(): string;
  /** Asks it to end, as Ctrl-C does. */
  end(): void;
  readonly ended: Promise<Ran>;
}

/** Calls a command that goes on until it is asked to end. */
export function startCommand(
  { run }: Command,
  args: readonly string[],
  { environment = {}, directory = root, input = '' }: Given = {},
): StartedCommand {
  const asked = new AbortController();
  const printed = { out: '', error: '', said: '' };
  const taker = (name: 'out' | 'error') => ({
    write(text: string) {
      printed[name] += text;
      printed.said += text;
    },
  });
  const ended = run(args, {
    environment,
    directory,
    input: Readable.from([input]),
    output: taker('out'),
    errors: taker('error'),
    now: () => new Date(),
    ending: () => asked.signal,
  }).then((code = 0) => ({ code, ...printed }));
  return { out: () => printed.out, end: () => asked.abort(), ended };
}
