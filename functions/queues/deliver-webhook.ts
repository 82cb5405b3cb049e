import type { SQSEvent } from 'aws-lambda';
import { openAccountSecrets } from '../../shared/accounts/account-secrets.ts';
import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { isSwitchError } from '../../shared/errors.ts';
import { type Send, type Sent, send } from '../../shared/http/egress.ts';
import { type Log, log } from '../../shared/log.ts';
import { type Message, queueFunction, TryLater } from '../../shared/queues/queue-function.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';
import { DeliveryMessage } from '../../shared/webhooks/delivery-message.ts';
import { type DeliveryQueue, deliveryQueue } from '../../shared/webhooks/delivery-queue.ts';
import {
  type DeliveryAttempt,
  type EventStore,
  eventStore,
} from '../../shared/webhooks/event-store.ts';
import { retryAfterSeconds } from '../../shared/webhooks/schedule.ts';
import { signature512, standardWebhookHeaders } from '../../shared/webhooks/signature.ts';
import { webhookSettings } from '../../shared/webhooks/webhook-settings.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  readonly events: EventStore;
  readonly queue: Pick<DeliveryQueue, 'postpone'>;
  readonly send: Send;
  /** A merchant's server may be the machine we run on: on a laptop only. */
  readonly loopback: boolean;
  readonly log: Log;
  readonly clock: () => Date;
  readonly random: () => number;
}

/** A receiver has this long to answer, in milliseconds. */
const receiverTimeoutMs = 30_000;

/**
 * Tells a merchant of one event, with the address, the key and the password that are set now. Any
 * 2xx is success. Everything else comes back on the schedule, until the queue parks it.
 */
export const deliverWebhook =
  (services: Services) =>
  async ({ body: message, receives, receiptHandle }: Message<DeliveryMessage>): Promise<void> => {
    const { events, queue, log, clock, random } = services;
    const request = await requestFor(message, services);
    if (!request) return;

    const startedAt = clock();
    const sent = await services.send(request, {
      timeoutMs: receiverTimeoutMs,
      allow: services.loopback ? 'public and loopback' : 'public',
      maxResponseBytes: 65_536,
    });
    const attempt = attemptOf(sent, startedAt, clock());
    const { merchantId, eventId } = message;
    log.info('webhook delivery', { merchantId, eventId, receives, ...attempt });
    if (!attempt.delivered)
      await queue.postpone(receiptHandle, retryAfterSeconds(receives, random()));
    await events.note({ merchantId, id: eventId }, attempt);
    if (!attempt.delivered) throw new TryLater();
  };

/** The request as it is sent; undefined when the merchant is gone or wants no webhooks any more. */
async function requestFor(
  { merchantId, profileId, eventId, body }: DeliveryMessage,
  { configurations, secrets, clock }: Services,
) {
  const configuration = await configurations.recent(merchantId).catch((error: unknown) => {
    if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
  });
  if (!configuration) return undefined;
  const { account } = configuration;
  const { webhook_url, webhook_username } = webhookSettings(configuration, profileId);
  if (!webhook_url) return undefined;

  const opened = await openAccountSecrets(secrets, account);
  const { payment_response_hash_key: hashKey, webhook_password = '' } = opened;
  const basic = Buffer.from(`${webhook_username}:${webhook_password}`).toString('base64');
  return {
    method: 'POST' as const,
    url: webhook_url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Hyperswitch-Backend-Server',
      via: 'HyperSwitch',
      'x-webhook-signature-512': signature512(hashKey, body),
      ...standardWebhookHeaders(hashKey, eventId, clock(), body),
      ...(webhook_username && { authorization: `Basic ${basic}` }),
    },
    body,
  };
}

function attemptOf(sent: Sent, startedAt: Date, endedAt: Date): DeliveryAttempt {
  const attempt = { at: startedAt.toISOString(), ms: endedAt.getTime() - startedAt.getTime() };
  if (sent.kind !== 'answered') return { ...attempt, delivered: false, error: sent.reason };
  const { status } = sent.response;
  return { ...attempt, delivered: status >= 200 && status < 300, status };
}

let live: ((event: SQSEvent) => Promise<unknown>) | undefined;

export const handler = (event: SQSEvent) => {
  live ??= queueFunction(
    DeliveryMessage,
    deliverWebhook({
      configurations: configurationStore(liveTable()),
      secrets: merchantSecrets(kmsMerchantKeys()),
      events: eventStore(liveTable()),
      queue: deliveryQueue(),
      send,
      loopback: loopbackAllowed(),
      log,
      clock: () => new Date(),
      random: Math.random,
    }),
    log,
  );
  return live(event);
};
