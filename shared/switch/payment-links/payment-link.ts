import * as v from 'valibot';
import type { Payment } from '../payments/payment.ts';

/**
 * The item that leads from a link's id to its payment and puts the link on its list. It never
 * changes: all that is shown of a link comes from its payment.
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

/** Statuses in which a customer can still pay. In all others the page shows the outcome. */
const openStatuses: ReadonlySet<Payment['status']> = new Set([
  'requires_payment_method',
  'requires_confirmation',
]);

export const isOpen = ({ status }: Pick<Payment, 'status'>) => openStatuses.has(status);

/** A link expires together with its payment. */
export const isExpired = ({ expiresAt }: Pick<Payment, 'expiresAt'>, now: Date) =>
  now.getTime() > Date.parse(expiresAt);
