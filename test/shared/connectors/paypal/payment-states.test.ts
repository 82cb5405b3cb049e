import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Reference } from '#connectors/interface/payments.ts';
import { amountOf, moneyIn } from '#connectors/paypal/amounts.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';

const { authorize, sync, capture } = paypalConnector();
if (!capture) throw new Error('PayPal captures.');

const account: ExchangeAccount = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const amount = { currency_code: 'USD', value: '65.40' };
const known = (connectorMetadata: Record<string, string>): Reference => ({
  reference: 'pay_1_1',
  connectorName: 'paypal',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'manual',
  connectorTransactionId: '5O19',
  connectorMetadata,
});
const reserved = known({ psync_flow: 'AUTHORIZE', authorize_id: 'A1' });
const taken = known({ psync_flow: 'CAPTURE', capture_id: 'C1' });

/** A sync's outcome by its first answer, and by the order that it then asks for. */
function afterOrder(input: Reference, status: string, payments: object) {
  const reading = sync.outcome(answer({ id: 'X1', status, amount }), input, account);
  if (!('next' in reading)) throw new Error('The order was not asked for.');
  expect(reading.next).toMatchObject({
    method: 'GET',
    url: expect.stringMatching(/v2\/checkout\/orders\/5O19$/),
  });
  return reading.outcome(
    answer({ id: '5O19', status: 'COMPLETED', purchase_units: [{ amount, payments }] }),
  );
}

it.each(['PARTIALLY_CAPTURED', 'CAPTURED'])(
  'a PayPal order states the captured amount of an authorization that is %s, and the id for its refund',
  (status) => {
    const authorizations = [{ id: 'A1', status, amount }];
    const captures = [
      { id: 'C0', status: 'DECLINED', amount },
      { id: 'C1', status: 'COMPLETED', amount: { ...amount, value: '10.00' } },
      { id: 'C2', status: 'PARTIALLY_REFUNDED', amount: { ...amount, value: '5.40' } },
    ];
    expect(afterOrder(reserved, status, { authorizations, captures })).toMatchObject({
      result: 'captured',
      capturedMinor: 1540,
      amountMinor: 6540,
      connectorMetadata: { psync_flow: 'CAPTURE', authorize_id: 'A1', capture_id: 'C1' },
    });
  },
);

it('a capture of which a part was refunded stays captured', () => {
  const status = 'PARTIALLY_REFUNDED';
  expect(sync.outcome(answer({ id: 'C1', status, amount }), taken, account)).toMatchObject({
    result: 'captured',
    capturedMinor: 6540,
  });
});

it('a capture whose whole amount PayPal took back has failed, and one that was refunded has not', () => {
  const captures = [{ id: 'C1', status: 'REFUNDED', amount }];
  const back = { id: 'R1', status: 'COMPLETED', amount, note_to_payer: 'Payment reversed' };
  const stateWith = (refund: object) =>
    afterOrder(taken, 'REFUNDED', { captures, refunds: [refund] });
  expect(stateWith(back)).toMatchObject({ result: 'declined', attemptStatus: 'capture_failed' });
  for (const refund of [
    { ...back, note_to_payer: undefined },
    { ...back, custom_id: 'refund:ref_1' },
    { ...back, amount: { ...amount, value: '1.00' } },
  ]) {
    expect(stateWith(refund)).toMatchObject({ result: 'captured', capturedMinor: 6540 });
  }
});

const card = {
  network_transaction_reference: { id: '748462213021157' },
  processor_response: {
    avs_code: 'A',
    cvv_code: 'M',
    response_code: '5120',
    payment_advice_code: '02',
  },
};

it("the card's checks and the network’s id of the payment are read from every PayPal answer", () => {
  const capture = { id: 'C1', status: 'COMPLETED', amount, ...card };
  const found = {
    networkTransactionId: '748462213021157',
    paymentChecks: { avs_code: 'A', cvv_code: 'M' },
  };
  expect(sync.outcome(answer(capture), taken, account)).toMatchObject(found);
  const order = {
    id: '5O19',
    status: 'COMPLETED',
    purchase_units: [{ payments: { captures: [capture] } }],
  };
  const input = {
    ...taken,
    order: { initiator: { by: 'customer' } },
    source: { kind: 'connector_mandate', connectorMandateId: '8kk8451t' },
  } as const;
  expect(authorize.outcome(answer(order, 201), input, account)).toMatchObject(found);
});

it('a declined card has the issuer’s code and the network’s advice on trying again', () => {
  const declined = { id: 'C1', status: 'DECLINED', amount, ...card };
  expect(sync.outcome(answer(declined), taken, account)).toMatchObject({
    result: 'declined',
    code: '5120',
    networkAdviceCode: '02',
  });
});

describe('a refusal', () => {
  const part = { captureReference: 'c_1', captureMinor: 6540, captureNumber: 1, isFinal: true };
  const refused = (response: HttpResponse) =>
    capture.outcome(response, { ...reserved, ...part }, account);
  const named = { name: 'UNPROCESSABLE_ENTITY', message: 'No' };

  it('a PayPal refusal of a capture has the issue as its code', () => {
    const details = [{ issue: 'AUTHORIZATION_VOIDED', description: 'Voided.' }];
    expect(refused(answer({ ...named, details }, 422))).toEqual({
      result: 'declined',
      code: 'AUTHORIZATION_VOIDED',
      message: 'No',
      reason: 'description - Voided.;',
    });
  });

  it('a PayPal refusal of a capture decides nothing when its issue is unpublished, or reports an earlier capture', () => {
    for (const issue of ['AUTHORIZATION_ALREADY_CAPTURED', 'SOMETHING_NEW']) {
      expect(() => refused(answer({ ...named, details: [{ issue }] }, 422))).toThrow();
    }
  });

  // https://developer.paypal.com/api/rest/responses/ has the debug id on each of PayPal's answers.
  it('a PayPal refusal of the account without text counts as PayPal’s own only with a debug id', () => {
    for (const status of [401, 403]) {
      const empty = { status, headers: { 'paypal-debug-id': 'f5070994b691d' }, body: '' };
      expect(refused(empty)).toEqual({ result: 'declined', code: String(status) });
      expect(() => refused({ ...empty, headers: {} })).toThrow();
    }
  });

  it("a PayPal refusal of the access token has OAuth's words", () => {
    const body = { error: 'invalid_token', error_description: 'Expired' };
    expect(refused(answer(body, 401, { 'paypal-debug-id': 'f5070994b691d' }))).toEqual({
      result: 'declined',
      code: 'invalid_token',
      message: 'Expired',
    });
  });
});

// https://developer.paypal.com/reference/currency-codes
it('forints and Taiwan’s dollars are written without decimals, and amounts with some are refused', () => {
  for (const currency of ['HUF', 'TWD']) {
    expect(amountOf(125_000, currency)).toEqual({ currency_code: currency, value: '1250' });
    for (const value of ['1250', '1250.00']) {
      expect(moneyIn({ amount: { currency_code: currency, value } })).toEqual({
        amountMinor: 125_000,
        currency,
      });
    }
    expect(() => amountOf(125_050, currency)).toThrow(RangeError);
  }
  expect(amountOf(1_250, 'JPY')).toEqual({ currency_code: 'JPY', value: '1250' });
});
