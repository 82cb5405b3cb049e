import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type JourneyCost, measureJourneys } from '../test/support/journey.ts';
import { memoryPort } from '../test/support/memory-table.ts';
import { inTurn } from './comparison.ts';
import { type BenchDeployment, root } from './deployment.ts';
import { type HttpCandidate, startedBare, startedSwitch } from './http-candidates.ts';
import { perSecond, sumOf, type Tally, threadTable, turn, type WorkCase } from './http-turns.ts';
import { markdownTable, times } from './markdown-table.ts';
import { megabytes, rssOfEveryFunction } from './start-up.ts';
import { percentile } from './statistics.ts';

const cases = [
  { course: 'lifecycle', callers: 1, mostEachSecond: 300 },
  { course: 'lifecycle', callers: 16, mostEachSecond: 500 },
  { course: 'lifecycle', callers: 64, mostEachSecond: 500 },
  { course: 'create with confirm', callers: 25, mostEachSecond: 1_200 },
] as const satisfies readonly WorkCase[];
type Case = (typeof cases)[number];

const [alone, crowd, , paying] = cases;
const turns = 3;
const pauseMs = 60_000;

/** A contestant with its results. */
export interface Results {
  readonly name: string;
  of(one: Case): Tally;
  /**
   * The first seconds of the crowd after a pause; undefined for a server that keeps no containers.
   */
  readonly afterPause?: Tally;
}

/** Resident memory in KB. */
export interface Memory {
  readonly afterReady: number;
  readonly afterWork: number;
  /** Memory of the switch and its table, without npm, after every function was started. */
  readonly ofAll: number;
}

/**
 * Compares the switch as `npm start` starts it with a plain HTTP server that makes the same calls.
 * Both are asked over HTTP in turns. `seconds` is the length of a turn; `others` are further
 * checkouts to measure. Returns tables.
 */
export async function overHttp(
  bench: BenchDeployment,
  { seconds, others }: { readonly seconds: number; readonly others: readonly string[] },
  interrupted: AbortSignal,
): Promise<string> {
  const checkouts = [
    { name: 'switch', directory: root },
    ...others.map((directory) => ({
      name: `switch of ${path.basename(directory)}`,
      directory: path.resolve(directory),
    })),
  ];
  const candidates: HttpCandidate[] = [];
  try {
    const bare = await startedBare(bench, interrupted);
    candidates.push(bare);
    const rssAfterReady: number[] = [];
    for (const { name, directory } of checkouts) {
      const one = await startedSwitch(name, directory, interrupted);
      candidates.push(one);
      rssAfterReady.push(one.rssKb());
    }
    const turnOf = (one: HttpCandidate, what: Case) => {
      interrupted.throwIfAborted();
      return turn(one, what, seconds * 1_000);
    };
    const done = candidates.map((one) => ({ one, tallies: new Map<Case, Tally[]>() }));
    // Unmeasured turns, so that V8 has compiled the measured code.
    for (const one of candidates) await turnOf(one, crowd);
    for (let round = 0; round < turns; round++) {
      for (const what of cases) {
        for (const { one, tallies } of inTurn(done, round)) {
          tallies.set(what, [...(tallies.get(what) ?? []), await turnOf(one, what)]);
        }
      }
    }
    await sleep(pauseMs, undefined, { signal: interrupted });
    const results: Results[] = [];
    for (const { one, tallies } of done) {
      const of = (what: Case) => sumOf(tallies.get(what) ?? []);
      if (one === bare) results.push({ name: one.name, of });
      else results.push({ name: one.name, of, afterPause: await turnOf(one, crowd) });
    }
    const rssAfterWork = candidates.slice(1).map((one) => one.rssKb());
    for (const one of candidates.splice(0).reverse()) await one.stop();
    const rssOfAll: number[] = [];
    for (const { directory } of checkouts) {
      const assembly = directory === root ? bench.assembly : await assemblyOf(directory);
      rssOfAll.push(await rssOfEveryFunction(assembly, directory, interrupted));
      if (directory !== root) await rm(path.dirname(assembly), { recursive: true });
    }
    return tablesOf(
      results,
      checkouts.map(({ name }, index) => ({
        name,
        afterReady: rssAfterReady[index] ?? 0,
        afterWork: rssAfterWork[index] ?? 0,
        ofAll: rssOfAll[index] ?? 0,
      })),
      await countedLifecycle(),
    );
  } finally {
    for (const one of candidates.reverse()) await one.stop();
  }
}

/** Makes another checkout build and synthesize into a folder of its own bench. */
async function assemblyOf(directory: string): Promise<string> {
  const program = `
    import { benchDeployment } from './bench/deployment.ts';
    console.log((await benchDeployment()).assembly);
    process.exit();
  `;
  const parameters = ['tools/run.cjs', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: directory });
  return stdout.trim();
}

