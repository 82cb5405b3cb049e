import * as v from 'valibot';
import { type LedgerPayment, settlingMs } from './ledger.ts';
import { presentSandboxPayment, presentSandboxRefund } from './operations.ts';

/**
 * What the queue of the sandbox processor's webhooks carries: which payment to speak of. What is said
 * of it is read when it is said.
 */
export const NotificationMessage = v.object({
  id: v.string(),
  keyHash: v.string(),
  reference: v.string(),
  /** Speaks of this refund of the payment. */
  refundReference: v.optional(v.string()),
  /** When it happened, in seconds since 1970. */
  created: v.number(),
  /** Says that the payment failed, whatever the books say. */
  lies: v.optional(v.boolean()),
});
export type NotificationMessage = v.InferOutput<typeof NotificationMessage>;

export interface Notification {
  readonly message: NotificationMessage;
  /** How long the queue keeps it back. */
  readonly delaySeconds: number;
}

/** By so much a contradiction pretends to be older than what it contradicts. */
const contradictionAgeSeconds = 60;

const contradiction = { code: 'DC_08', message: 'Payment declined: Card declined' };

/** What a payment's owner is told after a change of it, or of one of its refunds. */
export function notificationsOf(
  payment: LedgerPayment,
  newId: () => string,
  now: Date,
  refundReference?: string,
): readonly Notification[] {
  const { keyHash, reference, notificationUrl, manner, state, refunds } = payment;
  if (!notificationUrl) return [];
  const created = Math.floor(now.getTime() / 1_000);
  const told = (changes: Partial<NotificationMessage>, delaySeconds = 0): Notification => ({
    message: {
      id: newId(),
      keyHash,
      reference,
      ...(refundReference !== undefined && { refundReference }),
      created,
      ...changes,
    },
    delaySeconds,
  });

  const refund = refunds.find((one) => one.reference === refundReference);
  const settlesLater = refund ? refund.status === 'pending' : state === 'processing';
  if (settlesLater) {
    const seconds = settlingMs / 1_000;
    // A second more, since the clocks of two functions differ.
    return [told({}), told({ created: created + seconds }, seconds + 1)];
  }
  return manner === 'contradicts itself' && !refund
    ? [told({}), told({ created: created - contradictionAgeSeconds, lies: true }, 1)]
    : [told({})];
}

/** The body of the webhook, about a payment that is there. */
export function notificationBody(
  { id, created, refundReference, lies = false }: NotificationMessage,
  payment: LedgerPayment,
  sandboxUrl: string,
  now: Date,
): string {
  const spokenOf: LedgerPayment = lies
    ? { ...payment, state: 'failed', failure: contradiction }
    : payment;
  return JSON.stringify({
    id,
    created,
    type: refundReference === undefined ? 'payment' : 'refund',
    payment: presentSandboxPayment(spokenOf, sandboxUrl, now),
    ...(refundReference !== undefined && {
      refund: presentSandboxRefund(payment, refundReference, now),
    }),
  });
}
