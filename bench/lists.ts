import { entryIn } from '#platform/lists/list-definition.ts';
import type { ListEntry } from '#platform/lists/list-entry.ts';
import type { NumberedChange } from '#platform/lists/project-changes.ts';
import { type Listing, projectListings } from '#platform/lists/project-entries.ts';
import { type ListQuery, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { listWindowSeconds } from '#platform/lists/window.ts';
import { writers } from '#platform/lists/writer.ts';
import { tableOver } from '#platform/table/table.ts';
import { projectLists } from '../functions/queues/project-lists.ts';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { measureJourneys } from '../test/support/switch/journey.ts';
import {
  entityKind,
  itemOf,
  type ListedEntity,
  saveEntities,
} from '../test/support/table/a-list.ts';
import { type Count, countedPort } from '../test/support/table/counted-port.ts';
import { memoryPort } from '../test/support/table/memory-table.ts';

const sizes = [10, 1_000, 100_000];
const kind = entityKind();
const owner = 'MERCHANT#shop';
const statuses = ['succeeded', 'succeeded', 'succeeded', 'failed', 'processing'];
const firstMs = Date.parse('2026-01-01T00:00:00.000Z');

/** One object every twenty seconds, a few of them of the rarest kind. */
const entity = (index: number): ListedEntity => ({
  merchantId: 'shop',
  id: `pay_${String(index).padStart(20, '0')}`,
  version: 1,
  createdAt: new Date(firstMs + index * 20_000).toISOString(),
  facets: { status: index % 997 === 5 ? 'review' : (statuses[index % 5] ?? ''), currency: 'EUR' },
  sortable: { amount: index % 5_000 },
});

/** The requests to a list with this many objects. */
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
 * The cost of a page of ten objects as the list grows, in calls and read units. Also the cost of
 * listing, in write units for each object. All figures are counted, not timed, on the table in
 * memory.
 */
export async function lists(): Promise<string> {
  const costs = new Map<string, string[]>();
  const written: string[] = [];
  for (const size of sizes) {
    const port = memoryPort();
    const table = tableOver(port);
    const shards = cachedShards(table, () => 0);
    const services = { shards, writers: writers() };
    const all = Array.from({ length: size }, (_, index) => entity(index));
    const counting = countedPort(port, (key) => port.get(key));
    for (let at = 0; at < size; at += 100) {
      const some = all.slice(at, at + 100);
      await saveEntities(table, some);
      const listings = some.flatMap((one): Listing[] => {
        const entry = entryIn(kind, [itemOf(one)]);
        return entry ? [{ entry, before: 'new' }] : [];
      });
      await projectListings(tableOver(counting), services, listings);
    }
    written.push((counting.count().writeUnits / size).toFixed(2));
    for (const [name, query] of Object.entries(pages(size))) {
      counting.restart();
      const { entities } = await listsOver(tableOver(counting), shards).read({
        kind,
        owner,
        limit: 10,
        ...query,
      });
      costs.set(name, [...(costs.get(name) ?? []), cell(counting.count(), entities.length)]);
    }
  }
  return [
    markdownTable(
      ['steps / calls / read units (things)', ...sizes.map((size) => size.toLocaleString('en'))],
      [...costs].map(([name, cells]) => [name, ...cells]),
    ),
    `Write units for each thing that is listed, a hundred at a time: ${written.join(', ')}.`,
    markdownTable(
      ['write units of the lists', 'alone', 'each of a hundred'],
      await costsOfChanges(),
    ),
    markdownTable(
      ['what the lists hear of a journey at once', 'write units', 'read units'],
      await costsOfJourneys(),
    ),
  ].join('\n\n');
}

const cell = ({ steps, calls, readUnits }: Count, things: number) =>
  `${steps} / ${calls} / ${readUnits} (${things})`;

const entryOf = (change: Partial<ListedEntity>, moves = false): ListEntry => {
  const entry = entryIn(entityKind({ moves }), [itemOf({ ...entity(0), ...change })]);
  if (!entry) throw new Error('A thing is always listed.');
  return entry;
};

/**
 * The cost of listing a change, by kind of change: by itself, and as one of a hundred in a batch.
 */
async function costsOfChanges(): Promise<string[][]> {
  const done = { version: 2, facets: { status: 'failed', currency: 'EUR' } };
  const later = { version: 2, sortedAt: new Date(firstMs + 60_000).toISOString() };
  const moving = { sortedAt: new Date(firstMs).toISOString() };
  const customers = { indexed: { customer: 'cus_1' } };
  const changes: Record<string, (id: string) => Listing> = {
    'is made': (id) => ({ before: 'new', entry: entryOf({ id }) }),
    'is made, with a customer': (id) => ({ before: 'new', entry: entryOf({ id, ...customers }) }),
    'is saved with the same status': (id) => ({
      before: entryOf({ id }),
      entry: entryOf({ id, version: 2 }),
    }),
    'changes its status, whatever customer or order it has': (id) => ({
      before: entryOf({ id, ...customers }),
      entry: entryOf({ id, ...customers, ...done }),
    }),
    'gets another customer': (id) => ({
      before: entryOf({ id, ...customers }),
      entry: entryOf({ id, version: 2, indexed: { customer: 'cus_2' } }),
    }),
    'is made, where it is sorted by its last change': (id) => ({
      before: 'new',
      entry: entryOf({ id, ...moving }, true),
    }),
    'changes its status and its place': (id) => ({
      before: entryOf({ id, ...moving }, true),
      entry: entryOf({ id, ...later, ...done }, true),
    }),
    'is deleted': (id) => ({ before: entryOf({ id }), entry: entryOf({ id }), isGone: true }),
  };
  return Promise.all(
    Object.entries(changes).map(async ([name, change]) => [
      name,
      ...(await Promise.all(
        [1, 100].map(async (count) => {
          const listings = Array.from({ length: count }, (_, index) => change(`pay_${index}`));
          const port = memoryPort();
          const counting = countedPort(port, (key) => port.get(key));
          const table = tableOver(counting);
          const services = { shards: cachedShards(table, () => 0), writers: writers() };
          const known = listings.flatMap(({ before }): Listing[] =>
            before && before !== 'new' ? [{ before: 'new', entry: before }] : [],
          );
          await projectListings(table, services, known);
          counting.restart();
          await projectListings(table, services, listings);
          return (counting.count().writeUnits / count).toFixed(2);
        }),
      )),
    ]),
  );
}

/**
 * The cost of the lists for a journey: create, confirm, capture, partial refund, retrieve and three
 * webhooks. The cost depends on how many changes, of this and other journeys, come in one batch.
 */
async function costsOfJourneys(): Promise<string[][]> {
  const rows: string[][] = [];
  const paces = [
    ['one request', 0],
    ['one second of a million journeys a month', 1_000],
    ['two seconds of a million journeys a month', 2_000],
    [
      `${listWindowSeconds} seconds of a million journeys a month, as it is set`,
      listWindowSeconds * 1_000,
    ],
  ] as const;
  const journeys = 10;
  const told: (readonly NumberedChange[])[] = [];
  for (const [name, listsEveryMs] of paces) {
    const changes: NumberedChange[] = [];
    const port = memoryPort([], (before, after) => {
      if (/#LIST#|#LISTS$/.test((after ?? before)?.pk ?? '')) return;
      changes.push({ number: String(changes.length), before, after });
    });
    const { groups } = await measureJourneys(port, (key) => port.get(key), {
      journeys,
      listsEveryMs,
    });
    rows.push([name, groups.lists.writeUnits.toFixed(2), groups.lists.readUnits.toFixed(2)]);
    told.push(changes);
  }
  // Journeys one after the other: each one's changes come in a batch of their own.
  const [all = []] = told;
  const starts = all.flatMap(({ before, after }, index) =>
    after?.sk === 'PAYMENT' && !before ? [index] : [],
  );
  const each = starts
    .slice(-journeys)
    .map((start, index, some) => all.slice(start, some[index + 1]));
  const inParts = (parts: number) =>
    each.flatMap((one) => {
      const size = Math.ceil(one.length / parts);
      return Array.from({ length: parts }, (_, part) => one.slice(part * size, (part + 1) * size));
    });
  const sideBySide = Array.from({ length: 5 }, (_, part) =>
    inParts(5).flatMap((changes, index) => (index % 5 === part ? changes : [])),
  );
  for (const [name, batches] of [
    ['one change', each.flat().map((change) => [change])],
    ['all of it', each],
    ['a fifth of it, and of nine others', sideBySide],
  ] as const) {
    const port = memoryPort();
    const counting = countedPort(port, (key) => port.get(key));
    const table = tableOver(counting);
    const project = projectLists({ table, shards: cachedShards(table, () => 0) });
    for (const batch of batches) await project(batch);
    const { writeUnits, readUnits } = counting.count();
    rows.push([name, (writeUnits / journeys).toFixed(2), (readUnits / journeys).toFixed(2)]);
  }
  return rows;
}
