import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import { aboutShift4 } from '#connectors/shift4/about.ts';
import { shift4Connector } from '#connectors/shift4/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';

const connector = shift4Connector();
const { authorize, verify, sync, capture, refund, syncRefund, webhooks } = connector;
const { void: voidPayment } = connector;
if (!verify || !capture || !voidPayment || !refund || !syncRefund || !webhooks?.verifyByAsking) {
  throw new Error('Shift4 can.');
}
const { verifyByAsking } = webhooks;

const account: ExchangeAccount = anAccountAt('shift4');
const payment = aCharge('shift4', {
  amountMinor: 1250,
  currency: 'JPY',
  captureMethod: 'manual',
  order: { initiator: { by: 'customer' }, customer: { email: 'jane@example.com' } },
});
const { source: _, order: __, ...reference } = payment;
const charge = {
  id: 'char_1',
  amount: 1250,
  currency: 'JPY',
  captured: false,
  status: 'successful',
  card: { id: 'card_1' },
};

it('Shift4 gets an idempotency key with every request that moves money', () => {
  expect(authorize.request(payment, account).headers['idempotency-key']).toBe('pay_1_1');
  const known = { ...reference, connectorTransactionId: 'char_1' };
  const whole = { captureReference: 'pay_1_1_1', captureMinor: 1250, captureNumber: 1 };
  const taken = capture.request({ ...known, ...whole, isFinal: true }, account);
  expect(taken.headers['idempotency-key']).toBe('capture:pay_1_1_1');
  const part = { ...known, ...whole, captureMinor: 1000, isFinal: true };
  expect(() => capture.request(part, account)).toThrow(/no part/);
});

it('Shift4 stores a card for a customer who is created first, and both are named in later charges', () => {
  const input = { ...payment, futureUsage: 'off_session' } as const;
  const first = authorize.request(input, account);
  expect(first).toMatchObject({ step: 'customer', url: 'https://api.shift4.com/customers' });
  const reading = authorize.outcome(answer({ id: 'cust_1' }), input, account);
  if (!('next' in reading)) throw new Error('The card was not charged.');
  expect(bodyOf(reading.next)).toMatchObject({ customerId: 'cust_1', captured: false });
  expect(reading.outcome(answer(charge))).toMatchObject({
    result: 'authorized',
    connectorCustomerId: 'cust_1',
    connectorMandateId: 'card_1',
  });
});

it('a verified card has charged nothing, whatever was reserved for it', () => {
  const nothing = { ...payment, amountMinor: 0 };
  const verified = verify.outcome(answer({ ...charge, amount: 100 }), nothing, account);
  expect(verified).toEqual({
    result: 'captured',
    capturedMinor: 0,
    connectorTransactionId: 'char_1',
  });
});

it('a payment whose answer was lost is found among the newest charges by the number that was sent', () => {
  const metadata = { n: 5, order_id: 'order-7' };
  for (const order of [
    payment.order,
    { ...payment.order, merchantReference: 'order-7', metadata },
  ]) {
    const sent = bodyOf(authorize.request({ ...payment, order }, account)).metadata;
    expect(sent.order_id).toBe('pay_1_1');
    expect(sync.canAsk?.(reference)).toBe(true);
    expect(sync.request(reference, account).url).toBe('https://api.shift4.com/charges?limit=100');
    const other = { ...charge, id: 'char_2', metadata: { order_id: 'order-7' } };
    const list = [other, { ...charge, metadata: sent }, { ...charge, id: 'char_3' }];
    expect(sync.outcome(answer({ list, hasMore: true }), reference, account)).toMatchObject({
      result: 'authorized',
      connectorTransactionId: 'char_1',
    });
    const others = answer({ list: [other] });
    expect(sync.outcome(others, reference, account)).toEqual({ result: 'not_found' });
  }
  expect(sync.canAsk?.({ ...reference, isVerification: true })).toBe(false);
  const metadataSent = bodyOf(
    authorize.request({ ...payment, order: { ...payment.order, metadata } }, account),
  ).metadata;
  // `Map<String, String>` in shift4-java's ChargeRequest.
  expect(metadataSent).toEqual({ n: '5', order_id: 'pay_1_1' });
});

