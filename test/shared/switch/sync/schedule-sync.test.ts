import { dueKeys } from '#platform/table/due.ts';
import { scheduleSync } from '#switch/sync/schedule-sync.ts';

const now = new Date('2026-01-31T12:00:00.000Z');
const pk = 'MERCHANT#m#PAYMENT#pay_1';
const waitsFor = (seconds: number, sk = 'PAYMENT') => ({
  pk,
  sk,
  ...dueKeys(pk, new Date(now.getTime() + seconds * 1_000)),
});
const watch = scheduleSync({ clock: () => now });

describe('a payment or refund', () => {
  it.each(['PAYMENT', 'REFUND#ref_1'])(
    'an item %s with a new pending sync is synced when it is due',
    async (sk) => {
      const after = waitsFor(60, sk);
      const messages = await watch({ before: { pk, sk }, after });
      expect(messages).toEqual([{ pk, sk, dueAt: after.dueAt }]);
    },
  );

  it('a payment or refund with a changed due time is synced at that time too', async () => {
    expect(await watch({ before: waitsFor(60), after: waitsFor(300) })).toHaveLength(1);
    expect(await watch({ before: undefined, after: waitsFor(-10) })).toHaveLength(1);
  });

  it.each([
    ['that is saved while it waits', { before: waitsFor(60), after: waitsFor(60) }],
    ['that waits no more', { before: waitsFor(60), after: { pk, sk: 'PAYMENT' } }],
    ['that is due later than a message can wait', { before: undefined, after: waitsFor(901) }],
    ['that is gone', { before: waitsFor(60), after: undefined }],
    ['that is a delivery', { before: undefined, after: waitsFor(60, 'DELIVERY') }],
  ])('an item %s sends no sync message', async (_, change) => {
    expect(await watch(change)).toEqual([]);
  });
});
