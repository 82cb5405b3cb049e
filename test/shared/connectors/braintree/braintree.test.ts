import { createHash, createHmac } from 'node:crypto';
import { braintreeConnector } from '../../../../shared/connectors/braintree/connector.ts';
import type {
  ExchangeAccount,
  HttpResponse,
} from '../../../../shared/connectors/interface/exchange.ts';
import type { Authorization } from '../../../../shared/connectors/interface/payments.ts';

const { authorize, verify, sync, capture, refund, syncRefund, webhooks } = braintreeConnector();
if (!verify || !capture || !refund || !syncRefund || !webhooks) {
  throw new Error('Braintree does all of this.');
}

const account: ExchangeAccount = {
  connectorName: 'braintree',
  credentials: {
    auth_type: 'SignatureKey',
    api_key: 'public_1',
    key1: 'merchant_1',
    api_secret: 'private_1',
  },
  metadata: { merchant_accounts: { KWD: 'macc_kwd', JPY: 'macc_jpy' } },
  urls: { api: 'https://payments.sandbox.braintree-api.com/' },
};
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'braintree',
  amountMinor: 12_500,
  currency: 'KWD',
  captureMethod: 'manual',
  order: { initiator: { by: 'customer' } },
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35', cvc: '737' },
  },
};
const { source: _, order: __, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ' };
const answer = (data: object, errors?: readonly object[]): HttpResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ data, errors }),
});
const variablesOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body).variables.input;
const token = answer({ tokenizeCreditCard: { paymentMethod: { id: 'tokencc_1' } } });
const transaction = (status: string, value = '12.500', more: object = {}) => ({
  id: 'dHJhbnNhY3Rpb25fMQ',
  status,
  amount: { value, currencyCode: 'KWD' },
  ...more,
});

/** The step that charges, and how its answer is read. */
function charged(input: Authorization) {
  const reading = authorize.outcome(token, input, account);
  if (!('next' in reading)) throw new Error('The token was not charged.');
  return reading;
}

it('makes a token of the card, and charges it with our reference as the order id', () => {
  const first = authorize.request(payment, account);
  expect(first.step).toBe('token');
  expect(variablesOf(first).creditCard).toMatchObject({ expirationYear: '2035', cvv: '737' });
  const { next, outcome } = charged(payment);
  expect(next.body).not.toContain('4242424242424242');
  expect(next.body).toContain('mutation authorizeCreditCard');
  expect(variablesOf(next)).toMatchObject({
    paymentMethodId: 'tokencc_1',
    transaction: { amount: '12.500', merchantAccountId: 'macc_kwd', orderId: 'pay_1_1' },
  });
  const authorized = answer({ authorizeCreditCard: { transaction: transaction('AUTHORIZED') } });
  expect(outcome(authorized)).toMatchObject({
    result: 'authorized',
    amountMinor: 12_500,
    currency: 'KWD',
  });
});

it('charges at once, in a currency without decimals too, and stores the card where wanted', () => {
  const input = {
    ...payment,
    currency: 'JPY',
    captureMethod: 'automatic',
    futureUsage: 'off_session',
  } as const;
  const { next, outcome } = charged(input);
  expect(variablesOf(next).transaction).toMatchObject({
    amount: '12500',
    merchantAccountId: 'macc_jpy',
    vaultPaymentMethodAfterTransacting: { when: 'ON_SUCCESSFUL_TRANSACTION' },
  });
  const stored = {
    ...transaction('SUBMITTED_FOR_SETTLEMENT'),
    amount: { value: '12500', currencyCode: 'JPY' },
    paymentMethod: { id: 'pm_1' },
  };
  expect(outcome(answer({ chargeCreditCard: { transaction: stored } }))).toMatchObject({
    result: 'captured',
    capturedMinor: 12_500,
    amountMinor: 12_500,
    connectorMandateId: 'pm_1',
  });
});

it('charges a stored card without its customer, as the one step', () => {
  const input: Authorization = {
    ...payment,
    source: { kind: 'connector_mandate', connectorMandateId: 'pm_1' },
    order: { initiator: { by: 'merchant', why: 'recurring' } },
  };
  const request = authorize.request(input, account);
  expect(request.step).toBeUndefined();
  expect(variablesOf(request)).toMatchObject({
    paymentMethodId: 'pm_1',
    transaction: { paymentInitiator: 'RECURRING' },
  });
});

