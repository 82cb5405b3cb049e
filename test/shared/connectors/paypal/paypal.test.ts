import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';

const connector = paypalConnector();
const { accessToken, authorize, complete, capture, refund, sync, syncRefund } = connector;
const { void: release } = connector;
const { webhooks, registerWebhook } = connector;
if (!accessToken || !complete || !capture || !refund || !syncRefund || !release) {
  throw new Error('PayPal can.');
}
if (!registerWebhook) throw new Error('PayPal takes our address.');
if (!webhooks?.verifyByAsking) throw new Error('PayPal tells what is genuine.');
const { verifyByAsking } = webhooks;

const account: ExchangeAccount = {
  ...anAccountAt('paypal', {
    credentials: {
      auth_type: 'SignatureKey',
      api_key: 'secret',
      key1: 'client',
      api_secret: 'payer',
    },
  }),
  webhookSecrets: ['WEBHOOK1'],
  accessToken: 'A21AA',
};
const payment = aCharge('paypal', {
  currency: 'USD',
  captureMethod: 'manual',
  order: { initiator: { by: 'customer' }, shippingMinor: 500, taxMinor: 40 },
  completeUrl: 'https://switch.example/complete?page_token=t',
  source: { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} },
});
const { source: _, order, completeUrl: __, ...reference } = payment;
const ordered = { ...reference, connectorTransactionId: '5O19' };

it('PayPal issues an access token for credentials in the header only', () => {
  const request = accessToken.request({}, account);
  expect(request.body).toBe('grant_type=client_credentials');
  const { accessToken: ___, ...without } = account;
  expect(() => authorize.request(payment, without)).toThrow(/access token/);
});

it("PayPal gets the payer's id when we act as a partner", () => {
  const { headers } = authorize.request(payment, account);
  const [, claims = ''] = (headers['paypal-auth-assertion'] ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: 'client',
    payer_id: 'payer',
  });
});

it('a payment goes out under the merchant’s own partner code, and under none where the account has none', () => {
  const codeIn = (metadata?: Readonly<Record<string, unknown>>) =>
    authorize.request(payment, { ...account, ...(metadata && { metadata }) }).headers[
      'paypal-partner-attribution-id'
    ];
  expect(codeIn({ partner_attribution_id: 'Shop_Cart_PPCP' })).toBe('Shop_Cart_PPCP');
  for (const metadata of [undefined, {}, { partner_attribution_id: '' }]) {
    expect(codeIn(metadata)).toBeUndefined();
  }
});

it('PayPal gets the parts of an order, whose sum is the amount', () => {
  expect(bodyOf(authorize.request(payment, account))).toMatchObject({
    intent: 'AUTHORIZE',
    purchase_units: [
      {
        amount: {
          value: '65.40',
          breakdown: {
            item_total: { value: '60.00' },
            shipping: { value: '5.00' },
            tax_total: { value: '0.40' },
          },
        },
      },
    ],
    payment_source: { paypal: { experience_context: { return_url: payment.completeUrl } } },
  });
});

describe('a customer who comes back', () => {
  const back = { ...ordered, query: { token: '5O19', PayerID: 'x' }, form: {}, order };
  const authenticated = (result: object) =>
    complete.outcome(
      answer({ payment_source: { card: { authentication_result: result } } }),
      back,
      account,
    );

  it('a customer who comes back has the PayPal order authorized once the bank has authenticated the customer', () => {
    const first = complete.request(back, account);
    expect(first).toMatchObject({ method: 'GET', step: 'authentication' });
    for (const result of [
      {},
      { liability_shift: 'POSSIBLE' },
      { liability_shift: 'possible' },
      { liability_shift: 'NO', three_d_secure: { enrollment_status: 'N' } },
    ]) {
      const reading = authenticated(result);
      if (!('next' in reading)) throw new Error('It was not authorized.');
      expect(reading.next.url).toMatch(/v2\/checkout\/orders\/5O19\/authorize$/);
    }
  });

  it('a customer whom the bank does not authenticate is declined', () => {
    for (const result of [
      { liability_shift: 'UNKNOWN' },
      { liability_shift: 'NO', three_d_secure: { enrollment_status: 'Y' } },
    ]) {
      expect(authenticated(result)).toEqual({
        result: 'declined',
        attemptStatus: 'authentication_failed',
      });
    }
  });

  it('a customer who comes back too early, or twice, decides nothing', () => {
    const reading = authenticated({});
    if (!('next' in reading)) throw new Error('It was not authorized.');
    for (const issue of ['ORDER_NOT_APPROVED', 'ORDER_ALREADY_AUTHORIZED']) {
      const refusal = { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue }] };
      expect(() => reading.outcome(answer(refusal, 422))).toThrow();
    }
  });
});

