import { packed } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { storedBytes } from '#platform/table/units.ts';
import type { CountedJourney, Counts, TableUnits } from '../scripts/cost/counted-journeys.ts';
import { budgets } from '../test/prove/budgets.ts';
import { vaultWorkBudgets } from '../test/shared/vault/budgets.ts';
import { measureJourneys } from '../test/support/switch/journey.ts';
import { memoryPort } from '../test/support/table/memory-table.ts';

/**
 * Counts the journeys of a bill and prints the counts as JSON. Its command line has one number: how
 * long the list writer gathers changes before it is invoked, in seconds.
 */
const listSeconds = Number(process.argv[2]);

const journeys = 20;

/** The value of `listSeconds` whose bill is beside the others. */
const laterListSeconds = 10;

/** Journeys that come evenly, at a rate of a million a month, on a table in memory. */
async function countedJourney(
  listSeconds: number,
  clients: { readonly eachOfAnother?: boolean; readonly takesGzip?: boolean } = {},
): Promise<CountedJourney> {
  const listsEveryMs = 1_000 * listSeconds;
  const counted = async (journeys: number) => {
    const port = memoryPort();
    const pace = { journeys, listsEveryMs, ...clients };
    const cost = await measureJourneys(port, (key) => port.get(key), pace);
    const bytesOf = (items: readonly Item[]) =>
      items.reduce((sum, item) => sum + storedBytes(packed(item)), 0);
    const lasting = port.items().filter(({ expiresAtSeconds }) => expiresAtSeconds === undefined);
    return { ...cost, bytes: bytesOf(port.items()), lasting: bytesOf(lasting) };
  };
  const [one, many] = [await counted(1), await counted(journeys)];
  // The merchant's own items are in both counts.
  const ofOne = (few: number, all: number) => (all - few) / (journeys - 1);
  return {
    functions: many.functions,
    storedBytes: ofOne(one.bytes, many.bytes),
    lastingBytes: ofOne(one.lasting, many.lasting),
    series: many.series,
  };
}

const sumOf = (tables: readonly TableUnits[]): TableUnits => ({
  readUnits: tables.reduce((sum, { readUnits }) => sum + readUnits, 0),
  writeUnits: tables.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});

const counts: Counts = {
  busy: await countedJourney(listSeconds),
  small: await countedJourney(listSeconds, { eachOfAnother: true }),
  later: await countedJourney(laterListSeconds),
  unpacked: await countedJourney(listSeconds, { takesGzip: false }),
  // As the budgets state them.
  unitsOfRuns: Object.fromEntries([
    ...Object.entries(vaultWorkBudgets).map(
      ([name, { warm }]) =>
        [name.replace(/^jobs\./, 'vault-jobs.'), sumOf(Object.values(warm.tables))] as const,
    ),
    ...Object.entries(budgets).map(([name, budget]) => [name, sumOf([budget])] as const),
  ]),
};
process.stdout.write(JSON.stringify(counts));
