import { aboutBraintree } from '#connectors/braintree/about.ts';
import { authorize } from '#connectors/braintree/authorize.ts';
import { sync } from '#connectors/braintree/later-requests.ts';
import { complete } from '#connectors/braintree/paypal.ts';
import { webhooks } from '#connectors/braintree/webhooks.ts';
import type { Completion } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bareOrder } from '../../../support/processors/an-exchange.ts';

const account = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_1' } });
const payment = aCharge('braintree', {
  completeUrl: 'https://switch.example/complete',
  source: {
    kind: 'payment_method',
    method: 'wallet',
    type: 'paypal',
    shape: 'paypal_redirect',
    data: {},
  },
});
const { source: _, order: __, ...reference } = payment;
const returned: Completion = {
  ...reference,
  order: bareOrder,
  query: { paymentId: 'PAYID-OTHER', token: 'EC-1', PayerID: 'PAYER1' },
  form: {},
  connectorMetadata: { paypal_payment_id: 'PAYID-1' },
};
const inputOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body).variables.input;
const token = answer({ data: { tokenizePayPalOneTimePayment: { paymentMethod: { id: 'pp_1' } } } });
const transaction = (status: string, more: object = {}) => ({
  id: 'dHJhbnNhY3Rpb25fMQ',
  orderId: 'pay_1_1',
  status,
  amount: { value: '65.40', currencyCode: 'EUR' },
  paymentMethodSnapshot: { __typename: 'PayPalTransactionDetails' },
  ...more,
});
const searched = (...nodes: readonly object[]) =>
  answer({ data: { search: { transactions: { edges: nodes.map((node) => ({ node })) } } } });

/** github.com/braintree/graphql-api schema.graphql: `CreatePayPalOneTimePaymentInput`. */
it("a payment by PayPal leads the customer to PayPal's page, and charges nothing", () => {
  const request = authorize.request(payment, account);
  expect(request.step).toBe('order');
  expect(inputOf(request)).toEqual({
    merchantAccountId: 'macc_1',
    amount: { value: '65.40', currencyCode: 'EUR' },
    intent: 'SALE',
    paypalExperienceProfile: { userAction: 'COMMIT' },
    returnUrl: 'https://switch.example/complete',
    cancelUrl: 'https://switch.example/complete',
  });
  const manual = { ...payment, captureMethod: 'manual' } as const;
  expect(inputOf(authorize.request(manual, account)).intent).toBe('AUTHORIZE');
  const made = { approvalUrl: 'https://www.sandbox.paypal.com/checkoutnow?token=EC-1' };
  const created = answer({
    data: { createPayPalOneTimePayment: { ...made, paymentId: 'PAYID-1' } },
  });
  expect(authorize.outcome(created, payment, account)).toEqual({
    result: 'challenged',
    redirectUrl: made.approvalUrl,
    connectorMetadata: { paypal_payment_id: 'PAYID-1' },
  });
});

it('a payment by PayPal that Braintree refuses is declined, and one without a return is not sent', () => {
  const refused = answer({
    data: { createPayPalOneTimePayment: null },
    errors: [
      {
        message: 'PayPal is not enabled for this merchant account.',
        path: ['createPayPalOneTimePayment'],
        extensions: { errorClass: 'AUTHORIZATION' },
      },
    ],
  });
  expect(authorize.outcome(refused, payment, account)).toMatchObject({
    result: 'declined',
    code: 'No error code',
  });
  const { completeUrl: _url, ...without } = payment;
  expect(() => authorize.request(without, account)).toThrow('return');
});

it.each([
  ['automatic', 'chargePayPalAccount', 'SETTLING', 'captured'],
  ['manual', 'authorizePayPalAccount', 'AUTHORIZED', 'authorized'],
] as const)(
  'a customer who comes back to a payment with %s capture is charged by %s, once PayPal knows the payer',
  (captureMethod, mutation, status, result) => {
    const input = { ...returned, captureMethod };
    const first = complete.request(input, account);
    expect(first.step).toBe('token');
    expect(inputOf(first)).toEqual({
      merchantAccountId: 'macc_1',
      // The payment is ours, whatever the browser states.
      paypalOneTimePayment: { payerId: 'PAYER1', paymentToken: 'EC-1', paymentId: 'PAYID-1' },
    });
    const reading = complete.outcome(token, input, account);
    if (!('next' in reading)) throw new Error('Nothing was charged.');
    expect(reading.next.step).toBeUndefined();
    expect(reading.next.body).toContain(`mutation ${mutation}`);
    expect(inputOf(reading.next)).toEqual({
      paymentMethodId: 'pp_1',
      transaction: { amount: '65.40', merchantAccountId: 'macc_1', orderId: 'pay_1_1' },
    });
    const charged = answer({ data: { [mutation]: { transaction: transaction(status) } } });
    expect(reading.outcome(charged)).toMatchObject({ result, amountMinor: 6_540, currency: 'EUR' });
  },
);

it('a payer whom PayPal does not know for the payment is not charged', () => {
  const refused = answer({
    data: { tokenizePayPalOneTimePayment: null },
    errors: [
      {
        message: 'No.',
        path: ['tokenizePayPalOneTimePayment'],
        extensions: { errorClass: 'VALIDATION' },
      },
    ],
  });
  expect(complete.outcome(refused, returned, account)).toMatchObject({ result: 'declined' });
});

it('a customer who cancelled at PayPal, or forged a return, leaves the payment open', () => {
  const canAsk = (changes: Partial<Completion>) => complete.canAsk?.({ ...returned, ...changes });
  expect(canAsk({})).toBe(true);
  expect(canAsk({ query: { token: 'EC-1' } })).toBe(false);
  expect(canAsk({ query: {} })).toBe(false);
  expect(canAsk({ connectorMetadata: {} })).toBe(false);
  expect(() => complete.request({ ...returned, query: {} }, account)).toThrow('approved nothing');
  expect(aboutBraintree.givenUp).toBe('uncompleted');
});

it('a payment whose charge was lost is found by our reference, and one that is open at PayPal is not given up', () => {
  const lost = { ...reference, connectorMetadata: { paypal_payment_id: 'PAYID-1' } };
  expect(sync.outcome(searched(transaction('SETTLED')), lost, account)).toMatchObject({
    result: 'captured',
    capturedMinor: 6_540,
  });
  expect(() => sync.outcome(searched(), lost, account)).toThrow('find');
});

it("a payment that PayPal has not decided is pending, also in Braintree's webhooks", () => {
  const known = { ...reference, connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ' };
  const pending = searched(transaction('SETTLEMENT_PENDING'));
  expect(sync.outcome(pending, known, account)).toMatchObject({ result: 'pending' });
  const xml =
    '<notification><kind>transaction_settled</kind><subject><transaction><id>1</id><status>settlement_pending</status><type>sale</type><currency-iso-code>EUR</currency-iso-code><amount>65.40</amount><payment-instrument-type>paypal_account</payment-instrument-type></transaction></subject></notification>';
  const bt_payload = Buffer.from(xml).toString('base64');
  const body = new URLSearchParams({ bt_signature: 'a', bt_payload }).toString();
  expect(webhooks.parse({ headers: {}, body })).toMatchObject([{ outcome: { result: 'pending' } }]);
});

it('a payment by PayPal is offered in the currencies that PayPal counts as Braintree does', () => {
  const ability = aboutBraintree.methods.find(({ type }) => type === 'paypal');
  expect(ability?.currencies).toContain('JPY');
  expect(ability?.currencies).not.toContain('HUF');
  expect(ability?.currencies?.includes('INR')).toBe(false);
});
