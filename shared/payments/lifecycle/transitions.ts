import type { Payment, UsedMethod } from '../payment.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import type { PaymentStatus } from '../statuses.ts';

const eventTypes: Partial<Record<PaymentStatus, string>> = {
  succeeded: 'payment_succeeded',
  failed: 'payment_failed',
  processing: 'payment_processing',
  partially_captured_and_processing: 'payment_processing',
  requires_customer_action: 'action_required',
  requires_merchant_action: 'action_required',
  conflicted: 'action_required',
  review: 'action_required',
  cancelled: 'payment_cancelled',
  cancelled_post_capture: 'payment_cancelled_post_capture',
  expired: 'payment_expired',
  partially_captured: 'payment_captured',
  partially_captured_and_capturable: 'payment_captured',
  requires_capture: 'payment_authorized',
  partially_authorized_and_requires_capture: 'payment_partially_authorized',
};

/** An item stays small however long a payment lives; older transitions have been told long ago. */
const maxTransitions = 20;

/** Statuses in which all the money that will ever be captured has been. */
const paid: readonly PaymentStatus[] = ['succeeded', 'partially_captured'];

/**
 * The payment in the status that it has come to: what can be refunded is known once nothing more is
 * captured, and the next save tells the merchant what is new. `waits` says whether a processor, or
 * a customer, still has to be heard of.
 */
export function withTransition(payment: Payment, isPending: boolean, now: Date): Payment {
  const type = eventTypes[payment.status];
  const at = now.toISOString();
  // Several things may become known at once: only what is saved in the end has happened.
  const saved = payment.transitions.filter(({ version }) => version <= payment.version);
  const latest = saved.at(-1);
  const isNew =
    latest?.type !== type ||
    latest?.status !== payment.status ||
    latest?.amountMinor !== payment.amountReceivedMinor;
  const transition =
    type && isNew
      ? [
          {
            type,
            status: payment.status,
            at,
            version: payment.version + 1,
            ...(payment.amountReceivedMinor !== undefined && {
              amountMinor: payment.amountReceivedMinor,
            }),
          },
        ]
      : [];
  const { pendingSync, ...known } = payment;
  return {
    ...known,
    ...(paid.includes(payment.status) &&
      payment.refundableMinor === undefined && {
        refundableMinor: (payment.amountReceivedMinor ?? 0) - (payment.disputedMinor ?? 0),
      }),
    ...(isPending && { pendingSync: pendingSync ?? scheduleFirstSync(now) }),
    transitions: [...saved, ...transition].slice(-maxTransitions),
    modifiedAt: at,
  };
}

/** Statuses in which the customer's money was taken, or is reserved. */
const authorizedOrCaptured: readonly PaymentStatus[] = [
  ...paid,
  'requires_capture',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_capturable',
];

/** Whether money was taken for a payment, or is reserved. */
export const isAuthorizedOrCaptured = ({ status }: Pick<Payment, 'status'>): boolean =>
  authorizedOrCaptured.includes(status);

/** The payment method that this payment has used, as long as nobody has noted it there. */
export function unrecordedMethodUse({ status, paymentMethod }: Payment): UsedMethod | undefined {
  const isUsed =
    paymentMethod && paymentMethod.usedAt === undefined && authorizedOrCaptured.includes(status);
  return isUsed ? paymentMethod : undefined;
}

/** The payment once that was noted: what has paid can be paid with again. */
export const withMethodUseRecorded = (payment: Payment, method: UsedMethod): Payment => ({
  ...payment,
  paymentMethod: {
    ...method,
    status: method.status === 'inactive' ? 'active' : method.status,
    usedAt: payment.modifiedAt,
  },
});
