import { checkoutConnector } from '#connectors/checkout/connector.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

// checkout/checkout-sdk-php lib/Checkout/Payments/PaymentsClient.php (incrementPaymentAuthorization) and
// test/Checkout/Tests/Payments/IncrementPaymentsAuthorizationsTest.php; checkout/checkout-sdk-java
// AuthorizationResponse.java; the answer and the events have the values of Checkout.com's pages.
const { authorize, increment, sync, webhooks } = checkoutConnector();
if (!increment || !webhooks) throw new Error('It can.');
const account = anAccountAt('checkout');

const payment = aCharge('checkout', {
  amountMinor: 100,
  currency: 'USD',
  captureMethod: 'manual',
  incrementalAuthorization: true,
});
const { source: _, order: __, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'pay_x' };
const raise = { ...known, incrementReference: 'auth_1', totalMinor: 250 };

const body = {
  action_id: 'act_oqpt7d4wacaexa7aoupddxlvtm',
  amount: 150,
  currency: 'USD',
  approved: true,
  response_code: '10000',
  response_summary: 'Approved',
  reference: 'pay_x',
  balances: { total_authorized: 250, total_captured: 0 },
};

it('an authorization that may be raised is sent as an estimate, and any other is final', () => {
  const typeOf = (changes: object) =>
    bodyOf(authorize.request({ ...payment, ...changes }, account)).authorization_type;
  expect(typeOf({})).toBe('Estimated');
  expect(typeOf({ incrementalAuthorization: false })).toBeUndefined();
  expect(typeOf({ captureMethod: 'automatic' })).toBeUndefined();
  expect(typeOf({ isVerification: true, amountMinor: 0 })).toBeUndefined();
  const ideal = { kind: 'payment_method', method: 'bank_redirect', type: 'ideal', data: {} };
  expect(typeOf({ source: ideal })).toBeUndefined();
});

it('an estimated authorization allows increments, also after a challenge', () => {
  const reading = (status: string, more = {}) =>
    settled(authorize.outcome(answer({ id: 'pay_x', status, ...more }, 201), payment, account));
  expect(reading('Authorized', { amount: 100, currency: 'USD' })).toMatchObject({
    result: 'authorized',
    incrementAllowed: true,
  });
  const _links = { redirect: { href: 'https://acs.example/' } };
  expect(reading('Pending', { _links })).toMatchObject({
    result: 'challenged',
    incrementAllowed: true,
  });
  expect(reading('Declined')).not.toHaveProperty('incrementAllowed');
});

it('an increment asks for the difference, with a key of its own', () => {
  const request = increment.request(raise, account);
  expect(request).toMatchObject({
    method: 'POST',
    url: 'https://api.sandbox.checkout.com/payments/pay_x/authorizations',
    headers: { 'cko-idempotency-key': 'increment:auth_1' },
  });
  expect(bodyOf(request)).toEqual({ amount: 150, reference: 'pay_x' });
});

it('an approved increment has the whole amount, and a declined one leaves the earlier amount', () => {
  expect(increment.outcome(answer(body, 201), raise, account)).toEqual({
    result: 'authorized',
    amountMinor: 250,
    currency: 'USD',
  });
  const declined = { ...body, approved: false, response_code: '20051' };
  const words = { ...declined, response_summary: 'Insufficient funds' };
  expect(increment.outcome(answer(words, 201), raise, account)).toMatchObject({
    result: 'declined',
    code: '20051',
    message: 'Insufficient funds',
  });
});

it('an increment that Checkout.com refuses is declined, and an unclear answer decides nothing', () => {
  const refusal = { error_type: 'request_invalid', error_codes: ['payment_already_captured'] };
  expect(increment.outcome(answer(refusal, 422), raise, account)).toMatchObject({
    result: 'declined',
    code: 'payment_already_captured',
  });
  const repeated = { error_type: 'processing_error', error_codes: ['duplicate_request'] };
  expect(increment.outcome(answer(repeated, 422), raise, account)).toMatchObject({
    result: 'unknown',
  });
  const { approved: _, ...unclear } = body;
  expect(() => increment.outcome(answer(unclear, 201), raise, account)).toThrow();
  expect(() => increment.outcome(answer({}, 409), raise, account)).toThrow();
});

it('a sync after a lost answer has the whole authorized amount', () => {
  const read = (total_authorized: number) => {
    const found = { id: 'pay_x', reference: 'pay_1_1', status: 'Authorized' };
    const one = { ...found, amount: 100, currency: 'USD', balances: { total_authorized } };
    return settled(sync.outcome(answer({ data: [one] }), reference, account));
  };
  expect(read(250)).toMatchObject({ result: 'authorized', amountMinor: 250 });
  expect(read(100)).toMatchObject({ result: 'authorized', amountMinor: 100 });
});

// https://www.checkout.com/docs/workflows/webhook-event-types/payment_authorization_incremented
it("webhooks about an increment have the payment's id, and its whole amount", () => {
  const said = (type: string, data: object) =>
    webhooks.parse({ headers: {}, body: JSON.stringify({ type, data }) });
  const data = { ...body, id: 'pay_x' };
  expect(said('payment_authorization_incremented', data)).toEqual([
    {
      kind: 'payment',
      subject: { connectorId: 'pay_x' },
      outcome: {
        result: 'authorized',
        amountMinor: 250,
        currency: 'USD',
        connectorTransactionId: 'pay_x',
      },
    },
  ]);
  expect(said('payment_authorization_increment_declined', data)).toMatchObject([
    { subject: { connectorId: 'pay_x' }, failed: { change: 'increment', code: '10000' } },
  ]);
});

it('a card is raised in the decimals of Checkout.com', () => {
  const inDinars = { ...raise, currency: 'KWD', amountMinor: 1_000, totalMinor: 1_500 };
  expect(bodyOf(increment.request(inDinars, account)).amount).toBe(500);
  expect(() => increment.request({ ...inDinars, totalMinor: 1_505 }, account)).toThrow(RangeError);
  expect(bodyOf(authorize.request({ ...payment, source: aCard() }, account)).capture).toBe(false);
});
