import { existsSync, realpathSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Takes text: a standard output. */
export interface TextTaker {
  write(text: string): unknown;
}

/** All that a command takes from outside, beside its arguments. */
export interface Surroundings {
  readonly environment: Environment;
  /** The folder that relative paths begin at. */
  readonly directory: string;
  readonly input: Readable;
  readonly output: TextTaker;
  readonly errors: TextTaker;
  now(): Date;
  /** Aborted when the command is asked to end; a command that never asks is ended at once. */
  ending(): AbortSignal;
}

/** A command as a function. */
export interface Command {
  /**
   * Returns the exit code; without one, the code of the process is left as it is. Rejects with an
   * error that is no mistake of the operator.
   */
  run(args: readonly string[], surroundings: Surroundings): Promise<number | undefined>;
}

/** Runs the command of a module, if Node.js was started with that module. */
export async function runAsProgram(module: ImportMeta, { run }: Command): Promise<void> {
  const [, program, ...args] = process.argv;
  if (program === undefined || !existsSync(program)) return;
  if (realpathSync(program) !== module.filename) return;
  process.stdout.on('error', endWithReader);
  const write = process.stdout.write.bind(process.stdout);
  // Code that a command calls may log: for programs only results belong into the standard output.
  if (withoutJsonOption(args).isJson)
    process.stdout.write = process.stderr.write.bind(process.stderr);
  const code = await run(args, {
    environment: process.env,
    directory: process.cwd(),
    get input() {
      return process.stdin;
    },
    output: { write },
    errors: process.stderr,
    now: () => new Date(),
    ending,
  });
  process.exitCode = code ?? process.exitCode ?? 0;
}

/** The arguments without `--json`, which every command of `npx turnout` takes. */
export function withoutJsonOption(args: readonly string[]): {
  readonly args: readonly string[];
  readonly isJson: boolean;
} {
  const end = args.indexOf('--');
  const others = args.filter((one, at) => one !== '--json' || (end >= 0 && at > end));
  return { args: others, isJson: others.length < args.length };
}

function ending(): AbortSignal {
  const asked = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => asked.abort());
  return asked.signal;
}

/**
 * A reader that has enough, such as `head`, closes the pipe: the command ends without an error. A
 * command that started servers has a listener of its own, which ends them first.
 */
function endWithReader(error: Error): void {
  if (process.stdout.listenerCount('error') > 1) return;
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit();
}
