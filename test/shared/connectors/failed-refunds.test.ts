import { connectorNamed } from '#connectors/registry.ts';

const stripeRefund = {
  id: 're_1',
  object: 'refund',
  status: 'failed',
  amount: 600,
  currency: 'eur',
  failure_reason: 'lost_or_stolen_card',
  metadata: { order_id: 'ref_1', is_refund_id_as_reference: 'true' },
};
const stripe = (type: string) => JSON.stringify({ type, data: { object: stripeRefund } });
const adyen = (eventCode: string, success = 'true') => {
  const item = {
    eventCode,
    success,
    pspReference: 'psp_2',
    originalReference: 'psp_1',
    merchantReference: 'ref_1',
    amount: { value: 600, currency: 'EUR' },
  };
  return JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
};
const checkout = JSON.stringify({
  type: 'payment_refund_declined',
  data: { id: 'pay_1', action_id: 'act_1', reference: 'ref_1', amount: 600, currency: 'EUR' },
});
const paypal = JSON.stringify({
  event_type: 'PAYMENT.REFUND.FAILED',
  resource: { id: 'R1', amount: { currency_code: 'EUR', value: '6.00' } },
});
const worldpay = JSON.stringify({
  eventDetails: { classification: 'payment', type: 'refundFailed', reference: 'ref_1' },
});

/** The name of each event by which a processor reports a failed refund. */
const events: readonly [event: string, processor: string, body: string][] = [
  ['charge.refund.updated', 'stripe', stripe('charge.refund.updated')],
  ['refund.updated', 'stripe', stripe('refund.updated')],
  ['refund.failed', 'stripe', stripe('refund.failed')],
  ['REFUND', 'adyen', adyen('REFUND', 'false')],
  ['CANCEL_OR_REFUND', 'adyen', adyen('CANCEL_OR_REFUND', 'false')],
  ['REFUND_FAILED', 'adyen', adyen('REFUND_FAILED')],
  ['REFUND_REVERSED', 'adyen', adyen('REFUND_REVERSED')],
  ['REFUNDED_REVERSED', 'adyen', adyen('REFUNDED_REVERSED')],
  ['payment_refund_declined', 'checkout', checkout],
  ['PAYMENT.REFUND.FAILED', 'paypal', paypal],
  ['refundFailed', 'worldpay', worldpay],
];

it.each(events)('the event %s of %s says that a refund failed', (_, processor, body) => {
  const said = connectorNamed(processor)?.webhooks?.parse({ headers: {}, body });
  expect(said).toMatchObject([{ kind: 'refund', outcome: { result: 'declined' } }]);
});
