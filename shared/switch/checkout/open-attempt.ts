import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { openUntil } from '../payments/lifecycle/open-until.ts';
import { isRedirected, type Payment } from '../payments/payment.ts';
import { redirectUrlsOf } from '../payments/redirect/redirect-urls.ts';
import type { CheckoutOpenAttempt } from './checkout-data.ts';
import { paidWith } from './paid-with.ts';

/** The open attempt of a payment as the page shows it above the form. */
export function openAttemptOf(payment: Payment, texts: CheckoutTexts): CheckoutOpenAttempt {
  const { attempt } = payment;
  const url = isRedirected(payment) ? redirectUrlsOf(payment)?.start : undefined;
  return {
    id: attempt.id,
    name: paidWith(payment, texts) ?? texts.groups.card,
    ...(url !== undefined && { url }),
    // The processor's refusal of the void.
    ...(attempt.error && { keptUntil: openUntil(payment) }),
    texts: texts.openAttempt,
  };
}
