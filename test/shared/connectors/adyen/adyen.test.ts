import { createHmac } from 'node:crypto';
import { adyenConnector } from '../../../../shared/connectors/adyen/connector.ts';
import type {
  ExchangeAccount,
  HttpResponse,
} from '../../../../shared/connectors/interface/exchange.ts';
import type { Authorization } from '../../../../shared/connectors/interface/payments.ts';

const connector = adyenConnector();
const { authorize, complete, sync, capture, refund, webhooks, submitEvidence } = connector;
if (!complete || !capture || !refund || !submitEvidence || !webhooks?.verifySignature) {
  throw new Error('Adyen does all of this.');
}
const { verifySignature } = webhooks;

const account: ExchangeAccount = {
  connectorName: 'adyen',
  credentials: { auth_type: 'SignatureKey', api_key: 'AQE', key1: 'Shop', api_secret: 'review' },
  urls: {
    api: 'https://checkout-test.adyen.com/',
    disputes: 'https://ca-test.adyen.com/',
    management: 'https://management-test.adyen.com/',
  },
};
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'adyen',
  amountMinor: 12_500,
  currency: 'KWD',
  captureMethod: 'manual_multiple',
  order: { initiator: { by: 'customer' }, metadata: { deep: { a: [1] } } },
  source: {
    kind: 'card',
    card: { number: '4035501000000008', expiryMonth: '10', expiryYear: '35', cvc: '737' },
  },
};
const { source: _, order, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'NC6HT9CRT65ZGN82' };
const answer = (body: object, status = 200): HttpResponse => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});
const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);

it('sends an idempotency key with all that moves money, and texts as metadata', () => {
  const charge = authorize.request(payment, account);
  expect(charge.headers['idempotency-key']).toBe('Shop_pay_1_1');
  expect(bodyOf(charge)).toMatchObject({
    metadata: { deep: '{"a":[1]}' },
    paymentMethod: { expiryYear: '2035' },
    additionalData: { manualCapture: 'true' },
  });
  const part = { captureReference: 'pay_1_1_2', captureMinor: 500, captureNumber: 2 };
  const taken = capture.request({ ...known, ...part, isFinal: false }, account);
  expect(taken.headers['idempotency-key']).toBe('Shop_capture:pay_1_1_2');
  expect(bodyOf(taken).reference).toBe('pay_1_1_2');
});

it('names every change by a key that no other merchant account has, and Adyen takes', () => {
  const keyOf = (reference: string, key1 = 'Shop') => {
    const credentials = { auth_type: 'BodyKey', api_key: 'AQE', key1 } as const;
    const { headers } = authorize.request({ ...payment, reference }, { ...account, credentials });
    return headers['idempotency-key'] ?? '';
  };
  expect(keyOf('pay_1_1', 'Shop2')).not.toBe(keyOf('pay_1_1'));
  const long = 'p'.repeat(64);
  expect(keyOf(`${long}_1`)).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf(`${long}_2`)).not.toBe(keyOf(`${long}_1`));
});

it('a challenge by form carries its fields', () => {
  const action = {
    url: 'https://acs.example/challenge',
    method: 'POST',
    data: { PaReq: 'eNpV', MD: 'md' },
  };
  expect(
    authorize.outcome(answer({ resultCode: 'RedirectShopper', action }), payment, account),
  ).toEqual({
    result: 'challenged',
    redirectForm: { url: action.url, fields: action.data },
  });
  const nowhere = answer({ resultCode: 'RedirectShopper' });
  expect(() => authorize.outcome(nowhere, payment, account)).toThrow();
});

