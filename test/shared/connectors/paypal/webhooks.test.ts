import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';

const { webhooks } = paypalConnector();
if (!webhooks) throw new Error('PayPal sends webhooks.');

function contentOf(event_type: string, resource: object): WebhookContent | undefined {
  const [content] =
    webhooks?.parse({
      headers: {},
      body: JSON.stringify({ event_type, resource }),
    }) ?? [];
  return content;
}

const amount = { currency_code: 'USD', value: '65.40' };
const refund = { id: 'R1', amount, custom_id: 'refund:ref_1' };

it.each([
  ['PAYMENT.CAPTURE.REFUNDED', 'COMPLETED', 'succeeded'],
  ['PAYMENT.CAPTURE.REFUNDED', 'PENDING', 'pending'],
  ['PAYMENT.CAPTURE.REFUNDED', 'FAILED', 'declined'],
  ['PAYMENT.CAPTURE.REFUNDED', 'CANCELLED', 'declined'],
  ['PAYMENT.REFUND.FAILED', 'FAILED', 'declined'],
  ['PAYMENT.REFUND.PENDING', 'PENDING', 'pending'],
])('a refund of which PayPal says %s with the status %s is %s', (event, status, result) => {
  expect(contentOf(event, { ...refund, status })).toEqual({
    kind: 'refund',
    subject: { reference: 'ref_1', connectorId: 'R1' },
    outcome: { result, connectorRefundId: 'R1', amountMinor: 6540, currency: 'USD' },
  });
});

// https://developer.paypal.com/api/rest/webhooks/event-names/ and the simulator's resource of the event:
// a refund that leads up to its capture.
it('a reversal is a failed capture, found by the invoice number, its order or its capture', () => {
  const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' }];
  const reversal = {
    id: 'R1',
    status: 'COMPLETED',
    amount,
    note_to_payer: 'Payment reversed',
    links,
  };
  const content = contentOf('PAYMENT.CAPTURE.REVERSED', { ...reversal, invoice_id: 'pay_1_1' });
  expect(content).toMatchObject({
    kind: 'payment',
    subject: { reference: 'pay_1_1', connectorId: 'C1' },
    outcome: { result: 'declined', attemptStatus: 'capture_failed' },
  });
  const supplementary_data = { related_ids: { order_id: '5O19' } };
  expect(contentOf('PAYMENT.CAPTURE.REVERSED', { ...reversal, supplementary_data })).toMatchObject({
    subject: { connectorId: '5O19' },
  });
  expect(contentOf('PAYMENT.CAPTURE.REVERSED', reversal)).toMatchObject({
    subject: { connectorId: 'C1' },
  });
});

it('an authorization that PayPal reports can be captured by its id', () => {
  const supplementary_data = { related_ids: { order_id: '5O19' } };
  const authorization = { id: 'A1', status: 'CREATED', amount, invoice_id: 'pay_1_1' };
  expect(
    contentOf('PAYMENT.AUTHORIZATION.CREATED', { ...authorization, supplementary_data }),
  ).toEqual({
    kind: 'payment',
    subject: { reference: 'pay_1_1', connectorId: '5O19' },
    outcome: {
      result: 'authorized',
      connectorTransactionId: '5O19',
      connectorMetadata: { psync_flow: 'AUTHORIZE', authorize_id: 'A1' },
      amountMinor: 6540,
      currency: 'USD',
    },
  });
});

it('a capture of a part of an authorization is one capture, and says nothing of the whole amount', () => {
  const supplementary_data = { related_ids: { order_id: '5O19', authorization_id: 'A1' } };
  const part = { ...amount, value: '10.00' };
  const capture = { id: 'C1', amount: part, invoice_id: 'pay_1_1', supplementary_data };
  const subject = { reference: 'pay_1_1', connectorId: '5O19' };
  for (const [event, status, reported] of [
    ['PAYMENT.CAPTURE.COMPLETED', 'COMPLETED', 'charged'],
    ['PAYMENT.CAPTURE.PENDING', 'PENDING', 'pending'],
    ['PAYMENT.CAPTURE.DENIED', 'DECLINED', 'failed'],
  ] as const) {
    expect(contentOf(event, { ...capture, status })).toEqual({
      kind: 'capture',
      subject,
      capture: { connectorId: 'C1' },
      amountMinor: 1000,
      status: reported,
    });
  }
  const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' }];
  const reversed = { id: 'R1', amount: part, invoice_id: 'pay_1_1', supplementary_data, links };
  expect(contentOf('PAYMENT.CAPTURE.REVERSED', reversed)).toEqual({
    kind: 'capture',
    subject,
    capture: { connectorId: 'C1' },
    status: 'failed',
  });
});

it('a deleted payment token revokes the mandate that it is', () => {
  expect(contentOf('VAULT.PAYMENT-TOKEN.DELETED', { id: '8kk8451t' })).toEqual({
    kind: 'mandate',
    subject: { connectorId: '8kk8451t' },
    status: 'revoked',
  });
});

it('an updated dispute has the state that PayPal writes, and one in an unnamed state stays', () => {
  const dispute = (changes: object) => ({
    dispute_id: 'PP-D-1',
    dispute_amount: amount,
    dispute_life_cycle_stage: 'INQUIRY',
    disputed_transactions: [{ seller_transaction_id: 'C1', invoice_number: 'pay_1_1' }],
    ...changes,
  });
  const statusOf = (changes: object) => contentOf('CUSTOMER.DISPUTE.UPDATED', dispute(changes));
  expect(statusOf({ status: 'UNDER_REVIEW' })).toMatchObject({
    subject: { reference: 'pay_1_1', connectorId: 'C1' },
    dispute: { stage: 'pre_dispute', status: 'dispute_challenged' },
  });
  expect(statusOf({ status: 'OTHER' })).toEqual({ kind: 'nothing' });
});

it('a payment of the first version of the API is another program’s', () => {
  expect(contentOf('PAYMENT.CAPTURE.COMPLETED', { id: 'C1', state: 'completed' })).toEqual({
    kind: 'nothing',
  });
});

it('an approval that PayPal took back before the charge leaves the payment voided', () => {
  const purchase_units = [{ reference_id: 'pay_1_1' }];
  expect(
    contentOf('CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: '5O19', purchase_units }),
  ).toEqual({
    kind: 'payment',
    subject: { reference: 'pay_1_1', connectorId: '5O19' },
    outcome: { result: 'voided', connectorTransactionId: '5O19' },
  });
});

it('an approved order may be finished without its customer', () => {
  const purchase_units = [{ reference_id: 'pay_1_1', invoice_id: 'pay_1_1' }];
  const order = { id: '5O19', status: 'APPROVED', purchase_units };
  expect(contentOf('CHECKOUT.ORDER.APPROVED', order)).toMatchObject({
    kind: 'payment',
    subject: { reference: 'pay_1_1', connectorId: '5O19' },
    outcome: { result: 'pending', awaitsCompletion: true },
  });
});
