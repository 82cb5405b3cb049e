import { dueKeys } from '#platform/table/due.ts';
import { scheduleSync } from '#switch/sync/schedule-sync.ts';

const now = new Date('2026-01-31T12:00:00.000Z');
const pk = 'MERCHANT#m#PAYMENT#pay_1';
const dueIn = (seconds: number, sk = 'PAYMENT') => ({
  pk,
  sk,
  ...dueKeys(pk, new Date(now.getTime() + seconds * 1_000)),
});
const watch = scheduleSync({ clock: () => now });

describe('a payment or refund', () => {
  it.each(['PAYMENT', 'REFUND#ref_1', 'DISPUTE#dp_1', 'PAYOUT'])(
    'an item %s that a webhook makes due now is synced at once',
    async (sk) => {
      const after = dueIn(0, sk);
      const messages = await watch({ before: dueIn(60, sk), after });
      expect(messages).toEqual([{ pk, sk, dueAt: after.dueAt }]);
    },
  );

  it('a payment that is new and due is synced at once', async () => {
    expect(await watch({ before: undefined, after: dueIn(-10) })).toHaveLength(1);
  });

  it('a new blocklist job gets a message at once, and find-due sends those of its later steps', async () => {
    const sk = 'BLOCKLIST_JOB#job_1';
    expect(await watch({ before: undefined, after: dueIn(0, sk) })).toHaveLength(1);
    expect(await watch({ before: dueIn(60, sk), after: dueIn(0, sk) })).toEqual([]);
  });

  it.each([
    ['that is saved while it waits', { before: dueIn(0), after: dueIn(0) }],
    ['that waits no more', { before: dueIn(0), after: { pk, sk: 'PAYMENT' } }],
    ['that is due in a minute', { before: undefined, after: dueIn(60) }],
    ['whose sync has moved its due time', { before: dueIn(0), after: dueIn(300) }],
    ['that is gone', { before: dueIn(0), after: undefined }],
    ['that is a delivery', { before: undefined, after: dueIn(0, 'DELIVERY') }],
  ])('an item %s sends no sync message', async (_, change) => {
    expect(await watch(change)).toEqual([]);
  });
});
