import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const webhook = (kind: string, subject: string) => {
  const xml = `<notification><timestamp type="datetime">2023-11-14T21:13:20Z</timestamp><kind>${kind}</kind><subject>${subject}</subject></notification>`;
  const bt_payload = Buffer.from(xml).toString('base64');
  return new URLSearchParams({ bt_signature: 'key|0', bt_payload }).toString();
};
const dispute = '<id>d_1</id><currency-iso-code>USD</currency-iso-code><amount>5.00</amount>';

const refused = 'Invalid credentials: wrong username or password.';
const stores = {
  'transaction.vaultPaymentMethodAfterTransacting': { when: 'ON_SUCCESSFUL_TRANSACTION' },
};
const recurring = { 'transaction.paymentInitiator': 'RECURRING' };
const unscheduled = { 'transaction.paymentInitiator': 'UNSCHEDULED' };
const networkTransactionId = '123456789012345';

export const braintreeFacts: ConnectorFacts = {
  amounts: 'major',
  // It marks the charge of the card that it was given in the step before.
  mailOrder: 'later step',
  withoutReference: ['capture', 'void', 'increment'],
  credentialsCheck: {
    credentials: { auth_type: 'SignatureKey', api_key: 'key', key1: 'key1', api_secret: 'secret' },
    asked: 'POST https://payments.sandbox.braintree-api.com/graphql',
    accepted: [200, { data: { ping: 'pong' } }],
    refused: [
      200,
      { data: null, errors: [{ message: refused, extensions: { errorClass: 'AUTHENTICATION' } }] },
    ],
    words: { code: 'No error code', message: refused },
  },
  foreignWebhooks: [
    ['a check of the address', webhook('check', '<check type="boolean">true</check>')],
    ['an event of a disbursement', webhook('transaction_disbursed', '')],
    ['a dispute without a dispute', webhook('dispute_opened', '')],
    ['a dispute without a transaction', webhook('dispute_won', `<dispute>${dispute}</dispute>`)],
    ['a review without a transaction', webhook('transaction_reviewed', '')],
    [
      'a revocation that names nothing',
      webhook('payment_method_revoked_by_customer', '<customer-id>1</customer-id>'),
    ],
  ],
  datedWebhook: webhook('check', ''),
  decryptedWallets: {
    'google_pay of a device': ['tokenizeNetworkToken', '"cryptogram":"AgAA"'],
    'google_pay without a cryptogram': ['tokenizeCreditCard'],
  },
  /**
   * A customer in a shop on the web has no initiator; a customer's request does not contain the
   * purpose of later charges. The network's id is only in charges of the merchant.
   *
   * @see https://github.com/braintree/graphql-api/blob/master/schema.graphql (PaymentInitiator,
   * TransactionExternalVaultOptionsInput)
   */
  storedCredentials: {
    mandate: 'pm_1',
    before: [{ data: { tokenizeCreditCard: { paymentMethod: { id: 'tokencc_1' } } } }],
    within: 'variables.input',
    members: [
      'transaction.paymentInitiator',
      'transaction.vaultPaymentMethodAfterTransacting',
      'options.externalVault',
    ],
    cases: {
      'customer, first, recurring': stores,
      'customer, first, unscheduled': stores,
      'customer, later, recurring': {},
      'customer, later, unscheduled': {},
      'merchant, first, recurring': { ...recurring, ...stores },
      'merchant, first, unscheduled': { ...unscheduled, ...stores },
      'merchant, later, recurring': recurring,
      'merchant, later, unscheduled': unscheduled,
    },
    more: [
      [
        'merchant, later, recurring, by the network id',
        { networkTransactionId, order: { initiator: { by: 'merchant', why: 'recurring' } } },
        {
          ...recurring,
          'options.externalVault': {
            status: 'VAULTED',
            verifyingNetworkTransactionId: networkTransactionId,
          },
        },
      ],
      ['customer, later, with the network id of the first charge', { networkTransactionId }, {}],
      [
        'customer, first, to be stored in the vault of the switch',
        { futureUsage: 'on_session' },
        { 'options.externalVault': { status: 'WILL_VAULT' } },
      ],
    ],
  },
  declines: [[{ code: 'GatewayRejected', message: 'CVV' }, 'incorrect_cvc']],
  published,
  recordings: {
    account: ({ publicKey = '', privateKey = '', merchantAccountId, merchantId, ...words }) => ({
      credentials: {
        auth_type: 'SignatureKey',
        api_key: publicKey,
        key1: merchantId ?? merchantAccountId ?? '',
        api_secret: privateKey,
      },
      metadata: {
        merchant_account_id: merchantAccountId,
        merchant_config_currency: words.$merchantConfigCurrency,
      },
    }),
  },
};