/** https://github.com/activemerchant/active_merchant: lib/.../gateways/securion_pay.rb, `void`. */
it('an authorization is voided by a refund of its charge', () => {
  const known = { ...reference, connectorTransactionId: 'char_1' };
  const asked = voidPayment.request(known, account);
  expect(asked.url).toBe('https://api.shift4.com/refunds');
  expect(asked.headers['idempotency-key']).toBe('void:pay_1_1');
  expect(bodyOf(asked)).toEqual({ chargeId: 'char_1' });
  const read = (status: string) =>
    voidPayment.outcome(answer({ id: 're_1', status }), known, account);
  expect(['successful', 'pending', 'failed'].map(read)).toMatchObject([
    ...[{ result: 'voided' }, { result: 'pending' }, { result: 'declined' }],
  ]);
  const refunded = answer({ ...charge, refunded: true });
  expect(sync.outcome(refunded, known, account)).toMatchObject({ result: 'voided' });
  const captured = answer({ ...charge, captured: true, refunded: true });
  expect(sync.outcome(captured, known, account)).toMatchObject({ result: 'captured' });
});

it('a refund whose answer was lost is found among the refunds of its charge', () => {
  const known = { ...reference, connectorTransactionId: 'char_1' };
  const asked = { reference: 'ref_1', connectorName: 'shift4', amountMinor: 1250, currency: 'JPY' };
  const input = { ...asked, payment: known };
  const sent = bodyOf(refund.request(input, account));
  expect(sent).toMatchObject({ chargeId: 'char_1', metadata: { order_id: 'ref_1' } });
  expect(syncRefund.canAsk?.(input)).toBe(true);
  expect(syncRefund.request(input, account).url).toBe(
    'https://api.shift4.com/refunds?chargeId=char_1&limit=100',
  );
  const made = (id: string, metadata?: object) => ({ id, status: 'successful', metadata });
  const list = [made('re_2'), made('re_1', sent.metadata)];
  expect(syncRefund.outcome(answer({ list }), input, account)).toEqual({
    result: 'succeeded',
    connectorRefundId: 're_1',
  });
  expect(() => syncRefund.outcome(answer({ list: [made('re_2')] }), input, account)).toThrow(
    'no such',
  );
});

/** https://github.com/shift4developer/shift4-java: Shift4Exception and AvsCheckResult. */
it("a Shift4 decline names its charge and the bank's code, and a charge the bank's checks", () => {
  const error = {
    type: 'card_error',
    code: 'card_declined',
    message: 'No.',
    chargeId: 'char_1',
    issuerDeclineCode: '51',
  };
  expect(authorize.outcome(answer({ error }, 402), payment, account)).toEqual({
    result: 'declined',
    code: 'card_declined',
    message: 'No.',
    issuerCode: '51',
    connectorTransactionId: 'char_1',
  });
  const checked = { ...charge, avsCheck: { result: 'partial_match' } };
  expect(authorize.outcome(answer(checked), payment, account)).toMatchObject({
    result: 'authorized',
    paymentChecks: { avs_result: 'partial_match' },
  });
  const failed = { ...charge, status: 'failed', failureIssuerDeclineCode: '51' };
  expect(authorize.outcome(answer(failed), payment, account)).toMatchObject({ issuerCode: '51' });
});

it.each(['pending', 'processing'])('a refund that is %s can be asked about later', (status) => {
  const known = { ...reference, connectorTransactionId: 'char_1' };
  const input = { reference: 'ref_1', connectorName: 'shift4', amountMinor: 1250 };
  const asked = { ...input, currency: 'JPY', payment: known };
  const made = answer({ id: 're_1', amount: 1250, currency: 'JPY', status });
  const pending = { result: 'pending', connectorRefundId: 're_1' };
  expect(refund.outcome(made, asked, account)).toMatchObject(pending);
  const later = { ...asked, connectorRefundId: 're_1' };
  expect(syncRefund.outcome(made, later, account)).toMatchObject(pending);
});

