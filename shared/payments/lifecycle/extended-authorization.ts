import type { PaymentOutcome } from '../../connectors/interface/payments.ts';
import { SwitchError } from '../../errors.ts';
import type { Payment } from '../payment.ts';
import { isExtendable } from '../request/authorization-options.ts';
import { hasOpenCapture } from './captures.ts';
import { connectorErrorOf } from './connector-error.ts';
import { openIncrement } from './incremental-authorization.ts';
import { acceptedIn, checkAccepted } from './lifecycle.ts';

/**
 * Throws what a merchant hears whose reservation cannot be kept for longer.
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
 * The payment after its connector's answer to an extension. No money moves, so nothing is written down
 * before: whoever has no answer asks again. Without a yes everything stays as it was, and why is told
 * as the payment's error.
 */
export function applyExtensionOutcome(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
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
