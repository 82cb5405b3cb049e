import { createHmac } from 'node:crypto';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { IncomingWebhook } from '#connectors/interface/webhooks.ts';
import { limitOutcome } from '#connectors/outcome-limits.ts';
import { worldpayConnector } from '#connectors/worldpay/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';

const connector = worldpayConnector();
const { authorize, sync } = connector;
const { complete, capture, increment, refund, syncRefund, webhooks } = connector;
const voidPayment = connector.void;
if (!complete || !capture || !voidPayment || !increment) throw new Error('Worldpay can.');
if (!refund || !syncRefund || !webhooks?.verifySignature) throw new Error('Worldpay can.');

const account: ExchangeAccount = anAccountAt('worldpay', {
  credentials: { auth_type: 'SignatureKey', api_key: 'pass_1', key1: 'user_1', api_secret: 'shop' },
  metadata: { merchant_name: 'Example Shop' },
});
const payment = aCharge('worldpay', {
  amountMinor: 12500,
  currency: 'KWD',
  captureMethod: 'manual',
  source: aCard({ expiryMonth: '03', expiryYear: '30' }),
  completeUrl: 'https://switch.example/complete',
});
const { source: _, order: __, completeUrl: ___, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'link+1/=' };
const refunded = {
  reference: 'ref_1',
  connectorName: 'worldpay',
  amountMinor: 12500,
  currency: 'KWD',
  payment: known,
};
const threeDs: Authorization = {
  ...payment,
  order: { ...payment.order, authenticationType: 'three_ds', browser: { userAgent: 'Test/1.0' } },
};

const api = 'https://try.access.worldpay.com/api/payments';
const self = { self: { href: `${api}/link%2B1%2F%3D` } };
const answer = (body: object, status = 201): HttpResponse => ({
  status,
  headers: { 'wp-correlationid': 'corr_1' },
  body: JSON.stringify(body),
});
const actions = (name: string, href: string) => ({
  _actions: { [name]: { href, method: 'POST' } },
});

describe('a request', () => {
  it('a Worldpay request has an idempotency key when it changes something, and none when it asks', () => {
    const capturing = { captureReference: 'pay_1_1_1', captureMinor: 2000, captureNumber: 1 };
    const increased = { ...known, incrementReference: 'pay_1_1_i1', totalMinor: 13000 };
    const changes = [
      authorize.request(payment, account),
      capture.request({ ...known, ...capturing, isFinal: true }, account),
      voidPayment.request(known, account),
      increment.request(increased, account),
      refund.request(refunded, account),
    ];
    expect(changes.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'pay_1_1',
      'capture:pay_1_1_1',
      'pay_1_1_void',
      'pay_1_1_i1',
      'refund:ref_1',
    ]);
    expect(sync.request(known, account).headers).not.toHaveProperty('idempotency-key');
  });

  it('a Worldpay request states amounts in minor units of any currency', () => {
    const { instruction } = bodyOf(authorize.request(payment, account));
    expect(instruction).toMatchObject({
      value: { amount: 12500, currency: 'KWD' },
      settlement: { auto: false },
      paymentInstrument: { expiryDate: { month: 3, year: 2030 } },
    });
    expect(bodyOf(refund.request(refunded, account))).toEqual({
      value: { amount: 12500, currency: 'KWD' },
      reference: 'ref-1',
    });
  });

  it('a Worldpay request uses the entity of the credentials, or the default one', () => {
    expect(bodyOf(authorize.request(payment, account)).merchant).toEqual({ entity: 'shop' });
    const plain = { auth_type: 'BodyKey', api_key: 'pass_1', key1: 'user_1' } as const;
    const request = authorize.request(payment, { ...account, credentials: plain });
    expect(bodyOf(request).merchant).toEqual({ entity: 'default' });
    expect(request.headers.authorization).toBe(`Basic ${btoa('user_1:pass_1')}`);
  });

  it('a Worldpay request without a statement text, or with an unsupported field, is not made', () => {
    const { metadata: _none, ...nameless } = account;
    expect(() => authorize.request(payment, nameless)).toThrow(/merchant_name/);
    const order = { ...payment.order, statementDescriptor: 'Shop 77' };
    const told = bodyOf(authorize.request({ ...payment, order }, nameless));
    expect(told.instruction.narrative).toEqual({ line1: 'Shop 77' });
    const headerKey = { auth_type: 'HeaderKey', api_key: 'key' } as const;
    expect(() => authorize.request(payment, { ...account, credentials: headerKey })).toThrow();
    expect(() => voidPayment.request(reference, account)).toThrow(/not known/);
  });

  it('a challenge that the merchant wants is mandated at Worldpay', () => {
    const wanting = (forcesChallenge: boolean) => {
      const order = { ...threeDs.order, forcesChallenge };
      return bodyOf(authorize.request({ ...threeDs, order }, account)).instruction.threeDS
        .challenge;
    };
    expect(wanting(true).preference).toBe('challengeMandated');
    expect(wanting(false)).not.toHaveProperty('preference');
  });

  it('a Worldpay request stores a card by an agreement, and charges it by one', () => {
    const storing = bodyOf(authorize.request({ ...threeDs, futureUsage: 'off_session' }, account));
    expect(storing.instruction).toMatchObject({
      tokenCreation: { type: 'worldpay' },
      customerAgreement: { type: 'subscription', storedCardUsage: 'first' },
      threeDS: { challenge: { preference: 'challengeMandated' } },
    });
    const href = 'https://try.access.worldpay.com/tokens/token_1';
    const stored = { kind: 'connector_mandate', connectorMandateId: href } as const;
    const agreementOf = (initiator: Authorization['order']['initiator']) =>
      bodyOf(authorize.request({ ...payment, source: stored, order: { initiator } }, account))
        .instruction.customerAgreement;
    expect(agreementOf({ by: 'customer' }).type).toBe('cardOnFile');
    expect(agreementOf({ by: 'merchant' }).type).toBe('subscription');
    expect(agreementOf({ by: 'merchant', why: 'unscheduled' }).type).toBe('unscheduled');
    const byNetwork = { ...threeDs, networkTransactionId: 'net_1' };
    const { instruction } = bodyOf(authorize.request(byNetwork, account));
    expect(instruction.customerAgreement).toEqual({
      type: 'unscheduled',
      schemeReference: 'net_1',
    });
    expect(instruction).not.toHaveProperty('threeDS');
    expect(instruction.paymentInstrument).not.toHaveProperty('cvc');
  });
});

