import fc from 'fast-check';
import { SwitchError } from '#platform/errors.ts';
import { entryIn } from '#platform/lists/list-definition.ts';
import {
  cellOf,
  countSk,
  isSlot,
  type ListEntry,
  monthOf,
  slotOf,
} from '#platform/lists/list-entry.ts';
import { countMoves } from '#platform/lists/move-counts.ts';
import { type Listing, projectListings } from '#platform/lists/project-entries.ts';
import { relistEntries, uncountedMoves } from '#platform/lists/relist-entries.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { type Writers, writers } from '#platform/lists/writer.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { entityKind, itemOf, type ListedEntity } from '../../../support/table/a-list.ts';
import { countedPort } from '../../../support/table/counted-port.ts';
import { type MemoryPort, memoryPort } from '../../../support/table/memory-table.ts';

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
          ({ status, customer, minutes }, version): ListedEntity => ({
            merchantId,
            id: `thing_${index}`,
            version: version + 1,
            createdAt,
            ...(moves && {
              sortedAt: new Date(Date.parse(createdAt) + minutes * 60_000).toISOString(),
            }),
            facets: { status },
            sortable: { amount: 100 * index },
            indexed: customer ? { customer } : {},
          }),
        ),
      ),
    );

type Kind = ReturnType<typeof entityKind>;

const entryOf = (kind: Kind, thing: ListedEntity): ListEntry => {
  const entry = entryIn(kind, [itemOf(thing)]);
  if (!entry) throw new Error('A thing is always listed.');
  return entry;
};

/** A change as the stream reports it; `after` undefined where the thing was deleted. */
interface Told {
  readonly before: ListEntry | 'new';
  readonly after: ListEntry | undefined;
}

/** The stream's changes of a thing that was saved with these states, one after the other. */
const toldOf = (entries: readonly ListEntry[], isDeleted: boolean): Told[] => [
  ...entries.map((after, index): Told => ({ before: entries[index - 1] ?? 'new', after })),
  ...(isDeleted ? [{ before: last(entries), after: undefined }] : []),
];

/**
 * The listings that a batch of changes leads to, thing by thing, in the order of the last change of
 * each.
 */
function listingsOf(batch: readonly Told[]): Listing[] {
  const things = new Map<string, Told[]>();
  for (const one of batch) {
    const { owner, id } = one.after ?? entryBefore(one);
    const name = `${owner} ${id}`;
    const known = things.get(name) ?? [];
    things.delete(name);
    things.set(name, [...known, one]);
  }
  return [...things.values()].map((changes): Listing => {
    const before = changes[0]?.before;
    const states = changes.flatMap(({ after }) => after ?? []);
    const end = last(changes);
    return end.after
      ? { entry: end.after, before, between: states.slice(0, -1) }
      : { entry: entryBefore(end), before, between: states, isGone: true };
  });
}

function entryBefore({ before }: Told): ListEntry {
  if (before === 'new') throw new Error('What is deleted was there.');
  return before;
}

/** The rows, counts and pointers of a table, as they would be had everything been listed once and in order. */
function expectListed(port: MemoryPort, things: readonly ListedEntity[], moves: boolean) {
  const list = moves ? 'movers' : 'things';
  const items = port.items();
  const rows = items.flatMap((item) => {
    const { pk, sk, cell, version, listPk, listSk } = item;
    if (moves) return listPk?.includes('#LIST#') ? [`${listPk} ${listSk} ${cell} ${version}`] : [];
    return /#LIST#\w+#\d+$/.test(pk) ? [`${pk} ${sk} ${cell} ${version}`] : [];
  });
  expect(rows.sort()).toEqual(
    things
      .map(
        ({
          merchantId,
          id,
          version,
          createdAt,
          sortedAt,
          facets: facts,
          sortable: numbers = {},
        }) => {
          const cell = cellOf(facts);
          const place = `MERCHANT#${merchantId}#LIST#${list}#0 ${sortedAt ?? createdAt}#${id}`;
          const made = Date.parse(createdAt).toString(36);
          const shown = moves ? `#${cell}#${made}#amount=${numbers.amount}` : '';
          return `${place}${shown} ${cell} ${version}`;
        },
      )
      .sort(),
  );
  const counts = items
    .filter(({ pk }) => pk.endsWith('#COUNTS'))
    .flatMap((item) =>
      Object.entries(item).flatMap(([slot, count]) =>
        isSlot(slot) && count !== 0
          ? [`${item.pk} ${item.sk} ${slot} ${count} ${JSON.stringify(item.facts)}`]
          : [],
      ),
    );
  const expected = new Map<string, { count: number; facts: string }>();
  for (const { merchantId, createdAt, facets: facts } of things) {
    const pk = `MERCHANT#${merchantId}#LIST#${list}#0#COUNTS`;
    const place = `${pk} ${countSk(monthOf(createdAt), cellOf(facts))} ${slotOf(createdAt)}`;
    const count = (expected.get(place)?.count ?? 0) + 1;
    expected.set(place, { count, facts: JSON.stringify(facts) });
  }
  expect(counts.sort()).toEqual(
    [...expected].map(([place, { count, facts }]) => `${place} ${count} ${facts}`).sort(),
  );
  const under = items.filter(({ pk }) => pk.includes('#UNDER#'));
  expect(under.map(({ pk, sk }) => `${pk} ${sk}`).sort()).toHaveLength(
    things.filter(({ indexed: { customer } = {} }) => customer).length,
  );
}

