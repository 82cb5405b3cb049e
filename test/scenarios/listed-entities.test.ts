import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { refundsByStatus } from '#switch/refunds/count-refunds.ts';
import { listedRefunds } from '#switch/refunds/refund-list-entry.ts';
import { refundKey } from '#switch/refunds/refund-store.ts';
import { projectLists } from '../../functions/queues/project-lists.ts';
import { aRefund } from '../support/entities/a-refund.ts';
import { unlisted } from '../support/table/listed-entities.ts';
import { type MemoryPort, memoryPort } from '../support/table/memory-table.ts';

const refund = aRefund();
const minutesFrom = (minutes: number) =>
  new Date(Date.parse(refund.createdAt) + minutes * 60_000).toISOString();
const owner = `MERCHANT#${refund.merchantId}`;

/** The refund as it is stored first, and after its processor's answer. */
const states = (['pending', 'succeeded'] as const).map((status, index): Item => {
  const version = index + 1;
  return { ...refund, ...refundKey(refund), status, version, modifiedAt: minutesFrom(index) };
});

/** The tables between any two writes while the refund is stored, listed, changed and listed again. */
async function everyMoment(): Promise<readonly (readonly Item[])[]> {
  const moments: (readonly Item[])[] = [];
  const told: Change[] = [];
  const port: MemoryPort = memoryPort([], (before, after) => {
    told.push({ before, after });
    moments.push(port.items());
  });
  const table = tableOver(port);
  const project = projectLists(
    { table, shards: cachedShards(table, () => 0) },
    logTo(() => {}),
  );
  for (const state of states) {
    await port.put(state, state.version === 1 ? 'absent' : { version: 1 });
    const changes = told.splice(0).map((change, index) => ({ number: String(index), ...change }));
    expect(await project(changes)).toEqual([]);
    told.splice(0);
  }
  return moments;
}

/** How many refunds of the last minutes the switch counts in each status. */
async function countedIn(items: readonly Item[]) {
  const table = tableOver(memoryPort(items));
  const { status_with_count } = await refundsByStatus(
    { merchantId: refund.merchantId },
    { start_time: minutesFrom(-5), end_time: minutesFrom(5) },
    {
      lists: listsOver(
        table,
        cachedShards(table, () => 0),
      ),
    },
  );
  return Object.fromEntries(Object.entries(status_with_count).filter(([, count]) => count > 0));
}

it('a list is complete for tests only while every answer about it shows the stored entities', async () => {
  const { list } = listedRefunds;
  const moments = (await everyMoment()).map((items) => ({
    items,
    stored: String(items.find(({ sk }) => sk === states[0]?.sk)?.status),
    isComplete: unlisted({ list, owner }, items) === undefined,
  }));
  const complete = moments.filter(({ isComplete }) => isComplete);
  expect(complete.map(({ stored }) => stored)).toEqual(['pending', 'succeeded']);
  for (const { items, stored } of complete) {
    expect(await countedIn(items)).toEqual({ [stored]: 1 });
  }
  // A row is written before its count, and until then the switch counts no refund.
  const rows = ({ items }: (typeof moments)[number]) =>
    items.some(({ pk }) => pk.includes('#PLACE#'));
  const counts = await Promise.all(moments.filter(rows).map(({ items }) => countedIn(items)));
  expect(counts).toContainEqual({});
});
