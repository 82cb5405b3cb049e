import type { CheckoutOutcome } from '#vocabulary/page-texts/page-texts.ts';
import type { Payment } from '../payments/payment.ts';

/** The state of a payment as the status page shows it. */
export type PaymentKind = CheckoutOutcome;

const kinds: Readonly<Record<Payment['status'], PaymentKind>> = {
  succeeded: 'paid',
  partially_captured: 'paid',
  partially_captured_and_capturable: 'paid',
  partially_captured_and_processing: 'paid',
  requires_capture: 'authorized',
  partially_authorized_and_requires_capture: 'authorized',
  processing: 'processing',
  requires_merchant_action: 'processing',
  // The merchant must find out first: the customer must not pay again.
  conflicted: 'processing',
  review: 'processing',
  failed: 'failed',
  cancelled: 'cancelled',
  cancelled_post_capture: 'cancelled',
  requires_customer_action: 'action',
  expired: 'expired',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
};

/** An open payment whose time is over counts as expired; all others by their status. */
export const kindOf = (payment: Payment, now: Date): PaymentKind =>
  isOpen(payment) && isExpired(payment, now) ? 'expired' : kinds[payment.status];

/** Statuses in which a customer can still pay. In all others the page shows the outcome. */
const openStatuses: ReadonlySet<Payment['status']> = new Set([
  'requires_payment_method',
  'requires_confirmation',
]);

const isOpen = ({ status }: Pick<Payment, 'status'>) => openStatuses.has(status);

/** A page expires together with its payment. */
export const isExpired = ({ expiresAt }: Pick<Payment, 'expiresAt'>, now: Date) =>
  now.getTime() > Date.parse(expiresAt);
