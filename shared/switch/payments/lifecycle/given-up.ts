// Loaded late: few customers leave an attempt.
import { aboutNamed } from '#connectors/abouts.ts';
import { isUncharged } from '../authentication.ts';
import { type Payment, withoutChallenge } from '../payment.ts';
import { isAccountVerification } from '../request/terms.ts';
import { nextAttempt } from './attempts.ts';
import { nextStatus, refusalOf } from './lifecycle.ts';
import { withTransition } from './transitions.ts';

/**
 * How the attempt of a customer who has still to act can be given up: by a void at its processor,
 * or at once, because nothing is charged before the switch asks for it. Undefined where the
 * customer may pay it whatever the switch does, such as by a bank transfer that is under way.
 */
export function wayToGiveUp(payment: Payment): 'void' | 'at once' | undefined {
  const { status, attempt } = payment;
  if (status !== 'requires_customer_action') return undefined;
  if (isUncharged(payment)) return 'at once';
  if (attempt.nextAction?.type === 'display_bank_transfer_information') return undefined;
  // A void names a charge, and a verification makes none.
  if (isAccountVerification(payment)) return undefined;
  switch (aboutNamed(attempt.connectorName ?? '')?.givenUp) {
    case 'voided':
      return 'void';
    case 'uncompleted':
      return 'at once';
    case undefined:
      return undefined;
  }
}

/**
 * The payment as its customer may pay it in another way, with an attempt of its own for that. No
 * webhook reports it to the merchant: the payment has not failed.
 */
export function givenUp(payment: Payment, now: Date): Payment {
  const status = nextStatus(payment.status, 'given_up');
  if (!status) throw refusalOf('confirm', payment.status);
  const modifiedAt = now.toISOString();
  const { error: _, ...ended } = withoutChallenge(payment.attempt);
  const { attachedCard: __, ...kept } = payment;
  return withTransition(
    {
      ...kept,
      status,
      endedAttempt: { ...ended, status: 'voided', isGivenUp: true, modifiedAt },
      attempt: { ...nextAttempt(payment, now), status: 'payment_method_awaited' },
      attemptCount: payment.attemptCount + 1,
    },
    false,
    now,
  );
}
