import { createHmac } from 'node:crypto';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import { nmiConnector } from '#connectors/nmi/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const { authorize, verify, sync, capture, refund, syncRefund, webhooks, ...nmi } = nmiConnector();
const { void: voidPayment, voidCaptured } = nmi;
if (!verify || !capture || !refund || !syncRefund || !voidPayment || !voidCaptured || !webhooks) {
  throw new Error('NMI can.');
}

const account: ExchangeAccount = anAccountAt('nmi', {
  credentials: { auth_type: 'HeaderKey', api_key: 'key_1' },
});
const payment = aCharge('nmi', {
  amountMinor: 12_500,
  currency: 'KWD',
  captureMethod: 'manual',
  source: aCard({ expiryMonth: '03', expiryYear: '2030' }),
});
const { source: _, order: __, ...reference } = payment;
const known = { ...reference, connectorTransactionId: '927' };
const aRefund = {
  reference: 'ref_1',
  connectorName: 'nmi',
  amountMinor: 500,
  currency: 'KWD',
  payment: known,
};

const answer = (body: string, status = 200): HttpResponse => ({ status, headers: {}, body });
const form = (fields: Readonly<Record<string, string>>) =>
  answer(
    new URLSearchParams({
      response: '1',
      responsetext: 'SUCCESS',
      response_code: '100',
      type: 'auth',
      transactionid: '927',
      orderid: 'pay_1_1',
      ...fields,
    }).toString(),
  );
const fieldsOf = ({ body = '' }: { readonly body?: string }): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body));

describe('a charge', () => {
  it('a charge at NMI has our reference as its order id, and the amount in major units', () => {
    const { url, body } = authorize.request(payment, account);
    expect(url).toBe('https://secure.nmi.com/api/transact.php');
    expect(fieldsOf({ body })).toEqual({
      security_key: 'key_1',
      type: 'auth',
      orderid: 'pay_1_1',
      amount: '12.50',
      currency: 'KWD',
      ccnumber: '4242424242424242',
      ccexp: '0330',
      cvv: '737',
    });
    const yen = { ...payment, amountMinor: 1250, currency: 'JPY' };
    expect(fieldsOf(authorize.request(yen, account))).toMatchObject({ amount: '1250.00' });
    const thousandths = { ...payment, amountMinor: 12_505 };
    expect(() => authorize.request(thousandths, account)).toThrow(RangeError);
  });

  it("a charge at NMI has the merchant's metadata and order number as named fields", () => {
    const order = {
      ...payment.order,
      metadata: { udf1: 'one', n: 5 },
      merchantReference: 'order-77',
    };
    const { orderid, ...fields } = fieldsOf(authorize.request({ ...payment, order }, account));
    expect(orderid).toBe('pay_1_1');
    expect(fields).toMatchObject({
      merchant_defined_field_1: 'merchant_order_reference_id=order-77',
      merchant_defined_field_2: 'udf1=one',
      merchant_defined_field_3: 'n=5',
    });
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`m${n}`, 'x']));
    const most = fieldsOf(
      authorize.request({ ...payment, order: { ...order, metadata: many } }, account),
    );
    expect(Object.keys(most).filter((name) => name.startsWith('merchant_'))).toHaveLength(20);
  });

  it('a charge at NMI contains the result of an external authentication, and nothing without its status', () => {
    const proof = {
      cryptogram: 'proof',
      electronicCommerceIndicator: '05',
      version: '2.2.0',
      dsTransactionId: 'ds_1',
    };
    const asked = { ...payment, authenticationData: { ...proof, transactionStatus: 'A' as const } };
    expect(fieldsOf(authorize.request(asked, account))).toMatchObject({
      cardholder_auth: 'attempted',
      cavv: 'proof',
      eci: '05',
      three_ds_version: '2.2.0',
      directory_server_id: 'ds_1',
    });
    const silent = { ...payment, authenticationData: proof };
    expect(() => authorize.request(silent, account)).toThrow(/authenticated/);
  });

  it('a charge at NMI is of a card, stored or not', () => {
    const wallet = { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} } as const;
    expect(() => authorize.request({ ...payment, source: wallet }, account)).toThrow(/paypal/);
    const byNetwork = { ...payment, networkTransactionId: 'network_1' };
    expect(() => authorize.request(byNetwork, account)).toThrow(/network/);
    const source = { kind: 'connector_mandate', connectorMandateId: '1717' } as const;
    const stored = { ...payment, source, futureUsage: 'off_session' } as const;
    const fields = fieldsOf(authorize.request(stored, account));
    expect(fields).toMatchObject({ customer_vault_id: '1717' });
    expect(fields).not.toHaveProperty('customer_vault');
  });

  it('a charge at NMI is not sent with credentials of another form', () => {
    const credentials = { auth_type: 'NoKey' } as const;
    expect(() => authorize.request(payment, { ...account, credentials })).toThrow(/BodyKey/);
  });
});

