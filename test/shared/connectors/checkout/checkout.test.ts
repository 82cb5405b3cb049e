import { createHmac } from 'node:crypto';
import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Capture } from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

const connector = checkoutConnector();
const { authorize, sync, capture, refund, syncRefund, webhooks } = connector;
const { acceptDispute, submitEvidence, uploadEvidenceFile, listDisputes } = connector;
if (!capture || !refund || !syncRefund || !webhooks?.verifySignature) throw new Error('It can.');
if (!acceptDispute || !submitEvidence || !uploadEvidenceFile) throw new Error('It can.');
if (!listDisputes) throw new Error('It can.');
const { verifySignature } = webhooks;

const account: ExchangeAccount = anAccountAt('checkout', {
  credentials: { auth_type: 'SignatureKey', api_key: 'pk', key1: 'pc_1', api_secret: 'sk_secret' },
});
const card = { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', cvc: '737' };
const payment = aCharge('checkout', {
  currency: 'KWD',
  captureMethod: 'manual_multiple',
  returnUrl: 'https://switch.example/back?page_token=t',
  source: { kind: 'card', card },
});
const { source: _, order: __, returnUrl: ___, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'pay_x' };
const part: Capture = {
  ...known,
  captureReference: 'pay_1_1_1',
  captureMinor: 1000,
  captureNumber: 1,
  isFinal: false,
};
const refundOf = (reference: string) => ({
  reference,
  connectorName: 'checkout',
  amountMinor: 100,
  currency: 'KWD',
  payment: known,
});
const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: {},
  body: body === undefined ? '' : JSON.stringify(body),
});

it('Checkout.com gets an idempotency key with every request that moves money, and queries carry the page token', () => {
  const charge = authorize.request(payment, account);
  expect(charge.headers).toMatchObject({ 'cko-idempotency-key': 'pay_1_1' });
  expect(bodyOf(charge)).toMatchObject({
    capture: false,
    success_url: 'https://switch.example/back?page_token=t&status=success',
  });
  expect(capture.request(part, account).headers['cko-idempotency-key']).toBe('capture:pay_1_1_1');
});

it('Checkout.com captures several times, the last one as final', () => {
  expect(bodyOf(capture.request(part, account)).capture_type).toBe('NonFinal');
  expect(bodyOf(capture.request({ ...part, isFinal: true }, account)).capture_type).toBe('Final');
});

it('a Checkout.com payment with several captures lists each', () => {
  expect(sync.request(known, account).url).toMatch(/payments\/pay_x\/actions$/);
  const actions = answer(200, [
    { id: 'act_0', type: 'Authorization', approved: true, amount: 6540 },
    { id: 'act_1', type: 'Capture', approved: true, amount: 1000 },
    { id: 'act_2', type: 'Capture', approved: null, amount: 500 },
  ]);
  expect(sync.outcome(actions, known, account)).toEqual({
    result: 'captured',
    capturedMinor: 1000,
    connectorTransactionId: 'pay_x',
    captures: [
      { connectorCaptureId: 'act_1', amountMinor: 1000, status: 'charged' },
      { connectorCaptureId: 'act_2', amountMinor: 500, status: 'pending' },
    ],
  });
});

it('a capture, a void or a refund that Checkout.com has accepted stays pending', () => {
  // checkout.com/docs, Capture, Refund and Void a payment: 202, and a webhook reports the result.
  const accepted = answer(202, { action_id: 'act_1', reference: 'pay_1_1' });
  expect(capture.outcome(accepted, part, account)).toMatchObject({
    result: 'pending',
    connectorCaptureId: 'act_1',
  });
  const given = { ...refundOf('ref_1'), amountMinor: 1000 };
  expect(refund.outcome(accepted, given, account)).toEqual({
    result: 'pending',
    connectorRefundId: 'act_1',
  });
  expect(connector.void?.outcome(accepted, known, account)).toEqual({ result: 'pending' });
});

