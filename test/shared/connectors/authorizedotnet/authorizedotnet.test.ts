import { createHmac } from 'node:crypto';
import { authorizeDotNetConnector } from '../../../../shared/connectors/authorizedotnet/connector.ts';
import type {
  ExchangeAccount,
  HttpResponse,
} from '../../../../shared/connectors/interface/exchange.ts';
import type { Authorization, Reference } from '../../../../shared/connectors/interface/payments.ts';
import type { RefundReference } from '../../../../shared/connectors/interface/refunds.ts';

const { authorize, verify, sync, capture, refund, syncRefund, webhooks, registerWebhook } =
  authorizeDotNetConnector();
if (
  !registerWebhook ||
  !verify ||
  !capture ||
  !refund ||
  !syncRefund ||
  !webhooks?.verifySignature
) {
  throw new Error('Authorize.net does all of this.');
}
const { verifySignature } = webhooks;

const account: ExchangeAccount = {
  connectorName: 'authorizedotnet',
  credentials: { auth_type: 'BodyKey', api_key: 'login', key1: 'transaction_key' },
  urls: { api: 'https://apitest.authorize.net/' },
};
const payment: Authorization = {
  reference: 'pay_0123456789abcdefghij_1',
  connectorName: 'authorizedotnet',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'automatic',
  order: { initiator: { by: 'customer' }, customer: { id: 'cus_1', email: 'jane@example.com' } },
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35', cvc: '737' },
  },
};
const answer = (body: object): HttpResponse => ({
  status: 200,
  headers: {},
  body: `\u{feff}${JSON.stringify(body)}`,
});
const ok = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
const transaction = (changes: object) =>
  answer({
    transactionResponse: {
      responseCode: '1',
      transId: '40',
      accountNumber: 'XXXX4242',
      ...changes,
    },
    messages: ok,
  });
const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);

it('names the attempt by an invoice number that fits and that a search can make again', () => {
  const { transactionRequest } = bodyOf(
    authorize.request(payment, account),
  ).createTransactionRequest;
  expect(transactionRequest.order.invoiceNumber).toMatch(/^[0-9a-f]{20}$/);
  expect(transactionRequest.order.description).toBe(payment.reference);
  expect(transactionRequest.payment.creditCard.expirationDate).toBe('2035-10');

  const { source: _, order: __, ...lost } = payment;
  const list = answer({
    messages: ok,
    transactions: [
      { transId: '39', invoiceNumber: 'another' },
      { transId: '40', invoiceNumber: transactionRequest.order.invoiceNumber },
    ],
  });
  const found = sync.outcome(list, lost, account);
  if (!('next' in found)) throw new Error('The transaction was not looked up.');
  expect(bodyOf(found.next).getTransactionDetailsRequest.transId).toBe('40');
  const details = answer({
    messages: ok,
    transaction: {
      transId: '40',
      transactionStatus: 'capturedPendingSettlement',
      authAmount: 65.4,
      settleAmount: 65.4,
    },
  });
  expect(found.outcome(details)).toMatchObject({
    result: 'captured',
    capturedMinor: 6540,
    amountMinor: 6540,
    connectorTransactionId: '40',
  });
  const empty = answer({ messages: ok });
  expect(sync.outcome(empty, lost, account)).toEqual({ result: 'not_found' });
});

it('does not charge a payment that wants 3-D Secure', () => {
  const order = { ...payment.order, authenticationType: 'three_ds' } as const;
  expect(() => authorize.request({ ...payment, order }, account)).toThrow(/3-D Secure/);
});

it('a duplicate says nothing of the first transaction, nor does an error of their own', () => {
  const duplicate = transaction({
    responseCode: '3',
    errors: [{ errorCode: '11', errorText: 'A duplicate transaction has been submitted.' }],
  });
  expect(() => authorize.outcome(duplicate, payment, account)).toThrow();
  const failure = answer({
    messages: { resultCode: 'Error', message: [{ code: 'E00001', text: 'An error occurred.' }] },
  });
  expect(() => authorize.outcome(failure, payment, account)).toThrow();
});

