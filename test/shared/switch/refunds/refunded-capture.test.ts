import type { Payment } from '#switch/payments/payment.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import { newRefund } from '#switch/refunds/refund.ts';
import { refundStore } from '#switch/refunds/refund-store.ts';
import { captureToRefund } from '#switch/refunds/refunded-capture.ts';
import { referenceOfRefund } from '#switch/refunds/send-refund.ts';
import { noon } from '../../../support/entities/a-payment.ts';
import { aPaidPayment, aRefund } from '../../../support/entities/a-refund.ts';
import { memoryTable } from '../../../support/table/memory-table.ts';

const captured = (sequence: number, amountMinor: number) => ({
  id: `pay_1_1_${sequence}`,
  sequence,
  status: 'charged' as const,
  amountMinor,
  connectorCaptureId: `c_${sequence}`,
  askedAt: noon.toISOString(),
  modifiedAt: noon.toISOString(),
});
const paidIn = (...amounts: readonly number[]) =>
  aPaidPayment({ captures: amounts.map((amount, place) => captured(place + 1, amount)) });
const chosen = (payment: Payment, amountMinor: number) =>
  captureToRefund(payment, amountMinor)?.connectorCaptureId;

describe('the capture that a refund gives back', () => {
  it('the refunded capture is the only one, or the newest with enough left', () => {
    expect(chosen(paidIn(10_000), 4_000)).toBe('c_1');
    expect(chosen(paidIn(6_000, 4_000), 4_000)).toBe('c_2');
    expect(chosen(paidIn(6_000, 4_000), 5_000)).toBe('c_1');
    const refundedCaptures = [{ sequence: 2, amountMinor: 3_000 }];
    expect(chosen({ ...paidIn(6_000, 4_000), refundedCaptures }, 2_000)).toBe('c_1');
  });

  it('the refunded capture is the newest when none is large enough, and none when the processor gave no id', () => {
    expect(chosen(paidIn(6_000, 4_000), 10_000)).toBe('c_2');
    expect(chosen(aPaidPayment(), 4_000)).toBeUndefined();
    const failed = { ...captured(2, 4_000), status: 'failed' as const };
    expect(chosen(aPaidPayment({ captures: [captured(1, 6_000), failed] }), 4_000)).toBe('c_1');
  });

  it('the refunded capture is counted with the payment, so that the next refund takes another', async () => {
    const table = memoryTable();
    const [payments, refunds] = [paymentStore(table), refundStore(table)];
    let payment = await payments.create(paidIn(6_000, 4_000));
    const told: (string | undefined)[] = [];
    for (const id of ['ref_1', 'ref_2', 'ref_3']) {
      const refund = newRefund(payment, { id, amountMinor: 3_000, type: 'instant' }, noon);
      await refunds.reserve(payment, refund, { most: 10 });
      told.push(referenceOfRefund(refund, payment).connectorCaptureId);
      payment = await payments.get(payment.merchantId, payment.id);
    }
    expect(told).toEqual(['c_2', 'c_1', 'c_1']);
    expect(payment.refundedCaptures).toHaveLength(3);
  });

  it('the refunded capture has its amount again once the refund has failed', async () => {
    const table = memoryTable();
    const [payments, refunds] = [paymentStore(table), refundStore(table)];
    const payment = await payments.create(paidIn(6_000, 4_000));
    const refund = newRefund(payment, { id: 'ref_1', amountMinor: 3_000, type: 'instant' }, noon);
    await refunds.reserve(payment, refund, { most: 10 });
    const read = () => payments.get(payment.merchantId, payment.id);
    expect(chosen(await read(), 3_000)).toBe('c_1');
    await refunds.settleOrThrow(refund, (current) => ({ ...current, status: 'failed' }));
    expect(chosen(await read(), 3_000)).toBe('c_2');
    expect((await read()).refundableMinor).toBe(10_000);
  });
});

it('a refund sends the processor the webhook URL', () => {
  const payment = aPaidPayment({ switchUrl: 'https://switch.test' });
  expect(referenceOfRefund(aRefund({}, payment), payment)).toMatchObject({
    notificationUrl: 'https://switch.test/webhooks/merchant_1/mca_1',
  });
  expect(referenceOfRefund(aRefund(), aPaidPayment())).not.toHaveProperty('notificationUrl');
});
