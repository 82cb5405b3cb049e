import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Sent } from '#platform/http/egress/egress.ts';
import type { TablePort } from '#platform/table/port.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import {
  answered,
  recordingQueue,
  timedOut,
  webhookDelivery,
  webhookUrl,
} from '../../support/receivers/webhook-delivery.ts';
import { merchantId } from '../../support/switch/payments-in-memory.ts';

type Listener = Awaited<ReturnType<typeof webhookDelivery>>;

/** The answer of a receiver that is too busy, and asks to wait. */
const busy = (hint: string): Sent => ({
  kind: 'answered',
  response: { status: 429, headers: { 'retry-after': hint }, body: '' },
});

/** The message that the search sends half a minute before the next attempt, which is due then. */
async function nextMessage(listener: Listener) {
  listener.deliveries.queued.splice(0);
  listener.clock.now = new Date(Date.parse(String(listener.delivery()?.dueAt)) - 30_000);
  await listener.findDue();
  const [queued, ...more] = listener.deliveries.queued;
  if (!queued || more.length > 0) throw new Error('One message is queued.');
  expect(queued.delaySeconds).toBe(30);
  listener.later(30);
  return queued.message;
}

/** Makes the next attempt when it is due. */
async function deliverNext(listener: Listener) {
  await listener.deliver(await nextMessage(listener));
}

/** Fails the first attempt and all later ones of the schedule. */
async function useUpAllTries(listener: Listener, answer = answered(500)) {
  listener.receiver.answer = answer;
  await listener.deliver(await listener.anEvent());
  while (listener.delivery()?.dueAt) await deliverNext(listener);
}

describe('an attempt', () => {
  it('an attempt is signed over the very bytes that it sends, and contains the configured password', async () => {
    const details = {
      webhook_url: webhookUrl,
      webhook_username: 'turnout',
      webhook_password: 'open sesame',
    };
    const listener = await webhookDelivery({ details });
    const message = await listener.anEvent();
    await listener.deliver(message);
    const [sent] = listener.received;
    expect(sent).toMatchObject({ method: 'POST', url: webhookUrl, body: message.body });
    const signature = createHmac('sha512', 'the hash key')
      .update(message.body ?? '')
      .digest('hex');
    expect(sent?.headers['x-webhook-signature-512']).toBe(signature);
    const basic = Buffer.from('turnout:open sesame').toString('base64');
    expect(sent?.headers.authorization).toBe(`Basic ${basic}`);
    expect(listener.delivery()).toMatchObject({
      state: 'delivered',
      tries: 1,
      attempts: [{ kind: 'initial_attempt', delivered: true, status: 200, signature }],
    });
    expect(listener.deliveries.queued).toEqual([]);
  });

  it('an attempt leaves neither password nor hash key anywhere in clear', async () => {
    const details = { webhook_url: webhookUrl, webhook_password: 'open sesame' };
    const listener = await webhookDelivery({ details });
    await useUpAllTries(listener);
    const all = JSON.stringify([
      listener.memory.items(),
      listener.logged,
      listener.undelivered.queued,
    ]);
    expect(all).not.toContain('open sesame');
    expect(all).not.toContain('the hash key');
  });
});