describe('a sync of an authorization that is captured once', () => {
  const once = { ...known, captureMethod: 'manual' } as const;
  const authorized = answer(200, {
    id: 'pay_x',
    status: 'Authorized',
    amount: 6540,
    currency: 'KWD',
    scheme_id: 'net_1',
  });
  const afterActions = (...actions: object[]) => {
    const reading = sync.outcome(authorized, once, account);
    if (!('next' in reading)) throw new Error('The actions were not asked for.');
    expect(reading.next.url).toMatch(/payments\/pay_x\/actions$/);
    const approved = { id: 'act_0', type: 'Authorization', approved: true, amount: 6540 };
    return reading.outcome(answer(200, [...actions, approved]));
  };

  it('a sync of a once-captured authorization reads the refusal of a capture from its actions', () => {
    const refused = { id: 'act_1', type: 'Capture', approved: false, amount: 1000 };
    expect(afterActions(refused)).toMatchObject({
      result: 'authorized',
      captures: [{ connectorCaptureId: 'act_1', amountMinor: 1000, status: 'failed' }],
    });
  });

  it('a sync of a once-captured authorization leaves a void without a decision open', () => {
    expect(afterActions({ id: 'act_1', type: 'Void' })).toMatchObject({ result: 'pending' });
  });

  it("a sync of a once-captured authorization keeps the payment's own report", () => {
    expect(afterActions()).toMatchObject({
      result: 'authorized',
      amountMinor: 6540,
      networkTransactionId: 'net_1',
      captures: [],
    });
  });

  it('a sync of a once-captured authorization expires it when Checkout.com does', () => {
    const expired = answer(200, { id: 'pay_x', status: 'Expired' });
    expect(sync.outcome(expired, once, account)).toMatchObject({ result: 'expired' });
  });
});

it('a charge whose capture was refused afterwards has failed', () => {
  const charged = { ...known, captureMethod: 'automatic' } as const;
  const payment = (actions: object[]) =>
    answer(200, { id: 'pay_x', status: 'Authorized', amount: 6540, currency: 'KWD', actions });
  const [approved, refused] = ['10000', '20051'].map((code) => ({
    id: 'act_1',
    type: 'Capture',
    response_code: code,
    response_summary: 'Said so',
  }));
  expect(sync.outcome(payment([refused ?? {}]), charged, account)).toMatchObject({
    result: 'declined',
    attemptStatus: 'capture_failed',
    code: '20051',
  });
  expect(sync.outcome(payment([approved ?? {}]), charged, account)).toMatchObject({
    result: 'captured',
  });
});

it('a declined payment that is asked for says why by its newest action', () => {
  // Active Merchant, checkout_v2.rb: error_code_from reads actions[0].
  const reason = { response_code: '20051', response_summary: 'Insufficient Funds' };
  const actions = [
    { id: 'act_2', type: 'Authorization', ...reason },
    { id: 'act_1', type: 'Authorization', response_code: '20005' },
  ];
  const declined = answer(200, {
    id: 'pay_x',
    status: 'Declined',
    actions,
    processing: { partner_merchant_advice_code: '24' },
  });
  const once = { ...known, captureMethod: 'manual' } as const;
  expect(sync.outcome(declined, once, account)).toMatchObject({
    result: 'declined',
    code: '20051',
    message: 'Insufficient Funds',
    networkAdviceCode: '24',
  });
});

it('an authorization of a part, which the merchant allowed, says how much was authorized', () => {
  const part = { id: 'pay_x', status: 'Authorized', amount: 5000, amount_requested: 6540 };
  const read = authorize.outcome(answer(201, { ...part, currency: 'KWD' }), payment, account);
  expect(read).toMatchObject({ result: 'authorized', amountMinor: 6540, authorizedMinor: 5000 });
});

