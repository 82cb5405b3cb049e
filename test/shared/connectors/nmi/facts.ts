import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { published } from './published-words.ts';

const stored = { initiated_by: 'customer', stored_credential_indicator: 'stored' };
const used = {
  initiated_by: 'customer',
  stored_credential_indicator: 'used',
  customer_vault_id: '1717',
};
const byMerchant = { initiated_by: 'merchant' };
const series = { billing_method: 'recurring' };
const initial = { initial_transaction_id: '927' };
const refused = 'Invalid Username/Password REFID:201239399';
const report = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><nm_response>${content}</nm_response>`;

export const nmiFacts: ConnectorFacts = {
  amounts: 'major',
  mailOrder: { mark: 'industry=moto' },
  withoutReference: ['capture'],
  credentialsCheck: {
    credentials: { auth_type: 'HeaderKey', api_key: 'key' },
    asked: 'POST https://secure.nmi.com/api/query.php',
    accepted: [200, report('')],
    refused: [200, report(`<error_response>${refused}</error_response>`)],
    words: { message: refused },
  },
  foreignWebhooks: [
    [
      'a sale in a shop',
      JSON.stringify({ event_type: 'transaction.sale.success', event_body: {} }),
    ],
  ],
  decryptedWallets: {
    'apple_pay of a device': ['cavv=AgAA', 'decrypted_applepay_data=1'],
    'google_pay without a cryptogram': ['ccnumber=4111111111111111'],
  },
  /**
   * A customer's request does not contain the reason of later charges, so both reasons are the same
   * there. Only a merchant names the first transaction.
   *
   * @see https://github.com/activemerchant/active_merchant/blob/master/test/unit/gateways/nmi_test.rb
   * (test_stored_credential_*)
   */
  storedCredentials: {
    mandate: '1717:927',
    members: [
      ...['initiated_by', 'stored_credential_indicator', 'billing_method'],
      ...['initial_transaction_id', 'customer_vault_id'],
    ],
    cases: {
      'customer, first, recurring': stored,
      'customer, first, unscheduled': stored,
      'customer, later, recurring': used,
      'customer, later, unscheduled': used,
      'merchant, first, recurring': { ...stored, ...byMerchant, ...series },
      'merchant, first, unscheduled': { ...stored, ...byMerchant },
      'merchant, later, recurring': { ...used, ...byMerchant, ...series, ...initial },
      'merchant, later, unscheduled': { ...used, ...byMerchant, ...initial },
    },
    more: [
      ['a card that is not stored', {}, {}],
      [
        'a stored credential from elsewhere, which is the id of the vault alone',
        {
          source: { kind: 'connector_mandate', connectorMandateId: '1717' },
          order: { initiator: { by: 'merchant', why: 'unscheduled' } },
        },
        { ...used, ...byMerchant },
      ],
    ],
  },
  declines: [
    [{ code: '999' }, 'unknown'],
    [{}, 'unknown'],
  ],
  published,
  recordings: {
    account: ({ apiKey = '', publicKey = '' }) => ({
      credentials: { auth_type: 'BodyKey', api_key: apiKey, key1: publicKey },
    }),
    takes: ['amounts without zeros'],
  },
};
