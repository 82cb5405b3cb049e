import { refundRefusals } from '#switch/refunds/check-refund.ts';
import { reportedRefundRules } from '#switch/refunds/refund.ts';
import { later, noon } from '../../../support/entities/a-payment.ts';
import { aPaidPayment, aRefund } from '../../../support/entities/a-refund.ts';
import { itStandsInOrder } from '../../../support/runner/rule-order.ts';

const limits = { most: 10, days: 365 };
const inTwoYears = later(2 * 365 * 86_400);
const whole = { amountMinor: 10_000, request: {}, limits, now: noon };
const stated = (amount: number) => ({ ...whole, amountMinor: amount, request: { amount } });
const voidedPayment = aPaidPayment({
  refundableMinor: 0,
  postCaptureVoid: { status: 'pending', askedAt: noon.toISOString(), updatedAt: '' },
});
const { connectorName: _, ...unsent } = aPaidPayment().attempt;
const overcaptured = aPaidPayment({ refundableMinor: 0, amountReceivedMinor: 11_000 });
const otherMerchant = { ...whole, request: { merchantId: 'merchant_2' } };

describe('the refusals of a refund', () => {
  itStandsInOrder({
    rules: refundRefusals,
    meetings: {
      'a refund of a failed payment is refused for the status although a void is pending': {
        rules: ['wrongStatus', 'voided'],
        given: [{ ...voidedPayment, status: 'failed' }, whole],
      },
      'a refund during a post-capture void is refused for the void': {
        rules: ['voided', 'tooMuch'],
        given: [voidedPayment, whole],
      },
      'a refund of zero is refused as too much where the customer was charged too much': {
        rules: ['tooMuch', 'nothing'],
        given: [overcaptured, stated(0)],
      },
      'a refund of zero needs a positive amount': {
        rules: ['nothing', 'tooLittle'],
        given: [aPaidPayment(), stated(0)],
      },
      'a refund below the minimum is refused for the amount before its processor is looked up': {
        rules: ['tooLittle', 'noConnector'],
        given: [aPaidPayment({ attempt: unsent }), stated(50)],
      },
      'a refund without a processor is refused for that before its merchant is compared': {
        rules: ['noConnector', 'otherMerchant'],
        given: [aPaidPayment({ attempt: unsent }), otherMerchant],
      },
      'a refund of another merchant is refused for the merchant before the age of the payment': {
        rules: ['otherMerchant', 'tooOld'],
        given: [aPaidPayment(), { ...otherMerchant, now: inTwoYears }],
      },
      'a refund of an old payment is refused for the age before the number of refunds': {
        rules: ['tooOld', 'tooMany'],
        given: [aPaidPayment({ refundCount: 11 }), { ...whole, now: inTwoYears }],
      },
      'a refund beyond the number of refunds is refused for that before the payment method': {
        rules: ['tooMany', 'noPaymentMethod'],
        given: [aPaidPayment({ refundCount: 11, requestFields: {} }), whole],
      },
    },
  });
});

describe('a refund that a webhook reports', () => {
  const succeeded = aRefund({ status: 'succeeded' });
  const declined = { result: 'declined', code: 'refused' } as const;
  itStandsInOrder({
    rules: reportedRefundRules,
    meetings: {
      'a webhook ends a refund that had succeeded where no sync can ask': {
        rules: ['lateFailure', 'unconfirmedFailure'],
        given: [succeeded, declined, noon, true],
      },
      'a sync is due for the reported failure of a refund that had succeeded': {
        rules: ['unconfirmedFailure', 'settled'],
        given: [succeeded, declined, noon, false],
      },
      'a webhook that says success leaves the reported failure of a refund to the sync': {
        rules: ['settled', 'plainOutcome'],
        given: [
          { ...succeeded, failureReportedAt: noon.toISOString() },
          { result: 'succeeded' },
          noon,
          false,
        ],
      },
      'a webhook declines a pending refund where no sync can ask': {
        rules: ['plainOutcome', 'unconfirmedDecline'],
        given: [aRefund(), declined, noon, true],
      },
    },
  });
});
