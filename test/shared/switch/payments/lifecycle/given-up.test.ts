import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { givenUp, wayToGiveUp } from '#switch/payments/lifecycle/given-up.ts';
import { openUntil } from '#switch/payments/lifecycle/open-until.ts';
import { applySyncToVoid, startVoid } from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import {
  afterOutcome,
  aProcessingPayment,
  asSaved,
  later,
  noon,
} from '../../../../support/entities/a-payment.ts';

const redirectUrl = 'https://bank.example/1';
const aChallengedPayment = (attempt: Partial<Payment['attempt']> = {}): Payment => {
  const payment = afterOutcome(aProcessingPayment(), { result: 'challenged', redirectUrl });
  return { ...payment, attempt: { ...payment.attempt, ...attempt } };
};
const at = (connectorName: string) => aChallengedPayment({ connectorName });

describe('the way to give up an open attempt', () => {
  it.each([
    ['stripe', 'void'],
    ['mollie', 'void'],
    ['stripe_test', 'void'],
    ['paypal', 'at once'],
    ['worldpay', 'at once'],
    ['cybersource', 'at once'],
    ['adyen', undefined],
    ['checkout', undefined],
    ['shift4', undefined],
    ['authorizedotnet', undefined],
    ['unknown', undefined],
  ])('an open attempt at %s is given up by: %s', (name, way) => {
    expect(wayToGiveUp(at(name))).toBe(way);
  });

  it('a bank transfer, which may be under way, is not given up', () => {
    const nextAction = {
      type: 'display_bank_transfer_information',
      bank_transfer_steps_and_charges_details: {},
    } as const;
    const { redirectUrl: _, ...attempt } = at('stripe').attempt;
    expect(wayToGiveUp({ ...at('stripe'), attempt: { ...attempt, nextAction } })).toBeUndefined();
  });

  it('a verification, which a void does not end, is not given up', () => {
    const requestFields = { payment_type: 'setup_mandate' };
    const verification = { ...at('stripe'), amountMinor: 0, requestFields };
    expect(wayToGiveUp(verification)).toBeUndefined();
  });

  it('an authentication by another server has charged nothing, and is given up at once', () => {
    const { askedAt: _, ...attempt } = at('adyen').attempt;
    const authentication = {
      connectorName: 'threedsecureio',
      connectorAccountId: 'mca_2',
      status: 'pending',
    } as const;
    const payment = { ...at('adyen'), attempt: { ...attempt, authentication } };
    expect(wayToGiveUp(payment)).toBe('at once');
  });

  it.each(PaymentStatus.options.filter((status) => status !== 'requires_customer_action'))(
    'a payment in %s has no attempt to give up',
    (status) => {
      expect(wayToGiveUp({ ...at('stripe'), status })).toBeUndefined();
    },
  );
});

describe('a payment whose attempt was given up', () => {
  const leaving = () => {
    const payment = at('stripe_test');
    return startVoid(
      { ...payment, attempt: { ...payment.attempt, isGivenUp: true } },
      undefined,
      noon,
    );
  };

  it('a given-up attempt leaves the payment payable, with an attempt of its own', () => {
    const open = asSaved(at('stripe_test'));
    const next = givenUp(open, later(60));
    expect(next).toMatchObject({
      status: 'requires_payment_method',
      attemptCount: 2,
      attempt: { id: `${open.id}_2`, status: 'payment_method_awaited' },
      endedAttempt: { id: open.attempt.id, status: 'voided' },
    });
    expect(next.attempt).not.toHaveProperty('connectorName');
    expect(next).not.toHaveProperty('pendingSync');
    expect(next.transitions).toEqual(open.transitions);
  });

  it('a sync that finds the void reopens the payment', () => {
    expect(applySyncToVoid(leaving(), { result: 'voided' }, later(60))).toMatchObject({
      status: 'requires_payment_method',
    });
  });

  it.each<[PaymentOutcome, string]>([
    [{ result: 'captured' }, 'succeeded'],
    [{ result: 'authorized' }, 'requires_capture'],
    [{ result: 'declined' }, 'failed'],
  ])(
    'an attempt that turns out %j keeps that outcome, and no other attempt follows',
    (outcome, status) => {
      const left = leaving();
      const { id: attemptId } = left.attempt;
      const twice = [later(120), later(180)].reduce(
        (payment, now) => applyOutcome(payment, { attemptId, outcome }, now, 'sync'),
        left,
      );
      expect(twice).toMatchObject({ status, attemptCount: 1, attempt: { id: attemptId } });
    },
  );

  it('a success of the attempt that was given up changes nothing any more', () => {
    const next = givenUp(at('stripe_test'), later(60));
    const late = { attemptId: `${next.id}_1`, outcome: { result: 'captured' } } as const;
    expect(applyOutcome(next, late, later(60), 'webhook')).toBe(next);
  });
});

describe('until when an open attempt may be paid', () => {
  it('a code that is shown until a time is open until then, and a redirect as long as its payment', () => {
    const until = Date.parse('2030-01-02T03:04:05.000Z');
    const nextAction = {
      type: 'qr_code_information',
      display_to_timestamp: until,
      qr_code_url: 'https://code.example/1',
    } as const;
    const payment = at('stripe');
    expect(openUntil({ ...payment, attempt: { ...payment.attempt, nextAction } })).toBe(
      '2030-01-02T03:04:05.000Z',
    );
    expect(openUntil(payment)).toBe(payment.expiresAt);
  });
});