describe("PayPal's own window", () => {
  const { openWalletSession } = connector;
  if (!openWalletSession) throw new Error('PayPal makes orders.');
  const wanted = { ...reference, wallet: 'paypal', order } as const;
  const requestIdOf = (input: Parameters<typeof openWalletSession.request>[0]) =>
    openWalletSession.request(input, account).headers['paypal-request-id'] ?? '';

  it("PayPal's own window opens with an order that charges nothing", () => {
    const request = openWalletSession.request(wanted, account);
    expect(request).toMatchObject({ method: 'POST', url: expect.stringMatching(/orders$/) });
    const body = bodyOf(request);
    expect(body).toMatchObject({
      intent: 'AUTHORIZE',
      purchase_units: [{ reference_id: 'pay_1_1', amount: { value: '65.40' } }],
    });
    expect(body).not.toHaveProperty('payment_source');
    expect(
      openWalletSession.outcome(answer({ id: '5O19', status: 'CREATED' }, 201), wanted, account),
    ).toEqual({ result: 'opened', sessionToken: '5O19', connectorTransactionId: '5O19' });
  });

  it("PayPal's own window requests the same order under the same id, which has room for the longest reference", () => {
    const again = requestIdOf({ ...wanted });
    expect(again).toBe(requestIdOf(wanted));
    expect(again).not.toBe(requestIdOf({ ...wanted, amountMinor: 6_541 }));
    expect(again).not.toBe(requestIdOf({ ...wanted, reference: 'pay_2_1' }));
    expect(requestIdOf({ ...wanted, reference: 'p'.repeat(70) }).length).toBeLessThanOrEqual(108);
  });

  it("PayPal's own window is not opened when PayPal refuses the order", () => {
    const refusal = { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue: 'X' }] };
    expect(openWalletSession.outcome(answer(refusal, 422), wanted, account)).toMatchObject({
      result: 'declined',
      code: 'X',
    });
    expect(() => openWalletSession.outcome(answer({}), wanted, account)).toThrow();
  });

  const approved: Authorization = {
    ...payment,
    source: { ...payment.source, shape: 'paypal_sdk', data: { token: '5O19' } },
    connectorMetadata: { wallet_order: '5O19' },
  } as Authorization;
  const amount = { currency_code: 'USD', value: '65.40' };
  const standing = (changes: object = {}) =>
    answer({
      id: '5O19',
      status: 'APPROVED',
      intent: 'AUTHORIZE',
      purchase_units: [{ amount }],
      ...changes,
    });
  const reading = (changes: object = {}, input = approved) =>
    authorize.outcome(standing(changes), input, account);

  it("PayPal's own window charges the customer's approval, after the order was stored", () => {
    expect(authorize.request(approved, account)).toMatchObject({
      method: 'GET',
      url: expect.stringMatching(/orders\/5O19$/),
      step: 'order',
    });
    const next = reading();
    if (!('next' in next)) throw new Error('It was not charged.');
    expect(next.keep).toEqual({ connectorTransactionId: '5O19' });
    expect(next.next).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(/orders\/5O19\/authorize$/),
      headers: { 'paypal-request-id': 'pay_1_1' },
    });
    const authorizations = [{ id: 'A1', status: 'CREATED', amount }];
    const done = {
      status: 'COMPLETED',
      purchase_units: [{ amount, payments: { authorizations } }],
    };
    const expected = { result: 'authorized', connectorTransactionId: '5O19', amountMinor: 6_540 };
    expect(next.outcome(standing(done))).toMatchObject(expected);
    // The page may have done it already.
    expect(reading(done)).toMatchObject(expected);
  });

  it("PayPal's own window is captured when the payment is", () => {
    const next = reading({ intent: 'CAPTURE' }, { ...approved, captureMethod: 'automatic' });
    if (!('next' in next)) throw new Error('It was not charged.');
    expect(next.next.url).toMatch(/orders\/5O19\/capture$/);
  });

  it.each([
    ['ORDER_NOT_APPROVED', { status: 'CREATED' }],
    ['ORDER_NOT_APPROVED', { status: 'PAYER_ACTION_REQUIRED' }],
    ['ORDER_NOT_APPROVED', { status: 'VOIDED' }],
    ['ORDER_OF_ANOTHER_PAYMENT', { id: '6P20' }],
    ['ORDER_OUTDATED', { intent: 'CAPTURE' }],
    ['ORDER_OUTDATED', { purchase_units: [{ amount: { ...amount, value: '0.01' } }] }],
    ['ORDER_OUTDATED', { purchase_units: [{ amount: { ...amount, currency_code: 'EUR' } }] }],
    ['ORDER_OUTDATED', { purchase_units: [] }],
  ])("PayPal's own window charges nothing, and returns the reason: %s, %j", (code, changes) => {
    expect(reading(changes)).toEqual({ result: 'declined', code, message: expect.any(String) });
  });

  it("PayPal's own window charges no order for a payment that has none, and none that PayPal does not know", () => {
    const { connectorMetadata: ____, ...without } = approved;
    expect(reading({}, without)).toMatchObject({ code: 'ORDER_OF_ANOTHER_PAYMENT' });
    const unknown = answer({ name: 'RESOURCE_NOT_FOUND', message: 'No such order' }, 404);
    expect(authorize.outcome(unknown, approved, account)).toMatchObject({ result: 'declined' });
  });

  it('a PayPal window payment with a lost answer is found by its order', () => {
    const known = { ...ordered, connectorMetadata: { wallet_order: '5O19' } };
    expect(sync.request(known, account).url).toMatch(/v2\/checkout\/orders\/5O19$/);
  });
});