describe('an answer', () => {
  const read = (response: HttpResponse) => authorize.outcome(response, payment, account);

  it('an answer of NMI approves, and names the stored card', () => {
    expect(read(form({ customer_vault_id: '1717' }))).toEqual({
      result: 'authorized',
      connectorTransactionId: '927',
      connectorReference: 'pay_1_1',
      connectorMandateId: '1717:927',
    });
    const verified = verify.outcome(form({ type: 'validate' }), payment, account);
    expect(verified).toMatchObject({ result: 'captured', capturedMinor: 0 });
  });

  it("an answer of NMI shows the issuer's checks of address and card code, also for a decline", () => {
    const found = { avsresponse: 'N', cvvresponse: 'M' };
    expect(read(form(found))).toMatchObject({ paymentChecks: found });
    const refused = { response: '2', responsetext: 'DECLINE', response_code: '225' };
    expect(read(form({ ...refused, avsresponse: '', cvvresponse: 'N' }))).toMatchObject({
      paymentChecks: { avsresponse: null, cvvresponse: 'N' },
    });
  });

  it("an answer of NMI refuses in NMI's words", () => {
    const refused = { response: '2', responsetext: 'DECLINE', response_code: '202' };
    expect(read(form(refused))).toMatchObject({ result: 'declined', code: '202' });
    const badKey = { response: '3', responsetext: 'Authentication Failed', response_code: '300' };
    expect(read(form({ ...badKey, transactionid: '' }))).toEqual({
      result: 'declined',
      code: '300',
      message: 'Authentication Failed',
      reason: 'Authentication Failed',
    });
  });

  it.each([
    ['a duplicate, which may be one of itself', { response: '3', response_code: '430' }],
    [
      'a duplicate by its words',
      { response: '3', response_code: '300', responsetext: 'Duplicate transaction REFID:1' },
    ],
    ['a bank that was not reached', { response: '3', response_code: '421' }],
    ['an approval with the code of a refusal', { response_code: '200' }],
    ['a refusal with the code of an approval', { response: '2' }],
    ['an approval without an id', { transactionid: '' }],
    ['an approval of something else', { type: 'sale' }],
    ['an unknown digit', { response: '7' }],
  ])('an answer of NMI decides nothing: %s', (_case, fields) => {
    expect(() => read(form(fields))).toThrow();
  });

  it('an answer of NMI that is no form or has another status decides nothing, and is not quoted', () => {
    const page = '<html>4242424242424242</html>';
    expect(() => read(answer(page))).toThrow(/^The answer has another form\.$/);
    expect(() => read({ ...form({}), status: 403 })).toThrow();
  });
});

it('NMI captures, voids and refunds only the named transaction', () => {
  const part = { captureReference: 'pay_1_1_1', captureMinor: 1000, captureNumber: 1 };
  const asked = { ...known, ...part, isFinal: true };
  expect(fieldsOf(capture.request(asked, account))).toEqual({
    security_key: 'key_1',
    type: 'capture',
    transactionid: '927',
    amount: '1.00',
  });
  expect(() => capture.request({ ...reference, ...part, isFinal: true }, account)).toThrow();
  const fraud = { ...known, cancellationReason: 'fraudulent' };
  expect(fieldsOf(voidPayment.request(fraud, account))).toMatchObject({ void_reason: 'fraud' });
  const voided = form({ type: 'void' });
  expect(voidPayment.outcome(voided, known, account)).toMatchObject({ result: 'voided' });
  expect(voidCaptured.outcome(voided, known, account)).toMatchObject({
    result: 'voided_after_capture',
  });
  expect(fieldsOf(refund.request(aRefund, account))).toEqual({
    security_key: 'key_1',
    type: 'refund',
    transactionid: '927',
    orderid: 'ref_1',
    amount: '0.50',
  });
  expect(() => refund.request({ ...aRefund, payment: reference }, account)).toThrow();
});

