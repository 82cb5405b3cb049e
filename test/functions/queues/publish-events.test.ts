import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { dueKeys } from '#platform/table/due.ts';
import type { Item } from '#platform/table/port.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { noScores } from '#switch/routing/dynamic/scores.ts';
import { scoresKey } from '#switch/routing/dynamic/scores-key.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import { publishEvents, readChanges } from '../../../functions/queues/publish-events.ts';
import { isEventSource } from '../../../scripts/operate/rebuild-events.ts';
import { aProcessingPayment, later } from '../../support/entities/a-payment.ts';
import { timedOut, webhookDelivery } from '../../support/receivers/webhook-delivery.ts';
import { merchantId } from '../../support/switch/payments-in-memory.ts';
import { streamRecord } from '../../support/table/stream-record.ts';

type Listener = Awaited<ReturnType<typeof webhookDelivery>>;

const publishOf = ({ services }: Listener) => publishEvents(services);

/** A payment that was paid: as it was and as it is. */
function aChange(given: { readonly merchantId: string; readonly profileId?: string }) {
  const before = aProcessingPayment(given);
  const news = {
    attemptId: before.attempt.id,
    outcome: { result: 'captured', connectorTransactionId: 'txn_1' },
  } as const;
  return { before, after: { ...applyOutcome(before, news, later(1)), version: 2 } };
}

async function anEventFor(listener: Listener) {
  const change = aChange({ merchantId, profileId: listener.profileId });
  const [message, ...others] = await publishOf(listener)(change);
  if (!message || others.length > 0) throw new Error('One event was to be made.');
  return { message, change };
}

const kept = ({ memory }: Listener) => memory.items().filter(({ sk }) => sk === 'EVENT');

describe('publishing', () => {
  it('publishing makes one event of a success, stores it and queues it', async () => {
    const listener = await webhookDelivery();
    const { message } = await anEventFor(listener);
    expect(JSON.parse(message.body ?? '')).toMatchObject({ event_type: 'payment_succeeded' });
    expect(kept(listener)).toHaveLength(1);
  });

  it('W1: publishing stores an event once, and queues it again when the first answer was lost', async () => {
    const listener = await webhookDelivery();
    const { message, change } = await anEventFor(listener);
    expect(await publishOf(listener)(change)).toEqual([message]);
    expect(kept(listener)).toHaveLength(1);
  });

  it('W1: an event published twice is not queued again', async () => {
    const listener = await webhookDelivery();
    const { message, change } = await anEventFor(listener);
    await listener.deliver(message);
    expect(await publishOf(listener)(change)).toEqual([]);
  });

  it("a profile's learned scores, which share the sort key of the profile, create no event", async () => {
    const listener = await webhookDelivery();
    const { profileId } = listener;
    const key = scoresKey(merchantId, profileId);
    const after = { ...key, ...noScores(merchantId, profileId), version: 2 };
    expect(await publishOf(listener)({ before: { ...after, version: 1 }, after })).toEqual([]);
    expect(isEventSource(after)).toBe(false);
    expect(kept(listener)).toEqual([]);
  });

  it('publishing queues nothing for a merchant without a webhook URL, and stores nothing', async () => {
    const listener = await webhookDelivery({ details: {} });
    const change = aChange({ merchantId, profileId: listener.profileId });
    expect(await publishOf(listener)(change)).toEqual([]);
    expect(kept(listener)).toEqual([]);
  });

  it("publishing names an event's receiver without revealing it, the same for every event of a receiver", async () => {
    const listener = await webhookDelivery();
    const { message } = await anEventFor(listener);
    expect(message.receiver).toMatch(/^[0-9a-f]{32}$/);
    const { message: another } = await anEventFor(listener);
    expect(another.receiver).toBe(message.receiver);
    await listener.moveTo('https://new.example/hooks');
    const { message: elsewhere } = await anEventFor(listener);
    expect(elsewhere.receiver).not.toBe(message.receiver);
  });

  it('publishing skips a merchant that is gone', async () => {
    const listener = await webhookDelivery();
    expect(await publishOf(listener)(aChange({ merchantId: 'gone' }))).toEqual([]);
  });
});

const dead: MessageQueue<SyncMessage> = {
  send: () => Promise.reject(new Error('The queue is away.')),
};

