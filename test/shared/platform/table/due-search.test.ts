import { dueKeys, dueShards } from '#platform/table/due.ts';
import { type DueItem, dueSearch, pageItems } from '#platform/table/due-search.ts';
import type { Item, Page } from '#platform/table/port.ts';
import { maxPerRun } from '../../../../functions/queues/find-due.ts';

const begin = Date.parse('2026-01-31T12:00:00.000Z');
const minute = 60_000;

/** The latencies of a query and of a call that sends ten messages, and the connections to SQS. */
const [queryMs, sendMs, connections] = [15, 25, 50] as const;

/** An index of late items, in which items are marked as handled. It counts pages and bytes. */
function lateIndex(count: number, everyMs = 1) {
  const shards = new Map<string, Item[]>(dueShards.map((shard) => [shard, []]));
  for (let number = 0; number < count; number += 1) {
    const pk = `MERCHANT#merchant_${number % 50}#PAYMENT#pay_${String(number).padStart(20, '0')}`;
    const due = dueKeys(pk, new Date(begin - 86_400_000 + Math.floor(number * everyMs)));
    shards.get(due.duePk)?.push({ pk, sk: 'PAYMENT', ...due });
  }
  const counted = { pages: 0, bytes: 0, readUnits: 0 };
  const handled = new Set<string>();
  return {
    counted,
    handled,
    async query(
      shard: string,
      { from = '', until = '~', limit = 1_000_000 }: Omit<Page, 'pk'> = {},
    ) {
      const page: Item[] = [];
      const items = shards.get(shard) ?? [];
      for (let place = firstAtOrAfter(items, from); place < items.length; place += 1) {
        const item = items[place];
        if (!item || String(item.dueAt) > until || page.length === limit) break;
        if (!handled.has(item.pk)) page.push(item);
      }
      const bytes = page.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
      counted.pages += 1;
      counted.bytes += bytes;
      counted.readUnits += Math.max(1, Math.ceil(bytes / 4_096)) / 2;
      return page;
    },
  };
}

function firstAtOrAfter(items: readonly Item[], dueAt: string): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (String(items[middle]?.dueAt) < dueAt) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Runs the search every minute, for so long as it has time for by the simulated latencies. */
async function searchEveryMinute(index: ReturnType<typeof lateIndex>, minutes: number) {
  const search = dueSearch(index);
  const sent = new Map<string, number>();
  const byRun: number[] = [];
  for (let run = 0; run < minutes; run += 1) {
    const used = { ms: 0 };
    const pagesBefore = index.counted.pages;
    const { count } = await search({
      at: new Date(begin + run * minute),
      limit: maxPerRun,
      // The shards wait side by side for their pages, and share the connections to SQS.
      isTimeLeft: () =>
        used.ms + ((index.counted.pages - pagesBefore) / dueShards.length) * queryMs < 20_000,
      isInSteps: () => false,
      async send(items) {
        for (const { pk } of items) sent.set(pk, (sent.get(pk) ?? 0) + 1);
        used.ms += (Math.ceil(items.length / 10) * sendMs) / connections;
        return true;
      },
    });
    byRun.push(count);
  }
  return { sent, byRun };
}

/** The run of a minute that has time for all, whose queue says of items whether it accepts them. */
const wholeRun = (
  minutes: number,
  accepts: (items: readonly DueItem[]) => boolean,
): Parameters<ReturnType<typeof dueSearch>>[0] => ({
  at: new Date(begin + minutes * minute),
  limit: maxPerRun,
  isTimeLeft: () => true,
  isInSteps: () => false,
  send: async (items) => accepts(items),
});

/** How often the item was sent that was sent most often. */
const timesSent = (sent: ReadonlyMap<string, number>) =>
  [...sent.values()].reduce((most, times) => Math.max(most, times), 0);

