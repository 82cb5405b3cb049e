import type { SQSEvent } from 'aws-lambda';
import { type Send, send } from '../../shared/http/egress.ts';
import { type Log, log } from '../../shared/log.ts';
import { type Message, queueFunction, RetryLater } from '../../shared/queues/queue-function.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { NotificationMessage, notificationBody } from '../../shared/sandbox/notification.ts';
import { type PayoutLedger, tablePayoutLedger } from '../../shared/sandbox/payout-ledger-store.ts';
import { payoutNotificationBody } from '../../shared/sandbox/payout-notification.ts';
import { signatureHeader, signed, webhookKey } from '../../shared/sandbox/webhook-signature.ts';
import { loopbackAllowed, sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly payoutLedger: Pick<PayoutLedger, 'find'>;
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

/** Tells a caller of the sandbox processor by itself what became of a payment, a refund or a payout. */
export const notifyFromSandbox =
  ({ ledger, payoutLedger, sandboxUrl, send, loopback, log, clock }: Services) =>
  async ({
    body: message,
    receiveCount,
  }: Pick<Message<NotificationMessage>, 'body' | 'receiveCount'>): Promise<void> => {
    const { id, keyHash } = message;
    const notification = message.payout
      ? await payoutNotification(message, payoutLedger, clock())
      : await paymentNotification(message, { ledger, sandboxUrl }, clock());
    if (!notification) return;
    const { url, body } = notification;
    const sent = await send(
      {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signed(webhookKey(keyHash), body, clock()),
        },
        body,
      },
      {
        timeoutMs: receiverTimeoutMs,
        allow: loopback ? 'public and loopback' : 'public',
        maxResponseBytes: 65_536,
      },
    );
    const status = sent.kind === 'answered' ? sent.response.status : undefined;
    const reason = sent.kind === 'answered' ? undefined : sent.reason;
    log.info('sandbox notification', { id, receives: receiveCount, status, reason });
    const isTaken = status !== undefined && status >= 200 && status < 300;
    if (!isTaken && receiveCount < maxAttempts) throw new RetryLater();
  };

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
      sandboxUrl: sandboxUrl() ?? '',
      send,
      loopback: loopbackAllowed(),
      log,
      clock: () => new Date(),
    }),
    log,
  );
  return live(event);
};
