import * as v from 'valibot';
import type { Payment } from '../payments/payment.ts';

/**
 * What leads from a link's identifier to its payment, and puts it on the list of links. Never changes:
 * what is shown of a link is its payment's, as it is now.
 */
export const PaymentLink = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  paymentId: v.string(),
  profileId: v.string(),
  createdAt: v.string(),
  version: v.number(),
});
export type PaymentLink = v.InferOutput<typeof PaymentLink>;

/** In these a customer can still pay; in all others the page says what became of the payment. */
const openStatuses: ReadonlySet<Payment['status']> = new Set([
  'requires_payment_method',
  'requires_confirmation',
]);

export const isOpen = ({ status }: Pick<Payment, 'status'>) => openStatuses.has(status);

/** A link ends with the time its customer has to pay. */
export const isExpired = ({ expiresAt }: Pick<Payment, 'expiresAt'>, now: Date) =>
  now.getTime() > Date.parse(expiresAt);
