import { cachedShards, shardsAt, shardsBetween, spreadLists } from '#platform/lists/shards.ts';
import { memoryTable } from '../../../support/table/memory-table.ts';

const owner = 'MERCHANT#shop';
const noon = new Date('2026-03-05T12:00:00.000Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('the partitions of a list', () => {
  it('a list has one partition, and more for items created from five minutes later on', async () => {
    const table = memoryTable();
    expect(await cachedShards(table).periodsOf(owner)).toEqual([]);
    const period = await spreadLists(table, owner, 4, noon);
    expect(period).toEqual({ from: later(5).toISOString(), shards: 4 });
    await spreadLists(table, owner, 2, later(60));
    const periods = await cachedShards(table).periodsOf(owner);
    const at = [0, 4, 5, 64, 65, 600].map((minutes) =>
      shardsAt(periods, later(minutes).toISOString()),
    );
    expect(at).toEqual([1, 1, 4, 4, 2, 2]);
    const between = (from: number, until: number) =>
      shardsBetween(periods, later(from).toISOString(), later(until).toISOString());
    expect([between(0, 4), between(0, 5), between(0, 600), between(70, 600)]).toEqual([1, 4, 4, 2]);
  });

  it('the partitions of a list belong to one owner', async () => {
    const table = memoryTable();
    await spreadLists(table, owner, 4, noon);
    expect(await cachedShards(table).periodsOf('MERCHANT#other')).toEqual([]);
  });

  it.each([0, 33, 1.5])("the number of a list's partitions is never %d", async (shards) => {
    await expect(spreadLists(memoryTable(), owner, shards, noon)).rejects.toThrow('1 to 32');
  });

  it("the number of a list's partitions is cached for a minute, within which no change takes effect", async () => {
    const table = memoryTable();
    let now = 0;
    const shards = cachedShards(table, () => now);
    expect(shards.known(owner)).toBeUndefined();
    await shards.periodsOf(owner);
    await spreadLists(table, owner, 4, noon);
    expect(await shards.known(owner)).toEqual([]);
    now = 60_000;
    expect(shards.known(owner)).toBeUndefined();
    expect(await shards.periodsOf(owner)).toHaveLength(1);
  });
});
