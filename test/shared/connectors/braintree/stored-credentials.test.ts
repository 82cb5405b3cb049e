import { braintreeConnector } from '#connectors/braintree/connector.ts';
import type { Authorization } from '#connectors/interface/payments.ts';

const { authorize } = braintreeConnector();
const account = {
  connectorName: 'braintree',
  credentials: {
    auth_type: 'SignatureKey',
    api_key: 'public_1',
    key1: 'merchant_1',
    api_secret: 'private_1',
  },
  metadata: { merchant_account_id: 'macc_1' },
  urls: { api: 'https://payments.sandbox.braintree-api.com/' },
} as const;
const token = {
  status: 200,
  headers: {},
  body: JSON.stringify({ data: { tokenizeCreditCard: { paymentMethod: { id: 'tokencc_1' } } } }),
};

/** The members of a charge's request about the stored card. */
function sentFor(more: Partial<Authorization>) {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'braintree',
    amountMinor: 500,
    currency: 'EUR',
    captureMethod: 'automatic',
    source: {
      kind: 'card',
      card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
    },
    order: { initiator: { by: 'customer' } },
    ...more,
  };
  const reading =
    input.source.kind === 'card'
      ? authorize.outcome(token, input, account)
      : { next: authorize.request(input, account) };
  if (!('next' in reading)) throw new Error('The card was not charged.');
  const { transaction, options } = JSON.parse(reading.next.body ?? '').variables.input;
  return {
    who: transaction.paymentInitiator,
    isStored: transaction.vaultPaymentMethodAfterTransacting !== undefined,
    ...options.externalVault,
  };
}

const customer = { order: { initiator: { by: 'customer' } } } as const;
const recurring = { order: { initiator: { by: 'merchant', why: 'recurring' } } } as const;
const unscheduled = { order: { initiator: { by: 'merchant', why: 'unscheduled' } } } as const;
const first = { futureUsage: 'off_session' } as const;
const later = { source: { kind: 'connector_mandate', connectorMandateId: 'pm_1' } } as const;
const byNetworkId = { networkTransactionId: '123456789012345' } as const;
const vaulted = { status: 'VAULTED', verifyingNetworkTransactionId: '123456789012345' };

/**
 * A customer in a shop on the web has no initiator; a customer's request does not contain the
 * purpose of later charges. The network's id is only in charges of the merchant.
 *
 * @see https://github.com/braintree/graphql-api/blob/master/schema.graphql (PaymentInitiator,
 * TransactionExternalVaultOptionsInput)
 */
it.each([
  ['customer, first, recurring', { ...customer, ...first }, { isStored: true }],
  ['customer, first, unscheduled', { ...customer, ...first }, { isStored: true }],
  ['customer, later, recurring', { ...customer, ...later }, { isStored: false }],
  ['customer, later, unscheduled', { ...customer, ...later }, { isStored: false }],
  ['merchant, first, recurring', { ...recurring, ...first }, { who: 'RECURRING', isStored: true }],
  [
    'merchant, first, unscheduled',
    { ...unscheduled, ...first },
    { who: 'UNSCHEDULED', isStored: true },
  ],
  ['merchant, later, recurring', { ...recurring, ...later }, { who: 'RECURRING', isStored: false }],
  [
    'merchant, later, unscheduled',
    { ...unscheduled, ...later },
    { who: 'UNSCHEDULED', isStored: false },
  ],
  [
    'merchant, later, recurring, by the network id',
    { ...recurring, ...byNetworkId },
    { who: 'RECURRING', isStored: false, ...vaulted },
  ],
  [
    'customer, later, with the network id of the first charge',
    { ...customer, ...byNetworkId },
    { isStored: false },
  ],
  [
    'customer, first, to be stored in the vault of the switch',
    { ...customer, futureUsage: 'on_session' },
    { isStored: false, status: 'WILL_VAULT' },
  ],
] satisfies readonly [string, Partial<Authorization>, object][])(
  'Braintree gets the initiator and reason of a charge: %s',
  (_, input, sent) => expect(sentFor(input)).toEqual({ who: undefined, ...sent }),
);