describe('W5: a receiver that rejects a webhook', () => {
  const failures: readonly [string, Sent, object][] = [
    ['an error', answered(500), { status: 500 }],
    ['a redirect', answered(302), { status: 302 }],
    ['a time-out', timedOut, { error: 'timeout' }],
    ['a connection that breaks off', { kind: 'unknown', reason: 'broken' }, { error: 'broken' }],
    [
      'an address that is refused',
      { kind: 'not_sent', reason: 'address refused' },
      { error: 'address refused' },
    ],
  ];

  it.each(failures)(
    'W5: a failing receiver gets the next attempt in a minute after %s',
    async (_, answer, written) => {
      const listener = await webhookDelivery();
      listener.receiver.answer = answer;
      await listener.deliver(await listener.anEvent());
      expect(listener.delivery()).toMatchObject({
        state: 'waiting',
        tries: 1,
        dueAt: '2026-01-31T12:01:00.000Z',
        duePk: expect.stringMatching(/^DUE#\d\d$/),
        attempts: [{ delivered: false, ...written }],
      });
      expect([...listener.deliveries.queued, ...listener.slow.queued]).toEqual([]);
      await deliverNext(listener);
      const isSlow = listener.slow.queued.length === 1;
      expect(listener.received).toHaveLength(isSlow ? 1 : 2);
    },
  );

  it('W5: a failing receiver gets the same bytes every time, with the same identifier and signature', async () => {
    const listener = await webhookDelivery();
    await useUpAllTries(listener);
    expect(listener.received).toHaveLength(17);
    const same = listener.received.map(({ body, headers }) => [
      body,
      headers['webhook-id'],
      headers['x-webhook-signature-512'],
    ]);
    expect(new Set(same.map(String)).size).toBe(1);
  });

  it('W5: a failing receiver gets attempts on the schedule: 1 min, 2 × 5 min, 5 × 10 min, 5 × 1 h, 3 × 6 h', async () => {
    const listener = await webhookDelivery();
    await useUpAllTries(listener);
    const attempts = listener.delivery()?.attempts;
    expect(attempts).toHaveLength(17);
    expect(attempts).toMatchObject([
      { kind: 'initial_attempt' },
      ...Array(16).fill({ kind: 'automatic_retry', status: 500 }),
    ]);
  });

  it('W5: a receiver gets the attempt again when it asked for it with a 429, which uses up no attempt', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = busy('600');
    await listener.deliver(await listener.anEvent());
    expect(listener.delivery()).toMatchObject({ state: 'waiting', tries: 0, waits: 1 });
    expect(listener.delivery()?.dueAt).toBe('2026-01-31T12:10:00.000Z');
    expect(JSON.parse(listener.logged[0] ?? '')).toMatchObject({
      message: 'webhook delivery',
      outcome: 'refused',
      retry_after_seconds: 600,
    });
    // An invalid hint: the schedule of a first failure decides.
    listener.receiver.answer = busy('soon');
    await deliverNext(listener);
    expect(listener.delivery()).toMatchObject({
      tries: 1,
      waits: 1,
      dueAt: '2026-01-31T12:11:00.000Z',
    });
    listener.receiver.answer = answered(200);
    await deliverNext(listener);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 2 });
  });

  it.each([['99999999'], ['999999999999'], ['9'.repeat(40)], ['Fri, 31 Dec 9999 23:59:59 GMT']])(
    'W5: a receiver gets the attempt again in an hour after Retry-After %s, and the log line stays JSON',
    async (hint) => {
      const listener = await webhookDelivery();
      listener.receiver.answer = busy(hint);
      await listener.deliver(await listener.anEvent());
      expect(listener.delivery()).toMatchObject({
        tries: 0,
        waits: 1,
        dueAt: '2026-01-31T13:00:00.000Z',
      });
      expect(JSON.parse(listener.logged[0] ?? '')).toMatchObject({ message: 'webhook delivery' });
    },
  );

  it('W5: a receiver counts once as failing, also when it asks to wait after its ninth attempt', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = answered(500);
    await listener.deliver(await listener.anEvent());
    while (listener.delivery()?.tries !== 9) await deliverNext(listener);
    const failing = () => listener.metrics.filter(([name]) => name === 'DestinationFailing');
    expect(failing()).toHaveLength(1);
    listener.receiver.answer = busy('60');
    for (const waits of [1, 2]) {
      await deliverNext(listener);
      expect(listener.delivery()).toMatchObject({ tries: 9, waits });
    }
    expect(failing()).toHaveLength(1);
  });

  it('W5: a failing receiver gets all its retries from find-due, at their due times, and none from the function that delivers', async () => {
    const listener = await webhookDelivery();
    await useUpAllTries(listener);
    const times = listener.delivery()?.attempts;
    const startedAt = v.parse(v.array(v.object({ at: v.string() })), times);
    const delays = startedAt
      .slice(1)
      .map(({ at }, index) => (Date.parse(at) - Date.parse(startedAt[index]?.at ?? '')) / 1_000);
    expect(delays).toEqual([
      ...[60, 300, 300, 600, 600, 600, 600, 600],
      ...[3_600, 3_600, 3_600, 3_600, 3_600, 21_600, 21_600, 21_600],
    ]);
  });

  it('W5: a failing receiver gets a retry whose message was lost two minutes late at most', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = answered(500);
    await listener.deliver(await listener.anEvent());
    await nextMessage(listener);
    listener.deliveries.queued.splice(0);
    listener.receiver.answer = answered(200);
    listener.later(30);
    await listener.findDue();
    expect(listener.deliveries.queued).toEqual([]);
    listener.later(60);
    await listener.findDue();
    const [again] = listener.deliveries.queued;
    if (!again) throw new Error('It is sent again.');
    await listener.deliver(again.message);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 2 });
  });
});

