import { SwitchError } from '#platform/errors.ts';
import { checkClientSecret, type Payment } from './payment.ts';
import type { PaymentStore } from './payment-store.ts';

/**
 * The payment of a client secret, for routes whose path names no payment: its id precedes the last
 * `_secret_`.
 *
 * @throws SwitchError `payment_not_found`, `client_secret_mismatch`, `client_secret_expired`
 */
export async function findPaymentByClientSecret(
  { merchantId, clientSecret }: { readonly merchantId: string; readonly clientSecret: string },
  { payments }: { readonly payments: Pick<PaymentStore, 'get'> },
  now: Date,
): Promise<Payment> {
  const [, paymentId] = /^([A-Za-z0-9_-]{1,64})_secret_[A-Za-z0-9]+$/.exec(clientSecret) ?? [];
  if (!paymentId) throw new SwitchError('client_secret_mismatch');
  const payment = await payments.get(merchantId, paymentId);
  checkClientSecret(payment, clientSecret, now);
  return payment;
}
