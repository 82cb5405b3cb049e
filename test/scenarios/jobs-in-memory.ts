import type { Sent } from '#platform/http/egress/egress.ts';
import { sendBytes } from '#platform/http/egress/egress.ts';
import { pageCheckJob } from '#platform/http/response/page-check.ts';
import { logTo } from '#platform/log.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { receiptClaims } from '#switch/receipt-mail/receipt-claims.ts';
import { learnOutcomes, type ProfileOutcome } from '#switch/routing/dynamic/learn-outcomes.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { findReceiver } from '#webhooks/delivery/receiver.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../functions/queues/deliver-webhook.ts';
import { findDue } from '../../functions/queues/find-due.ts';
import { notifyFromSandbox } from '../../functions/queues/notify-from-sandbox.ts';
import { projectLists } from '../../functions/queues/project-lists.ts';
import { publishEvents, readChanges } from '../../functions/queues/publish-events.ts';
import { sendReceipt } from '../../functions/queues/send-receipt.ts';
import { syncPending } from '../../functions/queues/sync-pending.ts';
import { answered, recordingQueue, timedOut } from '../support/receivers/webhook-delivery.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  type Container,
  type Merchant,
  type switchInMemory,
} from '../support/switch/switch-in-memory.ts';
import { listStored } from '../support/table/listed-in-memory.ts';
import { streamRecord } from '../support/table/stream-record.ts';
import { charged } from './sandbox.ts';
import { done, type Shop } from './scenario.ts';
import { challenged, created } from './steps.ts';

/** Functions behind queues, streams and clocks, called in memory with the work that is handed to them. */

/** A switch in use, with the objects that a call needs. */
export interface JobContext {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  readonly shop: Shop;
  /** Different for every call, so that each can be about something of its own. */
  readonly round: number;
}

/** Prepares work past the container, and has the container do it. Throws where it is not done. */
export type Serve = (container: Container, context: JobContext) => Promise<unknown>;

/** The change that the stream reports when a payment was created. */
async function changeOf({ world, merchant }: JobContext, payment_id: string) {
  const after = await packedPort(world.port).get(paymentKey(merchant.id, payment_id));
  return [{ number: '1', before: undefined, after }];
}

async function listing(
  { services }: Container,
  changes: Parameters<ReturnType<typeof projectLists>>[0],
): Promise<void> {
  expect(await projectLists(services)(changes)).toEqual([]);
}

