import fc from 'fast-check';
import { entryIn } from '#platform/lists/list-definition.ts';
import { type Listing, projectListings } from '#platform/lists/project-entries.ts';
import { type ListQuery, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards, spreadLists } from '#platform/lists/shards.ts';
import { writers } from '#platform/lists/writer.ts';
import { type Table, tableOver } from '#platform/table/table.ts';
import {
  entityKind,
  itemOf,
  type ListedEntity,
  saveEntities,
} from '../../../support/table/a-list.ts';
import { countedPort } from '../../../support/table/counted-port.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const statuses = ['open', 'done', 'failed', 'rare'] as const;
const start = Date.parse('2026-01-30T22:00:00.000Z');

/** Numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function things(count: number, { moves = false, spanMinutes = 4 * 24 * 60 } = {}): ListedEntity[] {
  const next = numbers(count);
  return Array.from({ length: count }, (_, index): ListedEntity => {
    const createdAt = start + next(spanMinutes) * 60_000 + next(3) * 20_000;
    const status = statuses[next(50) === 0 ? 3 : next(3)] ?? 'open';
    return {
      merchantId: 'shop',
      id: `thing_${index}`,
      version: 1,
      createdAt: new Date(createdAt).toISOString(),
      ...(moves && { sortedAt: new Date(createdAt + next(3_000) * 60_000).toISOString() }),
      facets: { status, currency: next(2) === 0 ? 'EUR' : 'USD' },
      sortable: { amount: next(40) * 100 },
      indexed: { customer: `cus_${next(5)}`, order: `order_${next(3)}` },
    };
  });
}

/** A table in which these things are listed; from the middle of their time on over three shards. */
async function listed(all: readonly ListedEntity[], moves = false, isSpread = false) {
  const port = memoryPort();
  const table = tableOver(port);
  if (isSpread) {
    const middle = new Date(start + 2 * 24 * 3_600_000);
    await spreadLists(table, 'MERCHANT#shop', 3, middle);
  }
  await saveEntities(table, all);
  await list(table, all, moves);
  return { port, table };
}

async function list(table: Table, all: readonly ListedEntity[], moves = false) {
  const kind = entityKind({ moves });
  const listings = all.flatMap((thing): Listing[] => {
    const entry = entryIn(kind, [itemOf(thing)]);
    return entry ? [{ entry, before: 'new' }] : [];
  });
  await projectListings(
    table,
    { shards: cachedShards(table, () => 0), writers: writers() },
    listings,
  );
}

/** The expected list, computed thing by thing. */
function expected(all: readonly ListedEntity[], query: Omit<ListQuery, 'kind' | 'owner'>) {
  const {
    from = '',
    until = '9',
    anyOf = {},
    between = {},
    indexed: under = {},
    sortBy,
    ids,
  } = query;
  const { ascending = false, offset = 0, limit = all.length } = query;
  const matching = all.filter(
    ({ id, createdAt, facets: facts, sortable: numbers = {}, indexed: by = {} }) =>
      createdAt >= from &&
      createdAt <= until &&
      Object.entries(anyOf).every(
        ([name, values = []]) => values.length === 0 || values.includes(facts[name] ?? ''),
      ) &&
      Object.entries(between).every(([name, { least = 0, most = 1e9 } = {}]) => {
        const value = numbers[name] ?? 0;
        return value >= least && value <= most;
      }) &&
      Object.entries(under).every(([name, value]) => by[name] === value) &&
      (!ids || ids.includes(id)),
  );
  const placeOf = ({ sortedAt, createdAt, id }: ListedEntity) => `${sortedAt ?? createdAt}#${id}`;
  const sign = ascending ? 1 : -1;
  matching.sort((one, other) => (placeOf(one) < placeOf(other) ? -sign : sign));
  if (sortBy) {
    matching.sort(
      (one, other) => sign * ((one.sortable?.[sortBy] ?? 0) - (other.sortable?.[sortBy] ?? 0)),
    );
  }
  return {
    ids: matching.slice(offset, offset + limit).map(({ id }) => id),
    total: query.counted ? matching.length : undefined,
  };
}

const time = fc
  .integer({ min: -600, max: 5 * 24 * 60 })
  .map((minutes) => new Date(start + minutes * 60_000).toISOString());

