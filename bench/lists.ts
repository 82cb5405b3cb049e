import { type Listing, projectListings } from '../shared/lists/project-entries.ts';
import { type ListQuery, listsOver } from '../shared/lists/read-list.ts';
import { keptShards } from '../shared/lists/shards.ts';
import { type Count, countedPort } from '../shared/table/counted-port.ts';
import { tableOver } from '../shared/table/table.ts';
import { itemOf, keepThings, kindOfThings, type Thing } from '../test/support/a-list.ts';
import { memoryPort } from '../test/support/memory-table.ts';
import { markdownTable } from './markdown-table.ts';

const sizes = [10, 1_000, 100_000];
const kind = kindOfThings();
const owner = 'MERCHANT#shop';
const statuses = ['succeeded', 'succeeded', 'succeeded', 'failed', 'processing'];
const firstMs = Date.parse('2026-01-01T00:00:00.000Z');

/** A thing every twenty seconds, a few of them of the rarest kind. */
const thing = (index: number): Thing => ({
  merchantId: 'shop',
  id: `pay_${String(index).padStart(20, '0')}`,
  version: 1,
  createdAt: new Date(firstMs + index * 20_000).toISOString(),
  facts: { status: index % 997 === 5 ? 'review' : (statuses[index % 5] ?? ''), currency: 'EUR' },
  numbers: { amount: index % 5_000 },
});

/** What is asked of a list that has so many things. */
const pages = (size: number): Readonly<Record<string, Partial<ListQuery>>> => ({
  'the first page': {},
  'the first page, counted': { counted: true },
  'a page in the middle, counted': { counted: true, offset: size / 2 },
  'the last page, counted': { counted: true, offset: size - 10 },
  'of one status, counted': { counted: true, anyOf: { status: ['failed'] } },
  'of a rare status, counted': { counted: true, anyOf: { status: ['review'] } },
  'of an hour, counted': {
    counted: true,
    from: new Date(firstMs + 1_000).toISOString(),
    until: new Date(firstMs + 3_601_000).toISOString(),
  },
  'by amount (reads every row)': { between: { amount: { least: 100, most: 200 } } },
});

/**
 * What a page of ten costs when there is more and more on the list, in calls and read units: counted,
 * not timed, on the table in memory. And what listing costs: write units for each thing.
 */
export async function lists(): Promise<string> {
  const costs = new Map<string, string[]>();
  const written: string[] = [];
  for (const size of sizes) {
    const port = memoryPort();
    const table = tableOver(port);
    const shards = keptShards(table, () => 0);
    const all = Array.from({ length: size }, (_, index) => thing(index));
    const counting = countedPort(port, (key) => port.get(key));
    for (let at = 0; at < size; at += 100) {
      const some = all.slice(at, at + 100);
      await keepThings(table, some);
      const listings = some.flatMap((one): Listing[] => {
        const entry = kind.entryOf([itemOf(one)]);
        return entry ? [{ entry }] : [];
      });
      await projectListings(tableOver(counting), shards, listings);
    }
    written.push((counting.count().writeUnits / size).toFixed(2));
    for (const [name, query] of Object.entries(pages(size))) {
      counting.restart();
      const { things } = await listsOver(tableOver(counting), shards).read({
        kind,
        owner,
        limit: 10,
        ...query,
      });
      costs.set(name, [...(costs.get(name) ?? []), cell(counting.count(), things.length)]);
    }
  }
  return [
    markdownTable(
      ['steps / calls / read units (things)', ...sizes.map((size) => size.toLocaleString('en'))],
      [...costs].map(([name, cells]) => [name, ...cells]),
    ),
    `Write units for each thing that is listed, a hundred at a time: ${written.join(', ')}.`,
  ].join('\n\n');
}

const cell = ({ steps, calls, readUnits }: Count, things: number) =>
  `${steps} / ${calls} / ${readUnits} (${things})`;
