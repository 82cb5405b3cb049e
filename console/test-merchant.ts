import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { caller } from './json-calls.ts';

interface Operator {
  /** Base URL of the switch's API, without a trailing slash. */
  readonly switchUrl: string;
  readonly adminKey: string;
}

/** A merchant at the switch, with its calls of the API. */
export interface TestMerchant {
  readonly id: string;
  /** The key that signs its webhooks. */
  readonly hashKey: string;
  readonly apiKey: string;
  /** Calls an address with the merchant's API key. Throws CallFailed. */
  readonly call: ReturnType<typeof caller>;
  /** Connects it to a simulated processor, and returns the id of the account. */
  connect(connectorName: string, more?: object): Promise<string>;
}

const Account = v.object({ payment_response_hash_key: v.string() });
const ApiKey = v.object({ api_key: v.string() });
const ConnectorAccount = v.object({ merchant_connector_id: v.string() });

/**
 * Creates a merchant account and an API key of a name, as an operator does. Throws CallFailed.
 */
export async function createTestMerchant(
  { switchUrl, adminKey }: Operator,
  account: { readonly merchant_id: string } & Readonly<Record<string, unknown>>,
  keyName: string,
): Promise<TestMerchant> {
  const { merchant_id: id } = account;
  const asOperator = caller({ 'api-key': adminKey });
  const { payment_response_hash_key: hashKey } = await asOperator(
    `${switchUrl}/accounts`,
    Account,
    account,
  );
  const forKey = { name: keyName, expiration: 'never' };
  const { api_key } = await asOperator(`${switchUrl}/api_keys/${id}`, ApiKey, forKey);
  const call = caller({ 'api-key': api_key });
  return {
    id,
    hashKey,
    apiKey: api_key,
    call,
    async connect(connectorName, more = {}) {
      const path = `${switchUrl}/account/${id}/connectors`;
      const { merchant_connector_id } = await call(path, ConnectorAccount, {
        connector_type: 'payment_processor',
        connector_name: connectorName,
        connector_account_details: { auth_type: 'HeaderKey', api_key: newProcessorKey() },
        ...more,
      });
      return merchant_connector_id;
    },
  };
}

/** A key for a simulated processor, which has a ledger for each. */
const newProcessorKey = () => randomBytes(24).toString('base64url');

/** Members of a payment by a published test card; by one that pays unless stated. */
export const byTestCard = (number = '4242424242424242') => ({
  payment_method: 'card',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '12',
      card_exp_year: '2039',
      card_cvc: '314',
      card_holder_name: 'ANA LIMA',
    },
  },
});
