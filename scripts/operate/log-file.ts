import { readFileSync } from 'node:fs';
import { UsageError } from '../command-line/command.ts';

/** The lines of a file of log lines; `-` is the standard input. Throws a UsageError. */
export function logLines(file: string): readonly string[] {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').split('\n');
  } catch (error) {
    throw new UsageError(`${file} cannot be read.`, { cause: error });
  }
}