/** The calls by their names: the function's, and after a comma the case. */
export const jobsInMemory: Readonly<Record<string, Serve>> = {
  'queues.project-lists': async (container, context) => {
    const { payment_id } = await created(context.shop);
    await listing(container, await changeOf(context, payment_id));
  },
  'queues.project-lists, of a thing that is listed': async (container, context) => {
    const { payment_id } = await created(context.shop);
    const [before] = await changeOf(context, payment_id);
    await listStored(context.world.port);
    const request = { params: { payment_id }, body: byCard() };
    await done(context.shop, 'payments.confirm', request);
    const [after] = await changeOf(context, payment_id);
    await listing(container, [{ number: '1', before: before?.after, after: after?.after }]);
  },
  'queues.project-lists, of a hundred': async (container, context) => {
    const payments = await Promise.all(Array.from({ length: 100 }, () => created(context.shop)));
    const changes = payments.map(({ payment_id }) => changeOf(context, payment_id));
    await listing(container, (await Promise.all(changes)).flat());
  },
  'queues.notify-from-sandbox': async ({ services }, context) => {
    const { reference } = await charged(context.shop);
    const payment = context.world.port.items().find((one) => one.reference === reference);
    const notify = notifyFromSandbox({
      ...services,
      send: async () => ({ kind: 'answered', response: { status: 200, headers: {}, body: '' } }),
      loopback: false,
      log: logTo(() => {}),
      clock: () => new Date(),
    });
    const keyHash = String(payment?.keyHash);
    const message = { id: 'evt_1', keyHash, reference, created: 0 };
    await notify({ body: message, receiveCount: 1 });
  },
  'queues.publish-events': async ({ services }, context) => {
    const { payment_id } = await created(context.shop, { confirm: true, ...byCard() });
    const after = context.world.port.items().find(({ id }) => id === payment_id);
    const before = { ...after, transitions: [] };
    const messages = await publishEvents(services)({ before, after });
    expect(messages).toHaveLength(1);
  },
  'queues.publish-events, of a payment that waits': async ({ services }, context) => {
    const { payment_id } = await challenged(context.shop);
    const after = context.world.port.items().find(({ id }) => id === payment_id);
    const deliveries = recordingQueue<DeliveryMessage>();
    const waiting = recordingQueue<SyncMessage>();
    const publish = publishEvents(services);
    const queues = { deliveries, slow: recordingQueue<DeliveryMessage>(), syncs: waiting };
    const clock = () => new Date();
    const learn = (outcomes: readonly ProfileOutcome[]) =>
      learnOutcomes(outcomes, { ...services, ...quiet, clock });
    const read = readChanges({ ...quiet, ...queues, publish, learn, clock });
    const Records = [streamRecord('1', undefined, after)];
    expect(await read({ Records })).toEqual({ batchItemFailures: [] });
    // `find-due` sends the message of its sync.
    expect([deliveries.queued.length, waiting.queued.length]).toEqual([1, 0]);
  },
  'queues.deliver-webhook': async ({ services }, context) =>
    delivering(services, 200)({ body: await aMessage(context) }),
  'queues.deliver-webhook, that fails': async ({ services }, context) =>
    delivering(services, 500)({ body: await aMessage(context) }),
  'queues.deliver-webhook, that is refused at length': async ({ services }, context) =>
    delivering(services, answered(400, 'no '.repeat(1_300)))({ body: await aMessage(context) }),
  'queues.deliver-webhook, once more': async ({ services }, context) =>
    delivering(services, 200)({ body: await aRetry(context) }),
  'queues.deliver-webhook, that fails once more': async ({ services }, context) =>
    delivering(services, 500)({ body: await aRetry(context) }),
  'queues.deliver-webhook, that is not answered in time': async ({ services }, context) => {
    // Another merchant each time: the first one's receiver is known by then.
    const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
    const merchant = await aMerchant(context.world, `merchant_${context.round}`, {
      webhook_details,
    });
    const body = await aMessage({ ...context, merchant });
    await delivering(services, timedOut)({ body });
  },
  'queues.deliver-webhook, to a receiver that let us wait': async ({ services }, context) =>
    delivering(services, 200)({ body: await afterATimeout(context) }),
  'queues.deliver-webhook, from the queue of slow receivers': async ({ services }, context) => {
    const body = await afterATimeout(context);
    await delivering(services, 200)({ body: { ...body, slow: true } });
  },
  'queues.find-due': async ({ services }) =>
    findDue({
      ...services,
      ...quiet,
      syncs: recordingQueue(),
      deliveries: recordingQueue(),
      clock: () => new Date(),
    })(),
  'queues.check-link-pages': async () =>
    pageCheckJob({
      ...quiet,
      site: () => ({ url: 'https://pay.example', loopbackAllowed: false }),
      approved: () => [],
      send: sendBytes,
    })({}),
  'queues.send-receipt': async ({ services }, context) => {
    const email = 'ada@example.com';
    const { payment_id } = await created(context.shop, { payment_link: true, email });
    const request = { params: { payment_id }, body: byCard() };
    await done(context.shop, 'payments.confirm', request);
    const mails: unknown[] = [];
    await sendReceipt({
      ...services,
      ...quiet,
      claims: receiptClaims(services.table),
      mails: { send: async (mail) => void mails.push(mail) },
      from: 'receipts@shop.example',
    })({ body: { merchantId: context.merchant.id, paymentId: payment_id } });
    expect(mails).toHaveLength(1);
  },
  'queues.sync-pending': async ({ services }, context) => {
    const { payment_id } = await challenged(context.shop);
    const { pk = '', dueAt = '' } =
      context.world.port.items().find(({ id }) => id === payment_id) ?? {};
    const look = syncPending({
      ...quiet,
      failedSyncs: recordingQueue(),
      sync: (place, handling) =>
        syncDueItem({ ...services, ...quiet, clock: () => new Date(dueAt) }, place, handling),
    });
    const handling = { requestId: 'message', remainingMs: () => 28_000 };
    await look({ body: { pk, sk: 'PAYMENT', dueAt }, receiveCount: 1 }, handling);
  },
};

const quiet = { log: logTo(() => {}), metric: () => {} };

/** Delivery to a receiver that answers like this. */
const delivering = (services: Container['services'], answer: number | Sent) =>
  deliverWebhook({
    ...services,
    ...quiet,
    queues: { deliveries: recordingQueue(), slow: recordingQueue(), undelivered: recordingQueue() },
    slowReceivers: slowReceivers(services.table, services.configurations, services.clock),
    send: async () => (typeof answer === 'number' ? answered(answer) : answer),
  });

/** A stored event, and the first message about it. */
async function aMessage({ world, merchant, round }: JobContext) {
  const { id: merchantId, profileId } = merchant;
  const [eventId, body] = [`evt_${round}`, JSON.stringify({ content: aPaymentRequest() })];
  await world.services.events.add({
    id: eventId,
    merchantId,
    profileId,
    type: 'payment_succeeded',
    class: 'payments',
    objectId: 'pay_1',
    createdAt: new Date().toISOString(),
    body,
  });
  return { merchantId, eventId, profileId, body };
}

/**
 * The first message about an event whose receiver timed out a moment ago, as another container
 * found out.
 */
async function afterATimeout(context: JobContext) {
  const { configurations, table, clock } = context.world.services;
  const { id: merchantId, profileId } = context.merchant;
  const receiver = await findReceiver({ merchantId, profileId }, configurations);
  if (!receiver) throw new Error('The merchant has an address.');
  await slowReceivers(table, configurations, clock).recordSlow(receiver);
  return aMessage(context);
}

/** The message about its second try, when that is due. */
async function aRetry(context: JobContext) {
  const { world } = context;
  const { merchantId, eventId, ...first } = await aMessage(context);
  const before = {
    ...world.services,
    clock: () => new Date(world.dependencies.clock.now.getTime() - 60_000),
  };
  await delivering(before, 500)({ body: { merchantId, eventId, ...first } });
  const { delivery } = await world.services.events.get({ merchantId, eventId });
  return { merchantId, eventId, dueAt: delivery?.dueAt };
}
