import type { Payment } from '#switch/payments/payment.ts';
import { newRefund, type Refund } from '#switch/refunds/refund.ts';
import { aPayment, noon } from './a-payment.ts';

/** A payment of 100.00 EUR by card; the changes state only the relevant fields. */
export const aPaidPayment = (given: Partial<Payment> = {}): Payment => {
  const payment = aPayment({ amountMinor: 10_000, requestFields: { payment_method: 'card' } });
  return {
    ...payment,
    status: 'succeeded',
    amountReceivedMinor: 10_000,
    chargedMinor: 10_000,
    refundableMinor: 10_000,
    attempt: {
      ...payment.attempt,
      status: 'charged',
      amountMinor: 10_000,
      connectorName: 'stripe_test',
      connectorAccountId: 'mca_1',
      connectorTransactionId: 'tx_1',
    },
    ...given,
  };
};

/** A refund of 40.00 EUR of it that the connector was just asked for. */
export const aRefund = (given: Partial<Refund> = {}, payment = aPaidPayment()): Refund => ({
  ...newRefund(payment, { id: 'ref_1', amountMinor: 4_000, type: 'instant' }, noon),
  ...given,
});