it.each([
  ['with', 'order-77'],
  ['without', undefined],
])('a request to Worldpay is found after a lost answer, %s a reference of the order', (_, own) => {
  const order = { ...payment.order, ...(own !== undefined && { merchantReference: own }) };
  const sent = bodyOf(authorize.request({ ...payment, order }, account));
  const lost = new URL(sync.request(reference, account).url);
  expect(lost.searchParams.get('transactionRef')).toBe(sent.transactionReference);
  expect(lost.searchParams.get('entity')).toBe(sent.merchant.entity);
  // The last event reports a capture and a refund of the whole payment.
  const state = (lastEvent: string) =>
    answer({ lastEvent, ...actions('cancelPayment', `${api}/l_1/cancellations`) }, 200);
  expect(sync.outcome(state('authorized'), reference, account)).toMatchObject({
    result: 'authorized',
    connectorTransactionId: 'l_1',
  });
  expect(sync.outcome(state('sentForSettlement'), known, account)).toMatchObject({
    result: 'captured',
  });
  expect(syncRefund.outcome(state('refunded'), refunded, account)).toMatchObject({
    result: 'succeeded',
    connectorRefundId: 'ref_1',
  });
});

describe('a card in a wallet', () => {
  // The description of the payments API: ApplepayPaymentsInstruction, GooglepayPaymentsInstruction.
  const payload = JSON.stringify({ signature: 'signed', data: 'encrypted' });
  const paidWith = (type: 'apple_pay' | 'google_pay', data: Record<string, unknown>) => ({
    ...payment,
    source: { kind: 'payment_method', method: 'wallet', type, shape: type, data } as const,
  });

  it('a wallet card goes to Worldpay as the wallet has encrypted it', () => {
    const apple = paidWith('apple_pay', { payment_data: Buffer.from(payload).toString('base64') });
    const google = paidWith('google_pay', { tokenization_data: { token: payload } });
    const sent = [apple, google].map((input) => bodyOf(authorize.request(input, account)));
    expect(
      sent.map(({ instruction }) => [instruction.method, instruction.paymentInstrument]),
    ).toEqual(
      ['applepay', 'googlepay'].map((method) => [
        method,
        { type: 'encrypted', walletToken: payload },
      ]),
    );
  });

  it('a wallet card encrypted for another, or not at all, is not sent to Worldpay, and no error repeats it', () => {
    const foreign = { tokenization_data: { token: '{"id":"tok_secret"}' } };
    const decrypted = { payment_data: { application_primary_account_number: '4242424242424242' } };
    for (const input of [paidWith('google_pay', foreign), paidWith('apple_pay', decrypted)]) {
      expect(() => authorize.request(input, account)).toThrow(
        /^(?:This payload of a wallet is not for Worldpay|The wallet has handed over nothing that can be charged)\.$/,
      );
    }
  });
});

