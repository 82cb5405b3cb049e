import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable, times } from '../scripts/command-line/markdown-table.ts';
import type { BenchDeployment } from './deployment.ts';
import { answerOf, isSuccess, type StartedBundle, starter } from './first-call.ts';
import { type FirstInvocation, startRecorder } from './first-invocations.ts';
import { median } from './statistics.ts';
import { startTlsFront, type TlsFront } from './tls-front.ts';

/**
 * An empty handler is started again after this many functions, so that both are measured under the
 * same load.
 */
const functionsPerEmptyStart = 4;

/**
 * Few rounds with the compile cache: an approximate saving is enough.
 */
const roundsPerFurtherStart = 3;

/** Functions that a laptop has not, so that no first invocation of theirs is recorded. */
export const onNoLaptop: ReadonlySet<string> = new Set([
  'http.check-edge',
  'probe.receive',
  'probe.run',
  // A laptop sends no mail.
  'queues.send-receipt',
]);

/** Cases that are measured beside the plainest one of their function. */
const furtherCases = ['payments.create, with confirm'];

interface Start {
  readonly bundle: StartedBundle;
  /** Undefined where the function is only loaded. */
  readonly first: Pick<FirstInvocation, 'exchanges'> | undefined;
  readonly loadMs: number[];
  readonly loadCpuMs: number[];
  readonly callMs: number[];
  readonly callCpuMs: number[];
  readonly cachedMs: number[];
  /** The answers to the first invocation. */
  readonly answers: Set<string>;
  /** Calls for which no answer was recorded: a process may end before it makes its last ones. */
  readonly unanswered: Set<string>;
}

type Times = 'loadMs' | 'loadCpuMs' | 'callMs' | 'callCpuMs' | 'cachedMs';

const newStart = (bundle: StartedBundle, first: Start['first']): Start => ({
  bundle,
  first,
  loadMs: [],
  loadCpuMs: [],
  callMs: [],
  callCpuMs: [],
  cachedMs: [],
  answers: new Set(),
  unanswered: new Set(),
});

/**
 * Measures the wall time of a fresh Node.js process that loads a bundle, and of one that also does
 * the function's work once, over those of an empty handler. The work was recorded before, and all
 * systems that it calls answer as they did then, over TLS. Loading is measured with V8's compile
 * cache too. CPU time is that of the whole process,
 * which depends less on other work of the machine. Returns tables.
 *
 * @param wanted only functions whose name contains it, such as `payments.` or `refunds.create`
 */
export async function coldStarts(
  { bundles, directory }: BenchDeployment,
  rounds: number,
  wanted = '',
): Promise<string> {
  const front = await startTlsFront(directory);
  try {
    const run = starter(directory);
    const files = new Map(bundles.map(({ name, file }) => [name.replace('/', '.'), file]));
    const fileOf = (name: string) => files.get(name.split(',')[0] ?? '') ?? '';
    const names = [...files.keys(), ...furtherCases].filter((name) => name.includes(wanted)).sort();
    const recordable = names.filter((name) => !onNoLaptop.has(name));
    const firsts = await recorded(recordable, front, run);
    const environment = await front.environment({});
    const plain = { environment, event: {} };
    const empty = newStart(
      { name: 'empty handler', file: emptyHandler(directory), ...plain },
      { exchanges: [] },
    );
    const starts = names.map((name) => {
      const first = firsts.find((one) => one.name === name);
      return newStart({ ...(first ?? { name, ...plain }), file: fileOf(name) }, first);
    });
    await measure({ empty, starts }, rounds, front, run);
    return report(empty, starts);
  } finally {
    await front.close();
  }
}

/**
 * The recorded calls of these functions in a running switch, which has ended before the
 * measurement.
 */
async function recorded(
  names: readonly string[],
  front: TlsFront,
  run: ReturnType<typeof starter>,
) {
  const recorder = await startRecorder(front, run, { settings: {} });
  try {
    const firsts: FirstInvocation[] = [];
    for (const name of names) firsts.push(await recorder.record(name));
    return firsts;
  } finally {
    await recorder.stop();
  }
}