it('hands on what the customer brought back, by query or form, and nothing else', () => {
  const brought = { ...known, query: { redirectResult: 'proof', other: 'x' }, form: {}, order };
  const { url, body, headers } = complete.request(brought, account);
  expect(url).toBe('https://checkout-test.adyen.com/v68/payments/details');
  expect(JSON.parse(String(body))).toEqual({ details: { redirectResult: 'proof' } });
  const keyOf = (redirectResult: string) =>
    complete.request({ ...brought, query: { redirectResult } }, account).headers['idempotency-key'];
  expect(headers['idempotency-key']).toMatch(/^Shop_pay_1_1_details_[0-9a-f]{16}$/);
  expect(keyOf('proof')).toBe(headers['idempotency-key']);
  expect(keyOf('another proof')).not.toBe(headers['idempotency-key']);
  const posted = { ...known, query: {}, form: { threeDSResult: 'proof' }, order };
  expect(bodyOf(complete.request(posted, account))).toEqual({
    details: { threeDSResult: 'proof' },
  });
  const nothing = { ...known, query: { other: 'x' }, form: {}, order };
  expect([complete.canAsk?.(brought), complete.canAsk?.(posted)]).toEqual([true, true]);
  expect(complete.canAsk?.(nothing)).toBe(false);
  expect(() => complete.request(nothing, account)).toThrow();
});

it('cannot be asked for the state of a payment', () => {
  expect(sync.canAsk?.(known)).toBe(false);
});

it('does not take a request that was sent before for a refusal', () => {
  const body = { status: 422, errorCode: '704', message: 'request already processed' };
  expect(() => authorize.outcome(answer(body, 422), payment, account)).toThrow();
});

it('supplies documents before it defends a dispute', () => {
  const evidence = {
    connectorName: 'adyen',
    connectorDisputeId: 'DZ3',
    reference: 'pay_1_1',
    texts: {},
    files: [
      {
        evidenceType: 'receipt' as const,
        fileId: 'file_1',
        size: 3,
        type: 'application/pdf',
        sha256: 'ab',
        bytes: new Uint8Array([1, 2, 3]),
      },
    ],
  };
  const first = submitEvidence.request(evidence, account);
  expect(first.step).toBe('evidence');
  expect(bodyOf(first).defenseDocuments).toEqual([
    {
      content: 'AQID',
      contentType: 'application/pdf',
      defenseDocumentTypeCode: 'InvoiceOrReceipt',
    },
  ]);
  const texts = { product_description: 'Two tickets' };
  expect(() => submitEvidence.request({ ...evidence, texts, files: [] }, account)).toThrow('texts');
  const unread = evidence.files.map(({ bytes: _, ...file }) => file);
  expect(() => submitEvidence.request({ ...evidence, files: unread }, account)).toThrow('bytes');
  const done = answer({ disputeServiceResult: { success: true } });
  const reading = submitEvidence.outcome(done, evidence, account);
  if (!('next' in reading)) throw new Error('It was not defended.');
  expect(reading.next.url).toMatch(/defendDispute$/);
  expect(reading.outcome(done)).toMatchObject({ result: 'changed', status: 'dispute_challenged' });
  const refused = answer({ disputeServiceResult: { success: false, errorMessage: 'Too late' } });
  expect(reading.outcome(refused)).toMatchObject({ result: 'declined', message: 'Too late' });
});

