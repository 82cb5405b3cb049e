import type {
  ExchangeAccount,
  HttpResponse,
} from '../../../../shared/connectors/interface/exchange.ts';
import type { Authorization } from '../../../../shared/connectors/interface/payments.ts';
import { shift4Connector } from '../../../../shared/connectors/shift4/connector.ts';

const { authorize, verify, sync, capture, refund, syncRefund, webhooks } = shift4Connector();
if (!verify || !capture || !refund || !syncRefund || !webhooks?.verifyByAsking) {
  throw new Error('Shift4 can.');
}
const { verifyByAsking } = webhooks;

const account: ExchangeAccount = {
  connectorName: 'shift4',
  credentials: { auth_type: 'HeaderKey', api_key: 'sk_test_1' },
  urls: { api: 'https://api.shift4.com/' },
};
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'shift4',
  amountMinor: 1250,
  currency: 'JPY',
  captureMethod: 'manual',
  order: { initiator: { by: 'customer' }, customer: { email: 'jane@example.com' } },
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', cvc: '737' },
  },
};
const { source: _, order: __, ...reference } = payment;
const charge = {
  id: 'char_1',
  amount: 1250,
  currency: 'JPY',
  captured: false,
  status: 'successful',
  card: { id: 'card_1' },
};
const answer = (body: object, status = 200): HttpResponse => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});
const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);

it('sends an idempotency key with all that moves money', () => {
  expect(authorize.request(payment, account).headers['idempotency-key']).toBe('pay_1_1');
  const known = { ...reference, connectorTransactionId: 'char_1' };
  const whole = { captureReference: 'pay_1_1_1', captureMinor: 1250, captureNumber: 1 };
  const taken = capture.request({ ...known, ...whole, isFinal: true }, account);
  expect(taken.headers['idempotency-key']).toBe('capture:pay_1_1_1');
  const part = { ...known, ...whole, captureMinor: 1000, isFinal: true };
  expect(() => capture.request(part, account)).toThrow(/no part/);
});

it('stores a card for a customer who is made first, and names both for later charges', () => {
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

it('cannot find a payment without the id of its charge', () => {
  expect(sync.canAsk?.(reference)).toBe(false);
  expect(sync.canAsk?.({ ...reference, connectorTransactionId: 'char_1' })).toBe(true);
});

it.each(['pending', 'processing'])('a refund that is %s can be asked about later', (status) => {
  const known = { ...reference, connectorTransactionId: 'char_1' };
  const input = { ...{ reference: 'ref_1', connectorName: 'shift4' }, amountMinor: 1250 };
  const asked = { ...input, currency: 'JPY', payment: known };
  const made = answer({ id: 're_1', amount: 1250, currency: 'JPY', status });
  const pending = { result: 'pending', connectorRefundId: 're_1' };
  expect(refund.outcome(made, asked, account)).toMatchObject(pending);
  expect(syncRefund.outcome(made, asked, account)).toMatchObject(pending);
});

it('a fault of the gateway is no refusal', () => {
  const fault = answer({ error: { type: 'gateway_error', message: 'Try again' } }, 400);
  expect(() => authorize.outcome(fault, payment, account)).toThrow();
});

describe('an event', () => {
  const event = { id: 'event_1', type: 'CHARGE_CAPTURED', data: { ...charge, captured: true } };
  const webhook = { headers: {}, body: JSON.stringify(event) };

  it('is believed where Shift4 has the same', () => {
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

  it('that names a path instead of an id is not asked for', () => {
    const sly = { headers: {}, body: JSON.stringify({ ...event, id: '../charges/char_1' }) };
    expect(() => verifyByAsking.request(sly, account)).toThrow();
  });

  it('tells the state of a charge by its id', () => {
    expect(webhooks.parse(webhook)).toMatchObject([
      {
        kind: 'payment',
        subject: { connectorId: 'char_1' },
        outcome: { result: 'captured', capturedMinor: 1250 },
      },
    ]);
    const other = { headers: {}, body: JSON.stringify({ ...event, type: 'PLAN_CREATED' }) };
    expect(webhooks.parse(other)).toEqual([{ kind: 'nothing' }]);
    const odd = { ...event, data: { ...charge, status: '4242424242424242' } };
    const parseOdd = () => webhooks.parse({ headers: {}, body: JSON.stringify(odd) });
    expect(parseOdd).toThrow('another form at data.status');
    expect(parseOdd).not.toThrow('4242424242424242');
  });
});
