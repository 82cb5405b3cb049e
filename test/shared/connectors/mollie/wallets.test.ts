import type { Authorization } from '#connectors/interface/payments.ts';
import { mollieConnector } from '#connectors/mollie/connector.ts';
import { describedExchange } from '../../../support/described-exchange.ts';
import { mollieFacts } from './facts.ts';

// Whatever a test asks is held against Mollie's public description.
const authorize = describedExchange(mollieFacts.descriptions, mollieConnector().authorize);
const account = {
  connectorName: 'mollie',
  credentials: { auth_type: 'HeaderKey', api_key: 'test_key' },
  urls: { api: 'https://api.mollie.com/', cards: 'https://api.cc.mollie.com/' },
} as const;

/** The body of the request for a wallet's data, in one step. */
function bodyOf(type: 'apple_pay' | 'google_pay', data: Readonly<Record<string, unknown>>) {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'mollie',
    amountMinor: 500,
    currency: 'EUR',
    captureMethod: 'manual',
    returnUrl: 'https://switch.example/return',
    order: { initiator: { by: 'customer' } },
    source: { kind: 'payment_method', method: 'wallet', type, shape: type, data },
  };
  const asked = authorize.request(input, account);
  expect(asked).toMatchObject({ method: 'POST', url: 'https://api.mollie.com/v2/payments' });
  expect(asked).not.toHaveProperty('step');
  const charged = { id: 'tr_1', status: 'authorized', amount: { value: '5.00', currency: 'EUR' } };
  const answer = { status: 201, headers: {}, body: JSON.stringify(charged) };
  expect(authorize.outcome(answer, input, account)).toMatchObject({ result: 'authorized' });
  return JSON.parse(asked.body ?? '');
}

const inBase64 = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');
const applePayload = {
  version: 'EC_v1',
  data: 'encrypted',
  signature: 'signed',
  header: { ephemeralPublicKey: 'key', publicKeyHash: 'hash', transactionId: 'id' },
};
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

/** @see https://github.com/mollie/openapi/blob/main/specs.yaml (applePayPaymentToken: Apple's token object as a JSON text, with its paymentData) */
it('an encrypted Apple Pay token is sent to Mollie in JSON', () => {
  const body = bodyOf('apple_pay', apple(inBase64(applePayload)));
  expect(body).toMatchObject({ method: 'applepay', captureMode: 'manual' });
  expect(JSON.parse(body.applePayPaymentToken)).toEqual({
    paymentData: applePayload,
    paymentMethod: { displayName: 'Visa 1234', network: 'Visa' },
    transactionIdentifier: 'id',
  });
});

/** @see https://github.com/mollie/openapi/blob/main/specs.yaml (googlePayPaymentToken, of the method creditcard) */
it('an encrypted Google Pay token is sent to Mollie unchanged, for a card', () => {
  const data = { tokenization_data: { type: 'PAYMENT_GATEWAY', token: googleToken } };
  const body = bodyOf('google_pay', data);
  expect(body).toMatchObject({ method: 'creditcard', googlePayPaymentToken: googleToken });
  expect(body).not.toHaveProperty('cardToken');
});

it.each([
  ['google_pay', { tokenization_data: { token: '{"id":"tok_secret"}' } }],
  ['apple_pay', apple(inBase64({ id: 'tok_secret' }))],
] as const)(
  'a payload of %s for another processor is not sent, and no error repeats it',
  (type, data) => {
    expect(() => bodyOf(type, data)).toThrow(
      new Error('This payload of a wallet is not for Mollie.'),
    );
  },
);

// Mollie's API has no place for the number of a wallet.
it('a decrypted wallet token is not sent to Mollie, and no error repeats it', () => {
  const decrypted = apple({
    application_primary_account_number: '4111111111111111',
    application_expiration_month: '03',
    application_expiration_year: '30',
    payment_data: { online_payment_cryptogram: 'YwAAAAAABaYcCMX/OhNRQAAAAAA=' },
  });
  expect(() => bodyOf('apple_pay', decrypted)).toThrow(
    new Error('Mollie takes what the wallet has encrypted.'),
  );
});
