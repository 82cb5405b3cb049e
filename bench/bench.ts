import { cpus, loadavg, platform, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { bundleSizes } from './bundle-sizes.ts';
import { coldStarts } from './cold-starts.ts';
import { deliveries } from './deliveries.ts';
import { growth } from './growth.ts';
import { laboratory } from './laboratory.ts';
import { latencies } from './latencies.ts';
import { lifecycles } from './lifecycles.ts';
import { lists } from './lists.ts';
import { load } from './load.ts';
import { races } from './races.ts';
import { startUp } from './start-up.ts';
import { vault } from './vault.ts';

const help = `Measures the switch on this machine. Figures are to be compared within one run only.

  npm run bench                       everything, in about twenty minutes on two cores
  npm run bench -- --only PARTS       some of sizes,cold,latency,lifecycles,load,growth,lists,start,
                                      vault,deliveries
  npm run bench -- --only races       every race a thousand times (--rounds), in some minutes; never
                                      part of everything
  npm run bench -- --rounds N         requests of each kind (latency, 300 without it), lifecycles
                                      for each number of callers (N), turns of 100 requests (load,
                                      N/20, at least 10) and starts of each function (cold, N/20,
                                      at least 15); fewer requests where the machine is slow; of
                                      the vault, requests of each kind (300 without it) and rounds
                                      of 50 requests for one token (200 without it)
  npm run bench -- --operation TEXT   of the latencies, also the vault's, only operations whose name
                                      holds TEXT
  npm run bench -- --help             shows this
`;

const parts = [
  'sizes',
  'cold',
  'latency',
  'lifecycles',
  'load',
  'growth',
  'lists',
  'start',
  'vault',
  'deliveries',
  'races',
] as const;
type Part = (typeof parts)[number];

await main();

async function main() {
  const { values: options } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      operation: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  const wanted = wantedParts(options.only);
  const rounds = Number(options.rounds ?? 300);
  if (!wanted || !Number.isInteger(rounds) || rounds < 1) {
    process.stderr.write(help);
    process.exitCode = 1;
    return;
  }

  const [{ model } = { model: 'unknown' }] = cpus();
  const [busy = 0] = loadavg();
  process.stdout.write(
    `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()}, ` +
      `Node.js ${process.version}, ${new Date().toISOString()}, load before ${busy.toFixed(1)}\n\n`,
  );
  const building = laboratory();
  const interrupted = new AbortController();
  let current: Part | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      interrupted.abort();
      // A switch that is starting must be waited for, or it leaves its assembly behind. The database
      // hangs on this process and ends with it.
      if (current === 'start') return;
      void building.then(({ close }) => close()).finally(() => process.exit(1));
    });
  }
  const bench = await building;
  const measure: Record<Part, () => Promise<string> | string> = {
    sizes: () => bundleSizes(bench),
    cold: () => coldStarts(bench, Math.max(15, Math.round(rounds / 20))),
    latency: () => latencies(bench, rounds, options.operation ?? ''),
    lifecycles: () => lifecycles(bench, rounds),
    load: () => load(bench, rounds),
    growth: () => growth(bench, interrupted.signal),
    lists: () => lists(),
    start: () => startUp(bench, interrupted.signal),
    vault: () =>
      vault(bench, {
        rounds,
        races: Number(options.rounds ?? 200),
        wanted: options.operation ?? '',
      }),
    deliveries: () => deliveries(),
    races: () => races(Number(options.rounds ?? 1_000)),
  };
  try {
    for (const part of wanted) {
      current = part;
      const started = performance.now();
      const table = await measure[part]();
      const seconds = ((performance.now() - started) / 1_000).toFixed(0);
      process.stdout.write(`## ${part}\n\n${table}\n\n(${seconds} s)\n\n`);
    }
  } finally {
    await bench.close();
  }
}

function wantedParts(only: string | undefined): readonly Part[] | undefined {
  if (only === undefined) return parts.filter((part) => part !== 'races');
  const asked = only.split(',');
  const known = parts.filter((part) => asked.includes(part));
  return known.length === asked.length ? known : undefined;
}