const queries = fc.record(
  {
    from: time,
    until: time,
    anyOf: fc.record(
      {
        status: fc.uniqueArray(fc.constantFrom(...statuses)),
        currency: fc.uniqueArray(fc.constantFrom('EUR', 'USD')),
      },
      { requiredKeys: [] },
    ),
    ascending: fc.boolean(),
    offset: fc.nat(900),
    limit: fc.integer({ min: 1, max: 60 }),
    counted: fc.boolean(),
  },
  { requiredKeys: ['limit', 'counted'] },
);

const closer = fc.record(
  {
    between: fc.record({
      amount: fc.record({ least: fc.nat(4_000), most: fc.nat(4_000) }, { requiredKeys: [] }),
    }),
    indexed: fc
      .record(
        {
          customer: fc.constantFrom('cus_0', 'cus_4', 'nobody'),
          order: fc.constantFrom('order_1', 'order_2'),
        },
        { requiredKeys: [] },
      )
      .map((under): Readonly<Record<string, string>> => under),
    ids: fc.array(
      fc.nat(300).map((number) => `thing_${number}`),
      { maxLength: 20 },
    ),
    sortBy: fc.constant('amount'),
  },
  { requiredKeys: [] },
);

async function read(table: Table, query: Omit<ListQuery, 'kind' | 'owner'>, moves = false) {
  const lists = listsOver(
    table,
    cachedShards(table, () => 0),
  );
  const page = await lists.read({
    ...query,
    kind: entityKind({ moves }),
    owner: 'MERCHANT#shop',
  });
  return { ids: page.entities.map(({ id }) => id), total: page.total };
}

describe.each([
  { count: 900, moves: false, isSpread: false },
  { count: 900, moves: false, isSpread: true },
  { count: 300, moves: true, isSpread: false },
  { count: 300, moves: true, isSpread: true },
])(
  'a list of $count, where it moves: $moves, over several shards: $isSpread',
  ({ count, moves, isSpread }) => {
    const all = things(count, { moves });

    it('a list over one or several shards answers every query as if each item were read', async () => {
      const { table } = await listed(all, moves, isSpread);
      await fc.assert(
        fc.asyncProperty(queries, fc.oneof(fc.constant({}), closer), async (query, more) => {
          const asked = { ...query, ...more };
          expect(await read(table, asked, moves)).toEqual(expected(all, asked));
        }),
        { numRuns: 150 },
      );
    });

    it('a list counts by facets as if each item of the time were counted by hand', async () => {
      const { table } = await listed(all, moves, isSpread);
      const lists = listsOver(
        table,
        cachedShards(table, () => 0),
      );
      const asked = queries.map(({ from, until, anyOf }) => ({ from, until, anyOf }));
      await fc.assert(
        fc.asyncProperty(asked, async (query) => {
          const counted = await lists.count({
            ...query,
            kind: entityKind({ moves }),
            owner: 'MERCHANT#shop',
          });
          const byHand = Map.groupBy(expected(all, { ...query, counted: true }).ids, (id) =>
            JSON.stringify(sorted(all.find((one) => one.id === id)?.facets ?? {})),
          );
          expect(
            Object.fromEntries(
              counted.map(({ facets, count: number }) => [JSON.stringify(sorted(facets)), number]),
            ),
          ).toEqual(Object.fromEntries([...byHand].map(([name, ids]) => [name, ids.length])));
        }),
        { numRuns: 150 },
      );
    });

    it('a list without a limit returns all of its items', async () => {
      const { table } = await listed(all, moves, isSpread);
      expect(await read(table, { counted: true }, moves)).toEqual(expected(all, { counted: true }));
      const asked = { anyOf: { status: ['rare'] }, offset: 1 };
      expect(await read(table, asked, moves)).toEqual(expected(all, asked));
    });
  },
);

const sorted = (facets: Readonly<Record<string, string>>) =>
  Object.entries(facets).sort(([one], [other]) => (one < other ? -1 : 1));

