import { withoutDecided } from './confirm/stated-choices.ts';
import type { Payment } from './payment.ts';
import { netAmount } from './request/net-amount.ts';

/** The payment at its stated price: without the amounts that programs added for an earlier card. */
export function atStatedPrice(payment: Payment): Payment {
  const stated = withoutDecided(payment);
  if (stated === payment) return payment;
  const amountMinor = netAmount({ ...stated.requestFields, amount: payment.amountMinor });
  return { ...stated, attempt: { ...payment.attempt, amountMinor } };
}
