import { spreadLists } from '#platform/lists/shards.ts';
import { dueShards } from '#platform/table/due.ts';
import { tableOver } from '#platform/table/table.ts';
import { measureJourneys } from '../switch/journey.ts';
import { memoryPort } from './memory-table.ts';
import { perSecondOf, portByKey, type UnitsOfKey } from './units-by-key.ts';

/** A key that all journeys of a merchant share, its units a journey, and the journeys that it takes. */
export interface SharedKey extends UnitsOfKey {
  /** Journeys a second until the key's partition takes no more. */
  readonly perSecond: number;
}

const merchant = 'MERCHANT#merchant_example';
const journeys = 100;

/**
 * The keys that all journeys of one busy merchant share, busiest first. Journeys come so fast that
 * each container's cached settings stay fresh, and all changes are listed in one batch: a count is
 * written once a batch, however many journeys it has. The journeys have one customer, whose own
 * lists are left out, and so are keys that take 20,000 journeys a second and more.
 *
 * @param shards the partitions of the merchant's lists
 */
export async function busiestKeys(shards: number): Promise<readonly SharedKey[]> {
  const memory = memoryPort();
  await spreadLists(tableOver(memory), merchant, shards, new Date(0));
  const counted = portByKey(memory, (key) => memory.get(key));
  await measureJourneys(counted.port, (key) => memory.get(key), {
    journeys: journeys - 1,
    before: 1,
    requestEveryMs: 1,
    listsEveryMs: 3_600_000,
  });
  const sums = new Map<string, { readUnits: number; writeUnits: number }>();
  for (const { key, readUnits, writeUnits } of counted.units()) {
    const name = sharedName(key);
    if (name === undefined) continue;
    const sum = sums.get(name) ?? { readUnits: 0, writeUnits: 0 };
    sum.readUnits += readUnits / journeys / partitionsOf(name, shards);
    sum.writeUnits += writeUnits / journeys / partitionsOf(name, shards);
    sums.set(name, sum);
  }
  return (
    [...sums]
      .map(([key, units]) => ({ key, ...units, perSecond: perSecondOf(units) }))
      // Above it are the keys of the merchant's creation.
      .filter(({ perSecond }) => perSecond < 20_000)
      .sort((one, other) => one.perSecond - other.perSecond)
  );
}

/** The key without its number and the merchant's name; undefined for one journey's own key. */
function sharedName(key: string): string | undefined {
  if (/#UNDER#|#(?:PAYMENT|EVENT|REFUND|PLACE)#/.test(key)) return undefined;
  return key
    .replace(/^(by-due DUE)#\d+$/, '$1')
    .replace(/^(API_KEY)#.*$/, '$1')
    .replace(/^(PROCESSOR#[^#]+)#.*$/, '$1')
    .replace(/(#LIST#\w+)#\d+/, '$1')
    .replace(merchant, 'MERCHANT');
}

const partitionsOf = (name: string, shards: number): number => {
  if (name === 'by-due DUE') return dueShards.length;
  return name.includes('#LIST#') ? shards : 1;
};
