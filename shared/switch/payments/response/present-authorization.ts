import { authorizationCount } from '../lifecycle/incremental-authorization.ts';
import type { Payment } from '../payment.ts';
import type { PaymentResponse } from './payment-response.ts';

/** The response's fields on incremental and extended authorization. */
export function presentAuthorization(payment: Payment): Partial<PaymentResponse> {
  const { attempt, increments = [] } = payment;
  const count = authorizationCount(payment);
  return {
    incremental_authorization_allowed: attempt.incrementAllowed ?? null,
    authorization_count: count || null,
    capture_before: attempt.captureBefore ?? null,
    extended_authorization_applied: attempt.extended ?? null,
    extended_authorization_last_applied_at: attempt.extendedAt ?? null,
    incremental_authorizations:
      increments.length === 0
        ? null
        : increments.map(({ id, amountMinor, previousMinor, status, error }) => ({
            authorization_id: id,
            amount: amountMinor,
            status,
            error_code: error?.code ?? null,
            error_message: error?.message ?? null,
            previously_authorized_amount: previousMinor,
          })),
  };
}
