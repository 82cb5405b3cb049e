import { authorize } from '#connectors/braintree/authorize.ts';
import { increment } from '#connectors/braintree/increment.ts';
import { sync } from '#connectors/braintree/later-requests.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bareOrder } from '../../../support/processors/an-exchange.ts';

const account = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_1' } });
const payment = aCharge('braintree', {
  captureMethod: 'manual',
  incrementalAuthorization: true,
});
const { source: _, order: __, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ' };
const raise = { ...known, incrementReference: 'inc_1', totalMinor: 7_540 };
const inputOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body).variables.input;

const transaction = (value: string, more: object = {}) => ({
  id: 'dHJhbnNhY3Rpb25fMQ',
  status: 'AUTHORIZED',
  amount: { value, currencyCode: 'EUR' },
  ...more,
});
const adjusted = (value: string, more: object = {}) =>
  answer({ data: { updateTransactionAmount: { transaction: transaction(value, more) } } });
const refused = (legacyCode: string, errorClass = 'VALIDATION') =>
  answer({
    data: { updateTransactionAmount: null },
    errors: [
      {
        message: 'No.',
        path: ['updateTransactionAmount'],
        extensions: { errorClass, legacyCode },
      },
    ],
  });

/** What the second request of an authorization says of its initiator, and its outcome. */
function authorized(input: Authorization) {
  const token = { data: { tokenizeCreditCard: { paymentMethod: { id: 'tokencc_1' } } } };
  const reading = authorize.outcome(answer(token), input, account);
  if (!('next' in reading)) throw new Error('Nothing was authorized.');
  const outcome = reading.outcome(
    answer({ data: { authorizeCreditCard: { transaction: transaction('65.40') } } }),
  );
  return { initiator: inputOf(reading.next).transaction.paymentInitiator, outcome };
}

/** github.com/braintree/graphql-api schema.graphql: `PaymentInitiator`. */
it('an authorization that is to grow is an estimated one at Braintree, and can be incremented', () => {
  const { initiator, outcome } = authorized(payment);
  expect(initiator).toBe('ESTIMATED');
  expect(outcome).toMatchObject({ result: 'authorized', incrementAllowed: true });
});

it.each<[string, Partial<Authorization>, string | undefined]>([
  ['without the wish', { incrementalAuthorization: false }, undefined],
  [
    'by telephone',
    { order: { initiator: { by: 'customer' }, channel: 'telephone_order' } },
    'MOTO',
  ],
  ['by the merchant', { order: { ...bareOrder, initiator: { by: 'merchant' } } }, 'UNSCHEDULED'],
])('an authorization %s cannot be incremented at Braintree', (_, changes, word) => {
  const { initiator, outcome } = authorized({ ...payment, ...changes });
  expect(initiator).toBe(word);
  expect(outcome).not.toHaveProperty('incrementAllowed');
});

// github.com/braintree/braintree_node test/integration/braintree/transaction_gateway_spec.js: the
// adjusted transaction has the new amount.
it('an increment at Braintree states the new total, which the answer repeats', () => {
  expect(inputOf(increment.request(raise, account))).toEqual({
    transactionId: 'dHJhbnNhY3Rpb25fMQ',
    amount: '75.40',
  });
  expect(increment.outcome(adjusted('75.40'), raise, account)).toMatchObject({
    result: 'authorized',
    amountMinor: 7_540,
    currency: 'EUR',
  });
});

it('an increment that the bank refused leaves the earlier total, with the reason of the newest refusal', () => {
  const adjustment = (timestamp: string, successful: boolean, legacyCode: string) => ({
    successful,
    timestamp,
    processorResponse: { legacyCode, message: `Code ${legacyCode}` },
  });
  const authorizationAdjustments = [
    adjustment('2026-01-01T00:00:00.000000Z', false, '2000'),
    adjustment('2026-01-03T00:00:00.000000Z', false, '2001'),
    adjustment('2026-01-02T00:00:00.000000Z', true, '1000'),
  ];
  const answered = adjusted('65.40', { authorizationAdjustments });
  expect(increment.outcome(answered, raise, account)).toEqual({
    result: 'declined',
    code: '2001',
    message: 'Code 2001',
    reason: 'Code 2001',
    connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
  });
  expect(() => increment.outcome(adjusted('65.40'), raise, account)).toThrow('no refusal');
  const captured = adjusted('75.40', { status: 'SUBMITTED_FOR_SETTLEMENT' });
  expect(() => increment.outcome(captured, raise, account)).toThrow('increment');
});

// The codes: github.com/braintree/braintree_node lib/braintree/validation_error_codes.js.
it('an increment is refused by the processor, and a total that is authorized already is authorized', () => {
  expect(increment.outcome(refused('915222'), raise, account)).toMatchObject({
    result: 'declined',
    code: '915222',
  });
  expect(increment.outcome(refused('95606'), raise, account)).toEqual({
    result: 'authorized',
    connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
  });
  expect(increment.outcome(refused('95606', 'INTERNAL'), raise, account)).toMatchObject({
    result: 'unknown',
  });
});

it('an increment whose answer was lost shows its total in the next sync', () => {
  const node = transaction('75.40');
  const found = answer({ data: { search: { transactions: { edges: [{ node }] } } } });
  expect(sync.outcome(found, { ...known, incrementedMinor: 7_540 }, account)).toMatchObject({
    result: 'authorized',
    amountMinor: 7_540,
  });
});
