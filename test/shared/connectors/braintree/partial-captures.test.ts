import { aboutBraintree } from '#connectors/braintree/about.ts';
import { capture, refund, sync, syncRefund } from '#connectors/braintree/later-requests.ts';
import type { Capture } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';

const account = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_1' } });
const { source: _, order: __, ...reference } = aCharge('braintree', { amountMinor: 1_000 });
const known = {
  ...reference,
  captureMethod: 'manual_multiple',
  connectorTransactionId: 'parent_1',
} as const;
const first: Capture = {
  ...known,
  captureReference: 'pay_1_1_1',
  captureNumber: 1,
  isFinal: false,
  captureMinor: 600,
};
const inputOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body).variables.input;
const part = (status: string, value: string, number: number) => ({
  id: `child_${number}`,
  orderId: `pay_1_1_${number}`,
  status,
  amount: { value, currencyCode: 'EUR' },
  paymentMethodSnapshot: { __typename: 'PayPalTransactionDetails' },
});
const captured = (child: object) =>
  answer({ data: { partialCaptureTransaction: { capture: child } } });
const refused = (errorClass: string) =>
  answer({
    data: { partialCaptureTransaction: null },
    errors: [
      {
        message: 'Cannot submit for partial settlement.',
        path: ['partialCaptureTransaction'],
        // github.com/braintree/braintree_node lib/braintree/validation_error_codes.js.
        extensions: { errorClass, legacyCode: '915103' },
      },
    ],
  });
const parent = (status: string, childCaptures: readonly object[]) => ({
  id: 'parent_1',
  orderId: 'pay_1_1',
  status,
  amount: { value: '10.00', currencyCode: 'EUR' },
  paymentMethodSnapshot: { __typename: 'PayPalTransactionDetails' },
  partialCaptureDetails: { childCaptures },
});
const synced = (node: object) =>
  sync.outcome(
    answer({ data: { search: { transactions: { edges: [{ node }] } } } }),
    known,
    account,
  );

/**
 * github.com/braintree/graphql-api schema.graphql: `partialCaptureTransaction`, for Venmo and PayPal
 * alone; github.com/braintree/braintree_node transaction_gateway_spec.js: the part has its own
 * amount and order id.
 */
it('one of several captures is a part of the authorization, with our number of it', () => {
  expect(inputOf(capture.request(first, account))).toEqual({
    transactionId: 'parent_1',
    transaction: { amount: '6.00', orderId: 'pay_1_1_1', finalCapture: false },
  });
  const last = { ...first, captureReference: 'pay_1_1_2', captureNumber: 2, isFinal: true };
  expect(inputOf(capture.request(last, account)).transaction.finalCapture).toBe(true);
  expect(
    capture.outcome(captured(part('SUBMITTED_FOR_SETTLEMENT', '6.00', 1)), first, account),
  ).toEqual({
    result: 'captured',
    connectorTransactionId: 'parent_1',
    connectorReference: 'parent_1',
    connectorCaptureId: 'child_1',
    capturedMinor: 600,
    currency: 'EUR',
  });
  const abilities = aboutBraintree.methods.filter(({ captureMethods }) =>
    captureMethods.includes('manual_multiple'),
  );
  expect(abilities).toMatchObject([{ type: 'paypal' }]);
});

it('the last of several captures may be refused or undecided, and the payment keeps its id', () => {
  expect(capture.outcome(refused('VALIDATION'), first, account)).toMatchObject({
    result: 'declined',
    code: '915103',
  });
  expect(capture.outcome(refused('INTERNAL'), first, account)).toMatchObject({ result: 'unknown' });
  const read = (status: string) =>
    capture.outcome(captured(part(status, '6.00', 1)), first, account);
  expect(read('SETTLEMENT_PENDING')).toEqual({
    result: 'pending',
    connectorTransactionId: 'parent_1',
    connectorReference: 'parent_1',
    connectorCaptureId: 'child_1',
  });
  expect(read('PROCESSOR_DECLINED')).toMatchObject({
    result: 'declined',
    connectorTransactionId: 'parent_1',
  });
  expect(() => read('AUTHORIZED')).toThrow('capture');
});

it('a sync lists the captures of a payment, also one whose answer was lost', () => {
  const children = [
    part('SETTLED', '6.00', 1),
    part('SETTLEMENT_PENDING', '3.00', 2),
    part('PROCESSOR_DECLINED', '1.00', 3),
  ];
  const captures = [
    { reference: 'pay_1_1_1', connectorCaptureId: 'child_1', amountMinor: 600, status: 'charged' },
    { reference: 'pay_1_1_2', connectorCaptureId: 'child_2', amountMinor: 300, status: 'pending' },
    { reference: 'pay_1_1_3', connectorCaptureId: 'child_3', amountMinor: 100, status: 'failed' },
  ];
  expect(synced(parent('SETTLEMENT_PENDING', children))).toEqual({
    result: 'captured',
    capturedMinor: 600,
    connectorTransactionId: 'parent_1',
    connectorReference: 'parent_1',
    captures,
    lagSeconds: 60,
  });
  expect(synced(parent('SETTLEMENT_PENDING', children.slice(1)))).toMatchObject({
    result: 'authorized',
    captures: captures.slice(1),
  });
  expect(synced(parent('VOIDED', children))).toMatchObject({ result: 'voided', captures });
  expect(synced(parent('AUTHORIZED', []))).toMatchObject({
    result: 'authorized',
    amountMinor: 1_000,
  });
  expect(() => synced(parent('SETTLEMENT_PENDING', [part('ANOTHER', '6.00', 1)]))).toThrow('state');
});

it('a refund of a capture names the capture, and never voids the payment', () => {
  const back = {
    reference: 'ref_1',
    connectorName: 'braintree',
    amountMinor: 1_000,
    currency: 'EUR',
    payment: known,
    connectorCaptureId: 'child_1',
  };
  expect(inputOf(refund.request(back, account)).transactionId).toBe('child_1');
  const tooEarly = answer({
    data: { refundTransaction: null },
    errors: [
      {
        message: 'Not settled.',
        path: ['refundTransaction'],
        extensions: { errorClass: 'VALIDATION', legacyCode: '91506' },
      },
    ],
  });
  expect(refund.outcome(tooEarly, back, account)).toMatchObject({ result: 'declined' });
  expect(inputOf(syncRefund.request(back, account))).toBe('child_1');
  const voided = answer({ data: { node: { ...part('VOIDED', '10.00', 1), refunds: [] } } });
  expect(() => syncRefund.outcome(voided, back, account)).toThrow('no such refund');
});