interface Measured {
  readonly empty: Start;
  readonly starts: readonly Start[];
}

async function measure(
  { empty, starts }: Measured,
  rounds: number,
  front: TlsFront,
  run: ReturnType<typeof starter>,
) {
  async function call(start: Start, isCounted: boolean) {
    const { bundle, first, callMs, callCpuMs, answers, unanswered } = start;
    if (!first) return;
    let answer = '';
    const lackingNow = await front.replay(first.exchanges, async () => {
      const started = await run(bundle, { isCalled: true });
      answer = answerOf(started);
      if (!isCounted) return;
      callMs.push(started.ms);
      callCpuMs.push(started.wholeCpuMs);
    });
    answers.add(answer);
    for (const lacking of lackingNow) unanswered.add(lacking);
  }

  // The first start fills the cache and reads the files from the disk for the first time.
  for (const start of [empty, ...starts]) {
    await run(start.bundle, { isCached: true });
    await call(start, false);
  }
  for (let round = 0; round < rounds; round++) {
    const isFurther = round % roundsPerFurtherStart === 0;
    for (const [index, start] of starts.entries()) {
      for (const one of index % functionsPerEmptyStart === 0 ? [empty, start] : [start]) {
        const loaded = await run(one.bundle, {});
        one.loadMs.push(loaded.ms);
        one.loadCpuMs.push(loaded.wholeCpuMs);
        await call(one, true);
        if (isFurther) one.cachedMs.push((await run(one.bundle, { isCached: true })).ms);
      }
    }
  }
}

function report(empty: Start, starts: readonly Start[]): string {
  const over = (start: Start, ms: Times) => median(start[ms]) / median(empty[ms]);
  const called = starts.filter(({ first }) => first !== undefined);
  const rows = [empty, ...starts].map((start) => [
    start.bundle.name,
    median(start.loadMs).toFixed(1),
    times(over(start, 'loadMs')),
    times(over(start, 'loadCpuMs')),
    ...(start.first
      ? [
          median(start.callMs).toFixed(1),
          times(over(start, 'callMs')),
          times(over(start, 'callCpuMs')),
        ]
      : ['–', '–', '–']),
    [...start.answers].join(', ') || '–',
    String(start.first?.exchanges.length ?? '–'),
    median(start.cachedMs).toFixed(1),
    times(over(start, 'cachedMs')),
  ]);
  const table = markdownTable(
    [
      'function',
      'ms to load',
      'over empty',
      'CPU over empty',
      'ms to load and answer',
      'over empty, answered',
      'CPU over empty, answered',
      'answer',
      'calls',
      'ms to load, compile cache',
      'over empty, compile cache',
    ],
    rows,
  );
  const spread = (some: readonly Start[], ms: Times) => {
    const all = some.map((start) => over(start, ms));
    const within = (most: number) =>
      `${all.filter((one) => one <= most).length} within ${times(most)}`;
    return `${times(median(all))} at the median, ${times(Math.max(...all))} at most; of ${all.length}, ${[1.9, 2, 2.6].map(within).join(', ')}`;
  };
  const refused = called.filter(({ answers }) => ![...answers].every(isSuccess));
  const lacking = called.filter(({ unanswered }) => unanswered.size > 0);
  const names = (some: readonly Start[]) => some.map(({ bundle }) => bundle.name).join(', ');
  return [
    table,
    `Loaded, over the empty handler: ${spread(starts, 'loadMs')}. CPU time: ${spread(starts, 'loadCpuMs')}.`,
    `Loaded and answered: ${spread(called, 'callMs')}. CPU time: ${spread(called, 'callCpuMs')}.`,
    `${called.length - refused.length} of ${called.length} answers are successes${refused.length > 0 ? `; the others are of ${names(refused)}` : ''}.`,
    ...(lacking.length > 0 ? [`Some calls had no recorded answer: of ${names(lacking)}.`] : []),
  ].join('\n\n');
}

function emptyHandler(directory: string): string {
  const folder = path.join(directory, 'empty');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'index.cjs');
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200 });\n');
  return file;
}