describe('a query', () => {
  const transaction = (condition: string, actions = '', { id = '927', order = 'pay_1_1' } = {}) =>
    `<transaction><transaction_id>${id}</transaction_id><order_id>${order}</order_id>` +
    `<condition>${condition}</condition><currency>KWD</currency>${actions}</transaction>`;
  const action = (type: string, amount: string, success = '1') =>
    `<action><amount>${amount}</amount><action_type>${type}</action_type>` +
    `<success>${success}</success><response_text>WORDS</response_text>` +
    '<response_code>200</response_code></action>';
  const report = (...transactions: readonly string[]) =>
    answer(`<?xml version="1.0"?><nm_response>${transactions.join('')}</nm_response>`);
  const read = (...transactions: readonly string[]) =>
    sync.outcome(report(...transactions), reference, account);
  const reserved = action('auth', '12.500');

  it('a query at NMI uses our reference', () => {
    const { url, body } = sync.request(reference, account);
    expect(url).toBe('https://secure.nmi.com/api/query.php');
    expect(fieldsOf({ body })).toEqual({ security_key: 'key_1', order_id: 'pay_1_1' });
  });

  it('a query at NMI computes amounts from the completed steps', () => {
    const known = { connectorTransactionId: '927', lagSeconds: 60 };
    const amounts = { amountMinor: 12_500, currency: 'KWD', ...known };
    expect(read(transaction('pending', reserved))).toEqual({ result: 'authorized', ...amounts });
    const failed = action('capture', '12.500', '0');
    expect(read(transaction('complete', reserved + action('capture', '1.000') + failed))).toEqual({
      result: 'captured',
      capturedMinor: 1000,
      ...amounts,
    });
    expect(() => read(transaction('complete', action('sale', '1.0005')))).toThrow();
  });

  it.each([
    ['a sale that waits', transaction('pending', action('sale', '12.500')), 'pending'],
    ['in progress', transaction('in_progress'), 'pending'],
    ['a released authorization', transaction('canceled', reserved), 'voided'],
    [
      'a charge that was given back',
      transaction('canceled', action('sale', '12.500') + action('void', '12.500')),
      'voided_after_capture',
    ],
    ['abandoned', transaction('abandoned'), 'declined'],
    ['failed', transaction('failed', action('auth', '12.500', '0')), 'declined'],
    ['nothing', '', 'not_found'],
  ])('a query at NMI returns the state: %s', (_case, xml, result) => {
    expect(read(xml)).toMatchObject({ result });
  });

  it('a charge that failed after it was made was refused by the settlement', () => {
    expect(read(transaction('failed', action('sale', '12.500')))).toMatchObject({
      result: 'declined',
      attemptStatus: 'capture_failed',
    });
    expect(read(transaction('failed', action('sale', '12.500', '0')))).not.toHaveProperty(
      'attemptStatus',
    );
  });

  it("a query at NMI shows the issuer's checks under the same names as the charge's answer", () => {
    const checks = '<avs_response>Y</avs_response><csc_response>M</csc_response>';
    expect(read(transaction('complete', action('sale', '12.500') + checks))).toMatchObject({
      paymentChecks: { avsresponse: 'Y', cvvresponse: 'M' },
    });
  });

  it('a payment and a refund with the same merchant id are distinguished at NMI', () => {
    const both = [
      transaction('complete', action('sale', '12.500')),
      transaction('complete', action('refund', '0.500'), { id: '930' }),
    ];
    expect(read(...both)).toMatchObject({ result: 'captured', connectorTransactionId: '927' });
    const refunded = { ...aRefund, reference: 'pay_1_1' };
    expect(syncRefund.outcome(report(...both), refunded, account)).toMatchObject({
      result: 'succeeded',
      amountMinor: 500,
    });
  });

  it.each([
    ['without', undefined],
    ['with', 'order-77'],
  ])(
    'a query at NMI finds a charge and a refund by their sent fields, %s a number of the merchant',
    (_case, number) => {
      const order = { ...payment.order, ...(number && { merchantReference: number }) };
      const sent = fieldsOf(authorize.request({ ...payment, order }, account));
      expect(fieldsOf(sync.request(reference, account)).order_id).toBe(sent.orderid);
      const found = transaction('pending', reserved, { order: sent.orderid });
      expect(read(found)).toMatchObject({ result: 'authorized', connectorTransactionId: '927' });
      const refunded = fieldsOf(refund.request(aRefund, account));
      expect(fieldsOf(syncRefund.request(aRefund, account)).order_id).toBe(refunded.orderid);
      // A capture is a step of the transaction that it captures.
      const captured = transaction('pendingsettlement', reserved + action('capture', '12.500'));
      expect(read(captured)).toMatchObject({ result: 'captured', capturedMinor: 12_500 });
    },
  );

  it('a query at NMI returns the reason of a failed payment', () => {
    const outcome = read(transaction('failed', action('sale', '12.500', '0')));
    expect(outcome).toMatchObject({ code: '200', message: 'WORDS' });
  });

  it('an unknown condition at NMI decides nothing, also beside the transaction of ours', () => {
    expect(read(transaction('unknown'))).toMatchObject({ result: 'unknown' });
    const another = transaction('unknown', '', { order: 'pay_2_1', id: '928' });
    expect(read(transaction('complete'), another)).toMatchObject({ result: 'captured' });
  });

  it('a verified card has charged nothing', () => {
    const verification = { ...reference, isVerification: true };
    const read = (condition: string) =>
      sync.outcome(report(transaction(condition)), verification, account);
    expect(read('complete')).toMatchObject({ result: 'captured', capturedMinor: 0 });
    expect(read('failed')).toMatchObject({ result: 'declined' });
    expect(read('in_progress')).toMatchObject({ result: 'pending' });
  });

  it.each([
    ['another order', [transaction('complete', '', { order: 'pay_2_1' })]],
    ['two of one order', [transaction('complete'), transaction('failed', '', { id: '928' })]],
    ['an error', ['<error_response>Invalid Security Key</error_response>']],
  ])('a query at NMI decides nothing: %s', (_case, transactions) => {
    expect(() => read(...transactions)).toThrow();
  });

  it.each([
    ['a page', '<html><body>4242424242424242</body></html>'],
    ['a truncated answer', report(transaction('complete')).body.slice(0, -20)],
    ['a deep one', `<nm_response>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</nm_response>`],
    ['a form', 'response=3&responsetext=4242424242424242&response_code=300'],
    ['none', ''],
  ])('a query at NMI decides nothing, and quotes nothing of the answer: %s', (_case, body) => {
    const read = () => sync.outcome(answer(body), reference, account);
    expect(read).toThrow(/^The answer [a-zA-Z ]+\.$/);
    expect(() => syncRefund.outcome(answer(body), aRefund, account)).toThrow();
  });

  it('a query at NMI decides nothing with another status than 200', () => {
    const { body } = report(transaction('complete'));
    expect(() => sync.outcome(answer(body, 503), reference, account)).toThrow();
  });

  it('a query at NMI finds the transaction of a known id among several', () => {
    const several = report(transaction('failed', '', { id: '926' }), transaction('complete'));
    expect(sync.outcome(several, known, account)).toMatchObject({ result: 'captured' });
  });

  it('a query at NMI returns the state of a refund, and nothing where it is not listed', () => {
    const readRefund = (condition: string, amount = '0.500') =>
      syncRefund.outcome(
        report(transaction(condition, action('refund', amount), { id: '930', order: 'ref_1' })),
        aRefund,
        account,
      );
    expect(readRefund('complete')).toEqual({
      result: 'succeeded',
      connectorRefundId: 'ref_1',
      amountMinor: 500,
      currency: 'KWD',
    });
    expect(readRefund('complete', '-0.500')).toEqual(readRefund('complete'));
    expect(readRefund('in_progress')).toMatchObject({ result: 'pending' });
    expect(readRefund('canceled')).toMatchObject({ result: 'declined' });
    expect(() => syncRefund.outcome(report(), aRefund, account)).toThrow();
  });
});