describe('the limits of Worldpay', () => {
  // developer.worldpay.com, Formatting.
  const long = `pay_${'x'.repeat(64)}_1`;

  it('a statement text for Worldpay has at most 24 characters', () => {
    const order = { ...payment.order, statementDescriptor: 'A name that is rather too long' };
    const { instruction } = bodyOf(authorize.request({ ...payment, order }, account));
    expect(instruction.narrative.line1).toBe('A name that is rather to');
  });

  it('a reference for Worldpay has at most 64 characters, and the payment is found again by it', () => {
    const sent = bodyOf(authorize.request({ ...payment, reference: long }, account));
    expect(sent.transactionReference).toMatch(/^[0-9a-f]{64}$/);
    const lost = { ...reference, reference: long };
    expect(sync.request(lost, account).url).toContain(
      `transactionRef=${sent.transactionReference}`,
    );
    const body = { outcome: 'authorized', transactionReference: sent.transactionReference };
    expect(authorize.outcome(answer(body), { ...payment, reference: long }, account)).toMatchObject(
      { result: 'authorized' },
    );
    const eventDetails = { type: 'settled', transactionReference: sent.transactionReference };
    expect(webhooks.parse({ headers: {}, body: JSON.stringify({ eventDetails }) })).toEqual([
      { kind: 'nothing' },
    ]);
  });

  it('an amount for Worldpay has its own decimals, in requests and events', () => {
    const krona = { ...payment, amountMinor: 125_000, currency: 'ISK' };
    const { instruction } = bodyOf(authorize.request(krona, account));
    expect(instruction.value).toEqual({ amount: 1250, currency: 'ISK' });
    const half = { ...krona, amountMinor: 125_050 };
    expect(() => authorize.request(half, account)).toThrow(RangeError);
    const eventDetails = {
      type: 'settled',
      transactionReference: 'pay_1_1',
      amount: { value: 1250, currencyCode: 'ISK' },
    };
    expect(webhooks.parse({ headers: {}, body: JSON.stringify({ eventDetails }) })).toMatchObject([
      { outcome: { capturedMinor: 125_000, currency: 'ISK' } },
    ]);
  });
});

it("the issuer's checks of address and cvc reach the merchant from Worldpay", () => {
  // The description of the payments API: RiskFactor.
  const found = (...riskFactors: object[]) =>
    authorize.outcome(
      answer({ outcome: 'authorized', transactionReference: 'pay_1_1', riskFactors }),
      payment,
      account,
    );
  const cvc = { type: 'cvc', risk: 'notMatched' };
  expect(found(cvc, { type: 'avs', risk: 'notChecked', detail: 'postcode' })).toMatchObject({
    paymentChecks: {
      avs_result: { postcode: 'notChecked' },
      card_validation_result: 'notMatched',
    },
  });
  expect(found({ type: 'avs', risk: 'notSupplied' })).toMatchObject({
    paymentChecks: { avs_result: 'notSupplied', card_validation_result: null },
  });
  expect(found()).not.toHaveProperty('paymentChecks');
  expect(found({ type: 'riskProfile', risk: 'notMatched' })).not.toHaveProperty('paymentChecks');
});

