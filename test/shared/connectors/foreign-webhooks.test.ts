import { connectorNamed } from '#connectors/registry.ts';

/**
 * Genuine webhooks of an account that serves other systems too: their objects have no reference of
 * ours, and lack members of ours. None may be refused, because the processor would repeat it.
 */
const json = (value: unknown) => JSON.stringify(value);

const ofStripe = (type: string, object: object) =>
  json({ id: 'evt_1', object: 'event', type, created: 1_767_225_600, data: { object } });

const ofPayPal = (event_type: string, resource?: object) =>
  json({ id: 'WH-1', event_type, resource });
const usd = { currency_code: 'USD', value: '5.00' };

const ofCheckout = (type: string, data: object) => json({ id: 'evt_1', type, data });

const ofCybersource = (eventType: string, payload?: unknown) => json({ eventType, payload });

const ofBraintree = (kind: string, subject: string) => {
  const xml = `<notification><kind>${kind}</kind><subject>${subject}</subject></notification>`;
  const bt_payload = Buffer.from(xml).toString('base64');
  return new URLSearchParams({ bt_signature: 'key|0', bt_payload }).toString();
};

const dispute = '<id>d_1</id><currency-iso-code>USD</currency-iso-code><amount>5.00</amount>';

const cases: readonly (readonly [connector: string, event: string, body: string])[] = [
  ...(
    [
      [
        'a charge that is only authorized',
        'charge.succeeded',
        {
          id: 'ch_1',
          amount_captured: 0,
          currency: 'usd',
          payment_intent: 'pi_1',
          payment_method_details: { type: 'multibanco' },
        },
      ],
      ['a charge without an intent', 'charge.succeeded', { id: 'ch_1', currency: 'usd' }],
      [
        'a dispute of a charge without an intent',
        'charge.dispute.created',
        { id: 'du_1', object: 'dispute', status: 'won', amount: 5, currency: 'usd' },
      ],
      ['a card of an issuing account', 'issuing_authorization.created', { id: 'iauth_1' }],
      [
        'a mandate of an unknown type',
        'mandate.updated',
        { status: 'inactive', type: 'other', payment_method: 'pm_1' },
      ],
    ] as const
  ).map(([event, type, object]) => ['stripe', event, ofStripe(type, object)] as const),
  ['stripe', 'a thin event', json({ object: 'v2.core.event', type: 'v2.core.account.updated' })],
  ['paypal', 'an event without a resource', ofPayPal('PAYMENT.CAPTURE.COMPLETED')],
  [
    'paypal',
    'a capture that names no order',
    ofPayPal('PAYMENT.CAPTURE.COMPLETED', { id: '1', status: 'COMPLETED', amount: usd }),
  ],
  [
    'paypal',
    'an authorization that names no order',
    ofPayPal('PAYMENT.AUTHORIZATION.VOIDED', { id: '1', status: 'VOIDED', amount: usd }),
  ],
  [
    'paypal',
    'a partly captured authorization',
    ofPayPal('PAYMENT.AUTHORIZATION.VOIDED', { id: '1', status: 'PARTIALLY_CAPTURED' }),
  ],
  [
    'paypal',
    'a reversal that names nothing',
    ofPayPal('PAYMENT.CAPTURE.REVERSED', { amount: usd }),
  ],
  [
    'paypal',
    'a dispute without transactions',
    ofPayPal('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1', dispute_amount: usd }),
  ],
  [
    'paypal',
    'a dispute that was resolved in an unknown way',
    ofPayPal('CUSTOMER.DISPUTE.RESOLVED', {
      dispute_id: 'PP-D-1',
      dispute_amount: usd,
      dispute_outcome: { outcome_code: 'BY_CHANCE' },
      disputed_transactions: [{ seller_transaction_id: '1' }],
    }),
  ],
  ['checkout', 'a payment without names', ofCheckout('payment_approved', { amount: 5 })],
  [
    'checkout',
    'a capture without an action',
    ofCheckout('payment_capture_pending', { id: 'pay_1' }),
  ],
  ['checkout', 'a refund without names', ofCheckout('payment_refunded', { amount: 5 })],
  [
    'checkout',
    'a dispute without a payment',
    ofCheckout('dispute_won', { id: 'dsp_1', amount: 5, currency: 'EUR' }),
  ],
  ...[undefined, null, {}, [], { data: {} }].flatMap((payload) =>
    ['payments.payments.accept', 'payments.refunds.accept'].map(
      (type) =>
        ['cybersource', `${type} with ${json(payload)}`, ofCybersource(type, payload)] as const,
    ),
  ),
  ['cybersource', 'an event of another name', ofCybersource('constructor', {})],
  [
    'braintree',
    'a check of the address',
    ofBraintree('check', '<check type="boolean">true</check>'),
  ],
  ['braintree', 'an event of a disbursement', ofBraintree('transaction_disbursed', '')],
  ['braintree', 'a dispute without a dispute', ofBraintree('dispute_opened', '')],
  [
    'braintree',
    'a dispute without a transaction',
    ofBraintree('dispute_won', `<dispute>${dispute}</dispute>`),
  ],
  ['braintree', 'a review without a transaction', ofBraintree('transaction_reviewed', '')],
  [
    'braintree',
    'a revocation that names nothing',
    ofBraintree('payment_method_revoked_by_customer', '<customer-id>1</customer-id>'),
  ],
  ['nmi', 'a sale in a shop', json({ event_type: 'transaction.sale.success', event_body: {} })],
  [
    'worldpay',
    'an event without a reference',
    json({ eventDetails: { classification: 'payment', type: 'settled' } }),
  ],
  [
    'shift4',
    'a dispute without a charge',
    json({
      id: 'event_1',
      type: 'CHARGE_DISPUTE_CREATED',
      data: { id: 'disp_1', amount: 5, currency: 'EUR', status: 'CHARGEBACK_NEW' },
    }),
  ],
  ['adyen', 'an event of a platform', json({ type: 'balancePlatform.transfer.created' })],
  [
    'authorizedotnet',
    'an event of a subscription',
    json({ eventType: 'net.authorize.customer.subscription.created', payload: { id: '1' } }),
  ],
];

it.each(cases)(
  'a webhook of %s about %s is about nothing of ours, and readable',
  (name, _, body) => {
    const { webhooks } = connectorNamed(name) ?? {};
    expect(webhooks?.parse({ headers: {}, body })).toEqual([{ kind: 'nothing' }]);
  },
);

it('a refund of Stripe without a status decides nothing', () => {
  const { webhooks } = connectorNamed('stripe') ?? {};
  const refund = { id: 're_1', object: 'refund', status: null, amount: 5, currency: 'usd' };
  const body = ofStripe('refund.updated', refund);
  expect(webhooks?.parse({ headers: {}, body })).toMatchObject([
    { kind: 'refund', outcome: { result: 'unknown' } },
  ]);
});
