import type { Sent } from '#platform/http/egress/egress.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { answered, webhookDelivery } from '../../support/receivers/webhook-delivery.ts';

const busy: Sent = {
  kind: 'answered',
  response: { status: 429, headers: { 'retry-after': '60' }, body: '' },
};

/**
 * Runs the search every minute and delivers each message when its delay is over, for some seconds of
 * the clock. Counts, as Lambda does, how often the function is invoked in one chain of messages.
 */
async function run(
  listener: Awaited<ReturnType<typeof webhookDelivery>>,
  seconds: number,
  recoversAt?: number,
) {
  const waiting: { message: DeliveryMessage; at: number; invocations: number }[] = [];
  const now = () => listener.clock.now.getTime();
  const take = (invocations: number) => {
    for (const queue of [listener.deliveries, listener.slow]) {
      for (const { message, delaySeconds } of queue.queued.splice(0)) {
        waiting.push({ message, at: now() + delaySeconds * 1_000, invocations });
      }
    }
  };
  let longest = 0;
  for (let second = 0; second < seconds; second += 1) {
    if (second === recoversAt) listener.receiver.answer = answered(200);
    if (second % 60 === 17) {
      await listener.findDue();
      take(0);
    }
    for (const one of waiting.filter(({ at }) => at <= now())) {
      waiting.splice(waiting.indexOf(one), 1);
      longest = Math.max(longest, one.invocations + 1);
      await listener.deliver(one.message);
      take(one.invocations + 1);
    }
    listener.later(1);
  }
  return longest;
}

const receivedAt = ({ received }: Awaited<ReturnType<typeof webhookDelivery>>) =>
  received.map(({ headers }) => Number(headers['webhook-timestamp']));

describe('a receiver that answers 429 with Retry-After: 60', () => {
  it('a receiver that answers 429 for a day gets 24 attempts a minute apart and then all of the schedule, by no chain of invocations', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = busy;
    await listener.deliver(await listener.anEvent());
    expect(await run(listener, 86_400)).toBe(1);
    const times = receivedAt(listener);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    const [waits, retries] = [gaps.slice(0, 24), gaps.slice(24)];
    for (const gap of waits) expect([gap >= 60, gap <= 66]).toEqual([true, true]);
    const schedule = [60, 300, 300, 600, 600, 600, 600, 600, 3_600, 3_600, 3_600, 3_600, 3_600];
    expect(retries.length).toBeGreaterThanOrEqual(15);
    for (const [index, seconds] of schedule.entries()) {
      const late = (retries[index] ?? 0) - seconds;
      expect([late >= 0, late <= 6]).toEqual([true, true]);
    }
    // It is given up when its schedule is over and no earlier, so no alarm rings within the day.
    expect(listener.delivery()).toMatchObject({ state: 'waiting', waits: 24 });
    expect(listener.metrics.filter(([name]) => name === 'UndeliveredParked')).toEqual([]);
    expect(listener.undelivered.queued).toEqual([]);
  });

  it('a receiver that answers 429 for twenty minutes gets its event a minute after it recovers', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = busy;
    await listener.deliver(await listener.anEvent());
    await run(listener, 1_266, 1_200);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 1 });
    expect(listener.undelivered.queued).toEqual([]);
  });
});