it("a list's count over a time uses the rows of its first and last quarter of a day", async () => {
  const early = things(50, { spanMinutes: 60 });
  const late = Array.from({ length: 2_000 }, (_, index): ListedEntity => {
    const createdAt = new Date(start + 24 * 3_600_000 + index * 1_000).toISOString();
    return { merchantId: 'shop', id: `late_${index}`, version: 1, createdAt, facets: {} };
  });
  const all = [...early, ...late].map((thing) => ({ ...thing, sortedAt: thing.createdAt }));
  const { port } = await listed(all, true);
  const counting = countedPort(port, (key) => port.get(key));
  const table = tableOver(counting);
  const from = new Date(start + 30 * 60_000).toISOString();
  const counted = await listsOver(table, cachedShards(table)).count({
    kind: entityKind({ moves: true }),
    owner: 'MERCHANT#shop',
    from,
  });
  const sum = counted.reduce((total, { count }) => total + count, 0);
  expect(sum).toBe(all.filter(({ createdAt }) => createdAt >= from).length);
  expect(counting.count().readUnits).toBeLessThan(10);
});

describe('a list', () => {
  it('a list over a day with many items is read by the quarter of a day', async () => {
    const all = things(1_000, { spanMinutes: 110 });
    const { table } = await listed(all);
    for (const asked of [
      { limit: 10, offset: 700, counted: true },
      { limit: 10, offset: 700, ascending: true, counted: true },
      { limit: 10, offset: 2, anyOf: { status: ['rare'] }, counted: true },
      { limit: 10, anyOf: { status: ['rare', 'failed'], currency: ['EUR'] }, ascending: true },
    ]) {
      expect(await read(table, asked)).toEqual(expected(all, asked));
    }
  });

  it('a list shows the current items when its rows are behind', async () => {
    const all = things(10);
    const { table } = await listed(all);
    const [first] = all;
    if (!first) throw new Error('There are ten.');
    await saveEntities(table, [{ ...first, version: 2, facets: { status: 'elsewhere' } }]);
    const asked = { anyOf: { status: [...statuses] }, counted: true };
    const { ids, total } = await read(table, asked);
    expect(ids).not.toContain(first.id);
    expect(total).toBe(10);
  });

  it("a list never shows another merchant's items", async () => {
    const all = things(20);
    const { table } = await listed(all);
    const lists = listsOver(
      table,
      cachedShards(table, () => 0),
    );
    const kind = entityKind();
    const asked = { kind, owner: 'MERCHANT#shop-2', counted: true } as const;
    for (const under of [{}, { customer: 'cus_1' }]) {
      expect(await lists.read({ ...asked, indexed: under })).toEqual({ entities: [], total: 0 });
    }
  });

  it('a list goes on after the end of a page, whatever is created meanwhile', async () => {
    const all = things(60);
    const { table } = await listed(all);
    const order = expected(all, {}).ids;
    const seen: unknown[] = [];
    let until: string | undefined;
    for (let page = 0; page < 6; page++) {
      const { ids } = await read(table, { limit: 11, ...(until && { until }) });
      seen.push(...ids.filter((id) => !seen.includes(id)));
      until = all.find(({ id }) => id === ids.at(-1))?.createdAt;
      const newer: ListedEntity = {
        ...things(1)[0],
        id: `newer_${page}`,
        createdAt: '2026-03-01T00:00:00.000Z',
      } as ListedEntity;
      await saveEntities(table, [newer]);
      await list(table, [newer]);
    }
    expect(seen.slice(0, 60)).toEqual(order);
  });

  it.each([
    ['the first page', { limit: 10 }],
    ['the first page and the total', { limit: 10, counted: true }],
    ['the oldest and the total', { limit: 10, counted: true, ascending: true }],
  ])('a list costs the same whether it has ten items or a thousand: %s', async (_, asked) => {
    const counts = [];
    for (const count of [10, 1_000]) {
      const all = things(count, { spanMinutes: 110 }).map((thing) => ({
        ...thing,
        facets: { status: 'open' },
      }));
      const { port } = await listed(all);
      const counting = countedPort(port, (key) => port.get(key));
      await read(tableOver(counting), asked);
      counts.push(counting.count());
    }
    const [few, many] = counts;
    expect(many?.calls).toBe(few?.calls);
    expect(many?.steps).toBe(few?.steps);
    expect(many?.readUnits).toBe(few?.readUnits);
  });

  it('a list reads the rows of a quarter of a day at most before a page in its middle', async () => {
    const all = things(4_000, { spanMinutes: 20 * 60 });
    const { port } = await listed(all);
    const counting = countedPort(port, (key) => port.get(key));
    await read(tableOver(counting), { limit: 10, offset: 3_500, counted: true });
    // A row is two hundred bytes, and there are about twelve hundred to a quarter.
    expect(counting.count().readUnits).toBeLessThan(40);
  });
});