it('PayPal captures, releases and refunds by the ids that it had returned', () => {
  const reserved = {
    ...ordered,
    connectorMetadata: { psync_flow: 'AUTHORIZE', authorize_id: 'A1' },
  };
  const part = {
    captureReference: 'pay_1_1_1',
    captureMinor: 100,
    captureNumber: 1,
    isFinal: true,
  };
  const taken = capture.request({ ...reserved, ...part }, account);
  expect(taken.headers['paypal-request-id']).toBe('pay_1_1_1');
  const captured = capture.outcome(
    answer({ id: 'C1', status: 'COMPLETED', amount: { currency_code: 'USD', value: '1.00' } }, 201),
    { ...reserved, ...part },
    account,
  );
  expect(captured).toMatchObject({
    result: 'captured',
    capturedMinor: 100,
    connectorCaptureId: 'C1',
    connectorMetadata: { psync_flow: 'CAPTURE', authorize_id: 'A1', capture_id: 'C1' },
  });
  expect(release.outcome({ status: 204, headers: {}, body: '' }, reserved, account)).toEqual({
    result: 'voided',
  });
  const given = { reference: 'ref_1', connectorName: 'paypal', amountMinor: 1, currency: 'USD' };
  expect(
    refund.request({ ...given, payment: reserved, connectorCaptureId: 'C1' }, account).url,
  ).toMatch(/captures\/C1\/refund$/);
  expect(() => refund.request({ ...given, payment: reserved }, account)).toThrow();
});

describe('a refund whose answer was lost', () => {
  const lost = { reference: 'ref_1', connectorName: 'paypal', amountMinor: 100, currency: 'USD' };
  const input = { ...lost, payment: ordered };
  const amount = { currency_code: 'USD', value: '1.00' };
  const orderWith = (refunds: readonly object[]) =>
    answer({ id: '5O19', status: 'COMPLETED', purchase_units: [{ payments: { refunds } }] });

  it('a PayPal refund carries our reference, which no other program’s refund has', () => {
    const request = refund.request({ ...input, connectorCaptureId: 'C1' }, account);
    expect(bodyOf(request)).toEqual({ amount, custom_id: 'refund:ref_1' });
  });

  it('a PayPal refund with a lost answer is found among those of its order', () => {
    expect(syncRefund.canAsk?.(input)).toBe(true);
    expect(syncRefund.request(input, account).url).toMatch(/v2\/checkout\/orders\/5O19$/);
    const others = [
      { id: 'R0', status: 'A_NEW_WORD', amount, custom_id: 'ref_1' },
      { id: 'R2', status: 'COMPLETED', amount, custom_id: 'refund:ref_2' },
    ];
    const ours = { id: 'R1', status: 'COMPLETED', amount, custom_id: 'refund:ref_1' };
    expect(syncRefund.outcome(orderWith([...others, ours]), input, account)).toEqual({
      result: 'succeeded',
      connectorRefundId: 'R1',
      amountMinor: 100,
      currency: 'USD',
    });
    for (const refunds of [others, []]) {
      expect(syncRefund.outcome(orderWith(refunds), input, account)).toEqual({
        result: 'not_found',
      });
    }
  });

  it('a PayPal refund whose answer was lost is completed by its webhook', () => {
    const subjectOf = (custom_id: string) => {
      const event_type = 'PAYMENT.CAPTURE.REFUNDED';
      const event = { event_type, resource: { id: 'R1', amount, custom_id } };
      return webhooks.parse({ headers: {}, body: JSON.stringify(event) });
    };
    expect(subjectOf('refund:ref_1')).toMatchObject([
      { subject: { reference: 'ref_1', connectorId: 'R1' } },
    ]);
    expect(subjectOf('order_1')).toMatchObject([{ subject: { connectorId: 'R1' } }]);
  });
});

