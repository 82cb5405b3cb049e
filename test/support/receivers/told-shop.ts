import type { Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { logTo } from '#platform/log.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import type { EventRetryResponse } from '#webhooks/events/retry-operations.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { switchWithLists } from '../../functions/lists/switch-with-lists.ts';
import type { Ask } from '../switch/switch-in-memory.ts';
import { answered, recordingQueue, webhookUrl } from './webhook-delivery.ts';

/** A merchant with lists, a server that answers as it is told, and a queue that is worked through. */
export async function toldShop() {
  const world = await switchWithLists();
  const { services } = world.shop;
  const { id: merchantId, profileId } = world.merchant;
  await world.good('profiles.update', {
    params: { account_id: merchantId, profile_id: profileId },
    body: { webhook_details: { webhook_url: webhookUrl } },
  });
  const deliveries = recordingQueue<DeliveryMessage>();
  const receiver: { answer: (event: string) => Sent; told: [string, number][] } = {
    answer: () => answered(200),
    told: [],
  };
  const clock = () => world.dependencies.clock.now;
  const metrics: string[] = [];
  const common = {
    log: logTo(() => {}),
    metric: (name: string) => void metrics.push(name),
    clock,
  };
  const asking: HttpRequest[] = [];
  const deliver = deliverWebhook({
    ...services,
    ...common,
    queues: { deliveries, slow: recordingQueue(), undelivered: recordingQueue() },
    slowReceivers: slowReceivers(services.table, services.configurations, clock),
    send: async (request) => {
      const { body = '' } = request;
      asking.push(request);
      receiver.told.push([body, clock().getTime()]);
      return receiver.answer(body);
    },
    loopback: false,
    random: () => 0,
  });
  const syncs = recordingQueue<never>();
  const search = findDue({ table: services.table, deliveries, syncs, ...common });
  const add = async (name: string, endpointId?: string) => {
    await services.events.add({
      id: `evt_${name}`,
      merchantId,
      profileId,
      objectId: `pay_${name}`,
      type: 'payment_succeeded',
      class: 'payments',
      body: name,
      createdAt: clock().toISOString(),
      ...(endpointId && { endpointId }),
    });
    return { merchantId, eventId: `evt_${name}` };
  };
  /** An event that was given up a while ago. */
  const givenUp = async (name: string, endpointId?: string) => {
    await services.events.record(await add(name, endpointId), undefined, (one) => ({
      ...one,
      state: 'undelivered' as const,
      scheduledAttempts: 17,
      gaveUpAt: clock().toISOString(),
    }));
    world.pass(1);
  };
  /** The messages in the queue, each when it is due; the search of every minute runs as well. */
  const work = async (seconds: number, deliverIt: (message: DeliveryMessage) => Promise<void>) => {
    await world.catchUp();
    for (let second = 0; second < seconds; second += 1) {
      if (second % 60 === 0) await search();
      const ready = deliveries.queued.filter(
        ({ message: { dueAt } }) => dueAt === undefined || Date.parse(dueAt) <= clock().getTime(),
      );
      for (const one of ready) {
        deliveries.queued.splice(deliveries.queued.indexOf(one), 1);
        await deliverIt(one.message);
        await world.catchUp();
      }
      world.pass(1);
    }
  };
  const params = { merchant_id: merchantId };
  const order = async (body: object = {}): Promise<EventRetryResponse> =>
    world.good('events.retry-many', { params, body });
  const about = (name: string, retry_id: string, more: Ask = {}) =>
    world.ask(name, { ...more, params: { merchant_id: merchantId, retry_id } });
  return {
    ...world,
    metrics,
    asking,
    /** The messages that the reader of the stream sends for a change. */
    publish: publishEvents(services),
    services,
    merchantId,
    profileId,
    deliveries,
    receiver,
    deliver,
    add,
    givenUp,
    order,
    about,
    work: (seconds: number, by = (body: DeliveryMessage) => deliver({ body })) => work(seconds, by),
    told: () => receiver.told.map(([name]) => name),
    progress: async (retryId: string): Promise<EventRetryResponse> =>
      (await about('events.retrieve-retry', retryId)).body,
    async delivery(name: string) {
      const place = { merchantId, eventId: `evt_${name}` };
      return (await services.events.get(place)).delivery;
    },
  };
}
