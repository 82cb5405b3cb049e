import { busyLists } from '#platform/lists/busy-lists.ts';
import type { ListEntry } from '#platform/lists/list-entry.ts';
import { shardOf } from '#platform/lists/list-entry.ts';
import { cachedShards, shardsAt, spreadLists } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const owner = 'MERCHANT#shop';
const noon = Date.parse('2026-03-05T12:00:00.000Z');

const anEntry = (id: string, list = 'events', of = owner): ListEntry => ({
  owner: of,
  list,
  id,
  version: 1,
  createdAt: new Date(noon).toISOString(),
  facets: {},
});

/** Containers of the function, each of which gets an equal part of an owner's rows. */
function containers(count: number) {
  const port = memoryPort();
  const table = tableOver(port);
  const lines: string[] = [];
  let now = noon;
  const all = Array.from({ length: count }, () =>
    busyLists(
      table,
      logTo((line) => lines.push(line)),
      () => now,
    ),
  );
  let made = 0;
  return {
    port,
    table,
    lines,
    /** Lists so many entities a second for so many seconds, a batch of each container a second. */
    async list(perSecond: number, seconds: number, list = 'events', of = owner) {
      for (let second = 0; second < seconds; second += 1) {
        for (const container of all) {
          const entries = Array.from({ length: perSecond / count }, () => {
            made += 1;
            return { entry: anEntry(`evt_${made}`, list, of) };
          });
          await container.note(entries);
        }
        now += 1_000;
      }
    },
    shardsIn: async (minutes: number, of = owner) =>
      shardsAt(
        await cachedShards(table).periodsOf(of),
        new Date(now + minutes * 60_000).toISOString(),
      ),
    after: (ms: number) => new Date(now + ms),
  };
}

describe('lists of a busy merchant', () => {
  it.each([
    { perSecond: 200, shards: 1 },
    { perSecond: 300, shards: 2 },
    { perSecond: 1_000, shards: 4 },
    { perSecond: 2_000, shards: 8 },
    { perSecond: 40_000, shards: 32 },
  ])(
    "a merchant's lists with $perSecond rows a second are spread over $shards partitions",
    async ({ perSecond, shards }) => {
      // Each container by itself is far below the rate of a partition.
      const world = containers(20);
      await world.list(perSecond, 62);
      expect(await world.shardsIn(6)).toBe(shards);
      expect(await world.shardsIn(0)).toBe(1);
      // No partition takes more than its share of the thousand writes of a second.
      const rows = new Map<number, number>();
      for (let made = 0; made < perSecond; made += 1) {
        const shard = shardOf(`evt_${made}`, shards);
        rows.set(shard, (rows.get(shard) ?? 0) + 1);
      }
      if (perSecond <= 2_000) expect(Math.max(...rows.values())).toBeLessThan(400);
    },
    60_000,
  );

  it("a merchant's lists are spread further when it grows, and stay when it shrinks", async () => {
    const world = containers(4);
    await world.list(400, 62);
    expect(await world.shardsIn(6)).toBe(2);
    await world.list(1_200, 124);
    expect(await world.shardsIn(6)).toBe(8);
    await world.list(4, 124);
    expect(await world.shardsIn(6)).toBe(8);
  });

  it("a busy merchant's lists are spread once, and another merchant's not at all", async () => {
    const world = containers(4);
    await world.list(400, 200);
    await world.list(40, 124, 'events', 'MERCHANT#quiet');
    const spread = world.lines.map((line) => JSON.parse(line));
    expect(spread).toEqual([
      expect.objectContaining({ message: 'lists spread', owner, shards: 2 }),
    ]);
    expect(await world.shardsIn(6, 'MERCHANT#quiet')).toBe(1);
  });

  it('a number of partitions that an operator chose stays while it suffices', async () => {
    const world = containers(4);
    await spreadLists(world.table, owner, 16, world.after(0));
    await world.list(1_000, 124);
    expect(await world.shardsIn(6)).toBe(16);
  });

  it("a quiet merchant's lists cost no call", async () => {
    const world = containers(1);
    const table = tableOver({
      ...world.port,
      get: () => Promise.reject(new Error('Nothing is read.')),
      updateWhere: () => Promise.reject(new Error('Nothing is written.')),
    });
    let now = noon;
    const lines: string[] = [];
    const busy = busyLists(
      table,
      logTo((line) => lines.push(line)),
      () => now,
    );
    for (; now < noon + 300_000; now += 2_000) await busy.note([{ entry: anEntry('evt_1') }]);
    expect(lines).toEqual([]);
  });

  it('a count that fails is logged, and the lists are written', async () => {
    const lines: string[] = [];
    let now = noon;
    const table = tableOver({
      ...memoryPort(),
      updateWhere: () => Promise.reject(new Error('The item is throttled.')),
    });
    const busy = busyLists(
      table,
      logTo((line) => lines.push(line)),
      () => now,
    );
    const batch = Array.from({ length: 100 }, (_, index) => ({ entry: anEntry(`evt_${index}`) }));
    await busy.note(batch);
    now += 60_000;
    await busy.note(batch);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message: 'lists not spread',
      owner,
      error: 'Error: The item is throttled.',
    });
  });
});
