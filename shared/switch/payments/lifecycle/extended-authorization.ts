import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Payment } from '../payment.ts';
import { isExtendable } from '../request/authorization-options.ts';
import { hasOpenCapture } from './captures.ts';
import { connectorErrorOf } from './connector-error.ts';
import { openIncrement } from './incremental-authorization.ts';
import { acceptedIn, checkAccepted } from './lifecycle.ts';
import { withReportedMetadata } from './reported-metadata.ts';

/**
 * Throws when the authorization cannot be extended.
 *
 * @throws SwitchError `payment_unexpected_state`, `precondition_failed`, `concurrent_update`
 */
export function checkExtension(payment: Payment): void {
  checkAccepted('extend_authorization', payment.status);
  if (!isExtendable(payment)) {
    throw new SwitchError('precondition_failed', {
      message:
        'You cannot extend the authorization for this payment because authorization extension is not enabled.',
    });
  }
  if (hasOpenCapture(payment) || openIncrement(payment) || payment.voidAskedAt) {
    throw new SwitchError('concurrent_update');
  }
}

/**
 * Applies the response to an extension. It moves no money, so nothing is saved before the request,
 * and after a lost answer the merchant repeats it. Unless it succeeds, only the payment's error
 * changes.
 */
export function applyExtensionOutcome(
  stored: Payment,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
  const payment = withReportedMetadata(stored, outcome, now);
  if (!acceptedIn.extend_authorization.includes(payment.status)) return payment;
  const at = now.toISOString();
  const { error: _, ...attempt } = payment.attempt;
  switch (outcome.result) {
    case 'authorized':
      return {
        ...payment,
        attempt: {
          ...attempt,
          extended: outcome.extended ?? true,
          extendedAt: at,
          ...(outcome.captureBefore !== undefined && { captureBefore: outcome.captureBefore }),
          modifiedAt: at,
        },
        modifiedAt: at,
      };
    case 'declined':
    case 'not_sent':
    case 'unknown':
      return {
        ...payment,
        attempt: { ...attempt, error: connectorErrorOf(outcome), modifiedAt: at },
        modifiedAt: at,
      };
    default:
      return payment;
  }
}
