import { command, UsageError } from '../scripts/command-line/command.ts';
import { runAsProgram } from '../scripts/command-line/program.ts';
import { chosenByName, commandFor, type Part, parts } from './benchmark-page.ts';

const help = `Measures the switch on this machine. Figures are to be compared within one run only.

  npm run bench                       everything, in about twenty minutes on two cores
  npm run bench -- --only PARTS       some of sizes,cold,latency,lifecycles,load,growth,journey,
                                      lists,start,pages,vault,first-tries,events,memory
  npm run bench -- --only races       every race a thousand times (--rounds), in some minutes; never
                                      part of everything
  npm run bench -- --rounds N         requests of each kind (latency and vault, 300 without it),
                                      lifecycles for each number of callers (N), turns of 100
                                      requests (load, N/20, at least 10), starts of each function
                                      (cold, N/100, at least 2) and loads of the payer's page
                                      (pages, N/10, at least 10); fewer where the machine is slow
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
      write: 'flag',
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
    // Imported late, because it loads the whole switch, which `--help` does not need.
    const { measureParts } = await import('./measure-parts.ts');
    await measureParts(wanted, {
      rounds,
      ...(given.has('write') && {
        commandOf: (part) => commandFor(part, { rounds, operation }),
      }),
      operation: operation ?? '',
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