const last = <T>(all: readonly T[]): T => {
  const one = all.at(-1);
  if (one === undefined) throw new Error('There is none.');
  return one;
};

/**
 * The fault of a call: it never arrives, its answer is lost, it arrives twice since the client
 * library repeats it, or the process is killed before or after it.
 */
const faults = [
  'none',
  'refused',
  'answer lost',
  'twice',
  'killed before',
  'killed after',
] as const;
type Fault = (typeof faults)[number];

/** Calls of a port by their numbers, over all processes, with the fault of each. */
function numberedFaults(given: readonly Fault[]) {
  let calls = 0;
  return {
    made: () => calls,
    next: (): Fault => given[calls++] ?? 'none',
  };
}

/** A port as one process has it. Once that is killed none of its calls arrives any more. */
function processPort(
  port: TablePort,
  { next }: ReturnType<typeof numberedFaults>,
): TablePort & { readonly isKilled: () => boolean } {
  let isKilled = false;
  const unanswered = () => new SwitchError('temporarily_unavailable');
  async function reached<T>(call: () => Promise<T>): Promise<T> {
    if (isKilled) throw unanswered();
    const fault = next();
    if (fault === 'killed before') isKilled = true;
    if (fault === 'refused' || isKilled) throw unanswered();
    if (fault === 'twice') await call();
    const answer = await call();
    if (fault === 'killed after') isKilled = true;
    if (fault === 'answer lost' || isKilled) throw unanswered();
    return answer;
  }
  return {
    ...port,
    isKilled: () => isKilled,
    get: (...given) => reached(() => port.get(...given)),
    put: (...given) => reached(() => port.put(...given)),
    updateWhere: (...given) => reached(() => port.updateWhere(...given)),
    batchGet: (...given) => reached(() => port.batchGet(...given)),
    transact: (...given) => reached(() => port.transact(...given)),
  };
}

/** One container of the function: its table, and the name that it writes under. */
function aProcess(port: TablePort, numbers: ReturnType<typeof numberedFaults>) {
  const own = processPort(port, numbers);
  const table = tableOver(own);
  const shards = cachedShards(tableOver(port), () => 0);
  const all: { shards: typeof shards; writers: Writers } = { shards, writers: writers() };
  return {
    isKilled: own.isKilled,
    list: (batch: readonly Told[]) => projectListings(table, all, listingsOf(batch)),
    relist: (entries: readonly ListEntry[]) =>
      relistEntries(
        table,
        shards,
        entries.map((entry) => ({ entry })),
      ),
  };
}

const isDone = (work: Promise<void>) =>
  work.then(
    () => true,
    () => false,
  );

/**
 * Delivers the changes of a shard in order, in batches of these sizes. A failed batch comes again
 * from its beginning, in another size, to the same container or a new one.
 */
async function tellShard(
  shard: readonly Told[],
  sizes: () => number,
  container: () => ReturnType<typeof aProcess>,
) {
  for (let [at, tries] = [0, 0]; at < shard.length; tries++) {
    // More than there are faults: it would never be done.
    if (tries > 200) throw new Error('A batch is never done.');
    const size = sizes();
    if (await isDone(container().list(shard.slice(at, at + size)))) at += size;
  }
}

/** Takes from these in turn, without end. */
function cycling<T>(all: readonly T[], otherwise: T): () => T {
  let at = 0;
  return () => all[at++ % Math.max(1, all.length)] ?? otherwise;
}

/** The changes of all things of a shard, mixed, those of one thing in their order. */
function mixed(things: readonly (readonly Told[])[], turns: () => number): Told[] {
  const left = things.map((one) => [...one]);
  const all: Told[] = [];
  while (left.some(({ length }) => length > 0)) {
    const open = left.filter(({ length }) => length > 0);
    const next = open[turns() % open.length]?.shift();
    if (next) all.push(next);
  }
  return all;
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12 });

/** A stream of two shards, with the sizes of its batches. */
const streams = (moves: boolean) =>
  fc.record({
    things: histories(moves),
    deleted: fc.array(fc.boolean(), { maxLength: 6 }),
    turns: fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }),
    sizes,
    /** Whether a batch goes to a new container. */
    restarts: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    faults: fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.constant('none' as const) }, fc.constantFrom(...faults)),
      { maxLength: 60 },
    ),
  });

