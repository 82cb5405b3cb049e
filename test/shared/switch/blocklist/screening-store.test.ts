import { tableOver } from '#platform/table/table.ts';
import type { Counter } from '#switch/blocklist/card-testing.ts';
import { isTripped } from '#switch/blocklist/card-testing.ts';
import { screeningStore } from '#switch/blocklist/screening-store.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const counter: Counter = {
  key: { pk: 'MERCHANT#shop#FAILED#name', sk: 'CUSTOMER' },
  threshold: 3,
  seconds: 60,
};
const noon = new Date('2030-01-31T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

function counted() {
  const port = memoryPort();
  const store = screeningStore(tableOver(port));
  return {
    store,
    count: (now: Date) => store.count(counter, now),
    isTrippedAt: async (now: Date) => isTripped(counter, await store.read([counter.key]), now),
  };
}

it('card testing counts every payment that begins at the same moment', async () => {
  const { count, isTrippedAt } = counted();
  await Promise.all([1, 2].map(() => count(noon)));
  expect(await isTrippedAt(noon)).toBe(false);
  await count(noon);
  expect(await isTrippedAt(noon)).toBe(true);
});

it('card testing counts from the first payment on, and begins anew when its time is over', async () => {
  const { count, isTrippedAt } = counted();
  for (const seconds of [0, 30, 59]) await count(later(seconds));
  expect(await isTrippedAt(later(59))).toBe(true);
  expect(await isTrippedAt(later(60))).toBe(false);
  await count(later(60));
  expect(await isTrippedAt(later(60))).toBe(false);
  for (const seconds of [61, 119]) await count(later(seconds));
  expect(await isTrippedAt(later(119))).toBe(true);
  expect(await isTrippedAt(later(120))).toBe(false);
});

it('card testing reads nothing where no check is configured', async () => {
  expect(await counted().store.read([])).toEqual([]);
});