it.each([
  ['with', 'order-77'],
  ['without', undefined],
])(
  'a request to Checkout.com is found after a lost answer, %s a reference of the order',
  (_, own) => {
    const order = { ...payment.order, ...(own !== undefined && { merchantReference: own }) };
    const sent = bodyOf(authorize.request({ ...payment, order }, account));
    const lost = new URL(sync.request(reference, account).url);
    expect(lost.searchParams.get('reference')).toBe(sent.reference);
    const listed = { id: 'pay_x', status: 'Authorized', reference: sent.reference, amount: 6540 };
    expect(sync.outcome(answer(200, { data: [listed] }), reference, account)).toMatchObject({
      connectorTransactionId: 'pay_x',
    });
    const given = bodyOf(refund.request(refundOf('ref_1'), account));
    const refunds = [{ id: 'act_2', type: 'Refund', approved: true, ...given }];
    expect(syncRefund.outcome(answer(200, refunds), refundOf('ref_1'), account)).toMatchObject({
      result: 'succeeded',
      connectorRefundId: 'act_2',
    });
    const { amount } = bodyOf(capture.request(part, account));
    const captures = [{ id: 'act_3', type: 'Capture', approved: true, amount }];
    expect(sync.outcome(answer(200, captures), known, account)).toMatchObject({
      captures: [
        { connectorCaptureId: 'act_3', amountMinor: part.captureMinor, status: 'charged' },
      ],
    });
  },
);

describe('a reference that is too long for a card', () => {
  // The libraries of Checkout.com: 30 characters for American Express, 80 for others.
  const long = `pay_${'x'.repeat(30)}_1`;
  const sentFor = (number: string) => {
    const source = { kind: 'card', card: { ...card, number } } as const;
    return bodyOf(authorize.request({ ...payment, reference: long, source }, account)).reference;
  };

  it('a reference too long for a card is sent shortened, and the payment is found by both', () => {
    expect(sentFor('4242424242424242')).toBe(long);
    const short = sentFor('378282246310005');
    expect(short).toHaveLength(30);
    const lost = { ...reference, reference: long };
    expect(sync.request(lost, account).url).toContain(`reference=${long}`);
    const reading = sync.outcome(answer(200, { data: [] }), lost, account);
    if (!('next' in reading)) throw new Error('The short one was not asked for.');
    expect(reading.next.url).toContain(`reference=${short}`);
    const found = { id: 'pay_x', status: 'Captured', reference: short, amount: 6540 };
    expect(reading.outcome(answer(200, { data: [found] }))).toMatchObject({
      result: 'captured',
      connectorTransactionId: 'pay_x',
    });
    expect(reading.outcome(answer(200, { data: [] }))).toEqual({ result: 'not_found' });
  });

  it('a shortened reference does not identify the payment in a webhook, but its id does', () => {
    const data = { id: 'pay_x', reference: sentFor('378282246310005') };
    const body = JSON.stringify({ type: 'payment_voided', data });
    expect(webhooks.parse({ headers: {}, body })).toMatchObject([
      { subject: { connectorId: 'pay_x' } },
    ]);
  });
});

it('an answer of Checkout.com about another payment is not accepted', () => {
  const once = { ...known, captureMethod: 'manual' } as const;
  const other = answer(200, { id: 'pay_y', status: 'Captured', amount: 6540, currency: 'KWD' });
  expect(() => sync.outcome(other, once, account)).toThrow('another');
});

it('a Checkout.com payment with a lost answer is found by our reference', () => {
  expect(sync.request(reference, account).url).toMatch(/payments\?limit=1&reference=pay_1_1$/);
  const found = { id: 'pay_x', status: 'Authorized', reference: 'pay_1_1', amount: 6540 };
  expect(sync.outcome(answer(200, { data: [found] }), reference, account)).toMatchObject({
    result: 'authorized',
    connectorTransactionId: 'pay_x',
  });
  expect(sync.outcome(answer(200, { data: [] }), reference, account)).toEqual({
    result: 'not_found',
  });
});