it('stores a verified card without charging it', () => {
  const reading = verify.outcome(token, payment, account);
  if (!('next' in reading)) throw new Error('The card was not stored.');
  expect(variablesOf(reading.next)).toEqual({
    paymentMethodId: 'tokencc_1',
    verification: { merchantAccountId: 'macc_kwd' },
  });
  const stored = answer({ vaultCreditCard: { paymentMethod: { id: 'pm_1' } } });
  expect(reading.outcome(stored)).toMatchObject({ capturedMinor: 0, connectorMandateId: 'pm_1' });
});

it('sends nothing for 3-D Secure, nor in a currency without a merchant account', () => {
  const wanted = { ...payment.order, authenticationType: 'three_ds' } as const;
  expect(() => authorize.request({ ...payment, order: wanted }, account)).toThrow('script');
  expect(() => authorize.request({ ...payment, currency: 'EUR' }, account)).toThrow('currency');
  const dollars = { merchant_account_id: 'macc_usd', merchant_config_currency: 'USD' };
  const other = { ...account, metadata: dollars };
  expect(() => authorize.request(payment, other)).toThrow('currency');
  expect(() => authorize.request({ ...payment, currency: 'USD' }, other)).not.toThrow();
});

it('tells why a card was declined, and takes a duplicate for no outcome', () => {
  const { outcome } = charged(payment);
  const withEvent = (status: string, event: object) =>
    answer({
      authorizeCreditCard: {
        transaction: transaction(status, '12.500', { statusHistory: [event] }),
      },
    });
  const declined = { processorResponse: { legacyCode: '2001', message: 'Insufficient Funds' } };
  expect(outcome(withEvent('PROCESSOR_DECLINED', declined))).toMatchObject({
    result: 'declined',
    code: '2001',
    message: 'Insufficient Funds',
  });
  const rejected = { gatewayRejectionReason: 'AVS' };
  expect(outcome(withEvent('GATEWAY_REJECTED', rejected))).toMatchObject({
    result: 'declined',
    code: 'GatewayRejected',
    reason: 'AVS',
  });
  const duplicate = { gatewayRejectionReason: 'DUPLICATE' };
  expect(() => outcome(withEvent('GATEWAY_REJECTED', duplicate))).toThrow('duplicate');
});

it('takes only an error of the whole request for a refusal', () => {
  const { outcome } = charged(payment);
  const error = (errorClass: string, path: readonly string[]) =>
    answer({ authorizeCreditCard: null }, [
      { message: 'No.', path, extensions: { errorClass, legacyCode: '81501' } },
    ]);
  const whole = ['authorizeCreditCard'];
  expect(outcome(error('VALIDATION', whole))).toMatchObject({ result: 'declined', code: '81501' });
  expect(outcome(error('SERVICE_AVAILABILITY', whole))).toMatchObject({ result: 'unknown' });
  const inside = ['authorizeCreditCard', 'transaction', 'id'];
  expect(outcome(error('VALIDATION', inside))).toMatchObject({ result: 'unknown' });
});

it('captures a part, and finds it again without a contradiction', () => {
  const part = { captureReference: 'pay_1_1_1', captureMinor: 500, captureNumber: 1 };
  const input = { ...known, ...part, isFinal: true };
  expect(variablesOf(capture.request(input, account)).transaction).toEqual({ amount: '0.500' });
  const taken = transaction('SUBMITTED_FOR_SETTLEMENT', '0.500');
  const captured = answer({ captureTransaction: { transaction: taken } });
  expect(capture.outcome(captured, input, account)).toMatchObject({ capturedMinor: 500 });
  const found = answer({ search: { transactions: { edges: [{ node: taken }] } } });
  const synced = sync.outcome(found, known, account);
  expect(synced).toMatchObject({ result: 'captured', capturedMinor: 500 });
  expect(synced).not.toHaveProperty('amountMinor');
});

it('finds a payment by our reference: the one that was not refused', () => {
  expect(variablesOf(sync.request(reference, account))).toEqual({ orderId: { is: 'pay_1_1' } });
  const nodes = [{ node: transaction('GATEWAY_REJECTED') }, { node: transaction('AUTHORIZED') }];
  const found = answer({ search: { transactions: { edges: nodes } } });
  // A capture or a void may only not be shown yet.
  const shown = { result: 'authorized', lagSeconds: 60 };
  expect(sync.outcome(found, reference, account)).toMatchObject(shown);
  const none = answer({ search: { transactions: { edges: [] } } });
  expect(sync.outcome(none, reference, account)).toEqual({ result: 'not_found' });
  expect(() => sync.outcome(none, known, account)).toThrow('find');
});

