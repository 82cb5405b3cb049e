import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { UsageError } from '../command-line/command.ts';
import type { Surroundings } from '../command-line/program.ts';

/** The lines of a file of log lines; `-` is the standard input. Throws a UsageError. */
export async function logLines(
  file: string,
  { directory, input }: Surroundings,
): Promise<readonly string[]> {
  try {
    const read = file === '-' ? await text(input) : readFileSync(resolve(directory, file), 'utf8');
    return read.split('\n');
  } catch (error) {
    throw new UsageError(`${file} cannot be read.`, { cause: error });
  }
}