describe('a notification', () => {
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  const item = (changes: object = {}, secret = key) => {
    const said = {
      eventCode: 'AUTHORISATION',
      success: 'true',
      pspReference: 'NC6HT9CRT65ZGN82',
      merchantAccountCode: 'Shop',
      merchantReference: 'pay_1_1',
      originalReference: undefined,
      amount: { value: 12_500, currency: 'KWD' },
      ...changes,
    };
    const { amount } = said;
    const ours = [
      said.pspReference,
      said.originalReference ?? '',
      said.merchantAccountCode,
      said.merchantReference,
      amount.value,
      amount.currency,
      said.eventCode,
      said.success,
    ].join(':');
    const hmacSignature = createHmac('sha256', Buffer.from(secret, 'hex'))
      .update(ours)
      .digest('base64');
    return { NotificationRequestItem: { ...said, additionalData: { hmacSignature } } };
  };
  const notification = (...items: readonly object[]) => ({
    headers: {},
    body: JSON.stringify({ live: 'false', notificationItems: items }),
  });
  const isGenuine = (webhook: ReturnType<typeof notification>, webhookSecrets: readonly string[]) =>
    verifySignature(webhook, { ...account, webhookSecrets }, new Date());

  it('is believed only when every item is signed, with any of the keys', () => {
    expect(isGenuine(notification(item()), [key])).toBe(true);
    expect(isGenuine(notification(item()), ['AB'.repeat(32), key])).toBe(true);
    expect(isGenuine(notification(item(), item({}, 'AB'.repeat(32))), [key])).toBe(false);
    expect(isGenuine(notification(item()), ['not hexadecimal', ''])).toBe(false);
    expect(isGenuine(notification(item()), [])).toBe(false);
  });

  it('about a chargeback opens it where its status is a word that nobody knows', () => {
    const { NotificationRequestItem: said } = item({ eventCode: 'CHARGEBACK' });
    const opened = { kind: 'dispute', dispute: { status: 'dispute_opened' } };
    for (const disputeStatus of ['Undefended', 'constructor', '__proto__']) {
      const additionalData = { ...said.additionalData, disputeStatus };
      const changed = { NotificationRequestItem: { ...said, additionalData } };
      expect(webhooks.parse(notification(changed))).toMatchObject([opened]);
    }
  });

  it('tells all that its items say', () => {
    const original = { originalReference: 'NC6HT9CRT65ZGN82', pspReference: 'WNS7' };
    const said = webhooks.parse(
      notification(
        item(),
        item({ eventCode: 'CAPTURE', merchantReference: 'pay_1_1_2', ...original }),
        item({ eventCode: 'REFUND', merchantReference: 'ref_1', success: 'false', ...original }),
        item({ eventCode: 'CANCELLATION', ...original }),
        item({ eventCode: 'CANCELLATION', success: 'false', reason: 'Not found', ...original }),
        item({ eventCode: 'AUTHORISATION_ADJUSTMENT', success: 'false', ...original }),
        item({ eventCode: 'REPORT_AVAILABLE' }),
      ),
    );
    expect(said).toMatchObject([
      {
        kind: 'payment',
        subject: { reference: 'pay_1_1' },
        outcome: { result: 'authorized', connectorTransactionId: 'NC6HT9CRT65ZGN82' },
        isByCaptureMethod: true,
      },
      {
        kind: 'capture',
        subject: { connectorId: 'NC6HT9CRT65ZGN82' },
        capture: { reference: 'pay_1_1_2', connectorId: 'WNS7' },
        status: 'charged',
        amountMinor: 12_500,
      },
      { kind: 'refund', subject: { reference: 'ref_1' }, outcome: { result: 'declined' } },
      { kind: 'payment', outcome: { result: 'voided' } },
      { kind: 'payment', failed: { change: 'void', code: 'Not found', message: 'Not found' } },
      { kind: 'payment', failed: { change: 'increment' } },
      { kind: 'nothing' },
    ]);
  });
});

