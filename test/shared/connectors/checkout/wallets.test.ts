import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';

const { authorize } = checkoutConnector();
const account: ExchangeAccount = anAccountAt('checkout', {
  credentials: {
    auth_type: 'SignatureKey',
    api_key: 'pk_public',
    key1: 'pc_1',
    api_secret: 'sk_secret',
  },
});
const paidWith = (
  type: 'apple_pay' | 'google_pay',
  data: Readonly<Record<string, unknown>>,
): Authorization => ({
  reference: 'pay_1_1',
  connectorName: 'checkout',
  amountMinor: 6540,
  currency: 'EUR',
  captureMethod: 'automatic',
  order: { initiator: { by: 'customer' } },
  source: { kind: 'payment_method', method: 'wallet', type, shape: type, data },
});
const answer = (status: number, body: object): HttpResponse => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});

const applePayload = {
  version: 'EC_v1',
  data: 'encrypted',
  signature: 'signed',
  header: { ephemeralPublicKey: 'key', publicKeyHash: 'hash', transactionId: 'id' },
};
const googlePayload = { signature: 'signed', protocolVersion: 'ECv2', signedMessage: '{}' };

// checkout.com/docs, Apple Pay and Google Pay, API only: POST /tokens with the public key.
describe.each([
  [
    'apple_pay',
    'applepay',
    { payment_data: Buffer.from(JSON.stringify(applePayload)).toString('base64') },
    applePayload,
  ],
  [
    'google_pay',
    'googlepay',
    { tokenization_data: { type: 'PAYMENT_GATEWAY', token: JSON.stringify(googlePayload) } },
    googlePayload,
  ],
] as const)('an encrypted wallet of %s', (type, name, data, payload) => {
  const input = paidWith(type, data);

  it('an encrypted wallet token becomes a Checkout.com token, which is charged', () => {
    const asked = authorize.request(input, account);
    expect(asked).toMatchObject({
      step: 'token',
      method: 'POST',
      url: 'https://api.sandbox.checkout.com/tokens',
      headers: { authorization: 'Bearer pk_public' },
    });
    expect(bodyOf(asked)).toEqual({ type: name, token_data: payload });
    const reading = authorize.outcome(answer(201, { token: 'tok_1' }), input, account);
    if (!('next' in reading)) throw new Error('No payment was asked for.');
    expect(reading.next).toMatchObject({ headers: { 'cko-idempotency-key': 'pay_1_1' } });
    expect(reading.next).not.toHaveProperty('step');
    expect(bodyOf(reading.next)).toMatchObject({
      source: { type: 'token', token: 'tok_1' },
      amount: 6540,
      '3ds': { enabled: false },
    });
    const charged = { id: 'pay_x', status: 'Authorized', amount: 6540, currency: 'EUR' };
    const outcome = reading.outcome(answer(201, { ...charged, source: { id: 'src_1' } }));
    expect(outcome).toMatchObject({ result: 'captured', connectorTransactionId: 'pay_x' });
    // Nothing was to be stored.
    expect(outcome).not.toHaveProperty('connectorMandateId');
  });

  it('a wallet token that Checkout.com rejects is declined', () => {
    const refusal = { error_type: 'request_invalid', error_codes: ['token_data_invalid'] };
    expect(authorize.outcome(answer(422, refusal), input, account)).toMatchObject({
      result: 'declined',
      code: 'token_data_invalid',
    });
  });
});

// Active Merchant, checkout_v2.rb: add_payment_method of a NetworkTokenizationCreditCard.
it.each([
  [
    'apple_pay',
    'applepay',
    {
      payment_data: {
        application_primary_account_number: '4242424242424242',
        application_expiration_month: '10',
        application_expiration_year: '35',
        payment_data: { online_payment_cryptogram: 'cavv', eci_indicator: '05' },
      },
    },
  ],
  [
    'google_pay',
    'googlepay',
    {
      tokenization_data: {
        application_primary_account_number: '4242424242424242',
        card_exp_month: '10',
        card_exp_year: '2035',
        cryptogram: 'cavv',
        eci_indicator: '05',
      },
    },
  ],
] as const)(
  'a decrypted token of %s is charged at Checkout.com as a network token',
  (type, name, data) => {
    const asked = authorize.request(paidWith(type, data), account);
    expect(asked).not.toHaveProperty('step');
    expect(bodyOf(asked).source).toEqual({
      type: 'network_token',
      token_type: name,
      token: '4242424242424242',
      expiry_month: 10,
      expiry_year: 2035,
      cryptogram: 'cavv',
      eci: '05',
      billing_address: {},
    });
  },
);

it('a payload of another gateway is not sent, and no error repeats it', () => {
  const foreign = paidWith('google_pay', { tokenization_data: { token: '{"id":"tok_secret"}' } });
  expect(() => authorize.request(foreign, account)).toThrow(
    new Error('This payload of a wallet is not for Checkout.com.'),
  );
});