describe('3-D Secure', () => {
  const challenged = {
    outcome: '3dsChallenged',
    transactionReference: 'pay_1_1',
    challenge: { reference: 'c_1', url: 'https://bank.example/step-up', jwt: 'jwt_1' },
    ...actions('complete3dsChallenge', `${api}/challenge_1/3dsChallenges`),
  };
  const deviceDataRequired = {
    outcome: '3dsDeviceDataRequired',
    transactionReference: 'pay_1_1',
    deviceDataCollection: { jwt: 'jwt', url: 'https://bank.example/collect', bin: '424242' },
    ...actions('supply3dsDeviceData', `${api}/device_1/3dsDeviceData`),
  };

  // The models DeviceDataRequiredResponse and DeviceDataRequest of
  // apimatic/worldpay-payments-mcp-server sdk/doc/models; the names of the form's fields in
  // Worldpay/Worldpay-Magento2-AW view/frontend/templates/jwtiframe.phtml.
  it('3-D Secure at Worldpay has the device described by a form, whose id comes back', () => {
    expect(authorize.outcome(answer(deviceDataRequired), threeDs, account)).toEqual({
      result: 'challenged',
      deviceForm: {
        url: 'https://bank.example/collect',
        fields: { Bin: '424242', JWT: 'jwt' },
        brings: 'SessionId',
      },
      connectorMetadata: { device: 'device_1' },
      connectorReference: 'corr_1',
    });
    const { deviceDataCollection: _, ...nothing } = deviceDataRequired;
    expect(() => authorize.outcome(answer(nothing), threeDs, account)).toThrow();
  });

  const described = {
    ...reference,
    query: { step: 'device', SessionId: '0_57f063fd' },
    form: {},
    order: payment.order,
    connectorMetadata: { device: 'device_1' },
  };

  it('3-D Secure at Worldpay goes on with the description of the device, and posts the customer to the bank', () => {
    const request = complete.request(described, account);
    expect(request).toMatchObject({ method: 'POST', url: `${api}/device_1/3dsDeviceData` });
    expect(request.headers['idempotency-key']).toBe('pay_1_1_device');
    expect(request).not.toHaveProperty('step');
    expect(bodyOf(request)).toEqual({ collectionReference: '0_57f063fd' });
    expect(complete.outcome(answer(challenged), described, account)).toEqual({
      result: 'challenged',
      redirectForm: { url: 'https://bank.example/step-up', fields: { JWT: 'jwt_1' } },
      connectorMetadata: { challenge: 'challenge_1' },
      connectorReference: 'corr_1',
    });
  });

  it('3-D Secure at Worldpay goes on without a description of the device that did not come', () => {
    const request = complete.request({ ...described, query: { step: 'device' } }, account);
    expect(bodyOf(request)).toEqual({});
  });

  it('3-D Secure at Worldpay takes no page of the device for the answer to the challenge', () => {
    const atTheBank = { ...described, connectorMetadata: { challenge: 'challenge_1' } };
    expect(complete.canAsk?.(atTheBank)).toBe(false);
    expect(complete.canAsk?.({ ...atTheBank, query: {} })).toBe(true);
    expect(complete.canAsk?.({ ...atTheBank, query: {}, form: { a: 'b' } })).toBe(true);
    expect(complete.canAsk?.(described)).toBe(true);
    expect(complete.canAsk?.({ ...described, connectorMetadata: {} })).toBe(false);
  });

  // docs.worldpay.com/access/products/payments/enable-features/3ds-authentication/external-3ds
  it('3-D Secure outside Worldpay is proven to it, and not made again', () => {
    const proven = {
      ...threeDs,
      authenticationData: {
        cryptogram: 'kBNHXUAy4+HT1gAMBSDajheBcxQh',
        electronicCommerceIndicator: '05',
        dsTransactionId: 'b8fb4ecc-7e2e-4b1c-816d-0149849776b8',
        version: '2.2.0',
      },
    };
    expect(bodyOf(authorize.request(proven, account)).instruction.threeDS).toEqual({
      type: 'external',
      version: '2.2.0',
      eci: '05',
      authenticationValue: 'kBNHXUAy4+HT1gAMBSDajheBcxQh',
      dsTransactionId: 'b8fb4ecc-7e2e-4b1c-816d-0149849776b8',
    });
    const source = { kind: 'connector_mandate', connectorMandateId: 'token_1' } as const;
    expect(() => authorize.request({ ...proven, source }, account)).toThrow(/by a card/);
  });

  it('3-D Secure at Worldpay is finished by the id of the challenge, whatever the browser returned', () => {
    const input = {
      ...reference,
      query: {},
      form: { TransactionId: 'forged' },
      order: payment.order,
      connectorMetadata: { challenge: 'challenge_1' },
    };
    const request = complete.request(input, account);
    expect(request.url).toBe(`${api}/challenge_1/3dsChallenges`);
    expect(request).not.toHaveProperty('body');
    const done = answer({ outcome: 'authorized', transactionReference: 'pay_1_1', _links: self });
    expect(complete.outcome(done, input, account)).toMatchObject({
      result: 'authorized',
      connectorTransactionId: 'link+1/=',
    });
    const failed = answer({ outcome: '3dsAuthenticationFailed' });
    expect(complete.outcome(failed, input, account)).toMatchObject({
      result: 'declined',
      attemptStatus: 'authentication_failed',
    });
  });

  it("3-D Secure at Worldpay needs the customer's browser", () => {
    const { order } = payment;
    const without = { ...payment, order: { ...order, authenticationType: 'three_ds' } } as const;
    expect(() => authorize.request(without, account)).toThrow(/browser/);
  });
});