describe('an amount', () => {
  // checkout.com/docs, Format the amount value.
  const charged = (amountMinor: number, currency: string) =>
    bodyOf(authorize.request({ ...payment, amountMinor, currency }, account)).amount;

  it('an amount in requests to Checkout.com is in its units', () => {
    expect(charged(1250, 'CLP')).toBe(125_000);
    expect(charged(125_000, 'ISK')).toBe(1250);
    expect(() => charged(125_050, 'ISK')).toThrow(RangeError);
    expect(charged(6540, 'KWD')).toBe(6540);
    expect(() => charged(6541, 'KWD')).toThrow(RangeError);
    const captured = { ...part, captureMinor: 1250, currency: 'CLP' };
    expect(bodyOf(capture.request(captured, account)).amount).toBe(125_000);
    const given = { ...refundOf('ref_1'), amountMinor: 1250, currency: 'CLP' };
    expect(bodyOf(refund.request(given, account)).amount).toBe(125_000);
  });

  it("an amount in Checkout.com's answers, actions, webhooks and disputes is read back in our units", () => {
    const pesos = { amount: 125_000, currency: 'CLP' };
    const asked = { ...known, currency: 'CLP', amountMinor: 1250 };
    const captured = { id: 'pay_x', status: 'Captured', ...pesos };
    const once = { ...asked, captureMethod: 'automatic' } as const;
    expect(sync.outcome(answer(200, captured), once, account)).toMatchObject({ amountMinor: 1250 });
    const actions = [{ id: 'act_1', type: 'Capture', approved: true, amount: 125_000 }];
    expect(sync.outcome(answer(200, actions), asked, account)).toMatchObject({
      capturedMinor: 1250,
    });
    const said = (type: string, data: object) =>
      webhooks.parse({ headers: {}, body: JSON.stringify({ type, data }) })[0];
    const ids = { id: 'pay_x', payment_id: 'pay_x', action_id: 'act_2', reference: 'ref_1' };
    expect(said('payment_refunded', { ...ids, ...pesos })).toMatchObject({
      outcome: { amountMinor: 1250, currency: 'CLP' },
    });
    expect(said('dispute_won', { ...ids, ...pesos })).toMatchObject({
      dispute: { amountMinor: 1250 },
    });
  });
});

it('an expiry is sent in numbers, and a year of two digits with four', () => {
  const source = { kind: 'card', card: { ...card, expiryYear: '35' } } as const;
  expect(bodyOf(authorize.request({ ...payment, source }, account)).source).toMatchObject({
    expiry_month: 10,
    expiry_year: 2035,
  });
});

it('a duplicate, a conflict or nonsense from Checkout.com is no refusal', () => {
  const duplicate = { error_type: 'request_invalid', error_codes: ['duplicate_request'] };
  expect(authorize.outcome(answer(422, duplicate), payment, account)).toMatchObject({
    result: 'unknown',
    code: 'duplicate_request',
  });
  expect(() => authorize.outcome(answer(409, { error_type: 'x' }), payment, account)).toThrow();
  const deep = { status: 200, headers: {}, body: '['.repeat(100_000) };
  expect(() => authorize.outcome(deep, payment, account)).toThrow();
  expect(settled(authorize.outcome(answer(401, undefined), payment, account))).toEqual({
    result: 'declined',
    code: 'invalid_api_key',
  });
});

it('a Checkout.com refund with a lost answer is found among the actions, by our reference', () => {
  const given = refundOf('ref_1');
  const actions = [
    { id: 'act_1', type: 'Capture', approved: true, amount: 6540, reference: 'ref_1' },
    { id: 'act_2', type: 'Refund', approved: true, amount: 100, reference: 'ref_1' },
  ];
  expect(syncRefund.outcome(answer(200, actions), given, account)).toEqual({
    result: 'succeeded',
    connectorRefundId: 'act_2',
    amountMinor: 100,
  });
  expect(() => syncRefund.outcome(answer(200, []), given, account)).toThrow();
});

