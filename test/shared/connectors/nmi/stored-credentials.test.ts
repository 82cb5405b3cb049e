import type { Authorization } from '#connectors/interface/payments.ts';
import { nmiConnector } from '#connectors/nmi/connector.ts';

const { authorize } = nmiConnector();
const account = {
  connectorName: 'nmi',
  credentials: { auth_type: 'HeaderKey', api_key: 'key_1' },
  urls: { api: 'https://secure.nmi.com/' },
} as const;
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'nmi',
  amountMinor: 500,
  currency: 'USD',
  captureMethod: 'automatic',
  order: { initiator: { by: 'customer' } },
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '03', expiryYear: '2030' },
  },
};

const customer = { by: 'customer' } as const;
const recurring = { by: 'merchant', why: 'recurring' } as const;
const unscheduled = { by: 'merchant', why: 'unscheduled' } as const;
const stores = { futureUsage: 'off_session' } as const;
const uses = { source: { kind: 'connector_mandate', connectorMandateId: '1717:927' } } as const;

/** The fields about the card as a stored one. */
function told(initiator: Authorization['order']['initiator'], changes: Partial<Authorization>) {
  const { body } = authorize.request({ ...payment, ...changes, order: { initiator } }, account);
  const names = ['initiated_by', 'stored_credential_indicator', 'billing_method'];
  const fields = [...new URLSearchParams(body)];
  return Object.fromEntries(
    fields.filter(([name]) => [...names, 'initial_transaction_id'].includes(name)),
  );
}

const byCustomer = { initiated_by: 'customer' };
const byMerchant = { initiated_by: 'merchant' };
const first = { stored_credential_indicator: 'stored' };
const later = { stored_credential_indicator: 'used' };
const series = { billing_method: 'recurring' };
const initial = { initial_transaction_id: '927' };

/**
 * Who starts it, whether it is the first, and why. A customer's request does not contain the reason
 * of later charges, so both reasons are the same there. Only a merchant names the first
 * transaction.
 *
 * @see https://github.com/activemerchant/active_merchant/blob/master/test/unit/gateways/nmi_test.rb
 * (test_stored_credential_*)
 */
it.each([
  ['customer, first, recurring', customer, stores, { ...byCustomer, ...first }],
  ['customer, first, unscheduled', customer, stores, { ...byCustomer, ...first }],
  ['customer, later, recurring', customer, uses, { ...byCustomer, ...later }],
  ['customer, later, unscheduled', customer, uses, { ...byCustomer, ...later }],
  ['merchant, first, recurring', recurring, stores, { ...byMerchant, ...first, ...series }],
  ['merchant, first, unscheduled', unscheduled, stores, { ...byMerchant, ...first }],
  [
    'merchant, later, recurring',
    ...([recurring, uses, { ...byMerchant, ...later, ...series, ...initial }] as const),
  ],
  ['merchant, later, unscheduled', unscheduled, uses, { ...byMerchant, ...later, ...initial }],
])('a charge says whose it is: %s', (_case, initiator, changes, fields) => {
  expect(told(initiator, changes)).toEqual(fields);
});

it('a charge of a card that is not stored says nothing of a stored one', () => {
  expect(told(customer, {})).toEqual({});
});

it('a stored credential from elsewhere is the id of the vault alone, and is charged by it', () => {
  const source = { kind: 'connector_mandate', connectorMandateId: '1717' } as const;
  const { body } = authorize.request({ ...payment, source }, account);
  expect(new URLSearchParams(body).get('customer_vault_id')).toBe('1717');
  expect(told(unscheduled, { source })).toEqual({ ...byMerchant, ...later });
  const known = authorize.request({ ...payment, ...uses }, account);
  expect(new URLSearchParams(known.body).get('customer_vault_id')).toBe('1717');
});
