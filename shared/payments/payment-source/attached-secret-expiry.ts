import * as v from 'valibot';
import { updated } from '../lifecycle/new-payment.ts';
import { type Payment, SealedPaymentMethodData } from '../payment.ts';

/** As long as a card waits in the vault: for the session, and a while for who confirms with a secret key. */
const retainedAfterSessionMs = 86_400_000;

/** Until when a payment keeps a secret that it was told for its confirm; undefined where it keeps none. */
export const attachedSecretExpiresAt = ({
  status,
  attachedMethod,
  expiresAt,
}: Payment): Date | undefined =>
  status === 'requires_confirmation' && v.is(SealedPaymentMethodData, attachedMethod)
    ? new Date(Date.parse(expiresAt) + retainedAfterSessionMs)
    : undefined;

/** The payment without a secret that it has kept for long enough: then it waits for a payment method again. */
export function withoutExpiredSecret(payment: Payment, now: Date): Payment {
  const until = attachedSecretExpiresAt(payment);
  if (!until || until > now) return payment;
  const { amountMinor, currency, requestFields, attempt } = payment;
  const facts = { amountMinor, netAmountMinor: attempt.amountMinor, currency, requestFields };
  return updated(payment, facts, now);
}