describe('a webhook', () => {
  const event = (type: string, success = '1', orderId = 'pay_1_1') => ({
    headers: {},
    body: JSON.stringify({
      event_type: type,
      event_body: {
        transaction_id: '927',
        order_id: orderId,
        currency: 'KWD',
        action: { amount: '12.500', success, response_code: '200', response_text: 'WORDS' },
      },
    }),
  });
  const signed = ({ body }: { readonly body: string }, secret: string) => {
    const hex = createHmac('sha256', secret).update(`nonce.${body}`).digest('hex');
    return { headers: { 'webhook-signature': `t=nonce,s=${hex}` }, body };
  };
  const now = new Date('2030-01-31T10:00:00Z');
  const isGenuine = (
    webhook: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    webhookSecrets: readonly string[],
  ) => webhooks.verifySignature?.(webhook, { ...account, webhookSecrets }, now);

  it('a webhook of NMI is genuine when one of the secrets signed its body and its nonce', () => {
    const webhook = signed(event('transaction.sale.success'), 'old');
    expect(isGenuine(webhook, ['new', 'old'])).toBe(true);
    expect(isGenuine(webhook, ['new'])).toBe(false);
    expect(isGenuine(webhook, [])).toBe(false);
    expect(isGenuine({ ...webhook, body: `${webhook.body} ` }, ['old'])).toBe(false);
    const [, hash = ''] = (webhook.headers['webhook-signature'] ?? '').split(',');
    const replayed = { ...webhook, headers: { 'webhook-signature': `t=other,${hash}` } };
    expect(isGenuine(replayed, ['old'])).toBe(false);
    expect(isGenuine(signed(event('transaction.sale.success'), ''), [''])).toBe(false);
  });

  it.each([
    ['sale.success', '1', { result: 'captured', capturedMinor: 12_500, amountMinor: 12_500 }],
    ['capture.success', '1', { result: 'captured', capturedMinor: 12_500 }],
    ['auth.success', '1', { result: 'authorized', amountMinor: 12_500, currency: 'KWD' }],
    ['void.success', '1', { result: 'voided' }],
    ['auth.failure', '0', { result: 'declined', code: '200', message: 'WORDS' }],
  ])('a webhook of NMI reports a payment: %s', (type, success, outcome) => {
    expect(webhooks.parse(event(`transaction.${type}`, success))).toMatchObject([
      { kind: 'payment', subject: { reference: 'pay_1_1', connectorId: '927' }, outcome },
    ]);
  });

  it('a webhook event without an answer at NMI is pending until a sync', () => {
    const [sale] = webhooks.parse(event('transaction.sale.unknown', '0'));
    expect(sale).toMatchObject({ kind: 'payment', outcome: { result: 'pending' } });
    const [refunded] = webhooks.parse(event('transaction.refund.unknown', '0', 'ref_1'));
    expect(refunded).toMatchObject({ kind: 'refund', outcome: { result: 'pending' } });
  });

  it('a webhook of NMI reports a refund by our id', () => {
    const refunded = (type: string, success: string) =>
      webhooks.parse(event(`transaction.refund.${type}`, success, 'ref_1'));
    const amounts = { connectorRefundId: 'ref_1', amountMinor: 12_500, currency: 'KWD' };
    expect(refunded('success', '1')).toEqual([
      {
        kind: 'refund',
        subject: { reference: 'ref_1' },
        outcome: { result: 'succeeded', ...amounts },
      },
    ]);
    expect(refunded('failure', '0')).toMatchObject([{ outcome: { result: 'declined' } }]);
  });

  it('a webhook of NMI about a request that is not ours, or unknown to NMI, changes nothing', () => {
    const nothing = [{ kind: 'nothing' }];
    expect(webhooks.parse(event('transaction.sale.success', '1', ''))).toEqual(nothing);
    expect(webhooks.parse(event('transaction.void.failure', '0'))).toEqual(nothing);
    expect(() => webhooks.parse(event('transaction.sale.success', '0'))).toThrow(/contradicts/);
  });
});
