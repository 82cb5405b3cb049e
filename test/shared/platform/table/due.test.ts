import { dueKeys, dueShards } from '#platform/table/due.ts';

const at = new Date('2026-01-01T00:00:00.000Z');

it('due items are spread over all shards, about evenly', () => {
  const counts = new Map(dueShards.map((shard) => [shard, 0]));
  for (let number = 0; number < 16_000; number++) {
    const { duePk } = dueKeys(`MERCHANT#m#PAYMENT#pay_${number}`, at);
    counts.set(duePk, (counts.get(duePk) ?? Number.NaN) + 1);
  }
  expect(counts.size).toBe(16);
  for (const count of counts.values()) {
    expect(count).toBeGreaterThan(800);
    expect(count).toBeLessThan(1_200);
  }
});

it('an item stays in its shard, and times sort as texts do', () => {
  expect(dueKeys('p', at)).toEqual(dueKeys('p', at));
  expect(dueKeys('p', at).dueAt < dueKeys('p', new Date(at.getTime() + 1)).dueAt).toBe(true);
  expect(dueShards).toEqual([...dueShards].sort());
});
