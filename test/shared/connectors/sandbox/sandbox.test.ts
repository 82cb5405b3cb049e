import type {
  Authorization,
  Credentials,
  PaymentOutcome,
} from '../../../../shared/connectors/connector.ts';
import { connectorNamed } from '../../../../shared/connectors/registry.ts';
import { sandboxConnectors } from '../../../../shared/connectors/sandbox/sandbox.ts';

const key: Credentials = { auth_type: 'HeaderKey', api_key: 'test_key' };
const addresses = { sandbox: 'https://sandbox.example/base/' };
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'fauxpay',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'manual',
  card: {
    number: '4242424242424242',
    expiryMonth: '10',
    expiryYear: '2035',
    cvc: '123',
    holderName: 'Joseph Doe',
  },
  returnUrl: 'https://switch.example/back',
};

const connector = connectorNamed('fauxpay');
if (!connector) throw new Error('fauxpay is missing.');
const { authorize, sync } = connector;

it('answers to the seven names of the test processors', () => {
  expect(sandboxConnectors.map(({ name }) => name).sort()).toEqual([
    'adyen_test',
    'checkout_test',
    'fauxpay',
    'paypal_test',
    'phonypay',
    'pretendpay',
    'stripe_test',
  ]);
  expect(connectorNamed('nobody')).toBeUndefined();
});

it('asks for a charge under our reference', () => {
  const { body, ...request } = authorize.request(payment, key, addresses);
  expect(request).toEqual({
    method: 'PUT',
    url: 'https://sandbox.example/base/payments/pay_1_1',
    headers: { 'api-key': 'test_key', 'content-type': 'application/json' },
  });
  expect(JSON.parse(body ?? '')).toEqual({
    processor: 'fauxpay',
    amount: 6540,
    currency: 'USD',
    capture_method: 'manual',
    card: {
      number: '4242424242424242',
      expiry_month: '10',
      expiry_year: '2035',
      cvc: '123',
      holder_name: 'Joseph Doe',
    },
    return_url: 'https://switch.example/back',
  });
});

it('leaves out what it was not given', () => {
  const { number, expiryMonth, expiryYear } = payment.card;
  const { returnUrl: _, ...bare } = { ...payment, card: { number, expiryMonth, expiryYear } };
  const body = JSON.parse(authorize.request(bare, key, addresses).body ?? '');
  expect(body).not.toHaveProperty('return_url');
  expect(body.card).toEqual({ number, expiry_month: '10', expiry_year: '2035' });
});

it('asks after a payment by our reference, with nothing of the card', () => {
  expect(sync.request(payment, key, addresses)).toEqual({
    method: 'GET',
    url: 'https://sandbox.example/base/payments/pay_1_1',
    headers: { 'api-key': 'test_key' },
  });
});

it('cannot ask with credentials of another kind, nor where there is no sandbox', () => {
  const body: Credentials = { auth_type: 'BodyKey', api_key: 'a', key1: 'b' };
  for (const { request } of [authorize, sync]) {
    expect(() => request(payment, body, addresses)).toThrow();
    expect(() => request(payment, key, {})).toThrow();
  }
});

const answer = {
  id: 'pay_p',
  reference: 'pay_1_1',
  status: 'succeeded',
  amount: 6540,
  currency: 'USD',
  created: '2026-01-01T00:00:00.000Z',
  next_action: null,
  error: null,
};
const echo = {
  connectorTransactionId: 'pay_p',
  connectorReference: 'pay_1_1',
  amountMinor: 6540,
  currency: 'USD',
};
const response = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});

it.each<[string, object, PaymentOutcome]>([
  ['a charge', {}, { result: 'captured', capturedMinor: 6540, ...echo }],
  ['a reservation', { status: 'authorized' }, { result: 'authorized', ...echo }],
  [
    'a challenge',
    { status: 'processing', next_action: { redirect_to_url: 'https://sandbox.example/c/1' } },
    { result: 'challenged', redirectUrl: 'https://sandbox.example/c/1', ...echo },
  ],
  ['a payment on its way', { status: 'processing' }, { result: 'pending', ...echo }],
  [
    'a decline',
    { status: 'failed', error: { code: 'DC_08', message: 'Payment declined: Lost card' } },
    { result: 'declined', code: 'DC_08', message: 'Payment declined: Lost card', ...echo },
  ],
  [
    'a rejected challenge, which has no code',
    { status: 'failed' },
    { result: 'declined', ...echo },
  ],
])('understands %s', (_, changes, outcome) => {
  const ok = response(200, { ...answer, ...changes });
  expect(authorize.outcome(ok)).toEqual(outcome);
  expect(sync.outcome(ok)).toEqual(outcome);
});

it.each([400, 401, 403, 422])('takes a refusal with %i for a definite no', (status) => {
  const refusal = response(status, { error: { code: 'IR_06', message: 'No' } });
  expect(authorize.outcome(refusal)).toEqual({ result: 'declined', code: 'IR_06', message: 'No' });
  expect(() => sync.outcome(refusal)).toThrow();
});

it('does not take a reference used for another amount for a decline', () => {
  const conflict = response(409, { error: { code: 'DC_09', message: 'Another amount' } });
  expect(() => authorize.outcome(conflict)).toThrow();
});

it('believes that a payment does not exist only from the processor itself', () => {
  const unknown = response(404, { error: { code: 'DC_01', message: 'Payment does not exist' } });
  expect(sync.outcome(unknown)).toEqual({ result: 'not_found' });
  expect(() => authorize.outcome(unknown)).toThrow();
  const elsewhere = response(404, { error: { code: 'IR_02', message: 'Unrecognized' } });
  expect(() => sync.outcome(elsewhere)).toThrow();
  expect(() => sync.outcome({ status: 404, headers: {}, body: 'Not Found' })).toThrow();
});
