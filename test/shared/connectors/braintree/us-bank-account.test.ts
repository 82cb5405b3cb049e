import { aboutBraintree } from '#connectors/braintree/about.ts';
import { authorize } from '#connectors/braintree/authorize.ts';
import { sync } from '#connectors/braintree/later-requests.ts';
import { webhooks } from '#connectors/braintree/webhooks.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bareOrder } from '../../../support/processors/an-exchange.ts';

const consent = 'By pressing Pay, I authorize Example Shop to debit my account.';
const metadata = { merchant_accounts: { USD: 'macc_usd' }, ach_mandate: consent };
const account = anAccountAt('braintree', { metadata });
// The numbers are those of the integration tests of github.com/braintree/braintree_node.
const data = { account_number: '1000000000', routing_number: '021000021' };
const debit = (changes: object = {}, more: Partial<Authorization> = {}) =>
  aCharge('braintree', {
    amountMinor: 10_000,
    currency: 'USD',
    source: {
      kind: 'payment_method',
      method: 'bank_debit',
      type: 'ach',
      shape: 'ach_bank_debit',
      data: { ...data, ...changes },
    },
    order: {
      ...bareOrder,
      billing: { address: { first_name: 'Dan', last_name: 'van Schulman' } },
    },
    ...more,
  });
const inputOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body).variables.input;
const paymentMethod = { id: 'bank_1' };
const token = answer({ data: { tokenizeUsBankAccount: { paymentMethod: { id: 'token_1' } } } });
const vaulted = (verification: object | null, stored: object | null = paymentMethod) =>
  answer({ data: { vaultUsBankAccount: { paymentMethod: stored, verification } } });
const transaction = (status: string, more: object = {}) => ({
  id: 'dHJhbnNhY3Rpb25fMQ',
  status,
  amount: { value: '100.00', currencyCode: 'USD' },
  paymentMethodSnapshot: { __typename: 'UsBankAccountDetails' },
  ...more,
});

function next(payment: Authorization, ...answers: readonly HttpResponse[]) {
  let reading: ReturnType<typeof authorize.outcome> = {
    next: authorize.request(payment, account),
    outcome: (response) => authorize.outcome(response, payment, account),
  };
  for (const one of answers) {
    if (!('next' in reading)) throw new Error('There is no next step.');
    reading = reading.outcome(one);
  }
  if (!('next' in reading)) throw new Error('There is no next step.');
  return reading;
}

/** github.com/braintree/graphql-api schema.graphql: `UsBankAccountInput` and what follows it. */
it('a bank account is tokenized with the text of the consent, stored with a check, and charged', () => {
  const first = next(debit());
  expect(first.next.step).toBe('token');
  expect(inputOf(first.next)).toEqual({
    usBankAccount: {
      accountNumber: '1000000000',
      routingNumber: '021000021',
      accountType: 'CHECKING',
      individualOwner: { firstName: 'Dan', lastName: 'van Schulman' },
      achMandate: consent,
    },
  });
  const second = next(debit(), token);
  expect(second.next.step).toBe('token');
  expect(inputOf(second.next)).toEqual({
    paymentMethodId: 'token_1',
    verificationMerchantAccountId: 'macc_usd',
    verificationMethod: 'NETWORK_CHECK',
  });
  const third = next(debit(), token, vaulted({ status: 'VERIFIED' }));
  expect(third.next.step).toBeUndefined();
  expect(third.next.body).toContain('mutation chargeUsBankAccount');
  expect(third.next.body).not.toContain('1000000000');
  expect(inputOf(third.next)).toEqual({
    paymentMethodId: 'bank_1',
    transaction: { amount: '100.00', merchantAccountId: 'macc_usd', orderId: 'pay_1_1' },
    options: { standardEntryClassCode: 'WEB' },
  });
});

// github.com/braintree/braintree_node transaction_gateway_us_bank_account_spec.js: the charge is
// pending until it is settled.
it('a debit waits for its settlement, and its account is a mandate where it is to be charged later', () => {
  const later = debit({}, { futureUsage: 'off_session' });
  const reading = next(later, token, vaulted({ status: 'VERIFIED' }));
  expect(reading.next.body).toContain('paymentMethod { id }');
  const charged = transaction('SETTLEMENT_PENDING', { paymentMethod });
  expect(
    reading.outcome(answer({ data: { chargeUsBankAccount: { transaction: charged } } })),
  ).toMatchObject({
    result: 'pending',
    connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
    connectorMandateId: 'bank_1',
    amountMinor: 10_000,
    currency: 'USD',
  });
});

it('a stored bank account is charged in one step, without its number and without a consent in the settings', () => {
  const source = {
    kind: 'connector_mandate',
    connectorMandateId: 'bank_1',
    method: 'bank_debit',
  } as const;
  const order = { initiator: { by: 'merchant', why: 'recurring' } } as const;
  const bare = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_usd' } });
  const payment = debit({}, { source, order });
  const request = authorize.request(payment, bare);
  expect(request.step).toBeUndefined();
  expect(request.body).toContain('mutation chargeUsBankAccount');
  expect(inputOf(request).paymentMethodId).toBe('bank_1');
  const charged = answer({
    data: { chargeUsBankAccount: { transaction: transaction('SETTLED') } },
  });
  expect(authorize.outcome(charged, payment, bare)).toMatchObject({
    result: 'captured',
    capturedMinor: 10_000,
  });
});

