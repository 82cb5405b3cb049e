import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { command, UsageError } from '../scripts/command.ts';
import { readVectorFiles, type VectorFile } from '../scripts/vectors/vector-file.ts';
import {
  benchmarkFile,
  benchmarkPage,
  chosenByName,
  commandFor,
  type Part,
  parts,
} from './benchmark-page.ts';
import { bundleSizes } from './bundle-sizes.ts';
import { client } from './client.ts';
import { coldStarts } from './cold-starts.ts';
import { connectors } from './connectors.ts';
import { deliveries } from './deliveries.ts';
import { benchDeployment } from './deployment.ts';
import { events } from './events.ts';
import { firstTries } from './first-tries.ts';
import { growth } from './growth.ts';
import { overHttp } from './http.ts';
import { journey } from './journey.ts';
import { latencies } from './latencies.ts';
import { lifecycles } from './lifecycles.ts';
import { lists } from './lists.ts';
import { load } from './load.ts';
import { memory } from './memory.ts';
import { races } from './races.ts';
import { routing } from './routing.ts';
import { startUp } from './start-up.ts';
import { vault } from './vault.ts';

const help = `Measures the switch on this machine. Figures are to be compared within one run only.

  npm run bench                       everything, in about thirty-two minutes on two cores
  npm run bench -- --only PARTS       some of sizes,cold,client,connectors,latency,lifecycles,load,
                                      growth,journey,lists,routing,start,vault,deliveries,
                                      first-tries,events,http,memory
  npm run bench -- --only races       every race a thousand times (--rounds), in some minutes; never
                                      part of everything
  npm run bench -- --rounds N         requests of each kind (latency, 300 without it), lifecycles
                                      for each number of callers (N), turns of 100 requests (load,
                                      N/20, at least 10) and starts of each function (cold, N/30,
                                      at least 9; connectors, N/10, at least 15); fewer requests
                                      where the machine is slow; of the vault, requests of each kind
                                      (300 without it) and rounds of 50 requests for one token (200
                                      without it)
  npm run bench -- --only http --seconds N
                                      the length of a turn of each caller count (3 without it)
  npm run bench -- --only http --switch DIR[,DIR]
                                      the switch of other checkouts too, in the same turns
  npm run bench -- --only connectors --vectors DIR
                                      each connector by the recorded exchanges in DIR too, which have
                                      the format of npm run vectors
  npm run bench -- --operation TEXT   of the cold starts and the latencies, also the vault's, only
                                      operations whose name holds TEXT
  npm run bench -- --only PARTS --write
                                      writes each part's tables to docs/benchmarks/PART.md as well
  npm run bench -- --help             shows this
`;

await command(
  {
    name: 'npm run bench',
    help,
    options: {
      ...{ only: 'value', rounds: 'value', operation: 'value' },
      ...{ seconds: 'value', switch: 'value', vectors: 'value', write: 'flag' },
    },
  },
  async (given) => {
    const wanted = wantedParts(given.text('only'));
    const rounds = given.wholeNumber('rounds', { least: 1, most: 1_000_000 });
    const operation = given.text('operation');
    if (operation !== undefined && !wanted.some((part) => chosenByName.includes(part))) {
      throw new UsageError(
        '--operation does not go with these parts: only cold, latency and vault have it.',
      );
    }
    const seconds = given.wholeNumber('seconds', { least: 1, most: 600 });
    const others = given.text('switch')?.split(',');
    if ((seconds !== undefined || others) && !wanted.includes('http')) {
      throw new UsageError(
        '--seconds and --switch do not go with these parts: only http has them.',
      );
    }
    const vectors = given.text('vectors');
    if (vectors !== undefined && !wanted.includes('connectors')) {
      throw new UsageError('--vectors does not go with these parts: only connectors has it.');
    }
    const recorded = vectors === undefined ? undefined : readVectorFiles(vectors);
    const missing = others?.find((one) => !existsSync(join(one, 'scripts', 'start.ts')));
    if (missing !== undefined) throw new UsageError(`--switch: ${missing} is no checkout.`);
    const writes = given.has('write');
    if (writes && others) throw new UsageError('--write does not go with --switch.');
    await main(wanted, {
      rounds,
      ...(writes && {
        commandOf: (part) => commandFor(part, { rounds, operation, seconds, vectors }),
      }),
      operation: operation ?? '',
      seconds: seconds ?? 3,
      recorded,
      others: others ?? [],
    });
    return 0;
  },
);

/** Parts that start the switch as a user does. */
const startsSwitches: readonly Part[] = ['start', 'first-tries', 'http'];

interface BenchOptions {
  /**
   * The command that measures one part alone; given only when the parts' pages are to be written.
   */
  readonly commandOf?: (part: Part) => string;
  readonly rounds: number | undefined;
  readonly operation: string;
  /** The length of a turn over HTTP. */
  readonly seconds: number;
  /** Recorded exchanges of connectors; undefined where none are given. */
  readonly recorded: readonly VectorFile[] | undefined;
  /** Checkouts whose switch is measured over HTTP too. */
  readonly others: readonly string[];
}

async function main(
  wanted: readonly Part[],
  { rounds: given, operation, commandOf, recorded, ...overall }: BenchOptions,
) {
  const rounds = given ?? 300;
  const [{ model } = { model: 'unknown' }] = cpus();
  const [busy = 0] = loadavg();
  const machine =
    `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()}, ` +
    `Node.js ${process.version}, ${new Date().toISOString()}, load before ${busy.toFixed(1)}`;
  process.stdout.write(`${machine}\n\n`);
  const building = benchDeployment();
  const interrupted = new AbortController();
  let current: Part | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      interrupted.abort();
      // A switch that is starting must be waited for, or it leaves its assembly behind. The
      // database is tied to this process and ends with it.
      if (current && startsSwitches.includes(current)) return;
      void building.then(({ close }) => close()).finally(() => process.exit(1));
    });
  }
  const bench = await building;
  const measure: Record<Part, () => Promise<string> | string> = {
    sizes: () => bundleSizes(bench),
    cold: () => coldStarts(bench, Math.max(9, Math.round(rounds / 30)), operation),
    client: () => client(bench, Math.max(5, Math.round(rounds / 20))),
    connectors: () =>
      connectors(bench, {
        starts: Math.max(15, Math.round(rounds / 10)),
        repeats: Math.max(20, Math.round(rounds / 3)),
        recorded,
      }),
    latency: () => latencies(bench, rounds, operation),
    lifecycles: () => lifecycles(bench, rounds),
    load: () => load(bench, rounds),
    growth: () => growth(bench, interrupted.signal),
    journey: () => journey(),
    lists: () => lists(),
    routing: () => routing(Math.max(50, rounds)),
    start: () => startUp(bench, interrupted.signal),
    vault: () =>
      vault(bench, {
        rounds,
        races: given ?? 200,
        wanted: operation,
      }),
    deliveries: () => deliveries(),
    'first-tries': () => firstTries(interrupted.signal),
    events: () => events(),
    http: () => overHttp(bench, overall, interrupted.signal),
    memory: () => memory(bench),
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
    await bench.close();
  }
}

function wantedParts(only: string | undefined): readonly Part[] {
  if (only === undefined) return parts.filter((part) => part !== 'races');
  const asked = only.split(',');
  const known = parts.filter((part) => asked.includes(part));
  const unknown = asked.find((one) => !parts.some((part) => part === one));
  if (unknown === undefined) return known;
  throw new UsageError(`--only names "${unknown}": the parts are ${parts.join(', ')}.`);
}
