import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BenchDeployment, root } from './deployment.ts';
import { markdownTable } from './markdown-table.ts';
import { rssKbOf } from './processes.ts';
import { npmStart, type Program, startProgram } from './started-program.ts';
import { median } from './statistics.ts';

const runs = 3;

/**
 * Measures the time from `npm start` to its line `ready`: with everything built before, and with
 * nothing, as in a fresh clone. Measures the memory of the whole process
 * tree, database included, at that moment and after every function was started once. Returns a
 * table.
 */
export async function startUp(
  { assembly }: BenchDeployment,
  interrupted: AbortSignal,
): Promise<string> {
  const started: Measured[] = [];
  const first: Measured[] = [];
  for (let run = 0; run < runs; run++) {
    started.push(await measured(npmStart(root), interrupted));
    first.push(await measuredFirst(interrupted));
  }
  const warmKb = await rssOfEveryFunction(assembly, root, interrupted);
  const seconds = secondsOf(started);
  return markdownTable(
    ['measure', 'figure'],
    [
      ['`npm start` to `ready`, median', `${median(seconds).toFixed(1)} s`],
      ['`npm start` to `ready`, each run', `${seconds.map((one) => one.toFixed(1)).join(', ')} s`],
      [
        '`npm start` to `ready` where nothing was built, median',
        `${median(secondsOf(first)).toFixed(1)} s`,
      ],
      [
        'the same, each run',
        `${secondsOf(first)
          .map((one) => one.toFixed(1))
          .join(', ')} s`,
      ],
      [
        'memory after `ready`, with npm and the build, median',
        megabytes(median(started.map(({ rssKb }) => rssKb))),
      ],
      ['memory of the switch alone, after every function was started', megabytes(warmKb)],
    ],
  );
}

const secondsOf = (all: readonly Measured[]) => all.map(({ ms }) => ms / 1_000);

/** Starts the switch with an empty cache. */
async function measuredFirst(interrupted: AbortSignal): Promise<Measured> {
  const cache = await mkdtemp(path.join(tmpdir(), 'turnout-first-start-'));
  try {
    return await measured({ ...npmStart(root), environment: { BUILD_CACHE: cache } }, interrupted);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

/**
 * Resident memory in KB of a checkout's switch and its table, after every function was started
 * once.
 */
export async function rssOfEveryFunction(
  assembly: string,
  directory: string,
  interrupted: AbortSignal,
): Promise<number> {
  const parameters = [path.join(directory, 'bench', 'warm-up.ts'), assembly];
  const warm = { directory, command: process.execPath, parameters };
  return (await measured(warm, interrupted)).rssKb;
}

interface Measured {
  readonly ms: number;
  readonly rssKb: number;
}

/** Starts a program that prints `ready`, measures it and ends it. */
async function measured(program: Program, interrupted: AbortSignal): Promise<Measured> {
  const { ms, processes, stop } = await startProgram(program, interrupted);
  const rssKb = rssKbOf(processes());
  await stop();
  return { ms, rssKb };
}

export const megabytes = (kilobytes: number) =>
  kilobytes > 0 ? `${(kilobytes / 1_024).toFixed(0)} MB` : 'only known on Linux';
