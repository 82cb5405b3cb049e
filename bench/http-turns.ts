import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { callingFor } from './http-callers.ts';
import type { Cpu, HttpCandidate, Scenario } from './http-candidates.ts';
import { Ended } from './lifecycles.ts';
import { Paid } from './load.ts';
import { markdownTable } from './markdown-table.ts';
import type { ThreadTimes } from './processes.ts';
import { newToken } from './script.ts';

/**
 * A case: this many callers, each of which repeats the course. A turn has enough prepared tasks for
 * `mostEachSecond`, and ends early when all of them are done.
 */
export interface WorkCase {
  readonly course: Scenario;
  readonly callers: number;
  readonly mostEachSecond: number;
}

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

/** Lets the callers of a case work at a server for `forMs`, and waits until it rests. */
export async function turn(
  one: HttpCandidate,
  { course: scenario, callers, mostEachSecond }: WorkCase,
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

/** The results of several turns of a case. */
export function sumOf(tallies: readonly Tally[]): Tally {
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

/** Completed courses a second. */
export const perSecond = ({ ms, wallMs }: Tally) => ms.length / (wallMs / 1_000);

/** Threads that take less are not shown. */
const leastMsEach = 0.05;

/** A table of the CPU time of a lifecycle by process and thread, a column for each contestant. */
export function threadTable(
  results: readonly { readonly name: string; readonly tally: Tally }[],
  { callers }: WorkCase,
): string {
  const columns = results.map(({ tally: { threads, ms } }) => {
    return new Map([...threads].map(([name, cpuMs]) => [name, cpuMs / ms.length]));
  });
  const most = (name: string) => Math.max(...columns.map((column) => column.get(name) ?? 0));
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))]
    .filter((name) => most(name) >= leastMsEach)
    .sort((a, b) => most(b) - most(a));
  return markdownTable(
    [
      `CPU ms of a lifecycle by process and thread, ${callers} callers`,
      ...results.map(({ name }) => name),
    ],
    names.map((name) => [name, ...columns.map((column) => (column.get(name) ?? 0).toFixed(2))]),
  );
}
