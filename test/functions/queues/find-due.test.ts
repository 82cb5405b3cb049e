import { dueKeys } from '#platform/table/due.ts';
import { maxPerRun } from '../../../functions/queues/find-due.ts';
import { webhookDelivery } from '../../support/webhook-delivery.ts';

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
    await put(listener, due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 60));
    await put(listener, due('MERCHANT#m#PAYMENT#pay_2', 'REFUND#ref_1', 50));
    await put(listener, due('MERCHANT#m#EVENT#evt_1', 'DELIVERY', 40));
    await listener.findDue();
    const place = (pk: string, sk: string, seconds: number) => ({
      pk,
      sk,
      dueAt: ago(seconds).toISOString(),
    });
    expect(listener.waiting.queued.map(({ message }) => message)).toEqual([
      place('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 60),
      place('MERCHANT#m#PAYMENT#pay_2', 'REFUND#ref_1', 50),
    ]);
    expect(listener.deliveries.queued.map(({ message }) => message)).toEqual([
      { merchantId: 'm', eventId: 'evt_1', dueAt: ago(40).toISOString() },
    ]);
  });

  it('the search for due items leaves the first half minute to the delayed message', async () => {
    const listener = await webhookDelivery();
    await put(listener, due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 29));
    await put(listener, due('MERCHANT#m#PAYMENT#pay_2', 'PAYMENT', -60));
    await listener.findDue();
    expect(listener.waiting.queued).toEqual([]);
    listener.later(1);
    await listener.findDue();
    expect(listener.waiting.queued).toHaveLength(1);
  });

  it('the search for due items finds an item again as long as its due time is the same', async () => {
    const listener = await webhookDelivery();
    const item = due('MERCHANT#m#PAYMENT#pay_1', 'PAYMENT', 60);
    await put(listener, item);
    await listener.findDue();
    await listener.findDue();
    expect(listener.waiting.queued).toHaveLength(2);
    await listener.memory.update(item, { remove: ['duePk', 'dueAt'] });
    await listener.findDue();
    expect(listener.waiting.queued).toHaveLength(2);
  });

  it('the search for due items sends on a thousand at most, the oldest first, so that no outage ends in a storm', async () => {
    const listener = await webhookDelivery();
    for (let number = 0; number < 3 * maxPerRun; number++) {
      await put(listener, due(`MERCHANT#m#PAYMENT#pay_${number}`, 'PAYMENT', 60 + number));
    }
    await listener.findDue();
    const { length } = listener.waiting.queued;
    expect(length).toBeLessThanOrEqual(maxPerRun);
    expect(length).toBeGreaterThan(0.9 * maxPerRun);
    const times = listener.waiting.queued.map(({ message }) => message.dueAt);
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBe(ago(60 + 3 * maxPerRun - 1).toISOString());
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
