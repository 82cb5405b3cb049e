import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Initiator } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';

const { authorize } = checkoutConnector();
const account: ExchangeAccount = {
  connectorName: 'checkout',
  credentials: { auth_type: 'SignatureKey', api_key: 'pk', key1: 'pc_1', api_secret: 'sk_secret' },
  urls: { api: 'https://api.sandbox.checkout.com/' },
};
const typed = {
  kind: 'card',
  card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', cvc: '737' },
} as const;
const stored = { kind: 'connector_mandate', connectorMandateId: 'src_1' } as const;
const customer: Initiator = { by: 'customer' };
const merchant = (why: 'recurring' | 'unscheduled' | 'resubmission'): Initiator => ({
  by: 'merchant',
  why,
});

function sentBy(initiator: Initiator, changes: Partial<Authorization>) {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'checkout',
    amountMinor: 6540,
    currency: 'EUR',
    captureMethod: 'automatic',
    source: typed,
    order: { initiator },
    ...changes,
  };
  const body = JSON.parse(authorize.request(input, account).body ?? '');
  return {
    payment_type: body.payment_type,
    merchant_initiated: body.merchant_initiated,
    ...(body.previous_payment_id && { previous_payment_id: body.previous_payment_id }),
    ...(body.store_for_future_use && { store_for_future_use: true }),
    ...(body.source.stored && { stored: true }),
    ...(body.processing && { processing: body.processing }),
    source: body.source.type,
  };
}

const first = { futureUsage: 'off_session' } as const;
const later = { source: stored } as const;
const byNetwork = { networkTransactionId: 'net_1' } as const;
const agreeing = {
  payment_type: 'Unscheduled',
  merchant_initiated: false,
  store_for_future_use: true,
  source: 'card',
};
const returning = { payment_type: 'Regular', merchant_initiated: false, source: 'id' };

/**
 * Who starts the payment, the first or a later one, and why. A customer's own payment has none.
 *
 * @see https://www.checkout.com/docs/payments/accept-payments/pay-with-stored-card-details
 * Active Merchant, checkout_v2.rb: add_stored_credential_options.
 */
const combinations: readonly [string, Initiator, Partial<Authorization>, object][] = [
  ['a customer, first, for recurring charges', customer, first, agreeing],
  ['a customer, first, for unscheduled charges', customer, first, agreeing],
  ['a customer, later, of recurring charges', customer, later, returning],
  ['a customer, later, of unscheduled charges', customer, later, returning],
  [
    'a merchant, first, for recurring charges',
    merchant('recurring'),
    {},
    { payment_type: 'Recurring', merchant_initiated: true, source: 'card' },
  ],
  [
    'a merchant, first, for unscheduled charges',
    merchant('unscheduled'),
    {},
    { payment_type: 'Unscheduled', merchant_initiated: true, source: 'card' },
  ],
  [
    'a merchant, later, of recurring charges',
    merchant('recurring'),
    later,
    { payment_type: 'Recurring', merchant_initiated: true, source: 'id' },
  ],
  [
    'a merchant, later, of unscheduled charges',
    merchant('unscheduled'),
    later,
    { payment_type: 'Unscheduled', merchant_initiated: true, source: 'id' },
  ],
  [
    'a merchant, later, by the network’s id of a recurring charge',
    merchant('recurring'),
    byNetwork,
    {
      payment_type: 'Recurring',
      merchant_initiated: true,
      previous_payment_id: 'net_1',
      stored: true,
      source: 'card',
    },
  ],
  [
    'a merchant who does not say so, by the network’s id',
    customer,
    byNetwork,
    {
      payment_type: 'Unscheduled',
      merchant_initiated: true,
      previous_payment_id: 'net_1',
      stored: true,
      source: 'card',
    },
  ],
  [
    'a merchant, once more after a decline',
    merchant('resubmission'),
    later,
    {
      payment_type: 'Unscheduled',
      merchant_initiated: true,
      source: 'id',
      processing: { merchant_initiated_reason: 'Resubmission' },
    },
  ],
];

it.each(combinations)('a charge by %s says so to Checkout.com', (_, initiator, changes, sent) => {
  expect(sentBy(initiator, changes)).toEqual(sent);
});