it('is held for a review, and keeps the masked card that a refund needs', () => {
  const held = authorize.outcome(transaction({ responseCode: '4' }), payment, account);
  expect(held).toMatchObject({ result: 'held', connectorTransactionId: '40' });
  if (!('connectorMetadata' in held)) throw new Error('Nothing was kept.');

  const { source: _, order: __, ...reference } = payment;
  const paid: Reference = {
    ...reference,
    connectorTransactionId: '40',
    connectorMetadata: held.connectorMetadata ?? {},
  };
  const given: RefundReference = {
    reference: 'ref_1',
    connectorName: 'authorizedotnet',
    amountMinor: 100,
    currency: 'USD',
    payment: paid,
  };
  const { transactionRequest } = bodyOf(refund.request(given, account)).createTransactionRequest;
  expect(transactionRequest).toMatchObject({
    amount: 1,
    payment: { creditCard: { cardNumber: '4242', expirationDate: 'XXXX' } },
    refTransId: '40',
  });
  const { connectorMetadata: ___, ...unknown } = paid;
  expect(() => refund.request({ ...given, payment: unknown }, account)).toThrow();
});

it('finds a refund whose answer was lost among the unsettled transactions', () => {
  const { source: _, order: __, ...reference } = payment;
  const given: RefundReference = {
    ...{ reference: 'ref_1', connectorName: 'authorizedotnet', amountMinor: 100, currency: 'USD' },
    payment: {
      ...reference,
      connectorTransactionId: '40',
      connectorMetadata: { creditCard: JSON.stringify({ cardNumber: 'XXXX4242' }) },
    },
  };
  const sent = refund.request(given, account);
  const { invoiceNumber } = bodyOf(sent).createTransactionRequest.transactionRequest.order;
  expect(invoiceNumber).toMatch(/^[0-9a-f]{20}$/);
  expect(syncRefund.canAsk?.(given) ?? true).toBe(true);
  expect(syncRefund.request(given, account).step).toBe('order');

  const messages = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
  const listed = (...transactions: readonly object[]) =>
    syncRefund.outcome(answer({ messages, transactions }), given, account);
  const other = { transId: '41', invoiceNumber: 'order 7' };
  expect(listed(other)).toEqual({ result: 'not_found' });
  const step = listed(other, { transId: '42', invoiceNumber });
  if (!('next' in step)) throw new Error('It is not asked for.');
  expect(bodyOf(step.next).getTransactionDetailsRequest.transId).toBe('42');
  const transaction = {
    ...{ transId: '42', transactionStatus: 'refundPendingSettlement' },
    ...{ responseCode: 1, authAmount: 1, settleAmount: 1 },
  };
  expect(step.outcome(answer({ messages, transaction }))).toEqual({
    result: 'pending',
    ...{ connectorRefundId: '42', amountMinor: 100 },
  });
});

