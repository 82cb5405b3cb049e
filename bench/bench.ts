import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, UsageError } from '../scripts/command-line/command.ts';
import { runAsProgram } from '../scripts/command-line/program.ts';
import { readVectorFiles } from '../test/prove/vectors/vector-file.ts';
import { chosenByName, commandFor, type Part, parts } from './benchmark-page.ts';

const help = `Measures the switch on this machine. Figures are to be compared within one run only.

  npm run bench                       everything, in about thirty-two minutes on two cores
  npm run bench -- --only PARTS       some of sizes,cold,client,connectors,latency,lifecycles,load,
                                      growth,journey,lists,routing,start,pages,vault,deliveries,
                                      first-tries,events,http,memory,tables,outages
  npm run bench -- --only races       every race a thousand times (--rounds), in some minutes; never
                                      part of everything
  npm run bench -- --rounds N         requests of each kind (latency, 300 without it), lifecycles
                                      for each number of callers (N), turns of 100 requests (load,
                                      N/20, at least 10) and starts of each function (cold, N/100,
                                      at least 2; connectors, N/10, at least 15), loads of the
                                      payer's page (pages, N/10, at least 10) and thousands of items
                                      (tables, N; 100 without it); fewer requests
                                      where the machine is slow; of the vault, requests of each kind
                                      (300 without it) and rounds of 50 requests for one token (200
                                      without it)
  npm run bench -- --only http --seconds N
                                      the length of a turn of each caller count (3 without it)
  npm run bench -- --only http --switch DIR[,DIR]
                                      the switch of other checkouts too, in the same turns
  npm run bench -- --only http --profile
                                      where the CPU time of a lifecycle goes, by component and by
                                      function, instead of the comparison
  npm run bench -- --only http --ab NAME
                                      one switch with globalThis.NAME at false and at true in turns,
                                      for a change under trial that asks for it
  npm run bench -- --only connectors --vectors DIR
                                      each connector by the recorded exchanges in DIR too, which have
                                      the format of npm run vectors
  npm run bench -- --operation TEXT   of the cold starts and the latencies, also the vault's, only
                                      operations whose name holds TEXT
  npm run bench -- --only PARTS --write
                                      writes each part's tables to docs/benchmarks/PART.md as well
  npm run bench -- --help             shows this
`;

export const bench = command(
  {
    name: 'npm run bench',
    help,
    options: {
      only: 'value',
      rounds: 'value',
      operation: 'value',
      seconds: 'value',
      switch: 'value',
      vectors: 'value',
      write: 'flag',
      profile: 'flag',
      ab: 'value',
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
    const profile = given.has('profile');
    const ab = given.text('ab');
    const isAlone = wanted.includes('http') && !others && !given.has('write');
    if ((profile || ab !== undefined) && (!isAlone || (profile && ab !== undefined))) {
      throw new UsageError(
        '--profile and --ab go with --only http, not with each other, --switch or --write.',
      );
    }
    if (ab !== undefined && !/^[A-Za-z_$][\w$]*$/.test(ab)) {
      throw new UsageError(`--ab: "${ab}" is no name of a variable.`);
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
    // Imported late, because it loads the whole switch, which `--help` does not need.
    const { measureParts } = await import('./measure-parts.ts');
    await measureParts(wanted, {
      rounds,
      ...(writes && {
        commandOf: (part) => commandFor(part, { rounds, operation, seconds, vectors }),
      }),
      operation: operation ?? '',
      seconds: seconds ?? 3,
      recorded,
      profile,
      ab,
      others: others ?? [],
    });
    return 0;
  },
);

function wantedParts(only: string | undefined): readonly Part[] {
  if (only === undefined) return parts.filter((part) => part !== 'races');
  const asked = only.split(',');
  const known = parts.filter((part) => asked.includes(part));
  const unknown = asked.find((one) => !parts.some((part) => part === one));
  if (unknown === undefined) return known;
  throw new UsageError(`--only names "${unknown}": the parts are ${parts.join(', ')}.`);
}

await runAsProgram(import.meta, bench);