describe('a search that is behind', () => {
  it('a search that is behind finds 600,000 late items within 15 minutes, each once, at a thousand a second', async () => {
    const index = lateIndex(600_000);
    const { sent, byRun } = await searchEveryMinute(index, 15);
    expect(sent.size).toBe(600_000);
    expect(timesSent(sent)).toBe(1);
    expect(byRun.filter((count) => count > 0).length).toBeLessThanOrEqual(11);
    expect(Math.max(...byRun)).toBeLessThanOrEqual(maxPerRun);
    expect(byRun[0]).toBeGreaterThan(0.9 * maxPerRun);
    const { pages, readUnits } = index.counted;
    const found = { pages, readUnits, byRun: byRun.filter((count) => count > 0) };
    // A page holds 200 items, and half a unit reads 4 KB.
    expect(found.pages).toBeLessThan(600_000 / pageItems + 3 * 16 * 15);
    expect(found.readUnits).toBeLessThan(25_000);
  });

  it('a search that is behind sends late items again when the functions had time for them, and not before', async () => {
    const index = lateIndex(32_000);
    const { sent, byRun } = await searchEveryMinute(index, 33);
    expect(sent.size).toBe(32_000);
    // The first run finds all; the sweep begins again after half an hour.
    expect(byRun.flatMap((count, run) => (count > 0 ? [run] : []))).toEqual([0, 30]);
    expect(timesSent(sent)).toBe(2);
  });

  it('a search that is behind leaves out the items that were handled', async () => {
    const index = lateIndex(32_000);
    const search = dueSearch(index);
    for (const run of [0, 30, 60]) {
      await search({
        at: new Date(begin + run * minute),
        limit: maxPerRun,
        isTimeLeft: () => true,
        isInSteps: () => false,
        async send(items) {
          for (const { pk } of items) {
            expect(index.handled.has(pk)).toBe(false);
            index.handled.add(pk);
          }
          return true;
        },
      });
    }
    expect(index.handled.size).toBe(32_000);
  });

  it('a search that is behind passes more items of the same moment than a page holds', async () => {
    const index = lateIndex(10_000, 0);
    const { sent } = await searchEveryMinute(index, 2);
    expect([sent.size, timesSent(sent)]).toEqual([10_000, 1]);
  });

  it('a search that is behind sends a page again whose messages the queue did not accept', async () => {
    const index = lateIndex(16 * 500);
    const search = dueSearch(index);
    const sent = new Set<string>();
    let refused = 0;
    const run = (at: number, accepts: boolean) =>
      search(
        wholeRun(at, (items) => {
          if (!accepts) refused += items.length;
          else for (const { pk } of items) sent.add(pk);
          return accepts;
        }),
      );
    expect(await run(0, false)).toMatchObject({ isBehind: true });
    expect(refused).toBeGreaterThan(0);
    expect(await run(1, true)).toMatchObject({ isBehind: false });
    expect(sent.size).toBe(8_000);
  });

  it('a search that finds a shard throttled sends the items of all others, fails, and sends those of that shard in its next run', async () => {
    const index = lateIndex(16 * 100);
    const [throttled = ''] = dueShards;
    const refused = new Set<string>([throttled]);
    const search = dueSearch({
      query: async (shard, page) => {
        if (refused.has(shard)) throw new Error('ThrottlingException');
        return index.query(shard, page);
      },
    });
    const sent = new Set<string>();
    const run = (at: number) =>
      search(
        wholeRun(at, (items) => {
          for (const { pk } of items) sent.add(pk);
          return true;
        }),
      );
    await expect(run(0)).rejects.toThrow('ThrottlingException');
    const inShard = (await index.query(throttled)).map(({ pk }) => pk);
    expect(inShard.length).toBeGreaterThan(0);
    expect(sent.size).toBe(1_600 - inShard.length);
    refused.clear();
    expect(await run(1)).toMatchObject({ isBehind: false });
    expect(inShard.filter((pk) => !sent.has(pk))).toEqual([]);
  });

  it('a search that is behind sends the items of the coming minute before the late ones', async () => {
    const index = lateIndex(100_000);
    const onTime = { pk: 'MERCHANT#m#PAYMENT#pay_1', sk: 'PAYMENT' };
    const due = { ...onTime, ...dueKeys(onTime.pk, new Date(begin + 30_000)) };
    const sent: string[] = [];
    await dueSearch({
      async query(shard, page = {}) {
        const found = await index.query(shard, page);
        const isWanted = shard === due.duePk && due.dueAt <= (page.until ?? '');
        const isFull = found.length === page.limit;
        return isWanted && !isFull && (page.from ?? '') <= due.dueAt ? [...found, due] : found;
      },
    })({
      at: new Date(begin),
      limit: maxPerRun,
      isTimeLeft: () => sent.length < 32 * pageItems,
      isInSteps: () => false,
      async send(items) {
        sent.push(...items.map(({ pk }) => pk));
        return true;
      },
    });
    expect(sent.filter((pk) => pk === onTime.pk)).toHaveLength(1);
    expect(sent.indexOf(onTime.pk)).toBeLessThan(17 * pageItems);
  });
});
