import fc from 'fast-check';
import { SwitchError } from '../../../shared/errors.ts';
import { cellOf, countLevels, countSk } from '../../../shared/lists/list-entry.ts';
import { type Listing, projectListings } from '../../../shared/lists/project-entries.ts';
import { keptShards } from '../../../shared/lists/shards.ts';
import type { TablePort } from '../../../shared/table/port.ts';
import { tableOver } from '../../../shared/table/table.ts';
import { itemOf, kindOfThings, type Thing } from '../../support/a-list.ts';
import { type MemoryPort, memoryPort } from '../../support/memory-table.ts';

const merchants = ['shop', 'other-shop'] as const;

/** A few things, each saved a few times with changing facts. */
const histories = (moves: boolean) =>
  fc
    .array(
      fc.record({
        merchantId: fc.constantFrom(...merchants),
        createdAt: fc.constantFrom(
          '2026-01-31T23:59:59.999Z',
          '2026-02-01T00:00:00.000Z',
          '2026-02-01T00:14:00.000Z',
          '2026-02-01T09:30:00.000Z',
        ),
        states: fc.array(
          fc.record({
            status: fc.constantFrom('open', 'done', 'failed'),
            customer: fc.option(fc.constantFrom('cus_1', 'cus_2'), { nil: undefined }),
            minutes: fc.nat(500),
          }),
          { minLength: 1, maxLength: 5 },
        ),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) =>
      all.map(({ merchantId, createdAt, states }, index) =>
        states.map(
          ({ status, customer, minutes }, version): Thing => ({
            merchantId,
            id: `thing_${index}`,
            version: version + 1,
            createdAt,
            ...(moves && {
              sortedAt: new Date(Date.parse(createdAt) + minutes * 60_000).toISOString(),
            }),
            facts: { status },
            numbers: { amount: 100 * index },
            under: customer ? { customer } : {},
          }),
        ),
      ),
    );

const listingOf = (
  kind: ReturnType<typeof kindOfThings>,
  thing: Thing,
  isGone = false,
): Listing => {
  const entry = kind.entryOf([itemOf(thing)]);
  if (!entry) throw new Error('A thing is always listed.');
  return { entry, isGone };
};

/** The rows and counts of a table, as they would be had everything been listed once and in order. */
function expectListed(port: MemoryPort, things: readonly Thing[], moves: boolean) {
  const items = port.items();
  const rows = items.filter(({ pk }) => /#LIST#\w+#\d+$/.test(pk));
  expect(rows.map(({ pk, sk, cell }) => ({ pk, sk, cell })).sort(byKey)).toEqual(
    things
      .map(({ merchantId, id, createdAt, sortedAt = createdAt, facts }) => ({
        pk: `MERCHANT#${merchantId}#LIST#${moves ? 'movers' : 'things'}#0`,
        sk: `${sortedAt}#${id}`,
        cell: cellOf(facts),
      }))
      .sort(byKey),
  );
  const counts = items
    .filter(({ pk }) => pk.endsWith('#COUNTS'))
    .flatMap((item) =>
      Object.entries(item).flatMap(([slot, count]) =>
        /^[dq]\d+$/.test(slot) && count !== 0 ? [`${item.pk} ${item.sk} ${slot} ${count}`] : [],
      ),
    );
  const expected = new Map<string, number>();
  for (const { merchantId, createdAt, facts } of things) {
    for (const { name, periodOf, slotOf } of countLevels) {
      const pk = `MERCHANT#${merchantId}#LIST#${moves ? 'movers' : 'things'}#0#COUNTS`;
      const sk = countSk(name, periodOf(createdAt), cellOf(facts));
      const place = `${pk} ${sk} ${slotOf(createdAt)}`;
      expected.set(place, (expected.get(place) ?? 0) + 1);
    }
  }
  expect(counts.sort()).toEqual([...expected].map(([place, n]) => `${place} ${n}`).sort());
  const under = items.filter(({ pk }) => pk.includes('#UNDER#'));
  expect(under).toHaveLength(things.filter(({ under: { customer } = {} }) => customer).length);
}

const byKey = (one: { pk: string; sk: string }, other: { pk: string; sk: string }) =>
  `${one.pk} ${one.sk}` < `${other.pk} ${other.sk}` ? -1 : 1;

const last = <T>(all: readonly T[]): T => {
  const one = all.at(-1);
  if (one === undefined) throw new Error('There is none.');
  return one;
};

/** A port whose transactions fail as these say: before they happen, or after. */
function failing(
  port: TablePort,
  faults: readonly ('none' | 'refused' | 'answer lost')[],
): TablePort {
  const left = [...faults];
  return {
    ...port,
    async transact(writes, token) {
      const fault = left.shift() ?? 'none';
      if (fault === 'refused') throw new SwitchError('temporarily_unavailable');
      const result = await port.transact(writes, token);
      if (fault === 'answer lost') throw new SwitchError('temporarily_unavailable');
      return result;
    },
  };
}

const atOnce = (port: TablePort, listings: readonly Listing[]) => {
  const table = tableOver(port);
  return projectListings(
    table,
    keptShards(table, () => 0),
    listings,
  );
};

describe.each([false, true])('projecting what is listed, where it moves: %s', (moves) => {
  const kind = kindOfThings({ moves });

  it('comes to the same whatever is told twice, late, together, or broken off', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories(moves).chain((things) =>
          fc.record({
            things: fc.constant(things),
            // In any order, and again; in batches of any size.
            told: fc.shuffledSubarray([...things.flat(), ...things.flat()]),
            size: fc.integer({ min: 1, max: 5 }),
          }),
        ),
        fc.array(fc.constantFrom('none', 'refused', 'answer lost'), { maxLength: 12 }),
        async ({ things, told, size }, faults) => {
          const port = memoryPort();
          const shaky = failing(port, faults);
          // What is told last is the newest at the latest: the stream leaves nothing out.
          const all = [...told, ...things.map(last)];
          for (let at = 0; at < all.length; at += size) {
            const batch = all.slice(at, at + size);
            const newest = [...Map.groupBy(batch, ({ id }) => id).values()].map((same) =>
              last([...same].sort((one, other) => one.version - other.version)),
            );
            const listings = newest.map((thing) => listingOf(kind, thing));
            for (let isDone = false; !isDone; ) {
              isDone = await atOnce(shaky, listings).then(
                () => true,
                () => false,
              );
            }
          }
          expectListed(port, things.map(last), moves);
        },
      ),
    );
  });

  it('comes to the same when many tell at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(histories(moves), async (things) => {
        const port = memoryPort();
        const tellers = things.flat().map((thing) => atOnce(port, [listingOf(kind, thing)]));
        await Promise.allSettled(tellers);
        await atOnce(
          port,
          things.map((states) => listingOf(kind, last(states))),
        );
        expectListed(port, things.map(last), moves);
      }),
    );
  });

  it('forgets what was deleted, its counts too, and lists it again when it comes back', async () => {
    const thing: Thing = {
      merchantId: 'shop',
      id: 'thing_1',
      version: 3,
      createdAt: '2026-02-03T04:05:06.007Z',
      ...(moves && { sortedAt: '2026-02-04T04:05:06.007Z' }),
      facts: { status: 'open' },
      under: { customer: 'cus_1' },
    };
    const port = memoryPort();
    await atOnce(port, [listingOf(kind, thing)]);
    await atOnce(port, [listingOf(kind, thing, true)]);
    expectListed(port, [], moves);
    await atOnce(port, [listingOf(kind, thing, true)]);
    expectListed(port, [], moves);
    const again = { ...thing, version: 1 };
    await atOnce(port, [listingOf(kind, again)]);
    expectListed(port, [again], moves);
  });

  it('writes a hundred things in a few transactions', async () => {
    const port = memoryPort();
    let transactions = 0;
    const counting: TablePort = {
      ...port,
      transact(...given) {
        transactions += 1;
        return port.transact(...given);
      },
    };
    const things = Array.from(
      { length: 100 },
      (_, index): Thing => ({
        merchantId: 'shop',
        id: `thing_${index}`,
        version: 1,
        createdAt: '2026-02-03T04:05:06.007Z',
        ...(moves && { sortedAt: '2026-02-03T04:05:06.007Z' }),
        facts: { status: 'open' },
      }),
    );
    await atOnce(
      counting,
      things.map((thing) => listingOf(kind, thing)),
    );
    expectListed(port, things, moves);
    expect(transactions).toBeLessThanOrEqual(6);
  });
});