describe('W6: a receiver that is gone', () => {
  it('W6: a receiver gets no more after a 410; the event is listed and can still be sent by hand', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = answered(410);
    await listener.deliver(await listener.anEvent());
    expect(listener.delivery()).toMatchObject({ state: 'stopped', tries: 1 });
    expect(listener.delivery()).not.toHaveProperty('duePk');
    expect(listener.deliveries.queued).toEqual([]);
    expect(listener.logged.join()).toContain('webhook stopped');
    const { events } = await listener.services.events.listUndelivered(merchantId, { limit: 10 });
    expect(events.map(({ event }) => event.id)).toEqual(['evt_1']);
  });

  it('W6: a receiver gets no more once its URL was removed, and the event is stored', async () => {
    const listener = await webhookDelivery({ details: {} });
    await listener.deliver(await listener.anEvent());
    expect(listener.received).toEqual([]);
    expect(listener.delivery()).toMatchObject({ state: 'stopped', tries: 0, attempts: [] });
    expect(listener.logged.join()).toContain('no address');
    const { events } = await listener.services.events.listUndelivered(merchantId, { limit: 10 });
    expect(events).toHaveLength(1);
  });
});

describe('W8: a queue that delivers twice', () => {
  it('W8: a queue that delivers twice repeats the first attempt once at most, the same to the byte, and counted once', async () => {
    const listener = await webhookDelivery();
    const message = await listener.anEvent();
    await listener.deliver(message);
    await listener.deliver(message);
    const [first, second, ...more] = listener.received;
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 1 });
  });

  it('W8: a queue that delivers twice does not repeat a retry', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = answered(500);
    await listener.deliver(await listener.anEvent());
    const retry = await nextMessage(listener);
    await listener.deliver(retry);
    await listener.deliver(retry);
    expect(listener.received).toHaveLength(2);
    expect(listener.delivery()).toMatchObject({ tries: 2 });
  });

  it('W8: a queue that delivers twice at once repeats a retry at most once, and moves the schedule once', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = answered(500);
    await listener.deliver(await listener.anEvent());
    const retry = await nextMessage(listener);
    await Promise.all([listener.deliver(retry), listener.deliver(retry)]);
    expect(listener.received.length).toBeLessThanOrEqual(3);
    expect(listener.delivery()).toMatchObject({ state: 'waiting', tries: 2 });
  });

  it('W8: a queue that delivers early makes no attempt before it is due', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = answered(500);
    await listener.deliver(await listener.anEvent());
    const retry = await nextMessage(listener);
    listener.later(-30);
    await listener.deliver(retry);
    expect(listener.received).toHaveLength(1);
    expect(listener.delivery()).toMatchObject({ tries: 1 });
  });

  it('W8: a delivered event stays delivered when the repeat fails', async () => {
    const listener = await webhookDelivery();
    const message = await listener.anEvent();
    await listener.deliver(message);
    listener.receiver.answer = answered(500);
    await listener.deliver(message);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 1 });
    expect(listener.delivery()).not.toHaveProperty('dueAt');
    expect(listener.deliveries.queued).toEqual([]);
  });
});

