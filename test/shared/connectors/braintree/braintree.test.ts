import { createHash, createHmac } from 'node:crypto';
import { braintreeConnector } from '#connectors/braintree/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const { authorize, verify, sync, capture, voidCaptured, refund, syncRefund, webhooks } =
  braintreeConnector();
const { void: voidPayment } = braintreeConnector();
if (!verify || !capture || !voidCaptured || !voidPayment || !refund || !syncRefund || !webhooks) {
  throw new Error('Braintree does all of this.');
}

const account: ExchangeAccount = anAccountAt('braintree', {
  credentials: {
    auth_type: 'SignatureKey',
    api_key: 'public_1',
    key1: 'merchant_1',
    api_secret: 'private_1',
  },
  metadata: { merchant_accounts: { KWD: 'macc_kwd', JPY: 'macc_jpy' } },
});
const payment = aCharge('braintree', {
  amountMinor: 12_500,
  currency: 'KWD',
  captureMethod: 'manual',
  source: aCard({ expiryYear: '35' }),
});
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

it('Braintree makes a token of the card, and charges it with our reference as the order id', () => {
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

it('Braintree charges at once, in a currency without decimals too, and stores the card when asked', () => {
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

it('Braintree charges a stored card without its customer, in one step', () => {
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

it('Braintree stores a verified card without charging it', () => {
  const reading = verify.outcome(token, payment, account);
  if (!('next' in reading)) throw new Error('The card was not stored.');
  expect(variablesOf(reading.next)).toEqual({
    paymentMethodId: 'tokencc_1',
    verification: { merchantAccountId: 'macc_kwd' },
  });
  const stored = answer({ vaultCreditCard: { paymentMethod: { id: 'pm_1' } } });
  expect(reading.outcome(stored)).toMatchObject({ capturedMinor: 0, connectorMandateId: 'pm_1' });
});

it('a Braintree payment with 3-D Secure, or in a currency without a merchant account, is not sent', () => {
  const wanted = { ...payment.order, authenticationType: 'three_ds' } as const;
  expect(() => authorize.request({ ...payment, order: wanted }, account)).toThrow('script');
  expect(() => authorize.request({ ...payment, currency: 'EUR' }, account)).toThrow('currency');
  const dollars = { merchant_account_id: 'macc_usd', merchant_config_currency: 'USD' };
  const other = { ...account, metadata: dollars };
  expect(() => authorize.request(payment, other)).toThrow('currency');
  expect(() => authorize.request({ ...payment, currency: 'USD' }, other)).not.toThrow();
});

it('a Braintree decline has its reason, and a duplicate is no outcome', () => {
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

it('a Braintree answer is a refusal only when its error concerns the whole request', () => {
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

it('a partial capture at Braintree is found again without a contradiction', () => {
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

it.each(['pay_1_1', 'pay_1_1-a1b2c3d4'])(
  'a payment whose answer was lost is found by the order id %s that was sent',
  (sent) => {
    const input = {
      ...payment,
      reference: sent,
      order: { ...payment.order, merchantReference: 'order-7' },
    };
    const { orderId } = variablesOf(charged(input).next).transaction;
    const { source: _, order: __, ...lost } = input;
    expect(variablesOf(sync.request(lost, account))).toEqual({ orderId: { is: orderId } });
    const nodes = [
      { node: transaction('GATEWAY_REJECTED', '12.500', { orderId }) },
      { node: transaction('AUTHORIZED', '12.500', { orderId }) },
      { node: { ...transaction('SETTLED', '12.500', { orderId: 'order-7' }), id: 'another' } },
    ];
    const found = answer({ search: { transactions: { edges: nodes } } });
    // A capture or a void may only not be shown yet.
    const shown = {
      result: 'authorized',
      connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
      lagSeconds: 60,
    };
    expect(sync.outcome(found, lost, account)).toMatchObject(shown);
    const others = answer({ search: { transactions: { edges: nodes.slice(2) } } });
    expect(sync.outcome(others, lost, account)).toEqual({ result: 'not_found' });
    expect(() =>
      sync.outcome(answer({ search: { transactions: { edges: [] } } }), known, account),
    ).toThrow('find');
  },
);

/** https://github.com/braintree/graphql-api/blob/master/schema.graphql, `PaymentStatusEvent`. */
it("a merchant gets the bank's checks and the network's ids from Braintree, also for a decline", () => {
  const history = [
    {
      status: 'PROCESSOR_DECLINED',
      processorResponse: {
        legacyCode: '2001',
        message: 'Insufficient Funds',
        cvvResponse: 'MATCHES',
        avsPostalCodeResponse: 'DOES_NOT_MATCH',
        avsStreetAddressResponse: null,
      },
      networkResponse: { code: '51', message: 'Not sufficient funds' },
      merchantAdviceCodeResponse: { code: '02' },
    },
  ];
  const snapshot = { paymentMethodSnapshot: { networkTransactionId: '123456789012345' } };
  const { outcome } = charged(payment);
  const answered = (status: string, statusHistory: readonly object[]) =>
    outcome(
      answer({
        authorizeCreditCard: {
          transaction: transaction(status, '12.500', { ...snapshot, statusHistory }),
        },
      }),
    );
  const checks = {
    cvv_response: 'MATCHES',
    avs_postal_code_response: 'DOES_NOT_MATCH',
    avs_street_address_response: null,
  };
  expect(answered('PROCESSOR_DECLINED', history)).toMatchObject({
    result: 'declined',
    code: '2001',
    message: 'Insufficient Funds',
    paymentChecks: checks,
    issuerCode: '51',
    issuerMessage: 'Not sufficient funds',
    networkAdviceCode: '02',
  });
  const { processorResponse } = history[0] ?? {};
  const expiry = '2026-02-03T04:05:06.000000Z';
  const authorized = [{ status: 'AUTHORIZED', authorizationExpiresAt: expiry, processorResponse }];
  expect(answered('AUTHORIZED', authorized)).toMatchObject({
    result: 'authorized',
    networkTransactionId: '123456789012345',
    captureBefore: expiry,
    paymentChecks: checks,
  });
});

it('a settlement that is refused fails the capture, with the code of the settlement', () => {
  const statusHistory = [
    {
      status: 'SETTLEMENT_DECLINED',
      processorResponse: { legacyCode: '4001', message: 'Settlement Declined' },
    },
    { status: 'SUBMITTED_FOR_SETTLEMENT' },
    { status: 'AUTHORIZED', processorResponse: { cvvResponse: 'MATCHES' } },
  ];
  const node = transaction('SETTLEMENT_DECLINED', '12.500', { statusHistory });
  const found = answer({ search: { transactions: { edges: [{ node }] } } });
  expect(sync.outcome(found, known, account)).toMatchObject({
    result: 'declined',
    attemptStatus: 'capture_failed',
    code: '4001',
    message: 'Settlement Declined',
  });
});

it('an amount in a currency that has no decimals at Braintree leaves and returns without them', () => {
  // The page of currencies marks LAK and ISK so; clients count both in hundredths.
  const kips = { ...account, metadata: { merchant_accounts: { LAK: 'macc_lak' } } };
  const input = { ...payment, currency: 'LAK', amountMinor: 1_250_000 };
  const reading = authorize.outcome(token, input, kips);
  if (!('next' in reading)) throw new Error('The token was not charged.');
  expect(variablesOf(reading.next).transaction).toMatchObject({ amount: '12500' });
  const amount = { value: '12500', currencyCode: 'LAK' };
  const authorized = { ...transaction('AUTHORIZED'), amount };
  expect(
    reading.outcome(answer({ authorizeCreditCard: { transaction: authorized } })),
  ).toMatchObject({ amountMinor: 1_250_000, currency: 'LAK' });
  const half = { ...input, amountMinor: 1_250_050 };
  expect(() => authorize.request(half, kips)).toThrow(RangeError);
});

it('the country of the billing address goes to Braintree, in two letters', () => {
  const order = { ...payment.order, billing: { address: { country: 'DE' as const } } };
  const { options } = variablesOf(charged({ ...payment, order }).next);
  expect(options).toEqual({ billingAddress: { countryCodeAlpha2: 'DE' } });
});

describe('a card whose verification', () => {
  const read = (verification: object, paymentMethod: object | null = { id: 'pm_1' }) => {
    const reading = verify.outcome(token, payment, account);
    if (!('next' in reading)) throw new Error('The card was not stored.');
    return reading.outcome(answer({ vaultCreditCard: { paymentMethod, verification } }));
  };
  const processorResponse = { legacyCode: '2010', message: 'CVV', cvvResponse: 'DOES_NOT_MATCH' };

  it.each(['FAILED', 'GATEWAY_REJECTED', 'PROCESSOR_DECLINED'])(
    'a card whose verification is %s is not stored',
    (status) => {
      expect(read({ status, processorResponse }, null)).toMatchObject({
        result: 'declined',
        code: '2010',
        paymentChecks: { cvv_response: 'DOES_NOT_MATCH' },
      });
    },
  );

  it("a card whose verification has succeeded is stored, with the bank's checks", () => {
    const matched = { ...processorResponse, cvvResponse: 'MATCHES' };
    expect(read({ status: 'VERIFIED', processorResponse: matched })).toMatchObject({
      result: 'captured',
      capturedMinor: 0,
      connectorMandateId: 'pm_1',
      paymentChecks: { cvv_response: 'MATCHES' },
    });
    expect(() => read({ status: 'VERIFIED' }, null)).toThrow('not stored');
    expect(() => read({ status: 'PENDING' })).toThrow('yet');
  });
});

const back = {
  reference: 'ref_1',
  connectorName: 'braintree',
  amountMinor: 12_500,
  currency: 'KWD',
};
const refunding = { ...back, payment: known };
const reversed = (reversal: object) => answer({ reverseTransaction: { reversal } });
const voided = reversed({ __typename: 'Transaction', ...transaction('VOIDED') });
const refundOf = (status: string, more: object = {}) => ({
  ...transaction(status, '12.500', { orderId: 'pay_1_1' }),
  id: 'cmVmdW5kXzE',
  ...more,
});
const refundedInstead = (status: string) => reversed({ __typename: 'Refund', ...refundOf(status) });

it('a captured payment is voided, and one that was settled meanwhile names its refund', () => {
  expect(variablesOf(voidCaptured.request(known, account))).toEqual({
    transactionId: 'dHJhbnNhY3Rpb25fMQ',
  });
  expect(voidCaptured.outcome(voided, known, account)).toEqual({
    result: 'voided_after_capture',
    connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
  });
  const instead = refundedInstead('SUBMITTED_FOR_SETTLEMENT');
  const recorded = {
    connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
    connectorReference: 'cmVmdW5kXzE',
    connectorMetadata: { refund_id: 'cmVmdW5kXzE' },
  };
  expect(voidCaptured.outcome(instead, known, account)).toEqual({
    result: 'voided_after_capture',
    ...recorded,
  });
  expect(voidPayment.outcome(instead, known, account)).toEqual({ result: 'voided', ...recorded });
  expect(voidPayment.outcome(refundedInstead('FAILED'), known, account)).toEqual({
    result: 'declined',
    code: 'Failed',
    message: 'Failed',
    reason: 'Failed',
  });
});

it('a Braintree void of a capture is distinguished from a void of an authorization in any order of discovery', () => {
  const found = (statusHistory: readonly object[]) => {
    const node = transaction('VOIDED', '12.500', { statusHistory });
    return sync.outcome(
      answer({ search: { transactions: { edges: [{ node }] } } }),
      known,
      account,
    );
  };
  const authorized = { status: 'AUTHORIZED' };
  expect(found([{ status: 'VOIDED' }, authorized])).toMatchObject({ result: 'voided' });
  const captured = [{ status: 'VOIDED' }, { status: 'SUBMITTED_FOR_SETTLEMENT' }, authorized];
  expect(found(captured)).toMatchObject({ result: 'voided_after_capture' });
});

describe('a refund', () => {
  const refusedWith = (legacyCode: string) =>
    answer({ refundTransaction: null }, [
      {
        message: 'Cannot refund.',
        path: ['refundTransaction'],
        extensions: { errorClass: 'VALIDATION', legacyCode },
      },
    ]);
  const refundOutcome = (response: HttpResponse, input = refunding) =>
    refund.outcome(response, input, account);

  it('a Braintree refund has our reference as its order id', () => {
    expect(variablesOf(refund.request({ ...refunding, amountMinor: 1 }, account)).refund).toEqual({
      amount: '0.001',
      merchantAccountId: 'macc_kwd',
      orderId: 'ref_1',
    });
  });

  // https://github.com/braintree/graphql-api/blob/master/schema.graphql, `PaymentStatus`: a refund
  // that is only submitted will be in the next settlement batch.
  it.each([
    ['SUBMITTED_FOR_SETTLEMENT', 'pending'],
    ['SETTLING', 'pending'],
    ['SETTLED', 'succeeded'],
    ['SETTLEMENT_DECLINED', 'declined'],
    ['VOIDED', 'declined'],
  ])('a Braintree refund that is %s is %s', (status, result) => {
    const made = answer({ refundTransaction: { refund: refundOf(status) } });
    expect(refundOutcome(made)).toMatchObject({ result, connectorRefundId: 'cmVmdW5kXzE' });
  });

  // 91506 is `CannotRefundUnlessSettled`, 91512 `HasAlreadyBeenRefunded`:
  // https://github.com/braintree/braintree_ruby/blob/master/lib/braintree/error_codes.rb
  it('a full Braintree refund becomes a void before settlement', () => {
    const reading = refundOutcome(refusedWith('91506'));
    if (!('next' in reading)) throw new Error('The payment was not voided.');
    expect(reading.next.body).toContain('reverseTransaction');
    expect(variablesOf(reading.next)).toEqual({ transactionId: 'dHJhbnNhY3Rpb25fMQ' });
    expect(reading.outcome(voided)).toEqual({
      result: 'succeeded',
      isByVoid: true,
      connectorRefundId: 'dHJhbnNhY3Rpb25fMQ',
    });
    expect(reading.outcome(refundedInstead('SUBMITTED_FOR_SETTLEMENT'))).toEqual({
      result: 'pending',
      connectorRefundId: 'cmVmdW5kXzE',
      amountMinor: 12_500,
      currency: 'KWD',
    });
    const part = { ...refunding, amountMinor: 500 };
    expect(refundOutcome(refusedWith('91506'), part)).toMatchObject({ result: 'declined' });
    expect(refundOutcome(refusedWith('91512'))).toMatchObject({ result: 'declined' });
  });

  it('a Braintree refund with a lost answer is found in its payment by our reference, or by the void', () => {
    expect(variablesOf(syncRefund.request(refunding, account))).toBe('dHJhbnNhY3Rpb25fMQ');
    const found = (status: string, refunds: readonly object[], input = refunding) => {
      const node = transaction(status, '12.500', { orderId: 'pay_1_1', refunds });
      return syncRefund.outcome(answer({ node }), input, account);
    };
    const ours = refundOf('SETTLED', { id: 'ours', orderId: 'ref_1' });
    const pending = { result: 'pending', connectorRefundId: 'cmVmdW5kXzE' };
    const byVoid = { result: 'succeeded', isByVoid: true, connectorRefundId: 'dHJhbnNhY3Rpb25fMQ' };
    expect(found('SETTLED', [refundOf('SETTLED'), ours])).toMatchObject({
      result: 'succeeded',
      connectorRefundId: 'ours',
    });
    expect(found('VOIDED', [])).toEqual(byVoid);
    expect(found('SETTLED', [refundOf('SETTLING')])).toMatchObject(pending);
    expect(() => found('SETTLED', [])).toThrow('no such refund');
    const part = { ...refunding, amountMinor: 500 };
    expect(() => found('VOIDED', [], part)).toThrow('no such refund');
    const known = { ...refunding, connectorRefundId: 'dHJhbnNhY3Rpb25fMQ' };
    expect(variablesOf(syncRefund.request(known, account))).toBe('dHJhbnNhY3Rpb25fMQ');
    expect(found('VOIDED', [], known)).toEqual(byVoid);
  });
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

  it("a Braintree webhook is accepted when signed with the account's private key, or with an earlier one", () => {
    const signature = signed(payload, 'private_0');
    expect(isGenuine(payload, `other|abc&${signature}`, ['private_0'])).toBe(true);
    expect(isGenuine(payload, signature, ['private_2'])).toBe(false);
    expect(isGenuine(payload, signature, [])).toBe(false);
    expect(isGenuine(payload, signed(payload, ''), [''])).toBe(false);
    // https://github.com/braintree/braintree_ruby: lib/braintree/webhook_notification_gateway.rb
    expect(isGenuine(payload, signed(payload, 'private_1'), [])).toBe(true);
    expect(isGenuine(payload, signed(payload, 'private_0', 'public_2'), ['private_0'])).toBe(false);
    const changed = payloadOf(xmlOf('dispute_won', dispute));
    expect(isGenuine(changed, signature, ['private_0'])).toBe(false);
  });

  it('a Braintree webhook about a dispute names its payment', () => {
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

  it('a Braintree webhook names its changed transaction, and one about other objects is ignored', () => {
    const parsed = (kind: string, subject: string) =>
      webhooks.parse(posted(payloadOf(xmlOf(kind, subject)), ''));
    const subject = { connectorId: 'dHJhbnNhY3Rpb25fMQ' };
    expect(parsed('transaction_settled', '<transaction><id>1</id></transaction>')).toMatchObject([
      { kind: 'payment', subject, outcome: { result: 'pending' } },
    ]);
    const settled =
      '<transaction><id>1</id><status>settled</status><type>sale</type><currency-iso-code>KWD</currency-iso-code><amount>0.500</amount></transaction>';
    expect(parsed('transaction_settled', settled)).toMatchObject([
      { kind: 'payment', subject, outcome: { result: 'captured', capturedMinor: 500 } },
    ]);
    const declined = settled.replace('settled<', 'settlement_declined<');
    expect(parsed('transaction_settlement_declined', declined)).toMatchObject([
      { kind: 'payment', outcome: { result: 'declined', attemptStatus: 'capture_failed' } },
    ]);
    const retried = settled
      .replace('<id>1', '<id>2')
      .replace('<status>', '<retried-transaction-id>1</retried-transaction-id><status>');
    expect(parsed('transaction_retried', retried)).toMatchObject([
      { kind: 'payment', subject, outcome: { result: 'pending' } },
    ]);
    const check = xmlOf('check', '<check type="boolean">true</check>');
    expect(webhooks.parse(posted(payloadOf(check), ''))).toEqual([{ kind: 'nothing' }]);
  });

  it('a Braintree webhook reports a refund that failed, and one that settled', () => {
    const parsed = (kind: string, more: string) =>
      webhooks.parse(
        posted(
          payloadOf(
            xmlOf(
              kind,
              `<transaction><id>r1</id><amount>0.500</amount><currency-iso-code>KWD</currency-iso-code>${more}</transaction>`,
            ),
          ),
          '',
        ),
      );
    const connectorId = Buffer.from('refund_r1').toString('base64url');
    const of =
      '<order-id>ref_1</order-id><refunded-transaction-id>1</refunded-transaction-id><processor-response-code>2000</processor-response-code><processor-response-text>Do Not Honor</processor-response-text>';
    expect(parsed('refund_failed', `<status>processor_declined</status>${of}`)).toEqual([
      {
        kind: 'refund',
        subject: { reference: 'ref_1', connectorId },
        outcome: {
          result: 'declined',
          code: '2000',
          message: 'Do Not Honor',
          reason: 'Do Not Honor',
          connectorRefundId: connectorId,
          amountMinor: 500,
          currency: 'KWD',
        },
      },
    ]);
    const settled = parsed('transaction_settled', '<status>settled</status><type>credit</type>');
    expect(settled).toMatchObject([
      { kind: 'refund', subject: { connectorId }, outcome: { result: 'succeeded' } },
    ]);
  });

  it('a Braintree webhook reports a review, and triggers a sync when it rejected the payment', () => {
    const reviewed = (decision: string) =>
      webhooks.parse(
        posted(
          payloadOf(
            xmlOf(
              'transaction_reviewed',
              `<transaction-review><transaction-id>1</transaction-id><decision>${decision}</decision></transaction-review>`,
            ),
          ),
          '',
        ),
      );
    const connectorTransactionId = 'dHJhbnNhY3Rpb25fMQ';
    expect(reviewed('reject')).toEqual([
      {
        kind: 'payment',
        subject: { connectorId: connectorTransactionId },
        outcome: { result: 'voided', connectorTransactionId },
      },
    ]);
    expect(reviewed('approve')).toMatchObject([{ outcome: { result: 'pending' } }]);
  });

  it('a Braintree webhook reports a payment method that its customer revoked', () => {
    const revoked = xmlOf(
      'payment_method_revoked_by_customer',
      '<paypal-account><token>1</token><global-id>cGF5bWVudG1ldGhvZF8x</global-id></paypal-account>',
    );
    expect(webhooks.parse(posted(payloadOf(revoked), ''))).toEqual([
      { kind: 'mandate', subject: { connectorId: 'cGF5bWVudG1ldGhvZF8x' }, status: 'revoked' },
    ]);
  });
});