describe('reading changed items', () => {
  /** A payment with an event to publish and a sync that is due, as the table stores it. */
  function aWait({ profileId, clock }: Listener) {
    const { before, after } = aChange({ merchantId, profileId });
    const key = paymentKey(merchantId, after.id);
    const due = dueKeys(key.pk, new Date(clock.now.getTime()));
    const items: readonly [Item, Item] = [
      { ...before, ...key },
      { ...after, ...key, ...due },
    ];
    return { items, look: { ...key, dueAt: due.dueAt } };
  }

  const reading = (listener: Listener, waiting: MessageQueue<SyncMessage> = listener.waiting) =>
    readChanges({
      publish: publishOf(listener),
      deliveries: listener.deliveries,
      slow: listener.slow,
      syncs: waiting,
      learn: async () => {},
      metric: () => {},
      clock: () => listener.clock.now,
      log: listener.services.log,
    });

  it('reading a change makes an event, and sends the message of a sync that is due', async () => {
    const listener = await webhookDelivery();
    const { items, look } = aWait(listener);
    const Records = [streamRecord('1', ...items)];
    expect(await reading(listener)({ Records })).toEqual({ batchItemFailures: [] });
    expect(listener.deliveries.queued).toHaveLength(1);
    expect(listener.waiting.queued).toEqual([{ message: look, delaySeconds: 0 }]);
  });

  it('reading a change sends merchants no event of an attempt that another one followed, and learning uses it', async () => {
    const listener = await webhookDelivery();
    const [payment] = aWait(listener).items;
    const learning = { profileId: 'pro_1', group: 'card' };
    const attempt = { id: 'pay_1_1', status: 'failure', connectorAccountId: 'mca_1', learning };
    const earlier = { ...attempt, pk: payment.pk, sk: 'ATTEMPT#000001' };
    const learned: unknown[] = [];
    const read = readChanges({
      publish: publishOf(listener),
      deliveries: listener.deliveries,
      slow: listener.slow,
      syncs: listener.waiting,
      clock: () => listener.clock.now,
      log: listener.services.log,
      metric: () => {},
      learn: async (outcomes) => {
        learned.push(...outcomes);
      },
    });
    expect(await read({ Records: [streamRecord('1', undefined, earlier)] })).toEqual({
      batchItemFailures: [],
    });
    expect(listener.deliveries.queued).toEqual([]);
    expect(learned).toMatchObject([{ attemptId: 'pay_1_1', result: 'decline' }]);
  });

  it("W11: a slow receiver's events are queued where they delay no other", async () => {
    const listener = await webhookDelivery();
    listener.receiver.answer = timedOut;
    await listener.deliver(await listener.anEvent('evt_0'));
    listener.slow.queued.splice(0);
    listener.later(3);
    const Records = [streamRecord('1', ...aWait(listener).items)];
    expect(await reading(listener)({ Records })).toEqual({ batchItemFailures: [] });
    expect(listener.deliveries.queued).toEqual([]);
    expect(listener.slow.queued).toMatchObject([{ delaySeconds: 0, message: { slow: true } }]);
  });

  it('W3: a change whose event cannot be queued comes again alone, and its sync is still sent', async () => {
    const listener = await webhookDelivery();
    const { items, look } = aWait(listener);
    const { attempt: _, ...unreadable } = items[1];
    const Records = [streamRecord('1', undefined, unreadable), streamRecord('2', ...items)];
    expect(await reading(listener)({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
    expect(listener.deliveries.queued).toHaveLength(1);
    expect(listener.waiting.queued.map(({ message }) => message)).toEqual([look, look]);
  });

  it('Q4: an event is queued though the sync queue is unavailable, and find-due finds the sync', async () => {
    const listener = await webhookDelivery();
    const { items, look } = aWait(listener);
    await listener.memory.put(items[1], 'absent');
    const Records = [streamRecord('1', ...items)];
    expect(await reading(listener, dead)({ Records })).toEqual({ batchItemFailures: [] });
    expect(listener.deliveries.queued).toHaveLength(1);
    expect(listener.logged.join()).toContain('messages not sent');
    listener.later(150);
    await listener.findDue();
    expect(listener.waiting.queued.map(({ message }) => message)).toEqual([look]);
  });

  it('W1: reading a change stores an event once when the whole batch comes again', async () => {
    const listener = await webhookDelivery();
    const Records = [streamRecord('1', ...aWait(listener).items)];
    for (let round = 0; round < 2; round++) await reading(listener)({ Records });
    expect(kept(listener)).toHaveLength(1);
  });
});
