import { destinations, payee } from '../../../support/processors/a-payout-instruction.ts';
import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const webhook = (item: object) =>
  JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });

const refund = (eventCode: string, success = 'true') =>
  webhook({
    eventCode,
    success,
    pspReference: 'psp_2',
    originalReference: 'psp_1',
    merchantReference: 'ref_1',
    amount: { value: 600, currency: 'EUR' },
  });

const contAuth = (recurringProcessingModel: string) => ({
  shopperInteraction: 'ContAuth',
  recurringProcessingModel,
});
// A customer's request does not contain the purpose of later charges, so the first one is open to
// all.
const stores = {
  shopperInteraction: 'Ecommerce',
  recurringProcessingModel: 'UnscheduledCardOnFile',
  storePaymentMethod: true,
};

export const adyenFacts: ConnectorFacts = {
  amounts: 'minor',
  mailOrder: { mark: '"shopperInteraction":"Moto"' },
  // Without the right key or permission.
  emptyAnswers: [401, 403],
  credentialsCheck: {
    credentials: { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' },
    asked: 'POST https://checkout-test.adyen.com/v68/paymentMethods',
    accepted: [200, { paymentMethods: [{ name: 'Cards', type: 'scheme' }] }],
    refused: [
      401,
      { status: 401, errorCode: '000', message: 'HTTP Status Response - Unauthorized' },
    ],
    words: { code: '000', message: 'HTTP Status Response - Unauthorized' },
  },
  payout: { destination: destinations.sepa, payee },
  foreignWebhooks: [
    [
      'a movement inside the balance platform',
      JSON.stringify({
        type: 'balancePlatform.transfer.updated',
        data: {
          ...{ id: '1', status: 'authorised', amount: { value: 5, currency: 'EUR' } },
          ...{ reference: '<auto>', category: 'platformPayment', direction: 'outgoing' },
        },
      }),
    ],
    ['an event of a platform', JSON.stringify({ type: 'balancePlatform.transfer.created' })],
  ],
  failedRefunds: [
    ['REFUND', refund('REFUND', 'false')],
    ['CANCEL_OR_REFUND', refund('CANCEL_OR_REFUND', 'false')],
    ['REFUND_FAILED', refund('REFUND_FAILED')],
    ['REFUND_REVERSED', refund('REFUND_REVERSED')],
    ['REFUNDED_REVERSED', refund('REFUNDED_REVERSED')],
  ],
  datedWebhook: webhook({
    eventCode: 'AUTHORISATION',
    success: 'true',
    pspReference: 'psp_1',
    eventDate: '2023-11-14T22:13:20+01:00',
  }),
  decryptedWallets: {
    'apple_pay of a device': ['"brand":"applepay"', '"cavv":"AgAA","eci":"05"'],
    'google_pay of a device': ['"paymentdatasource.tokenized":"true"', '"cavv":"AgAA"'],
    'google_pay without a cryptogram': ['"paymentdatasource.tokenized":"false"'],
  },
  /**
   * Initial payments are Ecommerce and later ones ContAuth; the model is CardOnFile for a customer
   * who comes back, Subscription for a schedule, UnscheduledCardOnFile for any other.
   *
   * @see https://docs.adyen.com/online-payments/tokenization (Set parameters to flag transactions)
   * @see https://github.com/activemerchant/active_merchant/blob/master/test/unit/gateways/adyen_test.rb
   * (stored_credential_*)
   */
  storedCredentials: {
    mandate: 'M5N7',
    members: ['shopperInteraction', 'recurringProcessingModel', 'storePaymentMethod'],
    cases: {
      'customer, first, recurring': stores,
      'customer, first, unscheduled': stores,
      'customer, later, recurring': contAuth('CardOnFile'),
      'customer, later, unscheduled': contAuth('CardOnFile'),
      'merchant, first, recurring': contAuth('Subscription'),
      'merchant, first, unscheduled': contAuth('UnscheduledCardOnFile'),
      'merchant, later, recurring': contAuth('Subscription'),
      'merchant, later, unscheduled': contAuth('UnscheduledCardOnFile'),
    },
    given: {
      'merchant, first, recurring': {},
      'merchant, first, unscheduled': {},
      'merchant, later, unscheduled': { networkTransactionId: '060720116005060' },
    },
    more: [
      ['a card that is not stored', {}, { shopperInteraction: 'Ecommerce' }],
      [
        'an order by telephone',
        { order: { initiator: { by: 'customer' }, channel: 'telephone_order' } },
        { shopperInteraction: 'Moto' },
      ],
    ],
  },
  declines: [
    [{ code: '12', message: 'Not enough balance' }, 'insufficient_funds'],
    [{ code: 'NOT ENOUGH BALANCE' }, 'insufficient_funds'],
    [{ code: '2', message: 'Refused' }, 'call_issuer'],
  ],
  published,
  recordings: {
    account: ({ apiKey = '', merchantAccount = '', reviewKey = '' }) => ({
      credentials: {
        auth_type: 'SignatureKey',
        api_key: apiKey,
        key1: merchantAccount,
        api_secret: reviewKey,
      },
    }),
  },
  // https://github.com/Adyen/adyen-openapi/tree/main/json
  descriptions: [
    {
      files: ['CheckoutService-v68.json', 'adyen-checkout-openapi.json'],
      base: /^https:\/\/checkout-test\.adyen\.com\/v68(?=\/)/,
      // A stored account is charged by its id alone:
      // https://docs.adyen.com/payment-methods/sepa-direct-debit/api-only (Make recurring payments)
      optional: ['iban', 'ownerName'],
    },
    {
      files: ['DisputeService-v30.json'],
      base: /^https:\/\/ca-test\.adyen\.com\/ca\/services\/DisputeService\/v30(?=\/)/,
    },
    {
      files: ['ManagementService-v3.json'],
      base: /^https:\/\/management-test\.adyen\.com\/v3(?=\/)/,
    },
  ],
};
