import type { Authorization } from '#connectors/interface/payments.ts';
import { shift4Connector } from '#connectors/shift4/connector.ts';

const { authorize } = shift4Connector();
const account = {
  connectorName: 'shift4',
  credentials: { auth_type: 'HeaderKey', api_key: 'sk_test_1' },
  urls: { api: 'https://api.shift4.com/' },
} as const;

/** The type of the charge; the customer is known, so it is the one step. */
function typeFor({ order, ...more }: Partial<Authorization>): string | undefined {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'shift4',
    amountMinor: 500,
    currency: 'EUR',
    captureMethod: 'automatic',
    source: {
      kind: 'card',
      card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
    },
    ...more,
    order: {
      initiator: { by: 'customer' },
      customer: { connectorCustomerId: 'cust_1' },
      ...order,
    },
  };
  return JSON.parse(authorize.request(input, account).body ?? '').type;
}

const customer = { order: { initiator: { by: 'customer' } } } as const;
const recurring = { order: { initiator: { by: 'merchant', why: 'recurring' } } } as const;
const unscheduled = { order: { initiator: { by: 'merchant', why: 'unscheduled' } } } as const;
const first = { futureUsage: 'off_session' } as const;
const later = { source: { kind: 'connector_mandate', connectorMandateId: 'card_1' } } as const;

/**
 * No customer's request contains the purpose of later charges: a stored card begins a series.
 *
 * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/enums/ChargeType.java
 * @see https://github.com/activemerchant/active_merchant/blob/master/lib/active_merchant/billing/gateways/shift4_v2.rb
 * (add_stored_credentials)
 */
it.each([
  ['customer, once', customer, undefined],
  ['customer, first', { ...customer, ...first }, 'first_recurring'],
  ['customer, later, recurring', { ...customer, ...later }, 'customer_initiated'],
  ['customer, later, unscheduled', { ...customer, ...later }, 'customer_initiated'],
  ['merchant, first, recurring', { ...recurring, ...first }, 'first_recurring'],
  ['merchant, first, unscheduled', { ...unscheduled, ...first }, 'merchant_initiated'],
  ['merchant, later, recurring', { ...recurring, ...later }, 'subsequent_recurring'],
  ['merchant, later, unscheduled', { ...unscheduled, ...later }, 'merchant_initiated'],
] satisfies readonly [string, Partial<Authorization>, string | undefined][])(
  'Shift4 gets the initiator and reason of a charge: %s',
  (_, input, type) => expect(typeFor(input)).toBe(type),
);
