import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import type { Payment, UsedMethod } from '../payment.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import { storedTransitions } from '../stored-transitions.ts';

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

/** Statuses after which nothing more is captured. */
const paid: readonly PaymentStatus[] = ['succeeded', 'partially_captured'];

/**
 * Completes a change of status. It sets the refundable amount once nothing more is captured, and
 * adds the transition for which the next save sends a webhook. `isPending` says whether an outcome,
 * or an action of the customer, is still missing.
 */
export function withTransition(payment: Payment, isPending: boolean, now: Date): Payment {
  const type = eventTypes[payment.status];
  const at = now.toISOString();
  // One save may contain several changes of status; only the last one is a transition.
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
    transitions: storedTransitions([...saved, ...transition]),
    modifiedAt: at,
  };
}

/** Statuses in which money is authorized or captured. */
const authorizedOrCaptured: readonly PaymentStatus[] = [
  ...paid,
  'requires_capture',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_capturable',
];

/** Whether money is authorized or captured. */
export const isAuthorizedOrCaptured = ({ status }: Pick<Payment, 'status'>): boolean =>
  authorizedOrCaptured.includes(status);

/** The payment method that this payment used, until the use is recorded on it. */
export function unrecordedMethodUse({ status, paymentMethod }: Payment): UsedMethod | undefined {
  const isUsed =
    paymentMethod && paymentMethod.usedAt === undefined && authorizedOrCaptured.includes(status);
  return isUsed ? paymentMethod : undefined;
}

/** The payment with the use recorded. A payment method that has paid becomes active. */
export const withMethodUseRecorded = (payment: Payment, method: UsedMethod): Payment => ({
  ...payment,
  paymentMethod: {
    ...method,
    status: method.status === 'inactive' ? 'active' : method.status,
    usedAt: payment.modifiedAt,
  },
});