/** The tables of a run; the first result is the bare server's. */
export function tablesOf(
  results: readonly Results[],
  memory: readonly (Memory & { readonly name: string })[],
  counted: JourneyCost['functions'],
): string {
  const [bare, ...switches] = results;
  if (!bare) throw new Error('Nothing was measured.');
  return [
    workTable(results, bare),
    countTable(counted),
    threadTable(
      results.map(({ name, of }) => ({ name, tally: of(crowd) })),
      crowd,
    ),
    aimsTable(switches, bare, memory),
    markdownTable(
      [
        'memory of the switch and its table',
        'after `ready`, with npm',
        'after the turns',
        'every function started, without npm',
      ],
      memory.map(({ name, ...kb }) => [
        name,
        ...[kb.afterReady, kb.afterWork, kb.ofAll].map(megabytes),
      ]),
    ),
  ].join('\n\n');
}

function workTable(results: readonly Results[], bare: Results): string {
  const row = (name: string, what: string, tally: Tally, base: Tally) => {
    const done = tally.ms.length;
    const each = (total: number) => (total / done).toFixed(done > total ? 2 : 1);
    const { server, table, outside } = tally.cpu;
    return [
      what,
      name,
      String(done),
      String(tally.errors.length),
      perSecond(tally).toFixed(1),
      times(perSecond(tally) / perSecond(base)),
      ...[50, 90, 99].map((percent) => percentile(tally.ms, percent).toFixed(1)),
      ...[server, table, outside, tally.callersCpuMs].map(each),
      (tally.webhooks / done).toFixed(2),
    ];
  };
  const named = ({ course: scenario, callers }: Case) =>
    `${scenario}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
  return markdownTable(
    [
      'work',
      'by',
      'done',
      'errors',
      'a second',
      'over bare',
      'p50 ms',
      'p90 ms',
      'p99 ms',
      'CPU ms each: switch or server',
      'table',
      'outside',
      'callers',
      'webhooks each',
    ],
    [
      ...cases.flatMap((what) =>
        results.map(({ name, of }) => row(name, named(what), of(what), bare.of(what))),
      ),
      ...results.flatMap(({ name, afterPause }) =>
        afterPause
          ? [row(name, `${named(crowd)}, after a minute’s pause`, afterPause, bare.of(crowd))]
          : [],
      ),
    ],
  );
}

/**
 * A lifecycle in memory, whose invocations and calls depend on no machine; each change is listed by
 * itself.
 */
async function countedLifecycle(): Promise<JourneyCost['functions']> {
  const port = memoryPort();
  const pace = { processorWebhooks: false };
  return (await measureJourneys(port, (key) => port.get(key), pace)).functions;
}

function countTable(functions: JourneyCost['functions']): string {
  const rows = Object.entries(functions).map(
    ([name, { invocations, calls, exchanges }]) => [name, [invocations, calls, exchanges]] as const,
  );
  const all = [0, 1, 2].map((at) => rows.reduce((sum, [, counts]) => sum + (counts[at] ?? 0), 0));
  return markdownTable(
    ['a lifecycle, counted in memory', 'invocations', 'calls of the table', 'exchanges'],
    [...rows, ['**all**', all] as const].map(([name, counts]) => [
      name,
      ...counts.map((count) => count.toFixed(2)),
    ]),
  );
}

function aimsTable(switches: readonly Results[], bare: Results, memory: readonly Memory[]): string {
  const over = (what: Case) =>
    switches.map(({ of }) => times(perSecond(of(what)) / perSecond(bare.of(what))));
  const crowded = (tally: (one: Results) => Tally | undefined) =>
    switches.map((one) => {
      const found = tally(one);
      return found ? times(perSecond(found) / perSecond(one.of(alone))) : '–';
    });
  return markdownTable(
    ['aim', 'must', 'aim', ...switches.map(({ name }) => name)],
    [
      ['lifecycles, 1 caller, over bare', '0.30 ×', '0.50 ×', ...over(alone)],
      ['lifecycles, 16 callers, over bare', '0.20 ×', '0.40 ×', ...over(crowd)],
      ['16 callers over 1 caller', '1.20 ×', '1.80 ×', ...crowded(({ of }) => of(crowd))],
      [
        'the same in the first seconds after a pause of a minute',
        '1.20 ×',
        '1.80 ×',
        ...crowded(({ afterPause }) => afterPause),
      ],
      [
        'create with confirm, 25 callers, p90',
        '300 ms',
        '70 ms',
        ...switches.map(({ of }) => `${percentile(of(paying).ms, 90).toFixed(0)} ms`),
      ],
      [
        'memory with every function started',
        '700 MB',
        '400 MB',
        ...memory.map(({ ofAll }) => megabytes(ofAll)),
      ],
    ],
  );
}
