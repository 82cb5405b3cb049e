import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { interruptedStart, moments } from '../test/support/switch/interrupted-start.ts';
import { type BenchDeployment, root } from './deployment.ts';
import { type FreshClone, freshClone } from './fresh-clone.ts';
import { payingMerchant } from './paying-merchant.ts';
import { rssKbOf } from './processes.ts';
import { npmStart, type Program, startProgram, urlOf } from './started-program.ts';
import { median } from './statistics.ts';

const runs = 3;

/** Starts of one clone, one after the other. */
const starts = [
  { name: 'the first time in a fresh clone' },
  { name: 'again' },
  { name: 'after an edit of an operation', edits: 'shared/switch/payments/operations.ts' },
] as const;

/**
 * Measures the time from `npm start` to its line `ready`, and to the answer to a first payment: for
 * the first time in a fresh clone, again, and after an edit. Measures the memory of the whole
 * process tree, database included, at that moment and after every function was started once, and
 * how soon a start ends that is interrupted at 50 moments. Returns a table.
 */
export async function startUp(
  { assembly }: BenchDeployment,
  interrupted: AbortSignal,
): Promise<string> {
  const measured = starts.map(({ name }) => ({ name, all: [] as Measured[] }));
  for (let run = 0; run < runs; run++) {
    const clone = freshClone();
    try {
      for (const [index, each] of starts.entries()) {
        if ('edits' in each) edit(clone, each.edits);
        measured[index]?.all.push(await measuredStart(npmStart(clone.directory), interrupted));
      }
    } finally {
      clone.remove();
    }
  }
  const warmKb = await rssOfEveryFunction(assembly, root, interrupted);
  const again = measured.find(({ name }) => name === 'again')?.all ?? [];
  return markdownTable(
    ['measure', 'figure'],
    [
      ...measured.flatMap(({ name, all }) => [
        secondsRow('`ready`', name, (one) => one.readyMs, all),
        secondsRow("a first payment's answer", name, (one) => one.paidMs, all),
      ]),
      [
        'memory after `ready`, with npm and the build, median',
        megabytes(median(again.map(({ rssKb }) => rssKb))),
      ],
      ['memory of the switch alone, after every function was started', megabytes(warmKb)],
      ...(await interruptRows(interrupted)),
    ],
  );
}

function secondsRow(
  until: string,
  when: string,
  msOf: (one: Measured) => number,
  all: readonly Measured[],
): readonly string[] {
  const seconds = all.map((one) => msOf(one) / 1_000);
  const each = seconds.map((one) => one.toFixed(1)).join(', ');
  const figure = `${median(seconds).toFixed(1)} s (${each})`;
  return [`\`npm start\` to ${until}, ${when}: median (each run)`, figure];
}

/** How many starts that are interrupted end within two seconds, and the slowest end. */
async function interruptRows(interrupted: AbortSignal): Promise<readonly (readonly string[])[]> {
  const ends: number[] = [];
  const leftBehind: string[] = [];
  for (const moment of moments) {
    interrupted.throwIfAborted();
    const { ms, left, held } = await interruptedStart(moment);
    ends.push(ms);
    const what = [...left, ...held.map((port) => `port ${port}`)].join(', ');
    if (what) leftBehind.push(`at moment ${moment.name}: ${what}`);
  }
  const soon = ends.filter((ms) => ms <= 2_000).length;
  const slowest = (Math.max(...ends) / 1_000).toFixed(1);
  return [
    ['interrupts of a start that end all its processes within 2 s', `${soon} of ${ends.length}`],
    ['the slowest of these ends', `${slowest} s`],
    ['processes and ports that interrupted starts left', leftBehind.join('; ') || 'none'],
  ];
}

/** An edit that changes no template and, as esbuild drops comments, no bundle either. */
const edit = ({ directory }: FreshClone, file: string) =>
  appendFileSync(path.join(directory, file), '\n// An edit.\n');

/**
 * Resident memory in KB of a checkout's switch and its table, after every function was started
 * once.
 */
async function rssOfEveryFunction(
  assembly: string,
  directory: string,
  interrupted: AbortSignal,
): Promise<number> {
  const parameters = [path.join(directory, 'bench', 'warm-up.ts'), assembly];
  const warm = { directory, command: process.execPath, parameters };
  const { processes, stop } = await startProgram(warm, interrupted);
  const rssKb = rssKbOf(processes());
  await stop();
  return rssKb;
}

interface Measured {
  readonly readyMs: number;
  readonly paidMs: number;
  readonly rssKb: number;
}

/** Starts the switch, makes a first payment, and ends it. */
async function measuredStart(program: Program, interrupted: AbortSignal): Promise<Measured> {
  const startedAt = performance.now();
  const started = await startProgram(program, interrupted);
  const rssKb = rssKbOf(started.processes());
  try {
    const webhookUrl = 'http://127.0.0.1:9/';
    const url = urlOf(started, 'turnout-laptop');
    const { pay } = await payingMerchant(url, { merchantId: 'mer_first', webhookUrl });
    await pay();
    return { readyMs: started.ms, paidMs: performance.now() - startedAt, rssKb };
  } finally {
    await started.stop();
  }
}

const megabytes = (kilobytes: number) =>
  kilobytes > 0 ? `${(kilobytes / 1_024).toFixed(0)} MB` : 'only known on Linux';