describe('a dispute', () => {
  const dispute = { connectorName: 'checkout', connectorDisputeId: 'dsp_1', reference: 'pay_1_1' };
  const state = { id: 'dsp_1', amount: 6540, currency: 'KWD', status: 'accepted' };

  it('a dispute at Checkout.com is accepted, and then synced', () => {
    const reading = acceptDispute.outcome(answer(204, undefined), dispute, account);
    if (!('next' in reading)) throw new Error('The state was not asked for.');
    expect(reading.next).toMatchObject({ method: 'GET', url: expect.stringMatching(/dsp_1$/) });
    expect(reading.outcome(answer(200, state))).toMatchObject({
      result: 'reported',
      dispute: { connectorDisputeId: 'dsp_1', status: 'dispute_accepted', stage: 'dispute' },
    });
  });

  it('the disputes of a span are listed by pages at Checkout.com, each with its payment', () => {
    const span = {
      ...anAccountAt('checkout'),
      from: new Date('2026-01-01T00:00:00Z'),
      till: new Date('2026-01-31T23:59:59.999Z'),
    };
    const { url, method } = listDisputes.request({ ...span, at: '50' }, account);
    expect(method).toBe('GET');
    expect(url.split('?')[0]).toBe('https://api.sandbox.checkout.com/disputes');
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-31T23:59:59.999Z',
      limit: '50',
      skip: '50',
    });
    const page = {
      limit: 50,
      skip: 50,
      total_count: 54,
      data: [
        { ...state, payment_id: 'pay_x', payment_reference: 'pay_1_1' },
        { ...state, id: 'dsp_2', status: 'of_tomorrow', payment_id: 'pay_x' },
        { ...state, id: 'dsp_3' },
      ],
    };
    expect(listDisputes.outcome(answer(200, page), span, account)).toEqual({
      result: 'listed',
      disputes: [
        {
          kind: 'dispute',
          subject: { reference: 'pay_1_1', connectorId: 'pay_x' },
          dispute: expect.objectContaining({
            connectorDisputeId: 'dsp_1',
            status: 'dispute_accepted',
          }),
        },
      ],
      nextPage: '53',
    });
    const last = listDisputes.outcome(answer(200, { ...page, total_count: 53 }), span, account);
    expect(last).not.toHaveProperty('nextPage');
    const refusal = { error_type: 'request_invalid', error_codes: ['to_before_from'] };
    expect(listDisputes.outcome(answer(422, refusal), span, account)).toMatchObject({
      result: 'unknown',
      code: 'to_before_from',
    });
  });

  it('a dispute at Checkout.com gets its files first, then its evidence, then is submitted', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const file = {
      evidenceType: 'receipt' as const,
      fileId: 'file_1',
      size: 3,
      type: 'image/png',
      sha256: 'ab',
      bytes,
    };
    const upload = uploadEvidenceFile.request({ ...dispute, file }, account);
    expect(Buffer.from(upload.bytes ?? []).includes(Buffer.from(bytes))).toBe(true);
    expect(() =>
      uploadEvidenceFile.request({ ...dispute, file: { ...file, type: 'text/html' } }, account),
    ).toThrow();

    const evidence = {
      ...dispute,
      texts: { service_date: '2030-01-01', customer_name: 'Jane Doe' },
      files: [{ ...file, connectorFileId: 'file_x' }],
    };
    const put = submitEvidence.request(evidence, account);
    expect(bodyOf(put)).toEqual({
      invoice_or_receipt_file: 'file_x',
      proof_of_delivery_or_service_date_text: '2030-01-01',
      additional_evidence_text: 'customer_name: Jane Doe',
    });
    expect(put.step).toBe('evidence');
    const fileOf = (evidenceType: EvidenceType, connectorFileId?: string) => ({
      ...file,
      evidenceType,
      ...(connectorFileId !== undefined && { connectorFileId }),
    });
    const filesOf = (...files: ReturnType<typeof fileOf>[]) =>
      submitEvidence.request({ ...dispute, texts: {}, files }, account);
    const policies = [fileOf('refund_policy', 'file_1'), fileOf('cancellation_policy', 'file_2')];
    expect(bodyOf(filesOf(...policies))).toEqual({
      refund_or_cancellation_policy_file: 'file_1',
      additional_evidence_file: 'file_2',
    });
    expect(() => filesOf(...policies, fileOf('uncategorized_file', 'file_3'))).toThrow('no place');
    expect(() => filesOf(fileOf('receipt'))).toThrow('not uploaded');
    const reading = submitEvidence.outcome(answer(204, undefined), evidence, account);
    if (!('next' in reading)) throw new Error('It was not submitted.');
    expect(reading.next.method).toBe('POST');
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({
    type: 'payment_refunded',
    data: { id: 'pay_x', action_id: 'act_2', reference: 'ref_1', amount: 100, currency: 'KWD' },
  });
  const signed = (secret: string, text = body) => ({
    headers: { 'cko-signature': createHmac('sha256', secret).update(text).digest('hex') },
    body,
  });
  const isGenuine = (webhook: ReturnType<typeof signed>, webhookSecrets: readonly string[]) =>
    verifySignature(webhook, { ...account, webhookSecrets }, new Date());

  it("a Checkout.com webhook about a void, whose reference is the payment's id, reaches the payment", () => {
    const data = { id: 'pay_x', action_id: 'act_2', amount: 100, currency: 'KWD' };
    const subjectOf = (reference: string) => {
      const text = JSON.stringify({ type: 'payment_voided', data: { ...data, reference } });
      const [content] = webhooks.parse({ headers: {}, body: text });
      return content?.kind === 'payment' && content.subject;
    };
    expect(subjectOf('pay_x')).toEqual({ connectorId: 'pay_x' });
    expect(subjectOf('pay_1_1')).toEqual({ reference: 'pay_1_1', connectorId: 'pay_x' });
  });

  it('a Checkout.com webhook is verified by any of the secrets, and by no other', () => {
    expect(isGenuine(signed('one'), ['one'])).toBe(true);
    expect(isGenuine(signed('one'), ['two', 'one'])).toBe(true);
    expect(isGenuine(signed('three'), ['two', 'one'])).toBe(false);
    expect(isGenuine(signed('one', `${body} `), ['one'])).toBe(false);
    expect(isGenuine(signed(''), [''])).toBe(false);
  });

  it.each([
    ['payment_captured', { kind: 'payment', outcome: { result: 'captured', capturedMinor: 100 } }],
    ['payment_voided', { kind: 'payment', outcome: { result: 'voided' } }],
    ['payment_declined', { kind: 'payment', outcome: { result: 'declined' } }],
    ['payment_capture_declined', { kind: 'capture', status: 'failed' }],
    ['payment_refunded', { kind: 'refund', subject: { reference: 'ref_1', connectorId: 'act_2' } }],
    ['payment_refund_declined', { kind: 'refund', outcome: { result: 'declined' } }],
    [
      'payment_approved',
      { kind: 'payment', outcome: { result: 'authorized' }, isByCaptureMethod: true },
    ],
    ['payment_pending', { kind: 'payment', outcome: { result: 'pending' } }],
    ['payment_expired', { kind: 'payment', outcome: { result: 'expired' } }],
    ['payment_void_declined', { kind: 'payment', failed: { change: 'void' } }],
    ['payment_capture_pending', { kind: 'capture', status: 'pending' }],
    ['payment_refund_pending', { kind: 'refund', outcome: { result: 'pending' } }],
    ['card_verified', { kind: 'payment', outcome: { result: 'captured', capturedMinor: 0 } }],
    ['card_verification_declined', { kind: 'payment', outcome: { result: 'declined' } }],
    ['card_updated', { kind: 'nothing' }],
    ['dispute_won', { kind: 'dispute', dispute: { status: 'dispute_won', stage: 'dispute' } }],
    [
      'dispute_arbitration_lost',
      { kind: 'dispute', dispute: { status: 'dispute_lost', stage: 'pre_arbitration' } },
    ],
    ['dispute_unheard_of', { kind: 'nothing' }],
  ])('a Checkout.com webhook %s is understood', (type, content) => {
    const ids = { id: 'pay_x', payment_id: 'pay_x', action_id: 'act_2', reference: 'ref_1' };
    const text = JSON.stringify({ type, data: { ...ids, amount: 100, currency: 'KWD' } });
    expect(webhooks.parse({ headers: {}, body: text })).toMatchObject([content]);
  });
});

