import { presentSandboxDispute } from './dispute-operations.ts';
import { disputesOf, hasOpened } from './ledger-disputes.ts';
import type { LedgerPayment } from './ledger-payment.ts';
import type { Notification, NotificationMessage } from './notification-message.ts';
import { presentSandboxPayment, presentSandboxRefund } from './operations.ts';
import { isIntentPayment } from './stripe/charges.ts';
import { intentNotifications } from './stripe/intent-notifications.ts';

/** How much older a contradicting webhook claims to be than the one it contradicts, in seconds. */
const contradictionAgeSeconds = 60;

const contradiction = { code: 'DC_08', message: 'Payment declined: Card declined' };

/** States of a payment that may settle by themselves. */
const openStates: readonly LedgerPayment['state'][] = ['processing', 'challenged'];

/** The changed part of a payment. */
interface Change {
  /** The refund that changed; absent: the payment itself. */
  readonly refundReference?: string;
  /**
   * Whether no answer reports it to the owner: it is withheld on purpose, or the customer gets it.
   */
  readonly isUnanswered?: boolean;
}

/**
 * The webhooks to a payment's owner after a change of the payment, or of one of its refunds: of an
 * outcome that the answer does not state, now or when it is decided. A webhook that repeats the
 * answer is sent to an owner that asked for those.
 */
export function notificationsOf(
  payment: LedgerPayment,
  newId: () => string,
  now: Date,
  { refundReference, isUnanswered = false }: Change = {},
): readonly Notification[] {
  if (isIntentPayment(payment)) return intentNotifications(payment, newId, now);
  const { keyHash, reference, notificationUrl, repeatsAnswers, manner, state, refunds } = payment;
  if (!notificationUrl) return [];
  const created = Math.floor(now.getTime() / 1_000);
  const notificationOf = (
    changes: Partial<NotificationMessage>,
    delaySeconds = 0,
  ): Notification => ({
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
  const atOnce = () => (repeatsAnswers || isUnanswered ? [notificationOf({})] : []);

  const refund = refunds.find((one) => one.reference === refundReference);
  const settlesAt = refund ? refund.settlesAt : payment.settlesAt;
  const isOpen = refund ? refund.status === 'pending' : openStates.includes(state);
  if (isOpen && settlesAt !== undefined) {
    const seconds = Math.ceil((Date.parse(settlesAt) - now.getTime()) / 1_000);
    // A second more, since the clocks of two functions differ.
    return [...atOnce(), notificationOf({ created: created + seconds }, seconds + 1)];
  }
  return manner === 'contradicts itself' && !refund
    ? [
        notificationOf({}),
        notificationOf({ created: created - contradictionAgeSeconds, lies: true }, 1),
      ]
    : [...atOnce(), ...(refund ? [] : disputesToCome(payment, notificationOf, now))];
}

/** The webhooks of disputes that will open soon, each delayed to its time. */
const disputesToCome = (
  payment: LedgerPayment,
  notificationOf: (changes: Partial<NotificationMessage>, delaySeconds: number) => Notification,
  now: Date,
) =>
  disputesOf(payment)
    .filter((dispute) => !hasOpened(dispute, now))
    .map(({ id, opensAt }) => notificationOf(...atTime(id, opensAt, now)));

/**
 * The webhooks of a dispute: when it is decided, and of its evidence to an owner that asked for
 * webhooks that repeat answers.
 */
export function disputeNotifications(
  payment: LedgerPayment,
  disputeId: string,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  const { keyHash, reference, notificationUrl, repeatsAnswers } = payment;
  if (!notificationUrl) return [];
  const notificationOf = (
    changes: Partial<NotificationMessage>,
    delaySeconds: number,
  ): Notification => ({
    message: { id: newId(), keyHash, reference, created: 0, ...changes },
    delaySeconds,
  });
  const dispute = disputesOf(payment).find(({ id }) => id === disputeId);
  return [
    ...(repeatsAnswers
      ? [notificationOf({ disputeId, created: Math.floor(now.getTime() / 1_000) }, 0)]
      : []),
    ...(dispute?.decidedAt === undefined
      ? []
      : [notificationOf(...atTime(disputeId, dispute.decidedAt, now))]),
  ];
}

/** The delay until then, plus a second, because the clocks of two functions differ. */
const atTime = (disputeId: string, at: string, now: Date) => {
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - now.getTime()) / 1_000));
  return [{ disputeId, created: Math.floor(Date.parse(at) / 1_000) }, seconds + 1] as const;
};

/** The body of a webhook about an existing payment. */
export function notificationBody(
  { id, created, refundReference, disputeId, lies = false }: NotificationMessage,
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
    type: typeOf(refundReference, disputeId),
    payment: presentSandboxPayment(spokenOf, sandboxUrl, now),
    ...(refundReference !== undefined && {
      refund: presentSandboxRefund(payment, refundReference, now),
    }),
    ...(disputeId !== undefined && { dispute: presentSandboxDispute(payment, disputeId, now) }),
  });
}

function typeOf(refundReference: string | undefined, disputeId: string | undefined) {
  if (disputeId !== undefined) return 'dispute';
  return refundReference === undefined ? 'payment' : 'refund';
}
