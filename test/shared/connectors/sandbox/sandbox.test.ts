import type { Credentials } from '#connectors/interface/exchange.ts';
import type { Authorization, Capture, PaymentOutcome } from '#connectors/interface/payments.ts';
import type { RefundOutcome, RefundReference } from '#connectors/interface/refunds.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { aboutSandbox } from '#connectors/sandbox/about.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { accountWith, bareOrder } from '../../../support/processors/an-exchange.ts';

const key: Credentials = { auth_type: 'HeaderKey', api_key: 'test_key' };
const account = accountWith(key, 'https://sandbox.example/base/');
const typed = {
  number: '4242424242424242',
  expiryMonth: '10',
  expiryYear: '2035',
  cvc: '123',
  holderName: 'Joseph Doe',
};
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'fauxpay',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'manual',
  order: bareOrder,
  source: { kind: 'card', card: typed },
  returnUrl: 'https://switch.example/back',
  notificationUrl: 'https://switch.example/news',
};

const connector = connectorNamed('fauxpay');
if (!connector) throw new Error('fauxpay is missing.');
const { authorize, sync, capture, void: release, voidCaptured, refund, syncRefund } = connector;
if (!capture || !release || !voidCaptured || !refund || !syncRefund) {
  throw new Error('fauxpay cannot do everything.');
}

