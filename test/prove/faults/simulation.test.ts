import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { countOfNight } from '../../support/switch/night.ts';
import { type Fault, faults } from './numbered-calls.ts';
import { initialState } from './simulated-switch.ts';
import { type Simulated, simulate } from './simulation.ts';

/**
 * One seed replays one run: `SEED=17 npm test -- test/prove/faults/simulation`. `npm run nightly` plays
 * thousands.
 */
const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
const allSeeds = Array.from({ length: countOfNight() ?? 40 }, (_, index) => index + 1);
const { it, partly, played } = drawnByDay('simulation');
const seeds = only === undefined ? played(allSeeds) : [only];
const throughStripe =
  only === undefined
    ? played(allSeeds.slice(0, Math.max(5, allSeeds.length / 10)), (seed) => `${seed}, Stripe`)
    : [only];

/** Enough for a machine at a tenth of the usual speed. */
const longestMs = 600_000 + seeds.length * 3_000;

describe('a day of everything at once, with anything going wrong', () => {
  partly(
    'a simulated day with any failures leaves nothing double, lost, stuck, unheard or untrue',
    async () => {
      const started = performance.now();
      const all = (await Promise.all(shares(seeds).map((some) => simulated(some)))).flat();
      console.log(report(all, (performance.now() - started) / 1_000));
      const found = all.flatMap(({ seed, violations }) =>
        violations.map(({ invariant, what }) => `seed ${seed}: ${invariant} ${what}`),
      );
      if (only !== undefined) console.log(all.flatMap(({ trace }) => trace).join('\n'));
      expect(found).toEqual([]);
      if (only !== undefined) return;
      for (const fault of faults) expect([fault, count(all, fault)]).not.toEqual([fault, 0]);
      expect(sum(all.map(({ operations }) => operations))).toBeGreaterThanOrEqual(
        200 * seeds.length,
      );
    },
    longestMs,
  );

  const title =
    'a simulated day with shops paid through Stripe leaves nothing double, lost, stuck, unheard or untrue';
  const ofStripe = async () => {
    const all = (
      await Promise.all(shares(throughStripe).map((share) => simulated(share, 'stripe')))
    ).flat();
    const found = all.flatMap(({ seed, violations }) =>
      violations.map(({ invariant, what }) => `seed ${seed}: ${invariant} ${what}`),
    );
    expect(found).toEqual([]);
    expect(all).toHaveLength(throughStripe.length);
  };
  if (throughStripe.length > 0) partly(title, ofStripe, longestMs);

  it('a simulated day repeats exactly, given its seed', async () => {
    const play = async () => simulate(4_711, await initialState(['shop_east', 'shop_west']));
    const [first, second] = [await play(), await play()];
    expect(second.trace).toEqual(first.trace);
  });
});

function report(all: readonly Simulated[], seconds: number): string {
  const waited = all.flatMap(({ waitedMs }) => waitedMs).sort((one, other) => one - other);
  const stuck = waited.filter((ms) => ms >= 1_000);
  const at = (share: number) => ((stuck[Math.floor(stuck.length * share)] ?? 0) / 1_000).toFixed(0);
  const days = sum(all.map(({ passedMs }) => passedMs)) / (24 * 3_600_000);
  return [
    `seeds: ${all.length}, operations: ${sum(all.map(({ operations }) => operations))}`,
    `faults: ${faults.map((fault) => `${fault} ${count(all, fault)}`).join(', ')}`,
    `violations: ${sum(all.map(({ violations }) => violations.length))}`,
    `virtual time: ${days.toFixed(0)} days, wall time: ${seconds.toFixed(1)} s`,
    `waiting for a processor: ${stuck.length} of ${waited.length} for a second or more; ` +
      `of these p50 ${at(0.5)} s, slowest recovery ${((waited.at(-1) ?? 0) / 1_000).toFixed(0)} s`,
  ].join('\n');
}

const count = (all: readonly Simulated[], fault: Fault) =>
  sum(all.map(({ injectedFaults }) => injectedFaults.get(fault) ?? 0));

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The seeds in as many parts as there are threads for them. */
function shares(all: readonly number[]): number[][] {
  const threads = Math.min(availableParallelism(), 2, all.length);
  return Array.from({ length: threads }, (_, thread) =>
    all.filter((_, index) => index % threads === thread),
  );
}

/** Runs some seeds in a thread beside this one. */
function simulated(
  some: readonly number[],
  through: 'test processor' | 'stripe' = 'test processor',
): Promise<readonly Simulated[]> {
  return new Promise((resolve, reject) => {
    const all: Simulated[] = [];
    const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), {
      workerData: { seeds: some, through },
    });
    worker.on('message', (one: Simulated) => all.push(one)); // It sends no other messages.
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (code === 0) resolve(all);
      else reject(new Error(`The simulation ended with ${code}.`));
    });
  });
}