describe('our address for webhooks', () => {
  const { registerWebhook } = connector;
  if (!registerWebhook) throw new Error('Adyen takes our address.');
  const url = 'https://switch.example/webhooks/merchant_1/mca_1';
  const input = { reference: 'one', url };
  const path = 'https://management-test.adyen.com/v3/merchants/Shop/webhooks';
  const hmacKey = 'A1'.repeat(32);
  const webhook = (id: string, changes: object = {}) => ({
    ...{ id, type: 'standard', url, active: true, communicationFormat: 'json' },
    ...changes,
  });
  const others = [
    webhook('other', { url: 'https://shop.example/hook' }),
    webhook('ended', { active: false }),
    webhook('reports', { type: 'report-notification' }),
    webhook('soap', { communicationFormat: 'soap' }),
  ];
  const listed = (data?: readonly object[]) =>
    answer({ itemsTotal: data?.length ?? 0, pagesTotal: 1, data });
  type Reading = ReturnType<typeof registerWebhook.outcome>;
  const afterListing = (data?: readonly object[]) =>
    registerWebhook.outcome(listed(data), input, account);
  const nextOf = (reading: Reading) => {
    if (!('next' in reading)) throw new Error('Nothing more is asked.');
    return reading;
  };

  it('is registered for standard events, and signed with the key that Adyen generates', () => {
    const first = registerWebhook.request(input, account);
    expect(first).toMatchObject({ method: 'GET', url: `${path}?pageSize=100` });
    expect(first.headers['x-api-key']).toBe('AQE');
    const creation = nextOf(afterListing(others));
    expect(creation.next).toMatchObject({
      method: 'POST',
      url: path,
      headers: { 'idempotency-key': 'Shop_webhook:one' },
    });
    expect(bodyOf(creation.next)).toEqual({
      ...{ type: 'standard', url, active: true, communicationFormat: 'json' },
      description: 'Payment switch',
    });
    const generation = nextOf(creation.outcome(answer(webhook('S2-1'))));
    expect(generation.next).toMatchObject({
      method: 'POST',
      url: `${path}/S2-1/generateHmac`,
      headers: { 'idempotency-key': 'Shop_webhook:S2-1:one' },
    });
    expect(generation.outcome(answer({ hmacKey }))).toEqual({
      result: 'registered',
      connectorWebhookId: 'S2-1',
      secret: hmacKey,
    });
  });

  it('is not registered twice: a repeat has a key generated for the webhook that is there', () => {
    const generation = nextOf(afterListing([...others, webhook('S2-1')]));
    expect(generation.next.url).toBe(`${path}/S2-1/generateHmac`);
    expect(nextOf(afterListing()).next.url).toBe(path);
  });

  it('has its webhooks verified with the generated key', () => {
    const reading = nextOf(afterListing([webhook('S2-1')])).outcome(answer({ hmacKey }));
    if (!('result' in reading) || reading.result !== 'registered') throw new Error('Not done.');
    const { secret = '' } = reading;
    const signed = 'P1::Shop:pay_1_1:100:EUR:AUTHORISATION:true';
    const key = Buffer.from(hmacKey, 'hex');
    const item = {
      ...{ pspReference: 'P1', merchantAccountCode: 'Shop', merchantReference: 'pay_1_1' },
      ...{ eventCode: 'AUTHORISATION', success: 'true', amount: { value: 100, currency: 'EUR' } },
      additionalData: { hmacSignature: createHmac('sha256', key).update(signed).digest('base64') },
    };
    const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
    const isGenuine = (webhookSecrets: readonly string[]) =>
      verifySignature({ headers: {}, body }, { ...account, webhookSecrets }, new Date());
    expect(isGenuine([secret])).toBe(true);
    expect(isGenuine(['B2'.repeat(32)])).toBe(false);
  });

  it("is not registered where Adyen refuses it, and Adyen's words say why", () => {
    const refused = answer(
      {
        ...{ type: 'https://docs.adyen.com/errors/forbidden', title: 'Forbidden', status: 403 },
        ...{ detail: 'Not the right permission', errorCode: '00_403' },
      },
      403,
    );
    const declined = { result: 'declined', code: '00_403', message: 'Not the right permission' };
    expect(registerWebhook.outcome(refused, input, account)).toEqual(declined);
    expect(nextOf(afterListing([])).outcome(refused)).toEqual(declined);
    expect(nextOf(afterListing([webhook('S2-1')])).outcome(refused)).toEqual(declined);
  });

  it('is not known to be registered after an answer that cannot be read', () => {
    const running = answer({ errorCode: '704', title: 'Conflict' }, 422);
    for (const nonsense of [answer({}), answer({}, 302), answer({ id: '' }), running]) {
      expect(() => registerWebhook.outcome(nonsense, input, account)).toThrow();
      expect(() => nextOf(afterListing([])).outcome(nonsense)).toThrow();
      expect(() => nextOf(afterListing([webhook('S2-1')])).outcome(nonsense)).toThrow();
    }
    const generation = nextOf(afterListing([webhook('S2-1')]));
    expect(() => generation.outcome(answer({ hmacKey: 'no hexadecimal digits' }))).toThrow();
  });
});
