import * as v from 'valibot';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { CreateAccountRequest } from '#merchants/accounts/operations.ts';
import type { SendOptions, Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { failingReceivers } from '#webhooks/delivery/failing-receivers.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { eventStore } from '#webhooks/events/event-store.ts';
import { create as createAccount } from '../../../functions/accounts/create.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { merchantId, request } from '../switch/payments-in-memory.ts';
import { memoryKeys } from '../table/memory-keys.ts';
import { memoryPort } from '../table/memory-table.ts';

export const webhookUrl = 'https://shop.example/hooks';

export const answered = (status: number, body = ''): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body },
});

export const timedOut: Sent = { kind: 'unknown', reason: 'timeout' };

/** A message that a queue holds back for so many seconds. */
export interface Queued<M> {
  readonly message: M;
  readonly delaySeconds: number;
}

/** A queue that keeps its messages, for looking at them. */
export function recordingQueue<M>() {
  const queued: Queued<M>[] = [];
  const queue: MessageQueue<M> = {
    async send(messages, delaySeconds = () => 0) {
      for (const message of messages) {
        // As over a network.
        const sent: M = JSON.parse(JSON.stringify(message));
        queued.push({ message: sent, delaySeconds: delaySeconds(message) });
      }
      return [];
    },
  };
  return { ...queue, queued };
}

/** After everything has gone on that waits for nothing from outside. */
async function settled() {
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface Given {
  readonly details?: object;
  /** Stands between the stores and the table. */
  readonly port?: (port: TablePort) => TablePort;
}

/**
 * A merchant with a receiver, the functions that send its webhooks, and queues that keep their messages.
 * The clock stands still until it is moved, and a receiver takes no time.
 */
export async function webhookDelivery({ details, port = (one) => one }: Given = {}) {
  const memory = memoryPort();
  const keys = memoryKeys();
  const table = tableOver(port(memory));
  const clock = { now: new Date('2026-01-31T12:00:00.000Z') };
  const configurations = configurationStore(table, () => clock.now.getTime());
  const account = await createAccount.run(
    {
      ...request,
      params: undefined,
      caller: { kind: 'admin' },
      body: v.parse(CreateAccountRequest, {
        merchant_id: merchantId,
        payment_response_hash_key: 'the hash key',
        webhook_details: details ?? { webhook_url: webhookUrl },
      }),
    },
    { configurations: configurationStore(tableOver(memory)), keys, environment: 'snd' },
    undefined,
  );
  const profileId = 'default_profile' in account ? (account.default_profile ?? '') : '';
  const events = eventStore(table);
  const retries = eventRetryStore(table, () => clock.now);
  const received: HttpRequest[] = [];
  const logged: string[] = [];
  const metrics: [string, number][] = [];
  const receiver: { answer: Sent | Promise<Sent> } = { answer: answered(200) };
  const timeouts: number[] = [];
  const queues = {
    deliveries: recordingQueue<DeliveryMessage>(),
    slow: recordingQueue<DeliveryMessage>(),
    undelivered: recordingQueue<DeliveryMessage>(),
  };
  const waiting = recordingQueue<SyncMessage>();
  const common = {
    log: logTo((line) => logged.push(line)),
    metric: (name: string, value: number) => void metrics.push([name, value]),
    clock: () => clock.now,
  };
  const services = {
    ...common,
    configurations,
    events,
    secrets: merchantSecrets(keys),
    queues,
    slowReceivers: slowReceivers(table, configurationStore(table), () => clock.now),
    send: async (sent: HttpRequest, { timeoutMs }: SendOptions) => {
      received.push(sent);
      timeouts.push(timeoutMs);
      return receiver.answer;
    },
    retries,
    failingReceivers: failingReceivers({ table, configurations, retries, clock: () => clock.now }),
    lists: listsOver(table, cachedShards(table)),
    loopback: false,
    random: () => 0,
  };
  const deliver = deliverWebhook(services);
  const changed = async (change: (configuration: Configuration) => Promise<unknown>) =>
    change(await configurationStore(tableOver(memory)).read(merchantId));
  return {
    memory,
    clock,
    services,
    profileId,
    receiver,
    received,
    /** How long the receiver was given each time, in milliseconds. */
    timeouts,
    logged,
    metrics,
    ...queues,
    waiting,
    later(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
    deliver: (body: DeliveryMessage) => deliver({ body }),
    /** The same function in a container that knows nothing of the first one's past. */
    anotherContainer() {
      const another = deliverWebhook({
        ...services,
        configurations: configurationStore(table, () => clock.now.getTime()),
        slowReceivers: slowReceivers(table, configurationStore(table), () => clock.now),
      });
      return { deliver: (body: DeliveryMessage) => another({ body }) };
    },
    /** From now on the receiver answers no request, until a test states its answer. */
    hangUp() {
      const pendingAnswer = Promise.withResolvers<Sent>();
      const before = received.length;
      receiver.answer = pendingAnswer.promise;
      return {
        end(answer: Sent) {
          receiver.answer = answer;
          pendingAnswer.resolve(answer);
        },
        /** Requests that wait go on waiting; those sent from now on are not answered in time. */
        forget() {
          receiver.answer = timedOut;
        },
        /** Resolves with false after everything that can go on without an answer has gone on. */
        stillWaiting: () => settled().then(() => false),
        async untilWaiting(count: number) {
          for (let turn = 0; received.length - before < count; turn += 1) {
            if (turn > 1_000) throw new Error(`${received.length - before} of ${count} wait.`);
            await new Promise((resolve) => setImmediate(resolve));
          }
        },
      };
    },
    moveTo: (webhook_url: string) =>
      changed(async ({ account }) => {
        const settings = { ...account.settings, webhook_details: { webhook_url } };
        await configurationStore(tableOver(memory)).saveAccount({ ...account, settings });
        // The settings that a container keeps are read again.
        clock.now = new Date(clock.now.getTime() + 3_000);
      }),
    /** Returns the identifier of a profile that is told at an address of its own. */
    async anotherProfile(webhook_url: string) {
      const id = 'pro_another';
      await changed(async ({ profiles: [first] }) => {
        if (!first) throw new Error('There is a profile.');
        const settings = { ...first.settings, webhook_details: { webhook_url } };
        const another = { ...first, id, name: 'another', settings };
        await configurationStore(tableOver(memory)).addProfile(another);
        clock.now = new Date(clock.now.getTime() + 3_000);
      });
      return id;
    },
    findDue: findDue({ ...common, table, syncs: waiting, deliveries: queues.deliveries }),
    /** The delivery as it is kept. */
    delivery: () => memory.items().find(({ sk }) => sk === 'DELIVERY'),
    /** An event that is kept, and the first message about it. */
    async anEvent(id = 'evt_1'): Promise<DeliveryMessage> {
      const body = JSON.stringify({ event_id: id, event_type: 'payment_succeeded' });
      await eventStore(tableOver(memory)).add({
        id,
        merchantId,
        profileId,
        type: 'payment_succeeded',
        class: 'payments',
        objectId: 'pay_1',
        createdAt: clock.now.toISOString(),
        body,
      });
      return { merchantId, eventId: id, profileId, body };
    },
  };
}
