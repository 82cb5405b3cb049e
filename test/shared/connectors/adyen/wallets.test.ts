import { adyenConnector } from '#connectors/adyen/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

// Whatever a test asks is held against Adyen's public description.
const authorize = describedExchange(adyenFacts.descriptions, adyenConnector().authorize);
const account = anAccountAt('adyen');
type Wallet = 'apple_pay' | 'google_pay';

/** The body of the request for a wallet's data. */
function bodyOf(type: Wallet, data: Readonly<Record<string, unknown>>) {
  const input = aCharge('adyen', {
    amountMinor: 500,
    order: { initiator: { by: 'customer' }, authenticationType: 'three_ds' },
    source: { kind: 'payment_method', method: 'wallet', type, shape: type, data },
  });
  return JSON.parse(authorize.request(input, account).body ?? '');
}

const inBase64 = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');
const appleData = inBase64({
  version: 'EC_v1',
  data: 'encrypted',
  signature: 'signed',
  header: { ephemeralPublicKey: 'key', publicKeyHash: 'hash', transactionId: 'id' },
});
const apple = (payload: unknown) => ({
  payment_data: payload,
  payment_method: { display_name: 'Visa 1234', network: 'Visa', type: 'debit' },
  transaction_identifier: 'id',
});
const googleToken = JSON.stringify({
  signature: 'signed',
  protocolVersion: 'ECv2',
  signedMessage: '{}',
});

/**
 * `applePayToken` is the paymentData in Base64, `googlePayToken` the token as Google has made it.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json (ApplePayDetails, GooglePayDetails, post-payments-applepay, post-payments-googlepay)
 */
it.each([
  ['apple_pay', apple(appleData), { type: 'applepay', applePayToken: appleData }, 'false'],
  [
    'google_pay',
    { tokenization_data: { type: 'PAYMENT_GATEWAY', token: googleToken } },
    { type: 'googlepay', googlePayToken: googleToken },
    // It may be a card without a proof of its customer.
    'true',
  ],
] as const)(
  'an encrypted token of %s is sent to Adyen unchanged',
  (type, data, method, executeThreeD) => {
    const body = bodyOf(type, data);
    expect(body).toMatchObject({ paymentMethod: method, shopperInteraction: 'Ecommerce' });
    expect(body.paymentMethod).toEqual(method);
    expect(body.additionalData).toEqual({ executeThreeD });
    expect(body).not.toHaveProperty('mpiData');
  },
);

/**
 * The origin of the number, and its cryptogram as `cavv` with the wallet's own eci.
 *
 * @see https://github.com/activemerchant/active_merchant/blob/master/test/unit/gateways/adyen_test.rb (test_authorize_with_network_tokenization_credit_card, test_authorize_with_google_pay)
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json (CardDetails, ThreeDSecureData)
 */
it.each([
  [
    'apple_pay',
    apple({
      application_primary_account_number: '4111111111111111',
      application_expiration_month: '03',
      application_expiration_year: '30',
      payment_data: {
        online_payment_cryptogram: 'YwAAAAAABaYcCMX/OhNRQAAAAAA=',
        eci_indicator: '07',
      },
    }),
    'applepay',
    { 'paymentdatasource.type': 'applepay' },
    { eci: '07' },
  ],
  [
    'google_pay',
    {
      tokenization_data: {
        application_primary_account_number: '4111111111111111',
        card_exp_month: '03',
        card_exp_year: '2030',
        cryptogram: 'YwAAAAAABaYcCMX/OhNRQAAAAAA=',
      },
    },
    'googlepay',
    { 'paymentdatasource.type': 'googlepay', 'paymentdatasource.tokenized': 'true' },
    {},
  ],
] as const)(
  "a decrypted token of %s is charged at Adyen with the device's cryptogram, without another authentication",
  (type, data, brand, origin, eci) => {
    const body = bodyOf(type, data);
    expect(body.paymentMethod).toEqual({
      type: 'scheme',
      brand,
      number: '4111111111111111',
      expiryMonth: '03',
      expiryYear: '2030',
    });
    expect(body.mpiData).toEqual({
      directoryResponse: 'Y',
      authenticationResponse: 'Y',
      cavv: 'YwAAAAAABaYcCMX/OhNRQAAAAAA=',
      ...eci,
    });
    expect(body.additionalData).toEqual({ ...origin, executeThreeD: 'false' });
  },
);

it.each([
  ['google_pay', { tokenization_data: { token: '{"id":"tok_secret"}' } }],
  ['apple_pay', apple(inBase64({ id: 'tok_secret' }))],
] as const)(
  'a payload of %s for another processor is not sent, and no error repeats it',
  (type, data) => {
    expect(() => bodyOf(type, data)).toThrow(
      new Error('This payload of a wallet is not for Adyen.'),
    );
  },
);