it('makes a customer first where the card is to be stored, or takes the one that is there', () => {
  const first = verify.request({ ...payment, amountMinor: 0 }, account);
  expect(first.step).toBe('customer');
  expect(bodyOf(first).createCustomerProfileRequest.profile).toEqual({
    merchantCustomerId: 'cus_1',
    email: 'jane@example.com',
  });
  const text = 'A duplicate record with ID 1915435550 already exists.';
  const there = answer({ messages: { resultCode: 'Error', message: [{ code: 'E00039', text }] } });
  const reading = verify.outcome(there, payment, account);
  if (!('next' in reading)) throw new Error('The card was not stored.');
  expect(bodyOf(reading.next).createCustomerPaymentProfileRequest).toMatchObject({
    customerProfileId: '1915435550',
    validationMode: 'testMode',
  });
  const stored = answer({ customerPaymentProfileId: '18288', messages: ok });
  expect(reading.outcome(stored)).toEqual({
    result: 'captured',
    capturedMinor: 0,
    connectorCustomerId: '1915435550',
    connectorMandateId: '1915435550-18288',
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({
    eventType: 'net.authorize.payment.priorAuthCapture.created',
    payload: { responseCode: 1, authAmount: 12.3, id: '40' },
  });
  const key = 'AB'.repeat(64);
  const signed = (secret: string | Buffer, text = body) => ({
    headers: {
      'x-anet-signature': `sha512=${createHmac('sha512', secret).update(text).digest('hex')}`,
    },
    body,
  });
  const now = new Date();
  const isGenuine = (webhook: ReturnType<typeof signed>, webhookSecrets: readonly string[]) =>
    verifySignature(webhook, { ...account, webhookSecrets }, now);

  it('is known by the signature key, whichever way it is read, and by an earlier key', () => {
    expect(isGenuine(signed(key), [key])).toBe(true);
    expect(isGenuine(signed(Buffer.from(key, 'hex')), [key])).toBe(true);
    expect(isGenuine(signed(key), ['CD'.repeat(64), key])).toBe(true);
  });

  it('is not believed with another key, another body or no key', () => {
    expect(isGenuine(signed('CD'.repeat(64)), [key])).toBe(false);
    expect(isGenuine(signed(key, `${body} `), [key])).toBe(false);
    expect(isGenuine(signed(''), [])).toBe(false);
    expect(isGenuine(signed(''), [''])).toBe(false);
  });

  it('tells what was captured', () => {
    expect(webhooks.parse({ headers: {}, body })).toEqual([
      {
        kind: 'payment',
        subject: { connectorId: '40' },
        outcome: {
          result: 'captured',
          capturedMinor: 1230,
          connectorTransactionId: '40',
          connectorReference: '40',
        },
      },
    ]);
  });
});

it('an amount with more decimals than money has is not read', () => {
  const details = answer({
    messages: ok,
    transaction: { transId: '40', transactionStatus: 'settledSuccessfully', settleAmount: 65.401 },
  });
  const { source: _, order: __, ...known } = { ...payment, connectorTransactionId: '40' };
  expect(() => sync.outcome(details, known, account)).toThrow();
});

describe('our address for webhooks', () => {
  const url = 'https://switch.example/webhooks/shop/mca_1';
  const input = { reference: 'one', url };
  const rest = (status: number, body: object): HttpResponse => ({
    status,
    headers: {},
    body: JSON.stringify(body),
  });
  const webhook = (webhookId: string, changes: object = {}) => ({
    ...{ _links: {}, webhookId, eventTypes: [], status: 'active', url },
    ...changes,
  });
  const others = [
    webhook('other', { url: 'https://shop.example/hook' }),
    webhook('ended', { status: 'inactive' }),
  ];
  const afterListing = (list: readonly object[]) =>
    registerWebhook.outcome(rest(200, list), input, account);

  it('is looked for first, and not registered twice', () => {
    const first = registerWebhook.request(input, account);
    expect(first).toMatchObject({
      method: 'GET',
      url: 'https://apitest.authorize.net/rest/v1/webhooks',
      headers: { authorization: `Basic ${btoa('login:transaction_key')}` },
    });
    expect(afterListing([...others, webhook('ours')])).toEqual({
      result: 'registered',
      connectorWebhookId: 'ours',
    });
  });

  it('is registered for the events that are read, and brings no secret', () => {
    const reading = afterListing(others);
    if (!('next' in reading)) throw new Error('It was not registered.');
    expect(reading.next).toMatchObject({
      method: 'POST',
      url: 'https://apitest.authorize.net/rest/v1/webhooks',
    });
    const { eventTypes, ...stated } = JSON.parse(reading.next.body ?? '');
    expect(stated).toMatchObject({ url, status: 'active' });
    expect(eventTypes).toEqual(
      expect.arrayContaining([
        'net.authorize.payment.authcapture.created',
        'net.authorize.payment.refund.created',
      ]),
    );
    expect(reading.outcome(rest(200, webhook('new')))).toEqual({
      result: 'registered',
      connectorWebhookId: 'new',
    });
    expect(() => reading.outcome(rest(200, { url }))).toThrow();
  });

  it('is not registered where it is refused', () => {
    const refused = rest(400, {
      ...{ status: 400, reason: 'INVALID_DATA', message: 'The url is invalid' },
      correlationId: 'x',
    });
    const declined = { result: 'declined', code: 'INVALID_DATA', message: 'The url is invalid' };
    expect(registerWebhook.outcome(refused, input, account)).toEqual(declined);
    const reading = afterListing([]);
    if (!('next' in reading)) throw new Error('It was not registered.');
    expect(reading.outcome(refused)).toEqual(declined);
    expect(() => reading.outcome(rest(302, {}))).toThrow();
  });
});