it('refunds with our reference as the order id, and finds the refund by it', () => {
  const back = { reference: 'ref_1', connectorName: 'braintree', amountMinor: 1, currency: 'KWD' };
  const input = { ...back, payment: known };
  expect(variablesOf(refund.request(input, account)).refund).toEqual({
    amount: '0.001',
    merchantAccountId: 'macc_kwd',
    orderId: 'ref_1',
  });
  expect(variablesOf(syncRefund.request(input, account))).toEqual({ orderId: { is: 'ref_1' } });
  const none = answer({ search: { refunds: { edges: [] } } });
  expect(() => syncRefund.outcome(none, input, account)).toThrow('refund');
});

describe('a webhook', () => {
  const xmlOf = (kind: string, subject: string) =>
    `<notification><timestamp type="datetime">2026-01-02T03:04:05Z</timestamp><kind>${kind}</kind><subject>${subject}</subject></notification>`;
  const dispute = `<dispute><id>dp_1</id><amount-disputed>6.540</amount-disputed><currency-iso-code>KWD</currency-iso-code><kind>chargeback</kind><reason>fraud</reason><reason-code nil="true"/><reply-by-date type="date">2026-02-03</reply-by-date><transaction><id>1</id><order-id>pay_1_1</order-id></transaction></dispute>`;
  const payloadOf = (xml: string) => `${Buffer.from(xml).toString('base64')}\n`;
  const signed = (payload: string, secret: string, key = 'public_1') => {
    const digest = createHash('sha1').update(secret).digest();
    const signature = createHmac('sha1', digest).update(payload).digest('hex');
    return `${key}|${signature}`;
  };
  const posted = (payload: string, signature: string) => ({
    headers: {},
    body: new URLSearchParams({ bt_signature: signature, bt_payload: payload }).toString(),
  });
  const payload = payloadOf(xmlOf('dispute_opened', dispute));
  const now = new Date('2026-01-02T03:04:05Z');
  const isGenuine = (given: string, signature: string, webhookSecrets: readonly string[]) =>
    webhooks.verifySignature?.(posted(given, signature), { ...account, webhookSecrets }, now);

  it('is believed when signed with a secret of the account, the previous one too', () => {
    const signature = signed(payload, 'private_0');
    expect(isGenuine(payload, `other|abc&${signature}`, ['private_1', 'private_0'])).toBe(true);
    expect(isGenuine(payload, signature, ['private_1'])).toBe(false);
    expect(isGenuine(payload, signature, [])).toBe(false);
    expect(isGenuine(payload, signed(payload, ''), [''])).toBe(false);
    expect(isGenuine(payload, signed(payload, 'private_0', 'public_2'), ['private_0'])).toBe(false);
    const changed = payloadOf(xmlOf('dispute_won', dispute));
    expect(isGenuine(changed, signature, ['private_0'])).toBe(false);
  });

  it('tells of a dispute, in the payment that it is about', () => {
    expect(webhooks.parse(posted(payload, ''))).toEqual([
      {
        kind: 'dispute',
        subject: { reference: 'pay_1_1', connectorId: 'dHJhbnNhY3Rpb25fMQ' },
        dispute: {
          connectorDisputeId: 'dp_1',
          amountMinor: 6_540,
          currency: 'KWD',
          stage: 'dispute',
          status: 'dispute_opened',
          connectorStatus: 'dispute_opened',
          reason: 'fraud',
          challengeRequiredBy: '2026-02-03T00:00:00.000Z',
        },
      },
    ]);
  });

  it('tells of a transaction that it changed, and ignores what is about nothing of ours', () => {
    const settled = xmlOf('transaction_settled', '<transaction><id>1</id></transaction>');
    expect(webhooks.parse(posted(payloadOf(settled), ''))).toMatchObject([
      { kind: 'payment', subject: { connectorId: 'dHJhbnNhY3Rpb25fMQ' } },
    ]);
    const check = xmlOf('check', '<check type="boolean">true</check>');
    expect(webhooks.parse(posted(payloadOf(check), ''))).toEqual([{ kind: 'nothing' }]);
  });
});
