// Requests, statuses and issues as https://github.com/paypal/paypal-rest-api-specifications has them
// (openapi/payments_payment_v2.json: capture_request, authorization_status, capture_status;
// openapi/checkout_orders_v2.json: payment_collection).
import { connectorSupport } from '#connectors/abouts.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Reference } from '#connectors/interface/payments.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

const { authorize, sync, capture, refund, void: voidPayment } = paypalConnector();
if (!capture || !refund || !voidPayment) throw new Error('PayPal does all of this.');

const account: ExchangeAccount = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const usd = (value: string) => ({ currency_code: 'USD', value });
const reserved: Reference = {
  reference: 'pay_1_1',
  connectorName: 'paypal',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'manual_multiple',
  connectorTransactionId: '5O19',
  connectorMetadata: { psync_flow: 'AUTHORIZE', authorize_id: 'A1' },
};
/** After a first capture: its id is in the payment's data. */
const taken: Reference = {
  ...reserved,
  connectorMetadata: { psync_flow: 'CAPTURE', authorize_id: 'A1', capture_id: 'C1' },
};
const part = (captureNumber: number, captureMinor: number, isFinal: boolean) => ({
  captureReference: `pay_1_1_${captureNumber}`,
  captureNumber,
  captureMinor,
  isFinal,
});

/** A sync's outcome by the order. */
function stateWith(status: string, captures: readonly object[]) {
  expect(sync.request(taken, account)).toMatchObject({
    method: 'GET',
    url: expect.stringMatching(/v2\/checkout\/orders\/5O19$/),
  });
  const authorizations = [{ id: 'A1', status, amount: usd('65.40') }];
  const order = {
    id: '5O19',
    status: 'COMPLETED',
    purchase_units: [{ invoice_id: 'pay_1_1', payments: { authorizations, captures } }],
  };
  return settled(sync.outcome(answer(order), taken, account));
}

it.each([
  ['card', 'credit'],
  ['wallet', 'paypal'],
  ['wallet', 'apple_pay'],
] as const)('PayPal reserves a %s %s that is captured several times', (method, type) => {
  const asked = { method, type, amountMinor: 100, currency: 'USD' };
  expect(connectorSupport('paypal', { ...asked, captureMethod: 'manual_multiple' })).toHaveProperty(
    'ability',
  );
  const input = aCharge('paypal', { captureMethod: 'manual_multiple', currency: 'USD' });
  expect(bodyOf(authorize.request(input, account)).intent).toBe('AUTHORIZE');
});

it('only the last of several captures is final, and each has a request id of its own', () => {
  const [first, last] = [part(1, 1000, false), part(2, 5540, true)].map((one) =>
    capture.request({ ...taken, ...one }, account),
  );
  if (!first || !last) throw new Error('Two captures.');
  const url = expect.stringMatching(/v2\/payments\/authorizations\/A1\/capture$/);
  expect([first, last]).toMatchObject([{ url }, { url }]);
  expect(bodyOf(first)).toEqual({ amount: usd('10.00'), final_capture: false });
  expect(bodyOf(last)).toEqual({ amount: usd('55.40'), final_capture: true });
  expect(first.headers['paypal-request-id']).toBe('pay_1_1_1');
  expect(last.headers['paypal-request-id']).toBe('pay_1_1_2');
});

it('a capture of a part reports its own amount and id, and keeps the authorization', () => {
  const answered = answer({ id: 'C2', status: 'COMPLETED', amount: usd('10.00') }, 201);
  expect(
    settled(capture.outcome(answered, { ...taken, ...part(2, 1000, false) }, account)),
  ).toMatchObject({
    result: 'captured',
    capturedMinor: 1000,
    connectorCaptureId: 'C2',
    connectorMetadata: { authorize_id: 'A1' },
  });
});

it('a sync lists each capture, also one whose answer was lost, and one that is pending', () => {
  expect(
    stateWith('PARTIALLY_CAPTURED', [
      { id: 'C1', status: 'COMPLETED', amount: usd('10.00') },
      { id: 'C2', status: 'PARTIALLY_REFUNDED', amount: usd('5.00') },
      { id: 'C3', status: 'PENDING', amount: usd('20.00') },
    ]),
  ).toMatchObject({
    result: 'captured',
    capturedMinor: 1500,
    amountMinor: 6540,
    currency: 'USD',
    connectorMetadata: { authorize_id: 'A1', capture_id: 'C1' },
    captures: [
      { connectorCaptureId: 'C1', amountMinor: 1000, status: 'charged' },
      { connectorCaptureId: 'C2', amountMinor: 500, status: 'charged' },
      { connectorCaptureId: 'C3', amountMinor: 2000, status: 'pending' },
    ],
  });
});

it('a refused last capture leaves the captured parts and the authorization', () => {
  const declined = answer({ id: 'C2', status: 'DECLINED', amount: usd('55.40') }, 201);
  const outcome = settled(capture.outcome(declined, { ...taken, ...part(2, 5540, true) }, account));
  expect(outcome).toMatchObject({ result: 'declined', connectorCaptureId: 'C2' });
  // The payment's data stay those of a capture that took money.
  expect(outcome).not.toHaveProperty('connectorMetadata');
  expect(
    stateWith('PARTIALLY_CAPTURED', [
      { id: 'C1', status: 'COMPLETED', amount: usd('10.00') },
      { id: 'C2', status: 'DECLINED', amount: usd('55.40') },
    ]),
  ).toMatchObject({
    result: 'captured',
    capturedMinor: 1000,
    captures: [{ status: 'charged' }, { connectorCaptureId: 'C2', status: 'failed' }],
  });
  const issue = 'MAX_CAPTURE_COUNT_EXCEEDED';
  const refused = { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue }] };
  expect(
    capture.outcome(answer(refused, 422), { ...taken, ...part(11, 100, true) }, account),
  ).toMatchObject({ result: 'declined', code: issue });
});

it('a refused only capture leaves the authorization, which may be captured again', () => {
  const outcome = stateWith('CREATED', [{ id: 'C1', status: 'DECLINED', amount: usd('10.00') }]);
  expect(outcome).toMatchObject({ result: 'authorized', captures: [{ status: 'failed' }] });
  expect(outcome).not.toHaveProperty('capturedMinor');
});

it('the rest of an authorization is voided, and the captured part stays', () => {
  expect(voidPayment.request(taken, account).url).toMatch(/authorizations\/A1\/void$/);
  expect(
    stateWith('VOIDED', [{ id: 'C1', status: 'COMPLETED', amount: usd('10.00') }]),
  ).toMatchObject({
    result: 'voided',
    captures: [{ connectorCaptureId: 'C1', amountMinor: 1000, status: 'charged' }],
  });
});

it('an authorization in a status that is not known decides nothing', () => {
  expect(stateWith('SOMETHING_NEW', [])).toMatchObject({ result: 'unknown' });
});

it('an order whose customer is away has no captures', () => {
  const order = { id: '5O19', status: 'APPROVED' };
  expect(settled(sync.outcome(answer(order), reserved, account))).toMatchObject({
    result: 'pending',
    awaitsCompletion: true,
  });
});

it('a refund is of its own capture', () => {
  const back = { reference: 'ref_1', connectorName: 'paypal', amountMinor: 500, currency: 'USD' };
  const asked = refund.request({ ...back, payment: taken, connectorCaptureId: 'C2' }, account);
  expect(asked.url).toMatch(/v2\/payments\/captures\/C2\/refund$/);
});
