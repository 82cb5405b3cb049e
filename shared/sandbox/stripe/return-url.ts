import type { LedgerPayment } from '../ledger-payment.ts';
import { isIntentPayment } from './charges.ts';
import { clientSecretOf } from './present-intent.ts';

const redirectStatuses: Readonly<Partial<Record<LedgerPayment['state'], string>>> = {
  succeeded: 'succeeded',
  authorized: 'succeeded',
  processing: 'pending',
  challenged: 'pending',
};

/**
 * The customer's return URL after the challenge: the caller's URL, to which Stripe's API adds the
 * intent and its result.
 *
 * @see https://docs.stripe.com/payments/3d-secure/authentication-flow
 */
export function returnUrlOf(payment: LedgerPayment): string | undefined {
  const { returnUrl, id, state } = payment;
  if (!returnUrl || !isIntentPayment(payment)) return returnUrl;
  const url = new URL(returnUrl);
  const { object } = payment.intent;
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, clientSecretOf(payment));
  url.searchParams.set('redirect_status', redirectStatuses[state] ?? 'failed');
  return url.href;
}
