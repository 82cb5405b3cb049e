import type { SQSEvent } from 'aws-lambda';
import { type Send, send } from '../../shared/http/egress.ts';
import { type Log, log } from '../../shared/log.ts';
import { type Message, queueFunction, TryLater } from '../../shared/queues/queue-function.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { NotificationMessage, notificationBody } from '../../shared/sandbox/notification.ts';
import { signatureHeader, signed, webhookKey } from '../../shared/sandbox/webhook-signature.ts';
import { loopbackAllowed, sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly ledger: Pick<Ledger, 'find'>;
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
/** Then the sandbox processor gives up, as a queue of tests need not be emptied by anybody. */
const triesInAll = 5;

/** Tells a caller of the sandbox processor by itself what became of a payment or a refund. */
export const notifyFromSandbox =
  ({ ledger, sandboxUrl, send, loopback, log, clock }: Services) =>
  async ({
    body: message,
    receives,
  }: Pick<Message<NotificationMessage>, 'body' | 'receives'>): Promise<void> => {
    const { id, keyHash, reference } = message;
    const payment = await ledger.find(keyHash, reference);
    if (!payment?.notificationUrl) return;

    const body = notificationBody(message, payment, sandboxUrl, clock());
    const sent = await send(
      {
        method: 'POST',
        url: payment.notificationUrl,
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
    log.info('sandbox notification', { id, receives, status, reason });
    const isTaken = status !== undefined && status >= 200 && status < 300;
    if (!isTaken && receives < triesInAll) throw new TryLater();
  };

let live: ((event: SQSEvent) => Promise<unknown>) | undefined;

export const handler = (event: SQSEvent) => {
  live ??= queueFunction(
    NotificationMessage,
    notifyFromSandbox({
      ledger: tableLedger(liveTable()),
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