describe('W9: an event whose every attempt fails', () => {
  it('W9: an event whose every attempt fails is parked and listed, and raises an alarm', async () => {
    const listener = await webhookDelivery();
    await useUpAllTries(listener);
    expect(listener.delivery()).toMatchObject({ state: 'undelivered', tries: 17 });
    expect(listener.delivery()).not.toHaveProperty('duePk');
    const parked = listener.undelivered.queued.map(({ message }) => message);
    expect(parked).toEqual([
      { merchantId, eventId: 'evt_1', profileId: listener.profileId, body: expect.any(String) },
    ]);
    expect(listener.metrics).toContainEqual(['UndeliveredParked', 1]);
    const { events } = await listener.services.events.listUndelivered(merchantId, { limit: 10 });
    expect(events.map(({ event }) => event.id)).toEqual(['evt_1']);
  });

  it('W9: a parked event is delivered by its parked copy, and leaves the list', async () => {
    const listener = await webhookDelivery();
    await useUpAllTries(listener);
    listener.receiver.answer = answered(200);
    for (const { message } of listener.undelivered.queued) await listener.deliver(message);
    expect(listener.delivery()).toMatchObject({ state: 'delivered' });
    const { events } = await listener.services.events.listUndelivered(merchantId, { limit: 10 });
    expect(events).toEqual([]);
  });

  it('W9: a parked event is parked again when its parked copy fails too', async () => {
    const listener = await webhookDelivery();
    await useUpAllTries(listener);
    for (const { message } of [...listener.undelivered.queued]) await listener.deliver(message);
    expect(listener.undelivered.queued).toHaveLength(2);
    expect(listener.delivery()).toMatchObject({ state: 'undelivered', tries: 17 });
  });
});

describe('W10: a receiver that takes a webhook whose record fails', () => {
  it('W10: a receiver that accepts an event may get it again when our record fails, and no event is delivered before a 2xx is recorded', async () => {
    const fault = { refuses: false };
    const port = (whole: TablePort): TablePort => ({
      ...whole,
      put: (item, condition) =>
        fault.refuses ? Promise.reject(new Error('no table')) : whole.put(item, condition),
    });
    const listener = await webhookDelivery({ port });
    const message = await listener.anEvent();
    fault.refuses = true;
    await expect(listener.deliver(message)).rejects.toThrow('no table');
    expect(listener.received).toHaveLength(1);
    expect(listener.delivery()).toBeUndefined();
    fault.refuses = false;
    await listener.deliver(message);
    expect(listener.received).toHaveLength(2);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 1 });
  });
});

