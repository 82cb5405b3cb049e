import { acceptedIn } from '#switch/payments/lifecycle/lifecycle.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { checkRefund, checkRefundId } from '#switch/refunds/check-refund.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { later, noon } from '../../../support/entities/a-payment.ts';
import { aPaidPayment } from '../../../support/entities/a-refund.ts';
import { refusal } from '../../../support/requests/refusal.ts';

const limits = { most: 10, days: 365 };
const day = 86_400;

const check = (
  given: Partial<Payment> = {},
  request: Parameters<typeof checkRefund>[1] = {},
  now = noon,
) => checkRefund(aPaidPayment(given), request, limits, now);

const refuses = (...args: Parameters<typeof check>) => refusal(() => check(...args));

describe('a refund', () => {
  it('a refund without an amount is of everything that was captured', () => {
    expect(check()).toBe(10_000);
    expect(check({}, { amount: null })).toBe(10_000);
    expect(check({}, { amount: 100 })).toBe(100);
    expect(check({}, { amount: 10_000 })).toBe(10_000);
    const { refundableMinor: _, ...old } = aPaidPayment();
    expect(checkRefund(old, {}, limits, noon)).toBe(10_000);
  });

  it('a full refund may be small', () => {
    expect(check({ amountReceivedMinor: 50, refundableMinor: 50 })).toBe(50);
  });

  const unfit = PaymentStatus.options.filter((status) => !acceptedIn.refund.includes(status));
  it.each(unfit)('a refund is refused while its payment is %s', (status) => {
    const message = `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`;
    expect(refuses({ status })).toEqual([400, 'IR_14', message]);
  });

  it.each(acceptedIn.refund)('a refund is accepted while its payment is %s', (status) => {
    expect(check({ status }, { amount: 500 })).toBe(500);
  });

  const tooMuch = [400, 'IR_13', 'The refund amount exceeds the amount captured'];
  it.each([
    ['more than was captured', {}, { amount: 10_001 }],
    ['more than is left', { refundableMinor: 6_000 }, { amount: 6_001 }],
    ['all, when a part is gone', { refundableMinor: 6_000 }, {}],
    ['too much and too often', { refundableMinor: 0, refundCount: 11 }, { amount: 100 }],
  ])('a refund is refused for %s', (_, given, request) => {
    expect(refuses(given, request)).toEqual(tooMuch);
  });

  it.each(['pending', 'succeeded'] as const)(
    'a refund is refused after a void that is %s',
    (status) => {
      const at = noon.toISOString();
      const voided = {
        postCaptureVoid: { status, askedAt: at, updatedAt: at },
        refundableMinor: 0,
      };
      expect(refuses(voided, { amount: 500 })).toEqual([
        400,
        'IR_16',
        'Refund void cannot be performed after a post-capture void has been issued',
      ]);
    },
  );

  it('a refund is accepted after a void that failed', () => {
    const at = noon.toISOString();
    const postCaptureVoid = { status: 'failed', askedAt: at, updatedAt: at } as const;
    expect(check({ postCaptureVoid }, { amount: 500 })).toBe(500);
  });

  it.each([
    [0, 'positive integer'],
    [-1, 'positive integer'],
    [99, 'integer of at least 100'],
  ])('a refund is refused for an amount of %d', (amount, expected) => {
    const message = `amount contains invalid data. Expected format is ${expected}`;
    expect(refuses({}, { amount })).toEqual([422, 'IR_05', message]);
  });

  it('a refund is refused when no connector took the payment', () => {
    const { connectorName: _, ...attempt } = aPaidPayment().attempt;
    const message = 'Successful payment not found for the given payment id';
    expect(refuses({ attempt })).toEqual([404, 'HE_04', message]);
  });

  it('a refund is refused in the name of another merchant', () => {
    const message =
      'merchant_id contains invalid data. Expected format is merchant_id from merchant account';
    expect(refuses({}, { merchantId: 'merchant_2' })).toEqual([422, 'IR_05', message]);
    expect(check({}, { merchantId: 'merchant_1' })).toBe(10_000);
  });

  it('a refund is refused when a year and a day have passed', () => {
    expect(check({}, {}, later(366 * day - 1))).toBe(10_000);
    const message =
      'created_at contains invalid data. Expected format is created_at not older than 365 days';
    expect(refuses({}, {}, later(366 * day))).toEqual([422, 'IR_05', message]);
  });

  it('a refund is refused as the twelfth', () => {
    expect(check({ refundCount: 10 })).toBe(10_000);
    expect(refuses({ refundCount: 11 })).toEqual([400, 'IR_12', 'Reached maximum refund attempts']);
  });

  it('a refund is refused when the payment has no payment method', () => {
    const message = 'Missing required param: payment_method';
    expect(refuses({ requestFields: {} })).toEqual([400, 'IR_04', message]);
  });

  it("a refund's id has at most 30 characters", () => {
    for (const fine of [undefined, null, 'r', 'r'.repeat(30)]) {
      expect(refusal(() => checkRefundId(fine))).toBeUndefined();
    }
    const message =
      'refund_id contains invalid data. Expected format is length should be at most 30 characters';
    expect(refusal(() => checkRefundId('r'.repeat(31)))).toEqual([422, 'IR_05', message]);
  });
});
