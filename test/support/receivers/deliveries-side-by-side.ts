import * as v from 'valibot';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { CreateAccountRequest } from '#merchants/accounts/operations.ts';
import { receiverId } from '#merchants/accounts/slow-receiver.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { tableOver } from '#platform/table/table.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { failingReceivers } from '#webhooks/delivery/failing-receivers.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { eventStore } from '#webhooks/events/event-store.ts';
import { create as createAccount } from '../../../functions/accounts/create.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { request } from '../switch/payments-in-memory.ts';
import { memoryKeys } from '../table/memory-keys.ts';
import { memoryPort } from '../table/memory-table.ts';

/** A queue, and how its messages are taken from it. */
export interface Lane extends MessageQueue<DeliveryMessage> {
  /** Ten messages at most that are to be handled now; waits for the first one a little. */
  receive(): Promise<readonly { readonly message: DeliveryMessage; done(): Promise<void> }[]>;
}

interface Setting {
  readonly time: { now(): number; sleep(ms: number): Promise<void> };
  readonly lanes: { readonly deliveries: Lane; readonly slow: Lane };
  /** How many functions take from each queue. */
  readonly functions: { readonly deliveries: number; readonly slow: number };
  readonly send: Send;
  /** The address at which a merchant is told. */
  readonly addressOf: (merchantId: string) => string;
  readonly loopback: boolean;
}

interface Course {
  /** Events of one merchant that are all queued at the beginning. */
  readonly backlog: number;
  /** The other merchants, each of which has an event every so often, for so long. */
  readonly others: number;
  readonly everyMs: number;
  readonly forMs: number;
}

export const backlogMerchant = 'merchant_backlog';
const otherMerchant = (number: number) => `merchant_${number}`;

/**
 * Has merchants told of their events by the functions that do it, while one of them has a backlog.
 * Returns, for each event of the others, the milliseconds from its queueing until its receiver had it.
 */
export async function deliverSideBySide(
  { time, lanes, functions, send, addressOf, loopback }: Setting,
  { backlog, others, everyMs, forMs }: Course,
): Promise<readonly { readonly queuedAt: number; readonly ms: number }[]> {
  const table = tableOver(memoryPort());
  const keys = memoryKeys();
  const clock = () => new Date(time.now());
  const profiles = new Map<string, string>();
  const merchants = [
    backlogMerchant,
    ...Array.from({ length: others }, (_, n) => otherMerchant(n)),
  ];
  for (const merchantId of merchants) {
    const account = await createAccount.run(
      {
        ...request,
        params: undefined,
        caller: { kind: 'admin' },
        body: v.parse(CreateAccountRequest, {
          merchant_id: merchantId,
          webhook_details: { webhook_url: addressOf(merchantId) },
        }),
      },
      { configurations: configurationStore(table), keys, environment: 'snd' },
      undefined,
    );
    profiles.set(merchantId, String(Object(account).default_profile));
  }

  const told: { queuedAt: number; ms: number }[] = [];
  const queuedAt = new Map<string, number>();
  const state = { isOver: false };
  const parked: MessageQueue<DeliveryMessage> = { send: async () => [] };
  const metric = () => {};
  function startFunction(lane: Lane) {
    const configurations = configurationStore(table, time.now);
    const retries = eventRetryStore(table, clock);
    const deliver = deliverWebhook({
      configurations,
      failingReceivers: failingReceivers({ table, configurations, retries, clock }),
      secrets: merchantSecrets(keys),
      events: eventStore(table),
      retries,
      lists: listsOver(table, cachedShards(table)),
      queues: { ...lanes, undelivered: parked },
      slowReceivers: slowReceivers(table, configurationStore(table), clock),
      send: async (sent, options) => {
        const { event } = JSON.parse(sent.body ?? '{}');
        const since = queuedAt.get(event);
        if (since !== undefined) told.push({ queuedAt: since, ms: time.now() - since });
        return send(sent, options);
      },
      loopback,
      log: logTo(() => {}),
      metric,
      clock,
      random: Math.random,
    });
    return (async () => {
      while (!state.isOver) {
        const batch = await lane.receive();
        await Promise.all(
          batch.map(async ({ message, done }) => {
            await deliver({ body: message });
            await done();
          }),
        );
      }
    })();
  }
  const running = [
    ...Array.from({ length: functions.deliveries }, () => startFunction(lanes.deliveries)),
    ...Array.from({ length: functions.slow }, () => startFunction(lanes.slow)),
  ];

  const anEvent = (merchantId: string, number: number): DeliveryMessage => {
    const eventId = `evt_${merchantId}_${number}`;
    const receiver = receiverId(merchantId, addressOf(merchantId));
    const body = JSON.stringify({ event: eventId, content: 'x'.repeat(2_000) });
    return { merchantId, eventId, receiver, profileId: profiles.get(merchantId), body };
  };
  const events = Array.from({ length: backlog }, (_, n) => anEvent(backlogMerchant, n));
  await lanes.deliveries.send(events);

  const begin = time.now();
  for (let round = 0; time.now() - begin < forMs; round += 1) {
    const due = Array.from({ length: others }, (_, n) => anEvent(otherMerchant(n), round));
    for (const { eventId } of due) queuedAt.set(eventId, time.now());
    await lanes.deliveries.send(due);
    await time.sleep(everyMs - ((time.now() - begin) % everyMs));
  }
  const all = queuedAt.size;
  for (let waited = 0; told.length < all && waited < 60_000; waited += 100) await time.sleep(100);
  if (told.length < all) throw new Error(`${told.length} of ${all} events were told.`);
  state.isOver = true;
  await Promise.all(running);
  return told;
}
