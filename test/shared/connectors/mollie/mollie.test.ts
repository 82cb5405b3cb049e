import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import { mollieConnector } from '#connectors/mollie/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { mollieFacts } from './facts.ts';

const connector = mollieConnector();
const { webhooks } = connector;
if (!connector.capture || !connector.refund || !connector.void || !webhooks?.verifyByAsking) {
  throw new Error('Mollie does all of this.');
}
// Whatever a test asks is held against Mollie's public description.
const authorize = describedExchange(mollieFacts.descriptions, connector.authorize);
const sync = describedExchange(mollieFacts.descriptions, connector.sync);
const capture = describedExchange(mollieFacts.descriptions, connector.capture);
const refund = describedExchange(mollieFacts.descriptions, connector.refund);
const release = describedExchange(mollieFacts.descriptions, connector.void);
const verifyByAsking = describedExchange(mollieFacts.descriptions, webhooks.verifyByAsking);

const account: ExchangeAccount = anAccountAt('mollie', {
  credentials: { auth_type: 'BodyKey', api_key: 'test_key', key1: 'pfl_1' },
});
const payment = aCharge('mollie', {
  amountMinor: 12_500,
  currency: 'KWD',
  captureMethod: 'manual',
  returnUrl: 'https://switch.example/back',
  notificationUrl: 'https://switch.example/webhooks',
});
const { source: _, order: __, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'tr_1' };

it('Mollie makes a token of the card at its own host, and charges the token', () => {
  const first = authorize.request(payment, account);
  expect(first).toMatchObject({ step: 'token', url: 'https://api.cc.mollie.com/v1/card-tokens' });
  expect(bodyOf(first)).toMatchObject({ cardExpiryDate: '10/35', testmode: true });
  const reading = authorize.outcome(answer({ cardToken: 'tkn_1' }, 201), payment, account);
  if (!('next' in reading)) throw new Error('The token was not charged.');
  expect(reading.next.body).not.toContain('4242424242424242');
  expect(reading.next.headers['idempotency-key']).toBe('pay_1_1');
  expect(bodyOf(reading.next)).toMatchObject({
    amount: { currency: 'KWD', value: '12.500' },
    captureMode: 'manual',
    cardToken: 'tkn_1',
    description: 'pay_1_1',
    webhookUrl: 'https://switch.example/webhooks',
  });
  const refused = { status: 422, title: 'Unprocessable Entity', detail: 'Invalid card' };
  expect(authorize.outcome(answer(refused, 422), payment, account)).toMatchObject({
    result: 'declined',
    message: 'Invalid card',
  });
});

it('Mollie redirects the customer to a bank, without a card', () => {
  const source = {
    kind: 'payment_method',
    method: 'bank_redirect',
    type: 'ideal',
    data: {},
  } as const;
  const byBank = { ...payment, source };
  expect(bodyOf(authorize.request(byBank, account))).toMatchObject({ method: 'ideal' });
  const affirm = { ...source, method: 'pay_later', type: 'affirm' } as const;
  expect(() => authorize.request({ ...payment, source: affirm }, account)).toThrow();
});

it('Mollie accepts no card without the token of a profile, and banks with only the key', () => {
  const credentials = { auth_type: 'HeaderKey', api_key: 'test_key' } as const;
  const byKey = { ...account, credentials };
  expect(() => authorize.request(payment, byKey)).toThrow('by the token of a profile');
  const source = {
    kind: 'payment_method',
    method: 'bank_redirect',
    type: 'ideal',
    data: {},
  } as const;
  const { headers } = authorize.request({ ...payment, source }, byKey);
  expect(headers.authorization).toBe('Bearer test_key');
});

it('Mollie gets an idempotency key with every request that moves money', () => {
  const part = { captureReference: 'pay_1_1_1', captureMinor: 500, captureNumber: 1 };
  const taken = capture.request({ ...known, ...part, isFinal: true }, account);
  expect(taken.headers['idempotency-key']).toBe('capture:pay_1_1_1');
  expect(bodyOf(taken).amount).toEqual({ currency: 'KWD', value: '0.500' });
  const back = { reference: 'ref_1', connectorName: 'mollie', amountMinor: 1, currency: 'KWD' };
  expect(refund.request({ ...back, payment: known }, account).headers['idempotency-key']).toBe(
    'refund:ref_1',
  );
  expect(release.request(known, account)).toMatchObject({ method: 'DELETE' });
});

it("a Mollie payment's captures are listed, and can't be found without its id", () => {
  const paid = {
    id: 'tr_1',
    status: 'paid',
    amount: { currency: 'KWD', value: '12.500' },
    amountCaptured: { currency: 'KWD', value: '0.500' },
  };
  expect(sync.outcome(answer(paid), known, account)).toMatchObject({
    result: 'captured',
    capturedMinor: 500,
    amountMinor: 12_500,
  });
  expect(sync.canAsk?.(reference)).toBe(false);
});

