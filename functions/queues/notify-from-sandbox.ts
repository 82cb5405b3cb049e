import type { SQSEvent } from 'aws-lambda';
import { signatureHeader, signed, webhookKey } from '#connectors/sandbox/webhook-signature.ts';
import { currentTime } from '#platform/clock.ts';
import { type Send, send } from '#platform/http/egress/egress.ts';
import { type Log, log } from '#platform/log.ts';
import { type Message, queueFunction, RetryLater } from '#platform/queues/queue-function.ts';
import { loopbackAllowed, sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { notificationBody } from '#sandbox/notification.ts';
import { NotificationMessage } from '#sandbox/notification-message.ts';
import { type PayoutLedger, tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { payoutNotificationBody } from '#sandbox/payout-notification.ts';
import { presentEvent, stripeEventOf } from '#sandbox/stripe/events.ts';
import { type StripeObjects, tableStripeObjects } from '#sandbox/stripe/objects.ts';
import { endpointsFor } from '#sandbox/stripe/webhook-endpoints.ts';

interface Services {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly payoutLedger: Pick<PayoutLedger, 'find'>;
  /** The events of Stripe's wire API, and the addresses that get them. */
  readonly objects: Pick<StripeObjects, 'find' | 'putNew'>;
  /** Where customers find this service. */
  readonly sandboxUrl: string;
  readonly send: Send;
  /** Its callers may be the machine we run on: on a laptop only. */
  readonly loopback: boolean;
  readonly log: Log;
  readonly clock: () => Date;
}

/** A receiver has this long to answer, in milliseconds. */
const receiverTimeoutMs = 10_000;
/**
 * After so many attempts the sandbox processor drops its webhook, so that no test has to empty the
 * queue.
 */
const maxAttempts = 5;

/** A signed webhook to one receiver. */
interface Webhook {
  readonly url: string;
  readonly body: string;
  readonly signature: { readonly header: string; readonly key: string };
}

/**
 * Sends a caller of the sandbox processor a webhook about the outcome of a payment, a refund or a
 * payout.
 */
export const notifyFromSandbox =
  (services: Services) =>
  async ({
    body: message,
    receiveCount,
  }: Pick<Message<NotificationMessage>, 'body' | 'receiveCount'>): Promise<void> => {
    const { send, loopback, log, clock } = services;
    const webhooks = message.stripe
      ? await stripeWebhooks(message, services)
      : await ownWebhooks(message, services);
    const taken = await Promise.all(
      webhooks.map(async ({ url, body, signature }) => {
        const sent = await send(
          {
            method: 'POST',
            url,
            headers: {
              'content-type': 'application/json',
              [signature.header]: signed(signature.key, body, clock()),
            },
            body,
          },
          {
            timeoutMs: receiverTimeoutMs,
            allow: loopback ? 'public and loopback' : 'public',
            maxResponseBytes: 0,
            answer: 'status',
          },
        );
        const status = sent.kind === 'answered' ? sent.response.status : undefined;
        const reason = sent.kind === 'answered' ? undefined : sent.reason;
        log.info('sandbox notification', {
          id: message.id,
          receives: receiveCount,
          status,
          reason,
        });
        return status !== undefined && status >= 200 && status < 300;
      }),
    );
    if (taken.includes(false) && receiveCount < maxAttempts) throw new RetryLater();
  };

/** The webhook of the sandbox processor's own API. */
async function ownWebhooks(
  message: NotificationMessage,
  { ledger, payoutLedger, sandboxUrl, clock }: Services,
): Promise<readonly Webhook[]> {
  const notification = message.payout
    ? await payoutNotification(message, payoutLedger, clock())
    : await paymentNotification(message, { ledger, sandboxUrl }, clock());
  const signature = { header: signatureHeader, key: webhookKey(message.keyHash) };
  return notification ? [{ ...notification, signature }] : [];
}

/** The webhooks of an event of Stripe's wire API: one to each endpoint that wants it. */
async function stripeWebhooks(
  message: NotificationMessage,
  { ledger, objects, clock }: Services,
): Promise<readonly Webhook[]> {
  const payment = await ledger.find(message.keyHash, message.reference);
  const event = payment && stripeEventOf(message, payment, clock());
  if (!event) return [];
  await objects.putNew(message.keyHash, event.id, event);
  const endpoints = await endpointsFor(message.keyHash, event.type, objects);
  const body = JSON.stringify(presentEvent(event));
  return endpoints.map(({ url, secret }) => ({
    url,
    body,
    signature: { header: 'stripe-signature', key: secret },
  }));
}

/** The receiver and body of a payment's webhook; undefined when its merchant set no receiver. */
async function paymentNotification(
  message: NotificationMessage,
  { ledger, sandboxUrl }: Pick<Services, 'ledger' | 'sandboxUrl'>,
  now: Date,
) {
  const payment = await ledger.find(message.keyHash, message.reference);
  if (!payment?.notificationUrl) return undefined;
  const body = notificationBody(message, payment, sandboxUrl, now);
  return { url: payment.notificationUrl, body };
}

async function payoutNotification(
  message: NotificationMessage,
  payoutLedger: Services['payoutLedger'],
  now: Date,
) {
  const payout = await payoutLedger.find(message.keyHash, message.reference);
  if (!payout?.notificationUrl) return undefined;
  return { url: payout.notificationUrl, body: payoutNotificationBody(message, payout, now) };
}

let live: ((event: SQSEvent) => Promise<unknown>) | undefined;

export const handler = (event: SQSEvent) => {
  live ??= queueFunction(
    NotificationMessage,
    notifyFromSandbox({
      ledger: tableLedger(liveTable()),
      payoutLedger: tablePayoutLedger(liveTable()),
      objects: tableStripeObjects(liveTable()),
      sandboxUrl: sandboxUrl() ?? '',
      send,
      loopback: loopbackAllowed(),
      log,
      clock: currentTime,
    }),
    log,
  );
  return live(event);
};