it('a PayPal payment is synced at the resource that has its state', () => {
  const urlOf = (connectorMetadata: Record<string, string>) =>
    sync.request({ ...ordered, connectorMetadata }, account).url;
  expect(urlOf({ psync_flow: 'CAPTURE', capture_id: 'C1' })).toMatch(/captures\/C1$/);
  expect(urlOf({ psync_flow: 'AUTHORIZE', authorize_id: 'A1' })).toMatch(/authorizations\/A1$/);
  expect(urlOf({})).toMatch(/orders\/5O19$/);
  expect(sync.canAsk?.(reference)).toBe(false);
});

describe('a webhook', () => {
  const body = '{"event_type": "PAYMENT.CAPTURE.REFUNDED", "resource": {"id":"R1"} }';
  const headers = { 'paypal-transmission-id': 't1', 'paypal-auth-algo': 'SHA256withRSA' };

  it('a PayPal webhook is verified by PayPal with its exact bytes, and the id of the account’s webhook', () => {
    const asked = verifyByAsking.request({ headers, body }, account);
    expect(asked.body).toContain(`"webhook_event":${body}}`);
    expect(bodyOf(asked)).toMatchObject({ webhook_id: 'WEBHOOK1', transmission_id: 't1' });
    const verdict = (word: string) =>
      verifyByAsking.outcome(answer({ verification_status: word }), { headers, body }, account);
    expect(verdict('SUCCESS')).toEqual({ result: 'verified' });
    expect(verdict('FAILURE')).toEqual({ result: 'forged' });
    expect(() => verdict('PERHAPS')).toThrow();
    const { webhookSecrets: ___, ...without } = account;
    expect(() => verifyByAsking.request({ headers, body }, without)).toThrow();
    expect(() => verifyByAsking.request({ headers, body: '{"a":1}, {' }, account)).toThrow();
  });

  it('a PayPal webhook reports a refund by its id', () => {
    expect(webhooks.parse({ headers, body })).toEqual([
      {
        kind: 'refund',
        subject: { connectorId: 'R1' },
        outcome: { result: 'succeeded', connectorRefundId: 'R1' },
      },
    ]);
  });
});

describe('our address for webhooks', () => {
  const url = 'https://switch.example/webhooks/shop/mca_1';
  const input = { reference: 'one', url };
  const outcomeOf = (response: HttpResponse) => registerWebhook.outcome(response, input, account);

  it('a webhook URL is registered at PayPal for all events, and its id verifies the events', () => {
    const request = registerWebhook.request(input, account);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://api-m.sandbox.paypal.com/v1/notifications/webhooks',
      headers: { 'paypal-request-id': 'one' },
    });
    expect(bodyOf(request)).toEqual({ url, event_types: [{ name: '*' }] });
    const made = answer({ id: '0EH40505U7160970P', url, event_types: [{ name: '*' }] }, 201);
    expect(outcomeOf(made)).toEqual({
      result: 'registered',
      connectorWebhookId: '0EH40505U7160970P',
      secret: '0EH40505U7160970P',
    });
  });

  it('a webhook URL registered at PayPal already is found', () => {
    const name = 'WEBHOOK_URL_ALREADY_EXISTS';
    const reading = outcomeOf(answer({ name, message: 'Webhook URL already exists' }, 400));
    if (!('next' in reading)) throw new Error('It was not looked for.');
    expect(reading.next).toMatchObject({
      method: 'GET',
      url: 'https://api-m.sandbox.paypal.com/v1/notifications/webhooks',
    });
    const others = [{ id: 'other', url: 'https://shop.example/hook' }];
    const listed = answer({ webhooks: [...others, { id: 'ours', url }] });
    expect(reading.outcome(listed)).toMatchObject({ result: 'registered', secret: 'ours' });
    const elsewhere = reading.outcome(answer({ webhooks: others }));
    expect(elsewhere).toMatchObject({ result: 'declined', code: name });
  });

  it('a webhook URL is not registered when PayPal refuses it, or answers something else', () => {
    const name = 'WEBHOOK_NUMBER_LIMIT_EXCEEDED';
    const refused = answer({ name, message: 'Webhook number limit exceeded' }, 400);
    expect(outcomeOf(refused)).toMatchObject({ result: 'declined', code: name });
    expect(() => outcomeOf(answer({ url }, 201))).toThrow();
    expect(() => outcomeOf(answer({ id: '', url }, 201))).toThrow();
  });
});

it('a month of one digit is written with two, as PayPal describes an expiry', () => {
  const source = aCard({ expiryMonth: '3', expiryYear: '30' });
  const { body = '' } = authorize.request(aCharge('paypal', { source }), account);
  expect(JSON.parse(body).payment_source.card.expiry).toBe('2030-03');
});