describe('an answer', () => {
  const authorized = { outcome: 'authorized', transactionReference: 'pay_1_1', _links: self };

  it("a Worldpay answer's id is kept in the length that Worldpay writes", () => {
    const long = `${'x'.repeat(500)}+=`;
    const links = { self: { href: `${api}/${encodeURIComponent(long)}` } };
    const read = authorize.outcome(answer({ ...authorized, _links: links }), payment, account);
    expect(limitOutcome(read)).toMatchObject({ connectorTransactionId: long });
    const later = voidPayment.request({ ...known, connectorTransactionId: long }, account);
    expect(later.url).toBe(`${api}/${encodeURIComponent(long)}/cancellations`);
  });

  it('a Worldpay answer with a stored card contains its token and the network’s id', () => {
    const stored = {
      ...authorized,
      token: { href: 'https://try.access.worldpay.com/tokens/token_1' },
      scheme: { reference: 'net_1' },
    };
    expect(authorize.outcome(answer(stored), payment, account)).toMatchObject({
      connectorMandateId: 'https://try.access.worldpay.com/tokens/token_1',
      networkTransactionId: 'net_1',
    });
  });

  it('a Worldpay answer to an amount of 0 has verified the card', () => {
    const nothing = { ...payment, amountMinor: 0 };
    expect(bodyOf(authorize.request(nothing, account)).instruction).not.toHaveProperty(
      'settlement',
    );
    expect(authorize.outcome(answer(authorized), nothing, account)).toMatchObject({
      result: 'captured',
      capturedMinor: 0,
    });
  });

  it.each([
    ['HTML', { ...answer({}), body: '<html></html>' }],
    ['truncated JSON', { ...answer({}), body: '{"outcome": "authorized"' }],
    ['JSON that is nested too deep', { ...answer({}), body: '['.repeat(100) }],
    ['the answer about another payment', answer({ ...authorized, transactionReference: 'pay_2' })],
    ['the outcome of another request', answer({ ...authorized, outcome: 'sentForRefund' })],
    ['a conflict', answer({ errorName: 'conflict', message: 'Already being processed' }, 409)],
    ['a refusal without a name', answer({ message: 'No' }, 400)],
    ['a challenge without its data', answer({ ...authorized, outcome: '3dsChallenged' })],
  ])('a Worldpay answer that is %s is no outcome', (_name, response) => {
    expect(() => authorize.outcome(response, payment, account)).toThrow();
  });

  it('a Worldpay answer with an unknown outcome decides nothing', () => {
    const unknown = answer({ ...authorized, outcome: 'sentForPrayer' });
    expect(authorize.outcome(unknown, payment, account)).toMatchObject({ result: 'unknown' });
  });

  it('a Worldpay answer to a capture, a void or a refund only acknowledges the request', () => {
    const capturing = { captureReference: 'pay_1_1_1', captureMinor: 2000, captureNumber: 1 };
    const input = { ...known, ...capturing, isFinal: true };
    expect(() => capture.outcome(answer(authorized), input, account)).toThrow();
    expect(() => voidPayment.outcome(answer(authorized), known, account)).toThrow();
    expect(() => refund.outcome(answer(authorized), refunded, account)).toThrow();
  });

  it('a refusal by Worldpay names the wrong member, and not its value', () => {
    const wrong = { errorName: 'fieldHasInvalidValue', jsonPath: '$.instruction.cvc' };
    const invalid = { errorName: 'bodyDoesNotMatchSchema', message: 'Invalid' };
    const refusal = answer({ ...invalid, validationErrors: [wrong] }, 400);
    expect(authorize.outcome(refusal, payment, account)).toEqual({
      result: 'declined',
      code: 'bodyDoesNotMatchSchema',
      message: 'Invalid',
      reason: 'fieldHasInvalidValue $.instruction.cvc',
    });
    const twice = answer({ errorName: 'duplicateTransaction', message: 'Duplicate' }, 400);
    expect(authorize.outcome(twice, payment, account)).toMatchObject({ result: 'unknown' });
  });
});

