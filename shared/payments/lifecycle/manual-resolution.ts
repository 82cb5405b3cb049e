import type { CapturedPart, PaymentOutcome } from '../../connectors/interface/payments.ts';
import type { Payment, ProcessorError } from '../payment.ts';
import type { AttemptStatus } from '../statuses.ts';
import { applyOutcome } from './apply-outcome.ts';
import { hasOpenCapture, isOpen } from './captures.ts';
import { nextStatus, type PaymentEvent, refusalOf } from './lifecycle.ts';
import { arrived } from './transitions.ts';

/** What an operator found out about an attempt whose processor does not answer (any more). */
export interface Finding {
  readonly status: 'charged' | 'failure' | 'voided' | 'authorized' | 'voided_post_charge';
  readonly error?: ProcessorError;
  /** Why the operator is sure: kept with the payment. */
  readonly reason?: string | undefined;
  readonly requestId: string;
}

/**
 * The payment as an operator has found it to be, by hand, where its processor never will say. The
 * same moves are lawful as for the processor's own words; beside them a payment in conflict or under
 * review can be decided. What was found, when and why stays with the payment.
 *
 * @throws SwitchError `payment_unexpected_state` when the payment does not wait for anybody
 */
export function resolved(payment: Payment, finding: Finding, now: Date): Payment {
  const next = decided(payment, finding, now);
  if (next === payment) throw refusalOf('update', payment.status);
  const { status, reason, requestId } = finding;
  const resolution = { at: now.toISOString(), status, requestId, ...(reason && { reason }) };
  return { ...next, resolvedByHand: resolution };
}

function decided(payment: Payment, finding: Finding, now: Date): Payment {
  const event = foundEvents[finding.status];
  const status = event && nextStatus(payment.status, event);
  if (!status) {
    const about = { attemptId: payment.attempt.id, outcome: outcomeOf(payment, finding) };
    return applyOutcome(payment, about, now, 'later');
  }
  const { error: _, ...attempt } = payment.attempt;
  const receivedMinor = payment.amountReceivedMinor ?? payment.attempt.amountMinor;
  return arrived(
    {
      ...payment,
      status,
      attempt: {
        ...attempt,
        status: finding.status satisfies AttemptStatus,
        ...(finding.error && { error: finding.error }),
        modifiedAt: now.toISOString(),
      },
      amountCapturableMinor: 0,
      ...(finding.status === 'charged' && {
        amountReceivedMinor: receivedMinor,
        chargedMinor: receivedMinor,
      }),
    },
    false,
    now,
  );
}

/** What decides a payment in conflict or under review, about which a processor has no last word. */
const foundEvents: Readonly<Partial<Record<Finding['status'], PaymentEvent>>> = {
  charged: 'found_captured',
  failure: 'found_failed',
  voided: 'found_voided',
};

/** The finding in the words of a processor. */
function outcomeOf(payment: Payment, { status, error }: Finding): PaymentOutcome {
  const captures = (payment.captures ?? []).filter(isOpen);
  const parts = (as: CapturedPart['status']) =>
    captures.map(({ id, amountMinor }) => ({ reference: id, amountMinor, status: as }));
  switch (status) {
    case 'charged':
      return {
        result: 'captured',
        ...(hasOpenCapture(payment) && { captures: parts('charged') }),
      };
    case 'failure':
      return hasOpenCapture(payment)
        ? { result: 'authorized', captures: parts('failed') }
        : { result: 'declined', ...error };
    case 'voided':
      return { result: 'voided' };
    case 'voided_post_charge':
      return { result: 'voided_after_capture' };
    case 'authorized':
      return { result: 'authorized', captures: [] };
  }
}