it('Mollie reports each capture while a payment is still authorized', () => {
  const amount = { currency: 'KWD', value: '12.500' };
  const authorized = { id: 'tr_1', status: 'authorized', amount };
  expect(sync.outcome(answer(authorized), known, account)).toMatchObject({ result: 'authorized' });
  const captures = { href: 'https://elsewhere.example/captures', type: 'application/hal+json' };
  const reading = sync.outcome(answer({ ...authorized, _links: { captures } }), known, account);
  if (!('next' in reading)) throw new Error('The captures were not asked for.');
  expect(reading.next).toMatchObject({
    method: 'GET',
    url: 'https://api.mollie.com/v2/payments/tr_1/captures',
  });
  const part = { currency: 'KWD', value: '0.500' };
  const metadata = { orderId: 'pay_1_1_1' };
  const list = [
    { id: 'cpt_1', status: 'pending', amount: part, metadata },
    { id: 'cpt_2', status: 'failed', amount: part, metadata: 'made elsewhere' },
    { id: 'cpt_3', status: 'succeeded', amount: part },
  ];
  expect(reading.outcome(answer({ count: 3, _embedded: { captures: list } }))).toMatchObject({
    result: 'authorized',
    captures: [
      {
        reference: 'pay_1_1_1',
        connectorCaptureId: 'cpt_1',
        amountMinor: 500,
        status: 'pending',
      },
      { connectorCaptureId: 'cpt_2', amountMinor: 500, status: 'failed' },
      { connectorCaptureId: 'cpt_3', amountMinor: 500, status: 'charged' },
    ],
  });
  expect(() => reading.outcome(answer({ title: 'No', detail: 'No' }, 404))).toThrow();
});

// https://docs.mollie.com/docs/multicurrency
it("Mollie's currency without decimals is counted as Mollie does, and no fraction of it is sent", () => {
  const source = {
    kind: 'payment_method',
    method: 'bank_redirect',
    type: 'ideal',
    data: {},
  } as const;
  const krona = (amountMinor: number) => ({ ...payment, source, amountMinor, currency: 'ISK' });
  expect(bodyOf(authorize.request(krona(1200), account)).amount).toEqual({
    currency: 'ISK',
    value: '12',
  });
  expect(() => authorize.request(krona(1250), account)).toThrow(RangeError);
  const paid = { id: 'tr_1', status: 'paid', amount: { currency: 'ISK', value: '12' } };
  expect(sync.outcome(answer(paid), known, account)).toMatchObject({ capturedMinor: 1200 });
});

// https://github.com/mollie/openapi/blob/main/specs.yaml (description)
it("a description longer than Mollie's limit is cut", () => {
  const source = {
    kind: 'payment_method',
    method: 'bank_redirect',
    type: 'ideal',
    data: {},
  } as const;
  const order = { ...payment.order, description: 'x'.repeat(300) };
  const paid = authorize.request({ ...payment, source, order }, account);
  expect(bodyOf(paid).description).toHaveLength(255);
  const back = { reference: 'ref_1', connectorName: 'mollie', amountMinor: 1, currency: 'EUR' };
  const reason = 'x'.repeat(300);
  const refunded = refund.request({ ...back, payment: known, reason }, account);
  expect(bodyOf(refunded).description).toHaveLength(255);
});

