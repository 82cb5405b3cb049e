import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import type { AttemptStatus, PaymentStatus } from '#vocabulary/payment-statuses.ts';
import type { Payment } from '../payment.ts';
import { checkAccepted } from './lifecycle.ts';

/**
 * Whether failed payments of the profile may be confirmed again. Unless the profile states it, only
 * payments with a payment link may, because no page of the shop can offer another card.
 */
export function allowsManualRetry(
  { profiles }: Configuration,
  { profileId, link }: Pick<Payment, 'profileId' | 'link'>,
): boolean {
  const stated = profiles.find(({ id }) => id === profileId)?.settings.is_manual_retry_enabled;
  return typeof stated === 'boolean' ? stated : link !== undefined;
}

/** Whether a failed payment may be confirmed again now. */
export const mayBeRetried = (configuration: Configuration, payment: Payment, now: Date): boolean =>
  payment.status === 'failed' &&
  allowsManualRetry(configuration, payment) &&
  !isTooLate(payment, now) &&
  retriable.includes(payment.attempt.status);

/** Whether more than half of the payment's time is over. */
function isTooLate(payment: Payment, now: Date): boolean {
  const [createdAt, expiresAt] = [payment.createdAt, payment.expiresAt].map(Date.parse);
  return now.getTime() - (createdAt ?? 0) > ((expiresAt ?? 0) - (createdAt ?? 0)) / 2;
}

const retriable: readonly AttemptStatus[] = [
  'failure',
  'authentication_failed',
  'authorization_failed',
];

/** Throws when the payment cannot be confirmed any more. */
export function checkConfirmable(
  payment: Payment,
  { manualRetry, now }: { readonly manualRetry: boolean; readonly now: Date },
): void {
  checkAccepted('confirm', payment.status);
  if (payment.status !== 'failed') return;
  if (!manualRetry) throw new SwitchError('manual_retry_disabled', { action: 'confirm' });
  if (isTooLate(payment, now)) throw new SwitchError('manual_retry_expired', { action: 'confirm' });
  if (!retriable.includes(payment.attempt.status)) {
    const { status } = payment.attempt;
    throw new SwitchError('attempt_not_retriable', { action: 'confirm', status });
  }
}

/**
 * Whether a failed payment may be confirmed again, for the response; null without manual retry or
 * before an outcome.
 */
export function manualRetryAllowed({ manualRetry, status, attempt }: Payment): boolean | null {
  if (!manualRetry || notDecidedYet.includes(status)) return null;
  return status === 'failed' && retriable.includes(attempt.status);
}

const notDecidedYet: readonly PaymentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_customer_action',
  'requires_merchant_action',
];