it('a fault of the gateway is no refusal', () => {
  const fault = answer({ error: { type: 'gateway_error', message: 'Try again' } }, 400);
  expect(() => authorize.outcome(fault, payment, account)).toThrow();
});

describe('an event', () => {
  const event = { id: 'event_1', type: 'CHARGE_CAPTURED', data: { ...charge, captured: true } };
  const webhook = { headers: {}, body: JSON.stringify(event) };

  it('a Shift4 event is accepted when Shift4 has the same state', () => {
    expect(verifyByAsking.request(webhook, account)).toMatchObject({
      method: 'GET',
      url: 'https://api.shift4.com/events/event_1',
    });
    const verdictOf = (body: object, status = 200) =>
      verifyByAsking.outcome(answer(body, status), webhook, account);
    expect(verdictOf({ ...event, objectType: 'event' })).toEqual({ result: 'verified' });
    const other = { ...event, data: { ...charge, amount: 1 } };
    expect(verdictOf(other)).toEqual({ result: 'forged' });
    expect(verdictOf({}, 404)).toEqual({ result: 'forged' });
    expect(() => verdictOf({}, 401)).toThrow();
  });

  it('a Shift4 event that names a path instead of an id is not synced', () => {
    const sly = { headers: {}, body: JSON.stringify({ ...event, id: '../charges/char_1' }) };
    expect(() => verifyByAsking.request(sly, account)).toThrow();
  });

  it('a Shift4 event returns the state of a charge by its id', () => {
    expect(webhooks.parse(webhook)).toMatchObject([
      {
        kind: 'payment',
        subject: { connectorId: 'char_1' },
        outcome: { result: 'captured', capturedMinor: 1250 },
      },
    ]);
    const named = { ...event, created: 1_700_000_000 };
    const ours = { ...named, data: { ...event.data, metadata: { order_id: 'pay_1_1' } } };
    const ofOurs = { headers: {}, body: JSON.stringify(ours) };
    expect(webhooks.parse(ofOurs)).toMatchObject([
      { subject: { reference: 'pay_1_1', connectorId: 'char_1' } },
    ]);
    expect(webhooks.happenedAt?.(ofOurs)).toEqual(new Date('2023-11-14T22:13:20Z'));
    const other = { headers: {}, body: JSON.stringify({ ...event, type: 'PLAN_CREATED' }) };
    expect(webhooks.parse(other)).toEqual([{ kind: 'nothing' }]);
    const odd = { ...event, data: { ...charge, currency: ['4242424242424242'] } };
    const parseOdd = () => webhooks.parse({ headers: {}, body: JSON.stringify(odd) });
    expect(parseOdd).toThrow('another form at data.currency');
    expect(parseOdd).not.toThrow('4242424242424242');
  });

  it('a Shift4 dispute is read in the capitals of its API and in those of its libraries', () => {
    const dispute = { id: 'disp_1', amount: 500, currency: 'EUR', charge: 'char_1' };
    const statusOf = (status: string) =>
      webhooks.parse({
        headers: {},
        body: JSON.stringify({
          ...event,
          type: 'CHARGE_DISPUTE_UPDATED',
          data: { ...dispute, status },
        }),
      });
    for (const [word, status] of [
      ['CHARGEBACK_NEW', 'dispute_opened'],
      ['chargeback_new', 'dispute_opened'],
      ['CHARGEBACK_REPRESENTED_SUCCESSFULLY', 'dispute_won'],
    ] as const) {
      expect(statusOf(word)).toMatchObject([
        { kind: 'dispute', dispute: { status, connectorStatus: word } },
      ]);
    }
    expect(statusOf('CHARGEBACK_OF_TOMORROW')).toEqual([{ kind: 'nothing' }]);
  });

  it('a Shift4 charge in an unknown status decides nothing, and one odd refund leaves it readable', () => {
    const stateOf = (data: object, type = 'CHARGE_UPDATED') =>
      webhooks.parse({ headers: {}, body: JSON.stringify({ ...event, type, data }) });
    expect(stateOf({ ...charge, status: 'dreaming' })).toMatchObject([
      { kind: 'payment', outcome: { result: 'unknown', connectorTransactionId: 'char_1' } },
    ]);
    const refunds = [
      { id: 're_1', amount: 100, status: 'DREAMING' },
      { id: 're_2', amount: 100, status: 'Successful' },
    ];
    const refunded = { ...charge, captured: true, refunds };
    expect(stateOf(refunded)).toMatchObject([{ outcome: { result: 'captured' } }]);
    expect(stateOf(refunded, 'CHARGE_REFUNDED')).toMatchObject([
      { kind: 'refund', outcome: { result: 'unknown', connectorRefundId: 're_1' } },
      { kind: 'refund', outcome: { result: 'succeeded', connectorRefundId: 're_2' } },
    ]);
  });

  const parsed = (type: string, data: object) =>
    webhooks.parse({ headers: {}, body: JSON.stringify({ id: 'event_1', type, data }) });
  const made = { id: 're_1', amount: 500, currency: 'JPY', metadata: { order_id: 'ref_1' } };

  it('a Shift4 event returns the state of each refund of a charge, and a released authorization', () => {
    const captured = { ...charge, captured: true, refunded: true };
    const refunds = [
      { ...made, status: 'successful' },
      { id: 're_2', status: 'pending' },
    ];
    expect(parsed('CHARGE_REFUNDED', { ...captured, refunds })).toEqual([
      {
        kind: 'refund',
        subject: { reference: 'ref_1', connectorId: 're_1' },
        outcome: {
          result: 'succeeded',
          connectorRefundId: 're_1',
          amountMinor: 500,
          currency: 'JPY',
        },
      },
      {
        kind: 'refund',
        subject: { connectorId: 're_2' },
        outcome: { result: 'pending', connectorRefundId: 're_2' },
      },
    ]);
    const failed = parsed('REFUND_UPDATED', { ...made, status: 'failed' });
    expect(failed).toMatchObject([{ kind: 'refund', outcome: { result: 'declined' } }]);
    const given = parsed('CHARGE_REFUNDED', { ...charge, refunded: true, refunds });
    expect(given).toMatchObject([{ kind: 'payment', outcome: { result: 'voided' } }]);
  });

  it('a Shift4 event reports a dispute, with the charge or its id, and a deleted card', () => {
    const dispute = {
      id: 'disp_1',
      amount: 1250,
      currency: 'JPY',
      status: 'chargeback_new',
      reason: 'fraudulent',
      evidenceDetails: { dueBy: 1_700_000_000 },
    };
    expect(parsed('CHARGE_DISPUTE_CREATED', { ...dispute, charge: 'char_1' })).toEqual([
      {
        kind: 'dispute',
        subject: { connectorId: 'char_1' },
        dispute: {
          connectorDisputeId: 'disp_1',
          amountMinor: 1250,
          currency: 'JPY',
          stage: 'dispute',
          status: 'dispute_opened',
          connectorStatus: 'chargeback_new',
          reason: 'fraudulent',
          challengeRequiredBy: '2023-11-14T22:13:20.000Z',
        },
      },
    ]);
    const accepted = {
      ...dispute,
      acceptedAsLost: true,
      charge: { ...charge, metadata: { order_id: 'pay_1_1' } },
    };
    expect(parsed('CHARGE_DISPUTE_UPDATED', accepted)).toMatchObject([
      {
        subject: { reference: 'pay_1_1', connectorId: 'char_1' },
        dispute: { status: 'dispute_accepted' },
      },
    ]);
    expect(parsed('CUSTOMER_CARD_DELETED', { id: 'card_1', objectType: 'card' })).toEqual([
      { kind: 'mandate', subject: { connectorId: 'card_1' }, status: 'revoked' },
    ]);
  });
});

it('a currency that clients and ISO 4217 count otherwise, or a unit of account, is not charged at Shift4', () => {
  const { listed = [] } = aboutShift4.currencies ?? {};
  expect(['CLF', 'IRR', 'ISK', 'MGA'].filter((code) => listed.includes(code))).toEqual([]);
  expect(listed).toEqual(expect.arrayContaining(['CLP', 'EUR', 'JPY']));
});