describe('a sync', () => {
  it('a sync at Worldpay uses our reference where the id is unknown, and finds it', () => {
    const { url, headers } = sync.request(reference, account);
    expect(url).toBe(
      'https://try.access.worldpay.com/payments/events?transactionRef=pay_1_1&entity=shop',
    );
    expect(headers).not.toHaveProperty('wp-api-version');
    const links = {
      'payments:settle': { href: 'https://try.access.worldpay.com/payments/settlements/full/l_1' },
      curies: [{ name: 'payments', href: 'https://try.access.worldpay.com/rels/payments/{rel}' }],
    };
    const found = answer({ lastEvent: 'Authorized', _links: links }, 200);
    expect(sync.outcome(found, reference, account)).toEqual({
      result: 'authorized',
      connectorTransactionId: 'l_1',
      lagSeconds: 900,
    });
    const nothing = answer({ errorName: 'notFound', message: 'Not found' }, 404);
    expect(sync.outcome(nothing, reference, account)).toEqual({ result: 'not_found' });
    expect(sync.outcome(nothing, known, account)).toMatchObject({ result: 'declined' });
  });

  it('a sync at Worldpay takes the id of the next possible action', () => {
    const settled = {
      lastEvent: 'Sent for Settlement',
      ...actions('partiallyRefundPayment', `${api}/settled_1/partialRefunds`),
    };
    expect(sync.outcome(answer(settled, 200), known, account)).toEqual({
      result: 'captured',
      connectorTransactionId: 'settled_1',
      lagSeconds: 900,
    });
  });

  it('a sync of a refund at Worldpay is applied when no other refund can be meant', () => {
    expect(syncRefund.canAsk?.(refunded)).toBe(true);
    expect(syncRefund.canAsk?.({ ...refunded, amountMinor: 600 })).toBe(false);
    const read = (lastEvent: string, input = refunded) =>
      syncRefund.outcome(answer({ lastEvent }, 200), input, account);
    expect(read('refunded')).toEqual({ result: 'succeeded', connectorRefundId: 'ref_1' });
    expect(read('sentForRefund')).toEqual({ result: 'pending', connectorRefundId: 'ref_1' });
    expect(() => read('refundFailed')).toThrow();
    expect(() => read('settled')).toThrow();
    const accepted = { ...refunded, connectorRefundId: 'ref_1' };
    expect(read('refundFailed', accepted)).toMatchObject({ result: 'declined' });
  });
});

