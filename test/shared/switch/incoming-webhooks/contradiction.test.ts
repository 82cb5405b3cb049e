import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { conflictsWith, refundConflictsWith } from '#switch/incoming-webhooks/contradiction.ts';
import { isLateCharge } from '#switch/payments/lifecycle/late-answer.ts';
import { nextStatus, type PaymentEvent } from '#switch/payments/lifecycle/lifecycle.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';

const outcomes: Readonly<Record<PaymentOutcome['result'], PaymentOutcome>> = {
  captured: { result: 'captured' },
  authorized: { result: 'authorized' },
  voided: { result: 'voided' },
  voided_after_capture: { result: 'voided_after_capture' },
  expired: { result: 'expired' },
  challenged: { result: 'challenged', redirectUrl: 'https://bank.example' },
  held: { result: 'held' },
  pending: { result: 'pending' },
  declined: { result: 'declined' },
  integrity_mismatch: { result: 'integrity_mismatch', fields: 'amount' },
  unknown: { result: 'unknown' },
  not_sent: { result: 'not_sent' },
  not_found: { result: 'not_found' },
};

describe('a processor contradicts itself', () => {
  it.each([
    ['succeeded', 'declined'],
    ['succeeded', 'voided'],
    ['succeeded', 'expired'],
    ['partially_captured', 'declined'],
    ['failed', 'captured'],
    ['failed', 'authorized'],
    ['cancelled', 'captured'],
    ['expired', 'captured'],
  ] as const)(
    'a processor contradicts itself when it reports a payment that is %s as %s',
    (status, result) => {
      expect(conflictsWith(status, outcomes[result])).toBe(true);
    },
  );

  it.each(PaymentStatus.options)(
    'a processor does not contradict itself while both answers may be right: %s',
    (status) => {
      const events: Partial<Record<PaymentOutcome['result'], PaymentEvent>> = {
        captured: 'captured',
        authorized: 'authorized',
        voided: 'voided',
        voided_after_capture: 'voided_after_capture',
        expired: 'expired',
        declined: 'declined',
        integrity_mismatch: 'contradicted',
      };
      for (const outcome of Object.values(outcomes)) {
        const event = events[outcome.result];
        const hasPlace = event !== undefined && nextStatus(status, event) !== undefined;
        if (hasPlace)
          expect([outcome.result, conflictsWith(status, outcome)]).toEqual([outcome.result, false]);
      }
    },
  );

  it.each([
    ['succeeded', 'authorized'],
    ['succeeded', 'captured'],
    ['succeeded', 'pending'],
    ['succeeded', 'challenged'],
    ['cancelled', 'authorized'],
    ['cancelled_post_capture', 'captured'],
    ['failed', 'declined'],
  ] as const)(
    'a processor does not contradict itself when a webhook about a payment that is %s was late: %s',
    (status, result) => {
      expect(conflictsWith(status, outcomes[result])).toBe(false);
    },
  );

  it('a processor contradicts itself about a refund', () => {
    expect(refundConflictsWith('succeeded', { result: 'declined' })).toBe(true);
    expect(refundConflictsWith('failed', { result: 'succeeded' })).toBe(true);
    expect(refundConflictsWith('pending', { result: 'declined' })).toBe(false);
    expect(refundConflictsWith('succeeded', { result: 'pending' })).toBe(false);
  });

  it('a processor contradicts itself when it charges a finished attempt', () => {
    const late = Object.values(outcomes).filter(isLateCharge);
    expect(late.map(({ result }) => result)).toEqual(['captured', 'authorized']);
  });
});