describe('W11: a slow receiver', () => {
  const last = ({ slow }: Listener) => {
    const found = slow.queued.at(-1);
    if (!found) throw new Error('Nothing waits in the queue of slow receivers.');
    return found;
  };
  /** A receiver that is slow, as another container found out. */
  async function aSlowListener(given?: Parameters<typeof webhookDelivery>[0]) {
    const listener = await webhookDelivery(given);
    listener.receiver.answer = timedOut;
    await listener.anotherContainer().deliver(await listener.anEvent('evt_0'));
    listener.slow.queued.splice(0);
    listener.received.splice(0);
    // A container's cached settings are then read again.
    listener.later(3);
    return listener;
  }
  const slowly = (message: DeliveryMessage): DeliveryMessage => ({ ...message, slow: true });
  const deliveryOf = ({ memory }: Listener, eventId: string) =>
    memory.items().find((item) => item.sk === 'DELIVERY' && item.eventId === eventId);

  it('W11: a slow receiver has 5 s where others wait behind it, and 30 s in the queue of slow receivers', async () => {
    const listener = await webhookDelivery();
    await listener.deliver(await listener.anEvent('evt_1'));
    await listener.deliver(slowly(await listener.anEvent('evt_2')));
    expect(listener.timeouts).toEqual([5_000, 30_000]);
  });

  it('W11: a slow receiver gets no more attempts than the schedule has: the attempt of 5 s counts as one', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = timedOut;
    await listener.deliver(await listener.anEvent());
    expect(listener.delivery()).toMatchObject({
      state: 'waiting',
      tries: 1,
      dueAt: '2026-01-31T12:01:00.000Z',
      attempts: [{ kind: 'initial_attempt', error: 'timeout' }],
    });
    while (listener.delivery()?.dueAt) {
      await deliverNext(listener);
      await listener.deliver(last(listener).message);
    }
    expect(listener.received).toHaveLength(17);
    expect(listener.delivery()).toMatchObject({ state: 'undelivered', tries: 17 });
  });

  it('W11: a slow receiver gets its retries through the slow queue', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = timedOut;
    await listener.deliver(await listener.anEvent());
    expect(listener.deliveries.queued).toEqual([]);
    expect(listener.slow.queued).toEqual([]);

    await deliverNext(listener);
    expect(listener.received).toHaveLength(1);
    expect(listener.slow.queued).toMatchObject([{ delaySeconds: 0, message: { slow: true } }]);
    listener.receiver.answer = answered(200);
    await listener.deliver(last(listener).message);
    expect(listener.delivery()).toMatchObject({ state: 'delivered', tries: 2 });
  });

  it('W11: a slow receiver is remembered by every container, and delays no other receiver', async () => {
    const listener = await aSlowListener();
    const another = await listener.anEvent('evt_1');
    await listener.deliver(another);
    expect(listener.received).toEqual([]);
    expect(listener.deliveries.queued).toEqual([]);
    expect(last(listener).message).toMatchObject({ ...another, slow: true });
  });

  it('W11: a slow receiver is remembered at once by the container that noticed it', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = timedOut;
    await listener.deliver(await listener.anEvent('evt_1'));
    await listener.deliver(await listener.anEvent('evt_2'));
    expect(listener.received).toHaveLength(1);
  });

  it('W11: a slow receiver is remembered for an hour in a small item that expires', async () => {
    const listener = await aSlowListener();
    const [item] = listener.memory.items().filter(({ sk }) => sk.startsWith('SLOW#'));
    expect(JSON.stringify(item)).not.toContain('shop.example');
    expect(item?.expiresAtSeconds).toBe(Date.parse('2026-02-10T12:00:00.000Z') / 1_000);
    listener.later(60 * 60);
    await listener.deliver(await listener.anEvent('evt_1'));
    expect(listener.received).toHaveLength(1);
  });

  it('W11: a slow receiver is another one once its merchant has set another URL', async () => {
    const listener = await aSlowListener();
    await listener.moveTo('https://new.example/hooks');
    await listener.deliver(await listener.anEvent('evt_1'));
    expect(listener.received).toMatchObject([{ url: 'https://new.example/hooks' }]);
  });

  it('W11: a slow receiver is a quick one again after a good answer, when it delayed no other for a minute', async () => {
    const listener = await aSlowListener();
    listener.receiver.answer = answered(200);
    await listener.deliver(slowly(await listener.anEvent('evt_1')));
    await listener.deliver(await listener.anEvent('evt_2'));
    expect(listener.received).toHaveLength(1);
    listener.later(61);
    await listener.deliver(last(listener).message);
    listener.later(3);
    for (const { deliver } of [listener, listener.anotherContainer()]) {
      listener.received.splice(0);
      await deliver(await listener.anEvent('evt_3'));
      expect(listener.received).toHaveLength(1);
    }
  });

  it('W11: a slow receiver takes three places at most, however many events wait; the others are postponed, none is lost', async () => {
    const listener = await aSlowListener();
    const hang = listener.hangUp();
    const containers = Array.from({ length: 10 }, () => listener.anotherContainer());
    const events = await Promise.all(
      Array.from({ length: 100 }, (_, number) => listener.anEvent(`evt_${number + 1}`)),
    );
    const batches = containers.map(({ deliver }, number) =>
      Promise.all(
        events.slice(number * 10, number * 10 + 10).map((event) => deliver(slowly(event))),
      ),
    );
    await hang.untilWaiting(30);
    const finished = await Promise.all(
      batches.map((batch) => Promise.race([batch.then(() => true), hang.stillWaiting()])),
    );
    // Seven containers have put their messages off, and serve other receivers again.
    expect(finished.filter(Boolean)).toHaveLength(7);
    expect(listener.received).toHaveLength(30);
    expect(listener.slow.queued).toEqual([]);
    hang.end(timedOut);
    await Promise.all(batches);

    const waits = events.map(({ eventId }) => deliveryOf(listener, eventId));
    expect(waits.filter((one) => one?.state === 'waiting' && one.duePk)).toHaveLength(100);
    expect(waits.filter((one) => one?.tries === 0)).toHaveLength(70);
    // The places are free again.
    const postponed = waits.find((one) => one?.tries === 0);
    const eventId = String(postponed?.eventId);
    const message = { merchantId, eventId, dueAt: String(postponed?.dueAt), slow: true };
    listener.later(301);
    await listener.anotherContainer().deliver(message);
    expect(deliveryOf(listener, eventId)).toMatchObject({ tries: 1 });
  });

  it('W11: a slow receiver gets postponed events later, the same to the byte, as their first attempt', async () => {
    const listener = await aSlowListener();
    const hang = listener.hangUp();
    const others = Array.from({ length: 3 }, async (_, number) =>
      listener.anotherContainer().deliver(slowly(await listener.anEvent(`evt_${number + 1}`))),
    );
    await hang.untilWaiting(3);
    const event = await listener.anEvent('evt_9');
    await listener.anotherContainer().deliver(slowly(event));
    expect(listener.slow.queued).toEqual([]);
    const { dueAt } = deliveryOf(listener, 'evt_9') ?? {};
    hang.end(timedOut);
    await Promise.all(others);

    listener.receiver.answer = answered(200);
    listener.later(270);
    await listener.findDue();
    listener.later(30);
    const due = listener.deliveries.queued.filter(({ message }) => message.eventId === 'evt_9');
    expect(due).toMatchObject([{ delaySeconds: 30, message: { dueAt } }]);
    for (const { message } of due) await listener.deliver(message);
    await listener.deliver(last(listener).message);
    expect(listener.received.at(-1)).toMatchObject({ body: event.body });
    expect(deliveryOf(listener, 'evt_9')).toMatchObject({
      state: 'delivered',
      tries: 1,
      attempts: [{ kind: 'initial_attempt', delivered: true }],
    });
    expect(deliveryOf(listener, 'evt_9')).not.toHaveProperty('duePk');
  });

  it('W11: a slow receiver has a place that was never returned for 40 s, and no longer', async () => {
    const listener = await aSlowListener();
    const hang = listener.hangUp();
    for (const number of [1, 2, 3]) {
      const event = slowly(await listener.anEvent(`evt_${number}`));
      // These containers die during the delivery.
      void listener.anotherContainer().deliver(event);
    }
    await hang.untilWaiting(3);
    hang.forget();
    listener.later(39);
    await listener.deliver(slowly(await listener.anEvent('evt_8')));
    expect(deliveryOf(listener, 'evt_8')).toMatchObject({ tries: 0 });
    listener.later(2);
    await listener.deliver(slowly(await listener.anEvent('evt_9')));
    expect(deliveryOf(listener, 'evt_9')).toMatchObject({ tries: 1 });
  });

  it('W11: a slow receiver keeps every other receiver of its merchant as quick as it is', async () => {
    const listener = await aSlowListener();
    const other = await listener.anotherProfile('https://other.example/hooks');
    listener.receiver.answer = answered(200);
    await listener.deliver({ ...(await listener.anEvent('evt_1')), profileId: other });
    expect(listener.received).toMatchObject([{ url: 'https://other.example/hooks' }]);
  });

  it('W11: a slow receiver is retried when the slow queue does not accept its message', async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = timedOut;
    await listener.deliver(await listener.anEvent('evt_1'));
    const refusing = recordingQueue<never>();
    listener.services.queues.slow.send = async (messages) => {
      await refusing.send([]);
      return messages;
    };
    const another = await listener.anEvent('evt_2');
    await expect(listener.deliver(another)).rejects.toThrow('did not take');
    expect(listener.received).toHaveLength(1);
  });

  it('W11: a slow receiver has its attempts recorded also when it cannot be remembered', async () => {
    const port = (whole: TablePort): TablePort => ({
      ...whole,
      update: () => Promise.reject(new Error('no table')),
    });
    const listener = await webhookDelivery({ port });
    listener.receiver.answer = timedOut;
    await listener.deliver(await listener.anEvent());
    expect(listener.delivery()).toMatchObject({ state: 'waiting', tries: 1 });
    expect(listener.logged.join()).toContain('receiver not remembered');
  });
});