describe('a webhook', () => {
  const webhook = { headers: {}, body: 'id=tr_7UhSN1zuXS' };
  const amount = { currency: 'EUR', value: '5.00' };
  const paid = {
    id: 'tr_7UhSN1zuXS',
    status: 'paid',
    amount,
    metadata: { orderId: 'pay_1_1' },
  };
  const subject = { reference: 'pay_1_1', connectorId: 'tr_7UhSN1zuXS' };
  const money = { amountMinor: 500, currency: 'EUR' };

  it('a Mollie webhook names a payment and decides nothing by itself', () => {
    expect(webhooks.parse(webhook)).toEqual([
      {
        kind: 'payment',
        subject: { connectorId: 'tr_7UhSN1zuXS' },
        outcome: { result: 'pending', connectorTransactionId: 'tr_7UhSN1zuXS' },
      },
    ]);
    expect(webhooks.parse({ headers: {}, body: 'id=ord_abcdef' })).toEqual([{ kind: 'nothing' }]);
    expect(() => webhooks.parse({ headers: {}, body: 'id=../x' })).toThrow();
  });

  it("a Mollie webhook is answered with Mollie's state of the payment, its refunds and its chargebacks", () => {
    expect(verifyByAsking.request(webhook, account)).toMatchObject({
      method: 'GET',
      url: 'https://api.mollie.com/v2/payments/tr_7UhSN1zuXS?embed=refunds,chargebacks',
    });
    const refunds = [
      { id: 're_1', status: 'failed', amount, metadata: { orderId: 'ref_1' } },
      { id: 're_2', status: 'refunded', amount, metadata: null },
    ];
    const createdAt = '2026-01-03T13:20:37+00:00';
    const reason = { code: 'AC01', description: 'Account identifier incorrect' };
    const chargebacks = [
      { id: 'chb_1', amount, createdAt, reason },
      { id: 'chb_2', amount, createdAt, reversedAt: '2026-01-09T13:20:37+00:00' },
    ];
    const told = { ...paid, _embedded: { refunds, chargebacks } };
    expect(verifyByAsking.outcome(answer(told), webhook, account)).toMatchObject({
      result: 'verified',
      contents: [
        { kind: 'payment', subject, outcome: { result: 'captured', capturedMinor: 500 } },
        {
          kind: 'refund',
          subject: { reference: 'ref_1', connectorId: 're_1' },
          outcome: { result: 'declined', ...money },
        },
        { kind: 'refund', subject: { connectorId: 're_2' }, outcome: { result: 'succeeded' } },
        {
          kind: 'dispute',
          subject,
          dispute: {
            connectorDisputeId: 'chb_1',
            ...money,
            status: 'dispute_opened',
            reason: 'Account identifier incorrect',
            reasonCode: 'AC01',
            createdAt,
          },
        },
        {
          kind: 'dispute',
          subject,
          dispute: { connectorDisputeId: 'chb_2', status: 'dispute_won' },
        },
      ],
    });
  });

  it("a Mollie webhook is answered with Mollie's captures while a part is authorized", () => {
    const captures = { href: 'https://elsewhere.example/captures' };
    const told = { ...paid, status: 'authorized', _links: { captures } };
    const reading = verifyByAsking.outcome(answer(told), webhook, account);
    if (!('next' in reading)) throw new Error('The captures were not asked for.');
    expect(reading.next.url).toBe('https://api.mollie.com/v2/payments/tr_7UhSN1zuXS/captures');
    const list = [{ id: 'cpt_1', status: 'succeeded', amount, metadata: { orderId: 'pay_1_1_1' } }];
    expect(reading.outcome(answer({ _embedded: { captures: list } }))).toMatchObject({
      contents: [{ outcome: { result: 'authorized', captures: [{ reference: 'pay_1_1_1' }] } }],
    });
  });

  it('a Mollie webhook is forged when Mollie does not know the payment, and unknown when it names another', () => {
    const unknown = answer({ title: 'Not Found', detail: 'No payment' }, 404);
    expect(verifyByAsking.outcome(unknown, webhook, account)).toEqual({ result: 'forged' });
    const other = answer({ ...paid, id: 'tr_other' });
    expect(() => verifyByAsking.outcome(other, webhook, account)).toThrow('another payment');
    const order = { headers: {}, body: 'id=ord_abcdef' };
    expect(() => verifyByAsking.request(order, account)).toThrow('no payment');
  });
});

describe('a wallet', () => {
  const byKey: ExchangeAccount = {
    ...account,
    credentials: { auth_type: 'HeaderKey', api_key: 'test_key' },
  };

  /** The body of the request for a wallet's data, in one step. */
  function walletBody(type: 'apple_pay' | 'google_pay', data: Readonly<Record<string, unknown>>) {
    const input = aCharge('mollie', {
      amountMinor: 500,
      captureMethod: 'manual',
      source: { kind: 'payment_method', method: 'wallet', type, shape: type, data },
    });
    const asked = authorize.request(input, byKey);
    expect(asked).toMatchObject({ method: 'POST', url: 'https://api.mollie.com/v2/payments' });
    expect(asked).not.toHaveProperty('step');
    const amount = { value: '5.00', currency: 'EUR' };
    const charged = answer({ id: 'tr_1', status: 'authorized', amount }, 201);
    expect(authorize.outcome(charged, input, byKey)).toMatchObject({ result: 'authorized' });
    return bodyOf(asked);
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
    const body = walletBody('apple_pay', apple(inBase64(applePayload)));
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
    const body = walletBody('google_pay', data);
    expect(body).toMatchObject({ method: 'creditcard', googlePayPaymentToken: googleToken });
    expect(body).not.toHaveProperty('cardToken');
  });

  it.each([
    ['google_pay', { tokenization_data: { token: '{"id":"tok_secret"}' } }],
    ['apple_pay', apple(inBase64({ id: 'tok_secret' }))],
  ] as const)(
    'a payload of %s for another processor is not sent, and no error repeats it',
    (type, data) => {
      expect(() => walletBody(type, data)).toThrow(
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
    expect(() => walletBody('apple_pay', decrypted)).toThrow(
      new Error('Mollie takes what the wallet has encrypted.'),
    );
  });
});