type Stream = ReturnType<typeof streams> extends fc.Arbitrary<infer S> ? S : never;

describe.each([false, true])('the projection of list entries that move: %s', (moves) => {
  const kind = entityKind({ moves });

  /** The shards of a stream, and the things that exist in the end. */
  function shardsOf({ things, deleted, turns }: Stream) {
    const entries = things.map((states) => states.map((thing) => entryOf(kind, thing)));
    const changes = entries.map((states, index) => toldOf(states, deleted[index] ?? false));
    const turn = cycling(turns, 0);
    return {
      shards: [0, 1].map((shard) =>
        mixed(
          changes.filter((_, index) => index % 2 === shard),
          turn,
        ),
      ),
      left: things.filter((_, index) => !deleted[index]).map(last),
    };
  }

  /** A container that is the same until it is replaced. */
  function containers(port: TablePort, { faults: given, restarts }: Stream) {
    const numbers = numberedFaults(given);
    const isNew = cycling(restarts, false);
    let container = aProcess(port, numbers);
    return () => {
      if (isNew() || container.isKilled()) container = aProcess(port, numbers);
      return container;
    };
  }

  it('projecting lists has the same result however the stream is cut, broken off at any call and replayed', async () => {
    await fc.assert(
      fc.asyncProperty(streams(moves), async (stream) => {
        const port = memoryPort();
        const { shards, left } = shardsOf(stream);
        const size = cycling(stream.sizes, 1);
        for (const shard of shards) {
          const container = containers(port, stream);
          await tellShard(shard, size, container);
        }
        expectListed(port, left, moves);
      }),
      { numRuns: 300 },
    );
  });

  it('projecting lists has the same result when the stream is replayed from its beginning', async () => {
    await fc.assert(
      fc.asyncProperty(streams(moves), sizes, async (stream, others) => {
        const port = memoryPort();
        const { shards, left } = shardsOf(stream);
        for (const cut of [stream.sizes, others, [100]]) {
          for (const shard of shards) {
            await tellShard(shard, cycling(cut, 1), containers(port, stream));
          }
        }
        expectListed(port, left, moves);
      }),
      { numRuns: 150 },
    );
  });

  it('projecting lists has the same result when shards come side by side, while lists are rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(
        streams(moves),
        fc.array(fc.tuple(fc.nat(5), fc.nat(4)), { maxLength: 8 }),
        fc.scheduler(),
        async (stream, rebuilt, scheduler) => {
          const memory = memoryPort();
          const port: TablePort = {
            ...memory,
            put: scheduler.scheduleFunction(memory.put),
            updateWhere: scheduler.scheduleFunction(memory.updateWhere),
            batchGet: scheduler.scheduleFunction(memory.batchGet),
            transact: scheduler.scheduleFunction(memory.transact),
          };
          const { shards, left } = shardsOf({ ...stream, deleted: [] });
          const size = cycling(stream.sizes, 1);
          // The command reads things in any state, whatever the stream has delivered by then.
          const rebuild = aProcess(port, numberedFaults([]));
          const seen = rebuilt.flatMap(([index, version]) => {
            const states = stream.things[index];
            const state = states?.[Math.min(version, states.length - 1)];
            return state ? [entryOf(kind, state)] : [];
          });
          const work = Promise.all([
            ...shards.map((shard) => tellShard(shard, size, containers(port, stream))),
            (async () => {
              for (const entry of seen) await isDone(rebuild.relist([entry]));
            })(),
          ]);
          await scheduler.waitFor(work);
          expectListed(memory, left, moves);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('projecting lists has the same result when two containers get one batch at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(streams(moves), fc.scheduler(), async (stream, scheduler) => {
        const memory = memoryPort();
        const port: TablePort = {
          ...memory,
          updateWhere: scheduler.scheduleFunction(memory.updateWhere),
          transact: scheduler.scheduleFunction(memory.transact),
        };
        const { shards, left } = shardsOf({ ...stream, deleted: [] });
        const size = cycling(stream.sizes, 1);
        const work = async () => {
          for (const shard of shards) {
            for (let at = 0; at < shard.length; ) {
              const batch = shard.slice(at, at + size());
              const both = [1, 2].map(() => aProcess(port, numberedFaults([])).list(batch));
              await Promise.all(both);
              at += batch.length;
            }
          }
        };
        await scheduler.waitFor(work());
        expectListed(memory, left, moves);
      }),
      { numRuns: 100 },
    );
  });

  it('projecting lists is completed from the table by the command, whatever the stream lost', async () => {
    await fc.assert(
      fc.asyncProperty(streams(moves), fc.nat(20), async (stream, toldUntil) => {
        const port = memoryPort();
        const { shards, left } = shardsOf({ ...stream, deleted: [] });
        const container = aProcess(port, numberedFaults([]));
        // The missing change was parked; the later changes are delivered all the same.
        for (const shard of shards) {
          for (const [at, one] of shard.entries()) {
            if (at !== toldUntil) await container.list([one]);
          }
        }
        for (const _ of ['once', 'twice']) {
          await container.relist(left.map((thing) => entryOf(kind, thing)));
          expectListed(port, left, moves);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('projecting lists is counted by the command when a batch was abandoned before its counting', async () => {
    await fc.assert(
      fc.asyncProperty(streams(moves), fc.nat(12), async (stream, killedAt) => {
        const port = memoryPort();
        const { shards: told, left } = shardsOf({ ...stream, deleted: [] });
        const table = tableOver(port);
        const shards = cachedShards(table, () => 0);
        const now = Date.parse('2026-02-03T00:00:00.000Z');
        // All of a shard in one batch, which is killed at some call and parked.
        for (const shard of told) {
          const faulty = processPort(
            port,
            numberedFaults([...Array<Fault>(killedAt).fill('none'), 'killed after']),
          );
          const all = { shards, writers: writers(() => now - 3_600_000) };
          await isDone(projectListings(tableOver(faulty), all, listingsOf(shard)));
        }
        const entries = left.map((thing) => ({ entry: entryOf(kind, thing) }));
        for (const _ of ['once', 'twice']) {
          await relistEntries(table, shards, entries);
          await countMoves(table, await uncountedMoves(table, shards, entries, now));
          expectListed(port, left, moves);
        }
      }),
      { numRuns: 100 },
    );
  });

  const aThing = (id: string): ListedEntity => ({
    merchantId: 'shop',
    id,
    version: 1,
    createdAt: '2026-02-03T04:05:06.007Z',
    ...(moves && { sortedAt: '2026-02-03T04:05:06.007Z' }),
    facets: { status: 'open' },
    sortable: { amount: 0 },
  });

  it('projecting lists removes deleted items and their counts, and lists them again when they are created again', async () => {
    const thing: ListedEntity = {
      ...aThing('thing_1'),
      version: 3,
      indexed: { customer: 'cus_1' },
    };
    const port = memoryPort();
    const { list } = aProcess(port, numberedFaults([]));
    const after = entryOf(kind, thing);
    await list([{ before: 'new', after }]);
    expectListed(port, [thing], moves);
    for (const _ of ['once', 'twice']) {
      await list([{ before: after, after: undefined }]);
      expectListed(port, [], moves);
    }
    const again = { ...thing, version: 1 };
    await list([{ before: 'new', after: entryOf(kind, again) }]);
    expectListed(port, [again], moves);
  });

  it('projecting lists counts a hundred items in one write, and creates lists anew in a few transactions', async () => {
    const things = Array.from({ length: 100 }, (_, index) => aThing(`thing_${index}`));
    const entries = things.map((thing) => entryOf(kind, thing));
    const [told, anew] = [countedPort(memoryPort(), async () => undefined), memoryPort()];
    await aProcess(told, numberedFaults([])).list(
      entries.map((after) => ({ before: 'new', after })),
    );
    // One for each row, one for the count, and one to see over how many partitions lists are spread.
    expect(told.count().calls).toBe(102);
    let transactions = 0;
    const counting: TablePort = {
      ...anew,
      transact(...given) {
        transactions += 1;
        return anew.transact(...given);
      },
    };
    await aProcess(counting, numberedFaults([])).relist(entries);
    expectListed(anew, things, moves);
    expect(transactions).toBeLessThanOrEqual(6);
  });

  it('projecting lists drops containers of two days ago, and keeps all of this day', async () => {
    const port = memoryPort();
    const table = tableOver(port);
    const shards = cachedShards(table, () => 0);
    const start = Date.parse('2026-02-03T00:00:00.000Z');
    for (let hour = 0; hour < 100; hour++) {
      const own = writers(() => start + hour * 3_600_000);
      const entry = entryOf(kind, aThing(`thing_${hour}`));
      await projectListings(table, { shards, writers: own }, [{ entry, before: 'new' }]);
    }
    const [count] = port.items().filter(({ pk }) => pk.endsWith('#COUNTS'));
    const marks = Object.entries(count ?? {}).flatMap(([name, value]) =>
      name.startsWith('@') ? [Number(value)] : [],
    );
    const hoursAgo = marks.map((at) => 99 - (at - start) / 3_600_000);
    expect(hoursAgo.filter((hours) => hours < 26)).toHaveLength(26);
    expect(hoursAgo.filter((hours) => hours >= 26).length).toBeLessThan(10);
  });
});