describe('our address for webhooks', () => {
  const { registerWebhook } = connector;
  if (!registerWebhook) throw new Error('Checkout.com takes our address.');
  const url = 'https://switch.example/webhooks/merchant_1/mca_1';
  const secret = 'a1'.repeat(32);
  const input = { reference: 'one', url, secret };
  const api = 'https://api.sandbox.checkout.com/';
  const name = 'Payment switch one';
  const others = [
    { id: 'wf_other', name: 'Payment switch two', active: true },
    { id: 'wf_ended', name, active: false },
    { id: 'wf_nameless' },
  ];
  const offered = [
    {
      id: 'gateway',
      events: [{ id: 'payment_captured' }, { id: 'payment_approved' }, { id: 'payment_voided' }],
    },
    { id: 'dispute', events: [{ id: 'dispute_won' }, { id: 'dispute_of_tomorrow' }] },
    { id: 'issuing', events: [{ id: 'card_activated' }] },
  ];
  type Reading = ReturnType<typeof registerWebhook.outcome>;
  const nextOf = (reading: Reading) => {
    if (!('next' in reading)) throw new Error('Nothing more is asked.');
    return reading;
  };
  const afterListing = (data: readonly object[]) =>
    registerWebhook.outcome(answer(200, { data }), input, account);

  it('a webhook URL at Checkout.com is a workflow for the needed and offered events, signed with the secret', () => {
    expect(registerWebhook.request(input, account)).toMatchObject({
      method: 'GET',
      url: `${api}workflows`,
      headers: { authorization: 'Bearer sk_secret' },
    });
    const question = nextOf(afterListing(others));
    expect(question.next).toMatchObject({ method: 'GET', url: `${api}workflows/event-types` });
    const addition = nextOf(question.outcome(answer(200, offered)));
    expect(addition.next).toMatchObject({ method: 'POST', url: `${api}workflows` });
    expect(bodyOf(addition.next)).toEqual({
      name,
      active: true,
      conditions: [
        {
          type: 'event',
          events: {
            gateway: ['payment_captured', 'payment_approved', 'payment_voided'],
            dispute: ['dispute_won'],
          },
        },
      ],
      actions: [
        { type: 'webhook', url, headers: {}, signature: { method: 'HMACSHA256', key: secret } },
      ],
    });
    expect(addition.outcome(answer(201, { id: 'wf_1', _links: {} }))).toEqual({
      result: 'registered',
      connectorWebhookId: 'wf_1',
      secret,
    });
  });

  it('a webhook URL is not registered twice at Checkout.com: a repeat finds the workflow by its name', () => {
    expect(afterListing([...others, { id: 'wf_1', name, active: true }])).toEqual({
      result: 'registered',
      connectorWebhookId: 'wf_1',
      secret,
    });
  });

  it("a registered webhook URL gets Checkout.com's webhooks verified with the secret", () => {
    const body = '{"type":"payment_captured"}';
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const isGenuine = (webhookSecrets: readonly string[]) =>
      verifySignature(
        { headers: { 'cko-signature': signature }, body },
        { ...account, webhookSecrets },
        new Date(),
      );
    expect(isGenuine([secret])).toBe(true);
    expect(isGenuine(['b2'.repeat(32)])).toBe(false);
  });

  it('a webhook URL that Checkout.com refuses is not registered, and the error has its words', () => {
    const refused = answer(422, {
      request_id: 'r',
      error_type: 'request_invalid',
      error_codes: ['action_url_invalid'],
    });
    const declined = { result: 'declined', code: 'action_url_invalid' };
    expect(registerWebhook.outcome(refused, input, account)).toMatchObject(declined);
    const question = nextOf(afterListing([]));
    expect(question.outcome(refused)).toMatchObject(declined);
    expect(nextOf(question.outcome(answer(200, offered))).outcome(refused)).toMatchObject(declined);
  });

  it('a webhook URL is not known to be registered after an unreadable answer of Checkout.com, nor without a secret', () => {
    for (const nonsense of [answer(200, {}), answer(302, {}), answer(201, { id: '' })]) {
      expect(() => registerWebhook.outcome(nonsense, input, account)).toThrow();
      const question = nextOf(afterListing([]));
      expect(() => question.outcome(nonsense)).toThrow();
      const addition = nextOf(question.outcome(answer(200, offered)));
      expect(() => addition.outcome(nonsense)).toThrow();
    }
    // A workflow for no event would never call.
    expect(() => nextOf(afterListing([])).outcome(answer(200, []))).toThrow();
    const { secret: _, ...without } = input;
    expect(() => registerWebhook.outcome(answer(200, { data: [] }), without, account)).toThrow();
  });
});