it('the sandbox connector has the seven names of the test processors', () => {
  expect(aboutSandbox.map(({ name }) => name).sort()).toEqual([
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

it('the sandbox connector requests a charge under our reference', () => {
  const { body, ...request } = authorize.request(payment, account);
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
    notification_url: 'https://switch.example/news',
  });
});

it('the sandbox connector requests webhooks that repeat answers when the account has webhooks', () => {
  const asked = (access: typeof account) =>
    JSON.parse(authorize.request(payment, access).body ?? '').repeat_answers;
  expect([asked(account), asked({ ...account, hasWebhooks: true })]).toEqual([undefined, true]);
});

it('the sandbox connector leaves out fields without a value', () => {
  const { number, expiryMonth, expiryYear } = typed;
  const {
    returnUrl: _,
    notificationUrl: __,
    ...bare
  } = {
    ...payment,
    source: { kind: 'card' as const, card: { number, expiryMonth, expiryYear } },
  };
  const body = JSON.parse(authorize.request(bare, account).body ?? '');
  expect(body).not.toHaveProperty('return_url');
  expect(body).not.toHaveProperty('notification_url');
  expect(body.card).toEqual({ number, expiry_month: '10', expiry_year: '2035' });
});

it('the sandbox connector syncs a payment by our reference, without card data', () => {
  expect(sync.request(payment, account)).toEqual({
    method: 'GET',
    url: 'https://sandbox.example/base/payments/pay_1_1',
    headers: { 'api-key': 'test_key' },
  });
});

it('the sandbox connector refuses credentials of another kind, and a missing sandbox', () => {
  const body: Credentials = { auth_type: 'BodyKey', api_key: 'a', key1: 'b' };
  for (const { request } of [authorize, sync]) {
    expect(() => request(payment, { ...account, credentials: body })).toThrow();
    expect(() => request(payment, { ...account, urls: {} })).toThrow();
  }
});

const aCapture: Capture = {
  ...payment,
  captureReference: 'pay_1_1_1',
  captureMinor: 600,
  captureNumber: 1,
  isFinal: true,
};
const aRefund: RefundReference = {
  reference: 'ref_1',
  connectorName: 'fauxpay',
  amountMinor: 600,
  currency: 'USD',
  payment,
};

it('the sandbox connector requests captures, voids and refunds under our references, without card data', () => {
  const base = 'https://sandbox.example/base/payments/pay_1_1';
  const put = (url: string, body: object) => ({
    method: 'PUT',
    url,
    headers: { 'api-key': 'test_key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(capture.request(aCapture, account)).toEqual(
    put(`${base}/captures/pay_1_1_1`, { amount: 600 }),
  );
  expect(release.request(payment, account)).toEqual(put(`${base}/void`, { after_capture: false }));
  expect(voidCaptured.request(payment, account)).toEqual(
    put(`${base}/void`, { after_capture: true }),
  );
  expect(refund.request(aRefund, account)).toEqual(put(`${base}/refunds/ref_1`, { amount: 600 }));
  expect(syncRefund.request(aRefund, account)).toEqual({
    method: 'GET',
    url: `${base}/refunds/ref_1`,
    headers: { 'api-key': 'test_key' },
  });
});

it('one test card is sent to a host that does not exist', () => {
  const means = { kind: 'card', card: { ...typed, number: '4000000000004954' } } as const;
  const { url } = authorize.request({ ...payment, source: means }, account);
  expect(new URL(url).hostname).toMatch(/\.invalid$/);
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
])('the sandbox connector reads %s', (_, changes, outcome) => {
  const ok = response(200, { ...answer, ...changes });
  expect(authorize.outcome(ok, payment, account)).toEqual(outcome);
  expect(sync.outcome(ok, payment, account)).toEqual(outcome);
});

it.each([400, 401, 403, 422])(
  'the sandbox connector reads a refusal with %i as a definite decline',
  (status) => {
    const refusal = response(status, { error: { code: 'IR_06', message: 'No' } });
    expect(authorize.outcome(refusal, payment, account)).toEqual({
      result: 'declined',
      code: 'IR_06',
      message: 'No',
    });
    expect(() => sync.outcome(refusal, payment, account)).toThrow();
  },
);

it('the sandbox connector does not read a reference used for another amount as a decline', () => {
  const conflict = response(409, { error: { code: 'DC_09', message: 'Another amount' } });
  expect(() => authorize.outcome(conflict, payment, account)).toThrow();
});

it('the sandbox connector accepts that a payment does not exist only from the processor itself', () => {
  const unknown = response(404, { error: { code: 'DC_01', message: 'Payment does not exist' } });
  expect(sync.outcome(unknown, payment, account)).toEqual({ result: 'not_found' });
  expect(() => authorize.outcome(unknown, payment, account)).toThrow();
  const elsewhere = response(404, { error: { code: 'IR_02', message: 'Unrecognized' } });
  expect(() => sync.outcome(elsewhere, payment, account)).toThrow();
  expect(() =>
    sync.outcome({ status: 404, headers: {}, body: 'Not Found' }, payment, account),
  ).toThrow();
});

const part = { id: 'cap_1', reference: 'pay_1_1_1', amount: 600, status: 'charged' };
const booked = [
  { reference: 'pay_1_1_1', connectorCaptureId: 'cap_1', amountMinor: 600, status: 'charged' },
] as const;

it.each<[string, object, PaymentOutcome]>([
  [
    'a part that was captured',
    { status: 'partly_captured', amount_captured: 600, captures: [part] },
    { result: 'captured', capturedMinor: 600, ...echo, captures: booked },
  ],
  [
    'a capture that gave up the rest',
    { status: 'succeeded', amount_captured: 600, captures: [part] },
    { result: 'captured', capturedMinor: 600, ...echo, captures: booked },
  ],
  [
    'a void beside a capture',
    { status: 'voided', amount_captured: 600, captures: [part] },
    { result: 'voided', ...echo, captures: booked },
  ],
  [
    'a void after the capture',
    { status: 'voided_after_capture', captures: [] },
    { result: 'voided_after_capture', ...echo, captures: [] },
  ],
])('the sandbox connector reads %s', (_, changes, outcome) => {
  const ok = response(200, { ...answer, ...changes });
  for (const exchange of [sync, release, voidCaptured]) {
    expect(exchange.outcome(ok, payment, account)).toEqual(outcome);
  }
});

describe('the answer to a capture', () => {
  const taken = {
    ...part,
    currency: 'USD',
    error: null,
    payment: { ...answer, status: 'partly_captured', amount_captured: 600, captures: [part] },
  };

  it('the answer to a sandbox capture describes the capture', () => {
    expect(capture.outcome(response(200, taken), aCapture, account)).toEqual({
      result: 'captured',
      capturedMinor: 600,
      ...echo,
      amountMinor: 600,
      captures: booked,
    });
  });

  it('the answer to a sandbox capture reports that the capture was declined', () => {
    const error = { code: 'DC_08', message: 'Capture declined' };
    const payment = { ...answer, status: 'authorized', captures: [] };
    const no = { ...taken, status: 'failed', error, payment };
    expect(capture.outcome(response(200, no), aCapture, account)).toMatchObject({
      result: 'declined',
      ...error,
    });
  });
});

const refunded = {
  id: 'dummy_ref_1',
  reference: 'ref_1',
  payment: 'pay_1_1',
  amount: 600,
  currency: 'USD',
  status: 'succeeded',
  error: null,
};
const refundEcho = { connectorRefundId: 'dummy_ref_1', amountMinor: 600, currency: 'USD' };

it.each<[string, object, RefundOutcome]>([
  ['a refund', {}, { result: 'succeeded', ...refundEcho }],
  ['a refund on its way', { status: 'pending' }, { result: 'pending', ...refundEcho }],
  [
    'a refund that was declined',
    { status: 'failed', error: { code: 'DC_08', message: 'No' } },
    { result: 'declined', code: 'DC_08', message: 'No', ...refundEcho },
  ],
])('the sandbox connector reads %s', (_, changes, outcome) => {
  const ok = response(200, { ...refunded, ...changes });
  expect(refund.outcome(ok, aRefund, account)).toEqual(outcome);
  expect(syncRefund.outcome(ok, aRefund, account)).toEqual(outcome);
});

describe('a refusal of an operation on a payment', () => {
  const asking = {
    capture: (answered: HttpResponse) => capture.outcome(answered, aCapture, account),
    void: (answered: HttpResponse) => release.outcome(answered, payment, account),
    voidCaptured: (answered: HttpResponse) => voidCaptured.outcome(answered, payment, account),
    refund: (answered: HttpResponse) => refund.outcome(answered, aRefund, account),
  };
  const error = (code: string) => ({ error: { code, message: 'No' } });

  it.each(Object.entries(asking))('a sandbox refusal is a definite decline: %s', (_, outcome) => {
    for (const status of [400, 401, 403, 422]) {
      expect(outcome(response(status, error('DC_12')))).toEqual({
        result: 'declined',
        code: 'DC_12',
        message: 'No',
      });
    }
    expect(outcome(response(404, error('DC_01')))).toMatchObject({ result: 'declined' });
  });

  it.each(Object.entries(asking))('a refusal by another server is no decline: %s', (_, outcome) => {
    expect(() => outcome(response(404, error('IR_02')))).toThrow();
    expect(() => outcome(response(409, error('DC_10')))).toThrow();
    expect(() => outcome({ status: 404, headers: {}, body: 'Not Found' })).toThrow();
    expect(() => outcome({ status: 200, headers: {}, body: '<html>' })).toThrow();
  });

  it('a sandbox refusal decides nothing about a refund that is synced', () => {
    expect(syncRefund.outcome(response(404, error('DC_05')), aRefund, account)).toEqual({
      result: 'not_found',
    });
    for (const [status, code] of [
      [404, 'IR_02'],
      [404, 'DC_01'],
      [401, 'IR_01'],
    ] as const) {
      expect(() => syncRefund.outcome(response(status, error(code)), aRefund, account)).toThrow();
    }
  });
});
