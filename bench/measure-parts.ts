import { writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchmarkFile, benchmarkPage, type Part } from './benchmark-page.ts';
import { bundleSizes } from './bundle-sizes.ts';
import { coldStarts } from './cold-starts.ts';
import { benchDeployment } from './deployment.ts';
import { events } from './events.ts';
import { firstTries } from './first-tries.ts';
import { growth } from './growth.ts';
import { journey } from './journey.ts';
import { latencies } from './latencies.ts';
import { lifecycles } from './lifecycles.ts';
import { lists } from './lists.ts';
import { load } from './load.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { races } from './races.ts';
import { startUp } from './start-up.ts';
import { vault } from './vault.ts';

/** Parts that start the switch as a user does. */
const startsSwitches: readonly Part[] = ['start', 'pages', 'first-tries'];

interface BenchOptions {
  /**
   * The command that measures only one part; given only when the parts' pages are to be written.
   */
  readonly commandOf?: (part: Part) => string;
  readonly rounds: number | undefined;
  readonly operation: string;
}

/** Measures parts one after the other, and prints the tables of each. */
export async function measureParts(
  wanted: readonly Part[],
  { rounds: given, operation, commandOf }: BenchOptions,
) {
  const rounds = given ?? 300;
  const [{ model } = { model: 'unknown' }] = cpus();
  const [busy = 0] = loadavg();
  const machine =
    `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()}, ` +
    `Node.js ${process.version}, ${new Date().toISOString()}, load before ${busy.toFixed(1)}`;
  process.stdout.write(`${machine}\n\n`);
  let building: ReturnType<typeof benchDeployment> | undefined;
  /** Builds the switch for the first part that needs it. */
  const deployment = () => {
    building ??= benchDeployment();
    return building;
  };
  const interrupted = new AbortController();
  let current: Part | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      interrupted.abort();
      // A switch that is starting must be waited for, or it leaves its assembly behind. The
      // database is tied to this process and ends with it.
      if (current && startsSwitches.includes(current)) return;
      void Promise.resolve(building)
        .then((bench) => bench?.close())
        .finally(() => process.exit(1));
    });
  }
  const measure: Record<Part, () => Promise<string> | string> = {
    sizes: async () => bundleSizes(await deployment()),
    cold: async () =>
      coldStarts(await deployment(), Math.max(2, Math.round(rounds / 100)), operation),
    latency: async () => latencies(await deployment(), rounds, operation),
    lifecycles: async () => lifecycles(await deployment(), rounds),
    load: async () => load(await deployment(), rounds),
    growth: async () => growth(await deployment(), interrupted.signal),
    journey: () => journey(),
    lists: () => lists(),
    start: async () => startUp(await deployment(), interrupted.signal),
    pages: () => pages(Math.max(10, Math.round(rounds / 10)), interrupted.signal),
    vault: async () => vault(await deployment(), { rounds, wanted: operation }),
    'first-tries': () => firstTries(interrupted.signal),
    events: () => events(),
    memory: async () => memory(await deployment()),
    races: () => races(given ?? 1_000),
  };
  try {
    for (const part of wanted) {
      current = part;
      const started = performance.now();
      const tables = await measure[part]();
      const seconds = ((performance.now() - started) / 1_000).toFixed(0);
      process.stdout.write(`## ${part}\n\n${tables}\n\n(${seconds} s)\n\n`);
      if (!commandOf) continue;
      const page = benchmarkPage({ part, command: commandOf(part), machine, tables });
      writeFileSync(join(import.meta.dirname, '..', benchmarkFile(part)), page);
    }
  } finally {
    await building?.then(({ close }) => close());
  }
}
