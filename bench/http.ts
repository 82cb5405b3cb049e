import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { type JourneyCost, measureJourneys } from '../test/support/journey.ts';
import { memoryPort } from '../test/support/memory-table.ts';
import { inTurn } from './comparison.ts';
import { type BenchDeployment, root } from './deployment.ts';
import { callingFor } from './http-callers.ts';
import {
  type Cpu,
  type HttpCandidate,
  type Scenario,
  startedBare,
  startedSwitch,
} from './http-candidates.ts';
import { Ended } from './lifecycles.ts';
import { Paid } from './load.ts';
import { markdownTable, times } from './markdown-table.ts';
import type { ThreadTimes } from './processes.ts';
import { newToken } from './script.ts';
import { megabytes, rssOfEveryFunction } from './start-up.ts';
import { percentile } from './statistics.ts';

/**
 * A case: this many callers, each of which repeats the course. A turn has enough prepared tasks for
 * `mostEachSecond`, and ends early when all of them are done.
 */
const cases = [
  { course: 'lifecycle', callers: 1, mostEachSecond: 300 },
  { course: 'lifecycle', callers: 16, mostEachSecond: 500 },
  { course: 'lifecycle', callers: 64, mostEachSecond: 500 },
  { course: 'create with confirm', callers: 25, mostEachSecond: 1_200 },
] as const;
type Case = (typeof cases)[number];

const [alone, crowd, , paying] = cases;
const turns = 3;
const pauseMs = 60_000;

/** A server that still works after its last response counts as idle below this CPU use. */
const restingShare = 0.2;
const maxRestMs = 5_000;

/** The expected last answer of each course. */
const ends: Readonly<Record<Scenario, v.GenericSchema>> = {
  lifecycle: Ended,
  'create with confirm': Paid,
};

/** The results of a contestant over all turns of a case. */
export interface Tally {
  readonly ms: readonly number[];
  readonly errors: readonly unknown[];
  readonly wallMs: number;
  /** CPU time, including the work that the server does after its last response. */
  readonly cpu: Cpu;
  readonly threads: ThreadTimes;
  readonly callersCpuMs: number;
  readonly webhooks: number;
}

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

async function turn(
  one: HttpCandidate,
  { course: scenario, callers, mostEachSecond }: Case,
  forMs: number,
): Promise<Tally> {
  const most = Math.ceil((forMs / 1_000) * mostEachSecond);
  const tokens = Array.from({ length: most }, newToken);
  await one.prepare(scenario, tokens);
  const schema = ends[scenario];
  const work = tokens.map((token) => async () => v.parse(schema, await one.run(scenario, token)));
  const webhooksBefore = await one.webhooks();
  const before = one.cpu();
  const threadsBefore = one.threads();
  const ownBefore = process.cpuUsage();
  const calling = await callingFor(work, { callers, forMs });
  const { user, system } = process.cpuUsage(ownBefore);
  await rested(one);
  const after = one.cpu();
  const threads = one.threads();
  const { errors } = calling;
  if (errors.length > 0) console.error(`${one.name}, ${callers} callers:`, errors[0]);
  return {
    ...calling,
    cpu: {
      server: after.server - before.server,
      table: after.table - before.table,
      outside: after.outside - before.outside,
    },
    threads: new Map([...threads].map(([name, ms]) => [name, ms - (threadsBefore.get(name) ?? 0)])),
    callersCpuMs: (user + system) / 1_000,
    webhooks: (await one.webhooks()) - webhooksBefore,
  };
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

/** Waits until little CPU is used, so that leftover work of one turn does not slow the next. */
async function rested(one: HttpCandidate): Promise<void> {
  const everyMs = 500;
  const total = () => Object.values(one.cpu()).reduce((sum: number, ms: number) => sum + ms, 0);
  let before = total();
  for (let waited = 0; waited < maxRestMs; waited += everyMs) {
    await sleep(everyMs);
    const now = total();
    if (now - before < everyMs * restingShare) return;
    before = now;
  }
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((all, one) => all + of(one), 0);
  return {
    ms: tallies.flatMap(({ ms }) => ms),
    errors: tallies.flatMap(({ errors }) => errors),
    wallMs: sum(({ wallMs }) => wallMs),
    cpu: {
      server: sum(({ cpu }) => cpu.server),
      table: sum(({ cpu }) => cpu.table),
      outside: sum(({ cpu }) => cpu.outside),
    },
    threads: sumOfThreads(tallies.map(({ threads }) => threads)),
    callersCpuMs: sum(({ callersCpuMs }) => callersCpuMs),
    webhooks: sum(({ webhooks }) => webhooks),
  };
}

function sumOfThreads(all: readonly ThreadTimes[]): ThreadTimes {
  const sum = new Map<string, number>();
  for (const [name, ms] of all.flatMap((one) => [...one])) sum.set(name, (sum.get(name) ?? 0) + ms);
  return sum;
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
    threadTable(results),
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

/** A lifecycle in memory, whose invocations and calls depend on no machine; each change is listed alone. */
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

/** Threads that take less are not shown. */
const leastMsEach = 0.05;

/** The CPU time of a lifecycle by thread, with the crowd's callers. */
function threadTable(results: readonly Results[]): string {
  const columns = results.map(({ of }) => {
    const { threads, ms } = of(crowd);
    return new Map([...threads].map(([name, cpuMs]) => [name, cpuMs / ms.length]));
  });
  const most = (name: string) => Math.max(...columns.map((column) => column.get(name) ?? 0));
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))]
    .filter((name) => most(name) >= leastMsEach)
    .sort((a, b) => most(b) - most(a));
  return markdownTable(
    [
      `CPU ms of a lifecycle by process and thread, ${crowd.callers} callers`,
      ...results.map(({ name }) => name),
    ],
    names.map((name) => [name, ...columns.map((column) => (column.get(name) ?? 0).toFixed(2))]),
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

const perSecond = ({ ms, wallMs }: Tally) => ms.length / (wallMs / 1_000);