describe('an event', () => {
  const secret = '5ec2e7';
  const before = 'a1b2c3';
  const amount = { value: 12500, currencyCode: 'KWD' };
  const event = (type: string, more: object = {}): IncomingWebhook => ({
    headers: {},
    body: JSON.stringify({
      eventId: 'event_1',
      eventTimestamp: '2026-01-31T10:00:00Z',
      eventDetails: {
        classification: 'payment',
        transactionReference: 'pay_1_1',
        type,
        amount,
        downstreamReference: '337',
        date: '2026-01-31',
        _links: { payment: { href: '' } },
        ...more,
      },
    }),
  });
  const hmac = (body: string, key: string) =>
    createHmac('sha256', Buffer.from(key, 'hex')).update(body).digest('hex');
  const isGenuine = (
    { body }: IncomingWebhook,
    signature: string,
    webhookSecrets: readonly string[] = [secret],
  ) =>
    webhooks.verifySignature?.(
      { headers: { 'event-signature': signature }, body },
      { ...account, webhookSecrets },
      new Date(),
    );

  it('a Worldpay event is genuine by any of its signatures and any of our secrets', () => {
    const webhook = event('settled');
    const signature = `2/SHA256/${hmac(webhook.body, secret)}`;
    expect(isGenuine(webhook, signature)).toBe(true);
    expect(isGenuine(webhook, signature, ['ffff', secret])).toBe(true);
    expect(isGenuine(webhook, `1/SHA256/${hmac(webhook.body, before)},${signature}`)).toBe(true);
    expect(isGenuine(webhook, signature, [before])).toBe(false);
    expect(isGenuine(webhook, signature, [])).toBe(false);
    expect(isGenuine(webhook, signature, [''])).toBe(false);
    expect(isGenuine(event('refused'), signature)).toBe(false);
    expect(isGenuine(webhook, signature.replace('SHA256', 'NONE'))).toBe(false);
    expect(isGenuine(webhook, '2/SHA256/')).toBe(false);
  });

  it('a Worldpay event returns the state of a payment by our reference', () => {
    const subject = { reference: 'pay_1_1' };
    expect(webhooks.parse(event('authorized', { schemeReference: 'net_1' }))).toEqual([
      {
        kind: 'payment',
        subject,
        outcome: {
          result: 'authorized',
          amountMinor: 12500,
          currency: 'KWD',
          networkTransactionId: 'net_1',
        },
      },
    ]);
    const results = ['settled', 'cancelled', 'expired', 'refused', 'sentForAuthorization'].map(
      (type) => webhooks.parse(event(type))[0],
    );
    expect(results).toMatchObject([
      { outcome: { result: 'captured', capturedMinor: 12500 } },
      { outcome: { result: 'voided' } },
      { outcome: { result: 'expired' } },
      { outcome: { result: 'declined', code: 'refused' } },
      { outcome: { result: 'pending', attemptStatus: 'authorizing' } },
    ]);
  });

  it('a Worldpay event reports a refund by its own reference', () => {
    expect(webhooks.parse(event('sentForRefund', { reference: 'ref-1' }))).toEqual([
      {
        kind: 'refund',
        subject: { reference: 'ref_1' },
        outcome: {
          result: 'pending',
          connectorRefundId: 'ref_1',
          amountMinor: 12500,
          currency: 'KWD',
        },
      },
    ]);
    expect(webhooks.parse(event('refunded', { reference: 'ref-1' }))).toMatchObject([
      { outcome: { result: 'succeeded' } },
    ]);
    const refusal = { code: '5', description: 'Do not honor' };
    const failed = event('refundFailed', { reference: 'ref-1', refund: { refusal } });
    expect(webhooks.parse(failed)).toMatchObject([
      { outcome: { result: 'declined', code: '5', message: 'Do not honor' } },
    ]);
  });

  it('a Worldpay event of a failed settlement fails the capture', () => {
    // developer.worldpay.com, Events: funds have not been transferred.
    expect(webhooks.parse(event('settlementFailed'))).toMatchObject([
      { kind: 'payment', outcome: { result: 'declined', attemptStatus: 'capture_failed' } },
    ]);
  });

  it('a Worldpay event of a chargeback opens a dispute', () => {
    const chargeback = { classification: 'chargeback' };
    expect(webhooks.parse(event('informationRequested', chargeback))).toEqual([
      {
        kind: 'dispute',
        subject: { reference: 'pay_1_1' },
        dispute: {
          connectorDisputeId: 'pay_1_1',
          connectorStatus: 'informationRequested',
          stage: 'pre_dispute',
          status: 'dispute_opened',
          amountMinor: 12500,
          currency: 'KWD',
          updatedAt: '2026-01-31T10:00:00Z',
        },
      },
    ]);
    expect(webhooks.parse(event('chargebackReversed', chargeback))).toMatchObject([
      { kind: 'dispute', dispute: { stage: 'dispute', status: 'dispute_won' } },
    ]);
    const { amount: _none, ...rest } = { ...chargeback, amount: undefined };
    expect(webhooks.parse(event('chargedBack', { ...rest, amount: null }))).toEqual([
      { kind: 'nothing' },
    ]);
  });

  it('a Worldpay event names a refund as it was sent, also one with hyphens and dots of its own', () => {
    for (const reference of ['ref-a_b', 'x_1', 'ref_1', 'ref_1.3LUx', '-_-.', 'a-hb_u.d']) {
      const sent = bodyOf(refund.request({ ...refunded, reference }, account)).reference;
      expect(sent).toMatch(/^[A-Za-z0-9-]+$/);
      expect(webhooks.parse(event('refunded', { reference: sent }))).toMatchObject([
        { subject: { reference } },
      ]);
    }
  });

  it('a Worldpay event about anything else changes nothing', () => {
    const nothing = [{ kind: 'nothing' }];
    expect(webhooks.parse(event('refunded'))).toEqual(nothing);
    expect(webhooks.parse(event('tokenCreated'))).toEqual(nothing);
    expect(webhooks.parse(event('settled', { classification: 'payout' }))).toEqual(nothing);
    const unnamed = event('settled', { transactionReference: undefined });
    expect(webhooks.parse(unnamed)).toEqual(nothing);
  });
});
