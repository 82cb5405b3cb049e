import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Initiator } from '#connectors/interface/order.ts';
import type { Authorization, PaymentSource } from '#connectors/interface/payments.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';

const account: ExchangeAccount = {
  connectorName: 'paypal',
  credentials: { auth_type: 'BodyKey', api_key: 'secret', key1: 'client' },
  accessToken: 'A21AA',
  urls: { api: 'https://api-m.sandbox.paypal.com/' },
};

const newCard: PaymentSource = {
  kind: 'card',
  card: { number: '4242424242424242', expiryMonth: '03', expiryYear: '2030', cvc: '737' },
};
const storedCard: PaymentSource = { kind: 'connector_mandate', connectorMandateId: '8kk8451t' };

function cardSent(changes: Partial<Authorization>, initiator: Initiator) {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'paypal',
    amountMinor: 6540,
    currency: 'USD',
    captureMethod: 'automatic',
    source: newCard,
    order: { initiator },
    ...changes,
  };
  const { body = '{}' } = paypalConnector().authorize.request(input, account);
  return JSON.parse(body).payment_source.card;
}

const customer: Initiator = { by: 'customer' };
const recurring: Initiator = { by: 'merchant', why: 'recurring' };
const unscheduled: Initiator = { by: 'merchant', why: 'unscheduled' };
const first: Partial<Authorization> = { source: newCard, futureUsage: 'off_session' };
const later: Partial<Authorization> = { source: storedCard };

/**
 * PayPal takes `FIRST` only from a customer, and `ONE_TIME` too. A customer's payment does not
 * contain the reason for storing its card, so it is the same for both reasons.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications/blob/main/openapi/checkout_orders_v2.json
 * `card_stored_credential`
 */
it.each([
  ['customer', 'first', 'recurring', first, customer, ['CUSTOMER', 'UNSCHEDULED', 'FIRST']],
  ['customer', 'first', 'unscheduled', first, customer, ['CUSTOMER', 'UNSCHEDULED', 'FIRST']],
  ['customer', 'later', 'recurring', later, customer, ['CUSTOMER', 'ONE_TIME', 'SUBSEQUENT']],
  ['customer', 'later', 'unscheduled', later, customer, ['CUSTOMER', 'ONE_TIME', 'SUBSEQUENT']],
  ['merchant', 'first', 'recurring', first, recurring, ['MERCHANT', 'RECURRING', 'DERIVED']],
  ['merchant', 'first', 'unscheduled', first, unscheduled, ['MERCHANT', 'UNSCHEDULED', 'DERIVED']],
  ['merchant', 'later', 'recurring', later, recurring, ['MERCHANT', 'RECURRING', 'SUBSEQUENT']],
  [
    'merchant',
    'later',
    'unscheduled',
    later,
    unscheduled,
    ['MERCHANT', 'UNSCHEDULED', 'SUBSEQUENT'],
  ],
] as const)(
  'PayPal gets a stored credential that the %s charges, %s, %s',
  (_, __, ___, changes, initiator, [payment_initiator, payment_type, usage]) => {
    expect(cardSent(changes, initiator).stored_credential).toEqual({
      payment_initiator,
      payment_type,
      usage,
    });
  },
);

it('PayPal gets no stored credential for a card that is used once', () => {
  expect(cardSent({}, customer)).not.toHaveProperty('stored_credential');
});

it('a card that its customer stores for visits to come is stored with a one-time payment', () => {
  expect(cardSent({ futureUsage: 'on_session' }, customer).stored_credential).toEqual({
    payment_initiator: 'CUSTOMER',
    payment_type: 'ONE_TIME',
    usage: 'FIRST',
  });
});

it('a card is charged by the network’s id of its first payment, and without a security code', () => {
  const card = cardSent({ networkTransactionId: '748462213021157' }, recurring);
  expect(card).not.toHaveProperty('security_code');
  expect(card.stored_credential).toEqual({
    payment_initiator: 'MERCHANT',
    payment_type: 'RECURRING',
    usage: 'SUBSEQUENT',
    previous_network_transaction_reference: { id: '748462213021157' },
  });
});

it('a month of one digit is written with two, as PayPal describes an expiry', () => {
  const card = { number: '4242424242424242', expiryMonth: '3', expiryYear: '30' };
  expect(cardSent({ source: { kind: 'card', card } }, customer).expiry).toBe('2030-03');
});
