import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import {
  alarmAfterMs,
  isSlow,
  slowSchedule,
  slowSyncSeconds,
} from '#switch/payments/lifecycle/sync-schedule.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { aProcessingPayment } from '../../../../support/entities/a-payment.ts';

const hour = 3_600;
const now = new Date('2026-01-31T12:00:00.000Z');

const paidBy = (payment_method: string): Payment => {
  const payment = aProcessingPayment();
  return { ...payment, requestFields: { ...payment.requestFields, payment_method } };
};

const heard = (payment: Payment, result: 'pending' | 'unknown') =>
  applyOutcome(
    payment,
    {
      attemptId: payment.attempt.id,
      outcome: { result, ...(result === 'pending' && { connectorTransactionId: 'tx_1' }) },
    },
    now,
  );

const secondsUntilLook = ({ pendingSync: waiting }: Payment) =>
  (Date.parse(waiting?.nextAt ?? '') - now.getTime()) / 1_000;

describe('the next sync of a payment', () => {
  it.each(['bank_transfer', 'bank_debit', 'voucher', 'crypto'])(
    'the next sync of a payment is in an hour once its processor has it and %s is slow',
    (method) => {
      expect(secondsUntilLook(heard(paidBy(method), 'pending'))).toBe(hour);
    },
  );

  it.each(['card', 'wallet', 'upi', 'bank_redirect'])(
    'the next sync of a payment is in a minute by %s',
    (method) => {
      expect(secondsUntilLook(heard(paidBy(method), 'pending'))).toBe(60);
    },
  );

  it('the next sync of a payment is in a minute while it is unknown whether the processor has it, however slow the method is', () => {
    expect(secondsUntilLook(heard(paidBy('voucher'), 'unknown'))).toBe(60);
  });

  it('the next sync of a payment slows down as soon as a lost answer is found', () => {
    const lost = heard(paidBy('voucher'), 'unknown');
    expect(secondsUntilLook(heard(lost, 'pending'))).toBe(hour);
  });

  it('the next sync of a payment is every hour at first and then twice a day', () => {
    const times = [0, 1, 5, 6, 7, 100].map((checks) => slowSyncSeconds({ checks }) / hour);
    expect(times).toEqual([1, 1, 1, 12, 12, 12]);
  });

  it('the next sync of a payment is never earlier than planned before', () => {
    const known = heard(paidBy('voucher'), 'pending');
    const nextAt = '2026-02-02T12:00:00.000Z';
    const waiting = { since: now.toISOString(), checks: 0, nextAt };
    expect(slowSchedule({ ...known, pendingSync: waiting }, now).pendingSync?.nextAt).toBe(nextAt);
  });
});

it('an operator is alerted after days for slow methods, and after a quarter of an hour for others', () => {
  const slow = heard(paidBy('bank_debit'), 'pending');
  expect(isSlow(slow)).toBe(true);
  expect(alarmAfterMs(slow)).toBe(14 * 24 * hour * 1_000);
  expect(alarmAfterMs(heard(paidBy('card'), 'pending'))).toBe(900_000);
});
