import * as v from 'valibot';
import { updated } from '../lifecycle/new-payment.ts';
import { type Payment, SealedPaymentMethodData } from '../payment.ts';

/**
 * How long after the session's end a secret stays attached, in milliseconds: as long as an attached
 * card.
 */
const retainedAfterSessionMs = 86_400_000;

/** When an attached secret expires; undefined without one. */
export const attachedSecretExpiresAt = ({
  status,
  attachedMethod,
  expiresAt,
}: Payment): Date | undefined =>
  status === 'requires_confirmation' && v.is(SealedPaymentMethodData, attachedMethod)
    ? new Date(Date.parse(expiresAt) + retainedAfterSessionMs)
    : undefined;

/** The payment without an expired secret: it requires a payment method again. */
export function withoutExpiredSecret(payment: Payment, now: Date): Payment {
  const until = attachedSecretExpiresAt(payment);
  if (!until || until > now) return payment;
  const { amountMinor, currency, requestFields, attempt } = payment;
  const facts = { amountMinor, netAmountMinor: attempt.amountMinor, currency, requestFields };
  return updated(payment, facts, now);
}