it.each([
  ['a business', { bank_holder_type: 'business', bank_account_holder_name: 'Hats Inc' }],
  ['a person with another name than the payer', { bank_account_holder_name: 'Ann B. Lee' }],
])('the owner of an account is %s', (_, changes) => {
  const payment = debit({ bank_type: 'savings', ...changes }, { order: bareOrder });
  const { usBankAccount } = inputOf(authorize.request(payment, account));
  expect(usBankAccount).toMatchObject({
    accountType: 'SAVINGS',
    ...('bank_holder_type' in changes
      ? { businessOwner: { businessName: 'Hats Inc' } }
      : { individualOwner: { firstName: 'Ann B.', lastName: 'Lee' } }),
  });
});

it.each([
  ['FAILED', { legacyCode: '2046', message: 'Declined' }, '2046'],
  ['PROCESSOR_DECLINED', { legacyCode: '2061', message: 'Invalid Transaction Data' }, '2061'],
  ['GATEWAY_REJECTED', undefined, 'GatewayRejected'],
])('an account whose check is %s is not charged', (status, processorResponse, code) => {
  const reading = next(debit(), token);
  expect(reading.outcome(vaulted({ status, processorResponse }, null))).toMatchObject({
    result: 'declined',
    code,
  });
});

it('an account whose check is open, or that was not stored, is not charged', () => {
  const reading = next(debit(), token);
  expect(() => reading.outcome(vaulted({ status: 'PENDING' }))).toThrow('not verified yet');
  expect(() => reading.outcome(vaulted({ status: 'VERIFIED' }, null))).toThrow('not stored');
});

it('an account that the merchant verifies is stored without a check of its own', () => {
  const settings = { ...metadata, ach_verification: 'independent_check' };
  const own = anAccountAt('braintree', { metadata: settings });
  const reading = authorize.outcome(token, debit(), own);
  if (!('next' in reading)) throw new Error('There is no next step.');
  expect(inputOf(reading.next).verificationMethod).toBe('INDEPENDENT_CHECK');
  expect(reading.outcome(vaulted(null))).toHaveProperty('next');
});

it('a debit without a consent in the settings, an owner, or in another currency is not sent', () => {
  const without = anAccountAt('braintree', {
    metadata: { merchant_accounts: { USD: 'macc_usd' } },
  });
  expect(() => authorize.request(debit(), without)).toThrow('consent');
  expect(() => authorize.request(debit({}, { order: bareOrder }), account)).toThrow('owner');
  const single = debit({ bank_account_holder_name: 'Ann' }, { order: bareOrder });
  expect(() => authorize.request(single, account)).toThrow('last name');
  expect(() => authorize.request(debit({}, { currency: 'EUR' }), account)).toThrow('currency');
  const ability = aboutBraintree.methods.find(({ type }) => type === 'ach');
  expect(ability).toMatchObject({ currencies: ['USD'], mandates: true, refunds: true });
});

it.each([
  ['SUBMITTED_FOR_SETTLEMENT', 'pending'],
  ['SETTLEMENT_PENDING', 'pending'],
  ['SETTLING', 'pending'],
  ['SETTLED', 'captured'],
  ['VOIDED', 'voided'],
])('a debit that is %s is %s in a sync', (status, result) => {
  const node = transaction(status, { statusHistory: [{ status: 'SUBMITTED_FOR_SETTLEMENT' }] });
  const found = answer({ data: { search: { transactions: { edges: [{ node }] } } } });
  const known = { ...debit(), connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ' };
  expect(sync.outcome(found, known, account)).toMatchObject({ result });
});

it("a debit that the bank returned has failed, with the bank's return code", () => {
  const node = transaction('SETTLEMENT_DECLINED', {
    paymentMethodSnapshot: { __typename: 'UsBankAccountDetails', achReturnCode: 'R01' },
    statusHistory: [
      {
        status: 'SETTLEMENT_DECLINED',
        processorResponse: { legacyCode: '4002', message: 'Settlement Declined' },
      },
    ],
  });
  const found = answer({ data: { search: { transactions: { edges: [{ node }] } } } });
  const { source: _, order: __, ...lost } = debit();
  const byReference = answer({
    data: { search: { transactions: { edges: [{ node: { ...node, orderId: 'pay_1_1' } }] } } },
  });
  const returned = { result: 'declined', code: '4002', issuerCode: 'R01' };
  const outcome = sync.outcome(
    found,
    { ...lost, connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ' },
    account,
  );
  expect(outcome).toMatchObject(returned);
  expect(outcome).not.toHaveProperty('attemptStatus');
  expect(sync.outcome(byReference, lost, account)).toMatchObject(returned);
});

/** github.com/braintree/braintree_node lib/braintree/webhook_testing_gateway.js. */
it.each([
  ['transaction_settled', 'settled', 'captured'],
  ['transaction_settlement_declined', 'settlement_declined', 'declined'],
  ['transaction_settled', 'settlement_pending', 'pending'],
])('a webhook %s about a debit that is %s reports it as %s', (kind, status, result) => {
  const xml = `<notification><kind>${kind}</kind><subject><transaction><id>1</id><order-id>pay_1_1</order-id><status>${status}</status><type>sale</type><currency-iso-code>USD</currency-iso-code><amount>100</amount><payment-instrument-type>us_bank_account</payment-instrument-type><us-bank-account><routing-number>123456789</routing-number><last-4>1234</last-4></us-bank-account></transaction></subject></notification>`;
  const payload = Buffer.from(xml).toString('base64');
  const body = new URLSearchParams({ bt_signature: 'a', bt_payload: payload }).toString();
  const outcome = webhooks.parse({ headers: {}, body });
  expect(outcome).toMatchObject([
    { kind: 'payment', subject: { reference: 'pay_1_1' }, outcome: { result } },
  ]);
  if (result === 'declined') expect(outcome[0]).not.toHaveProperty('outcome.attemptStatus');
});
