import { dueKeys } from '#platform/table/due.ts';
import { scheduledTime } from '../../../functions/queues/find-due.ts';
import { webhookDelivery } from '../../support/receivers/webhook-delivery.ts';

const now = new Date('2026-01-31T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const due = (pk: string, sk: string, seconds: number) => ({ pk, sk, ...dueKeys(pk, ago(seconds)) });
const put = async (
  { memory }: Awaited<ReturnType<typeof webhookDelivery>>,
  item: ReturnType<typeof due>,
) => memory.put(item, 'absent');

describe('the search for due work', () => {
  it('the search for due items sends payments and refunds to one queue and deliveries to the other', async () => {
    const listener = await webhookDelivery();
    await put(listener, due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 90));
    await put(listener, due('MERCHANT#m#PAYMENT#pay_2', 'REFUND#ref_1', 80));
    await put(listener, due('MERCHANT#m#EVENT#evt_1', 'DELIVERY', 70));
    await listener.findDue();
    const place = (pk: string, sk: string, seconds: number) => ({
      pk,
      sk,
      dueAt: ago(seconds).toISOString(),
    });
    expect(listener.waiting.queued.map(({ message }) => message)).toEqual([
      place('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 90),
      place('MERCHANT#m#PAYMENT#pay_2', 'REFUND#ref_1', 80),
    ]);
    expect(listener.deliveries.queued.map(({ message }) => message)).toEqual([
      { merchantId: 'm', eventId: 'evt_1', dueAt: ago(70).toISOString() },
    ]);
  });

  it('the search for due items sends an item of the coming minute once, delayed until it is due', async () => {
    const listener = await webhookDelivery();
    await put(listener, due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', -60));
    await listener.findDue({ at: listener.clock.now });
    expect(listener.waiting.queued).toEqual([]);
    listener.later(57);
    // A run that begins late looks at the same minute.
    await listener.findDue({ at: ago(-55) });
    expect(listener.waiting.queued).toMatchObject([{ delaySeconds: 3 }]);
    listener.later(60);
    await listener.findDue({ at: ago(-115) });
    expect(listener.waiting.queued).toHaveLength(1);
  });

  it.each(Array.from({ length: 13 }, (_, place) => place * 5))(
    'the search for due items finds work that is due in a minute on time, %i s after the last run',
    async (written) => {
      const listener = await webhookDelivery();
      const runs: Date[] = [];
      for (let second = 0; second <= 180; second += 1) {
        if (second === written) {
          const at = new Date(listener.clock.now.getTime() + 60_000);
          const pk = 'MERCHANT#m#PAYMENT#pay_1';
          await put(listener, { pk, sk: 'PAYMENT', ...dueKeys(pk, at) });
        }
        if (second % 60 === 0) await listener.findDue();
        const [sent] = listener.waiting.queued;
        if (sent && runs.length === 0) {
          const arrives = listener.clock.now.getTime() + sent.delaySeconds * 1_000;
          runs.push(new Date(arrives));
        }
        if (sent) break;
        listener.later(1);
      }
      const [arrives] = runs;
      const lateMs = Number(arrives) - (now.getTime() + (written + 60) * 1_000);
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThanOrEqual(5_000);
    },
  );

  it('the search for due items leaves the items of the minute before to their messages, and sends older ones again', async () => {
    const listener = await webhookDelivery();
    await put(listener, due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 65));
    await listener.findDue();
    expect(listener.waiting.queued).toEqual([]);
    listener.later(1);
    await listener.findDue();
    expect(listener.waiting.queued).toMatchObject([{ delaySeconds: 0 }]);
  });

  it('the search for due items finds a late item in every run as long as its due time is the same', async () => {
    const listener = await webhookDelivery();
    const item = due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 90);
    await put(listener, item);
    await listener.findDue();
    listener.later(60);
    await listener.findDue();
    expect(listener.waiting.queued).toHaveLength(2);
    await listener.memory.update(item, { remove: ['duePk', 'dueAt'] });
    listener.later(60);
    await listener.findDue();
    expect(listener.waiting.queued).toHaveLength(2);
  });

  it('the search for due items sends the messages of all steps of a minute, for a bulk retry and for a blocklist job', async () => {
    const listener = await webhookDelivery();
    await put(listener, due('MERCHANT#m#EVENT_RETRIES', 'EVENT_RETRY#evr_1', 20));
    await put(listener, due('MERCHANT#m#BLOCKLIST_JOBS', 'BLOCKLIST_JOB#job_1', -30));
    await listener.findDue();
    expect(listener.deliveries.queued.map(({ delaySeconds }) => delaySeconds)).toEqual([
      0, 10, 20, 30, 40,
    ]);
    expect(listener.deliveries.queued[0]?.message).toEqual({
      merchantId: 'm',
      retryId: 'evr_1',
      eventId: 'evr_1',
      dueAt: now.toISOString(),
    });
    expect(listener.waiting.queued.map(({ delaySeconds }) => delaySeconds)).toEqual([30]);
  });

  it('the search for due items takes the time that its rule states, unless it is far from the present', () => {
    const time = '2026-01-31T11:59:58Z';
    expect(scheduledTime({ time }, now)).toEqual(new Date(time));
    expect(scheduledTime({}, now)).toBeUndefined();
    expect(scheduledTime({ time: '2026-01-30T12:00:00Z' }, now)).toBeUndefined();
  });

  it('the search for due items reports the age of the oldest, and nothing when none is due', async () => {
    const listener = await webhookDelivery();
    await listener.findDue();
    expect(listener.metrics).toEqual([]);
    expect(listener.logged).toEqual([]);
    await put(listener, due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 600));
    await listener.findDue();
    expect(listener.metrics.at(-1)).toEqual(['OldestDueSeconds', 600]);
    expect(JSON.parse(listener.logged[0] ?? '')).toMatchObject({ found: 1, oldest_seconds: 600 });
  });
});
