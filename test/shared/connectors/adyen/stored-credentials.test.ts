import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { describedExchange } from '../../../support/described-exchange.ts';

const authorize = describedExchange('adyen', adyenConnector().authorize);
const account = {
  connectorName: 'adyen',
  credentials: { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
  urls: { api: 'https://checkout-test.adyen.com/' },
} as const;

const customer = { by: 'customer' } as const;
const recurring = { by: 'merchant', why: 'recurring' } as const;
const unscheduled = { by: 'merchant', why: 'unscheduled' } as const;
const byNetworkId = { networkTransactionId: '060720116005060' } as const;
const byMandate = { source: { kind: 'connector_mandate', connectorMandateId: 'M5N7' } } as const;
const stores = { futureUsage: 'off_session' } as const;

/** The body of the request for a customer's payment. */
function bodyOf({ order, ...more }: Partial<Authorization>) {
  const input = {
    reference: 'pay_1_1',
    connectorName: 'adyen',
    amountMinor: 500,
    currency: 'EUR',
    captureMethod: 'automatic',
    source: {
      kind: 'card',
      card: { number: '4035501000000008', expiryMonth: '10', expiryYear: '35' },
    },
    returnUrl: 'https://switch.example/return',
    ...more,
    order: { initiator: customer, customer: { id: 'cus_1' }, ...order },
  } as const;
  return JSON.parse(authorize.request(input, account).body ?? '');
}

/**
 * Initial payments are Ecommerce and later ones ContAuth; the model is CardOnFile for a customer
 * who comes back, Subscription for a schedule, UnscheduledCardOnFile for any other.
 *
 * @see https://docs.adyen.com/online-payments/tokenization (Set parameters to flag transactions)
 * @see https://github.com/activemerchant/active_merchant/blob/master/test/unit/gateways/adyen_test.rb
 * (stored_credential_*)
 */
const rows: readonly (readonly [string, Partial<Authorization>, object])[] = [
  // A customer's request does not contain the purpose of later charges, so the first one is open to
  // all.
  [
    'customer, first, recurring',
    { ...stores, order: { initiator: customer } },
    { who: 'Ecommerce', why: 'UnscheduledCardOnFile', isStored: true },
  ],
  [
    'customer, first, unscheduled',
    { ...stores, order: { initiator: customer, offSession: true } },
    { who: 'Ecommerce', why: 'UnscheduledCardOnFile', isStored: true },
  ],
  [
    'customer, later, recurring',
    { ...byMandate, order: { initiator: customer, offSession: false } },
    { who: 'ContAuth', why: 'CardOnFile' },
  ],
  [
    'customer, later, unscheduled',
    { ...byMandate, order: { initiator: customer } },
    { who: 'ContAuth', why: 'CardOnFile' },
  ],
  [
    'merchant, first, recurring',
    { order: { initiator: recurring } },
    { who: 'ContAuth', why: 'Subscription' },
  ],
  [
    'merchant, first, unscheduled',
    { order: { initiator: unscheduled } },
    { who: 'ContAuth', why: 'UnscheduledCardOnFile' },
  ],
  [
    'merchant, later, recurring',
    { ...byMandate, order: { initiator: recurring, offSession: true } },
    { who: 'ContAuth', why: 'Subscription' },
  ],
  [
    'merchant, later, unscheduled',
    { ...byNetworkId, order: { initiator: unscheduled, offSession: true } },
    { who: 'ContAuth', why: 'UnscheduledCardOnFile' },
  ],
];

it.each(rows)("a charge of a stored card is described in Adyen's fields: %s", (_, given, words) => {
  const { shopperInteraction, recurringProcessingModel, storePaymentMethod } = bodyOf(given);
  expect({
    who: shopperInteraction,
    why: recurringProcessingModel,
    ...(storePaymentMethod && { isStored: storePaymentMethod }),
  }).toEqual(words);
});

it('an order by telephone stays one, and a card that is not stored has no model', () => {
  const byPhone = { initiator: customer, channel: 'telephone_order' } as const;
  expect(bodyOf({ order: byPhone }).shopperInteraction).toBe('Moto');
  expect(bodyOf({}).shopperInteraction).toBe('Ecommerce');
  expect(bodyOf({})).not.toHaveProperty('recurringProcessingModel');
});

it('Adyen gets the presence of a customer who pays with a stored card, and the absence of one who does not', () => {
  const browser = {
    ipAddress: '192.0.2.1',
    userAgent: 'Test/1.0',
    acceptHeader: '*/*',
    language: 'nb',
    colorDepth: 24,
    screenHeight: 723,
    screenWidth: 1536,
    timeZone: 0,
  };
  const present = bodyOf({ ...byMandate, order: { initiator: customer, browser } });
  expect(present).toMatchObject({ shopperIP: '192.0.2.1', browserInfo: { userAgent: 'Test/1.0' } });
  const away = bodyOf({ ...byMandate, order: { initiator: recurring, browser } });
  expect(away).not.toHaveProperty('shopperIP');
  expect(away).not.toHaveProperty('browserInfo');
});

it('a reference of the customer that is shorter than Adyen takes is made longer', () => {
  const referenceOf = (id: string) =>
    bodyOf({ ...byMandate, order: { initiator: customer, customer: { id } } }).shopperReference;
  expect([referenceOf('c1'), referenceOf('cus_1')]).toEqual(['customer-c1', 'cus_1']);
});
