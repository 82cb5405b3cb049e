import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isTriedOut } from '../payments/lifecycle/client-attempts.ts';
import { wayToGiveUp } from '../payments/lifecycle/given-up.ts';
import { mayBeRetried } from '../payments/lifecycle/manual-retry.ts';
import type { Payment } from '../payments/payment.ts';
import { isExpired, kindOf, type PaymentKind } from './payment-kind.ts';

/** Whether, and why, a page may show the payment form. */
export interface Payability {
  readonly kind: PaymentKind;
  /** Whether the customer has tried as often as a page may. */
  readonly triedOut: boolean;
  /** Whether the customer may pay with another card after a decline. */
  readonly mayTryAnother: boolean;
  /** Whether an attempt is open at a bank, where the customer may have left it. */
  readonly isLeft: boolean;
  /** Whether another way to pay can cancel that attempt first. */
  readonly mayGiveUp: boolean;
  readonly isPayable: boolean;
}

export function payabilityOf(
  payment: Payment,
  configuration: Configuration,
  now: Date,
): Payability {
  const kind = kindOf(payment, now);
  const triedOut = isTriedOut(configuration, payment);
  const mayTryAnother = mayBeRetried(configuration, payment, now) && !triedOut;
  const isLeft = kind === 'action' && !triedOut && !isExpired(payment, now);
  const mayGiveUp = isLeft && wayToGiveUp(payment) !== undefined;
  const isPayable = kind === 'open' || mayTryAnother || mayGiveUp;
  return { kind, triedOut, mayTryAnother, isLeft, mayGiveUp, isPayable };
}
