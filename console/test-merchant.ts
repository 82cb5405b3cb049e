import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  type CreateAccountRequest,
  type CreateConnectorAccountRequest,
  type Turnout,
  TurnoutApiError,
  TurnoutConnectionError,
} from '#turnout/node';
import { type SwitchKey, switchClient } from './switch-client.ts';

/** A merchant at the switch, with its calls of the API. */
export interface TestMerchant {
  readonly id: string;
  readonly profileId: string;
  readonly apiKey: string;
  readonly publishableKey: string;
  /** The key that signs its webhooks. */
  readonly hashKey: string;
  /** Calls the switch with the merchant's API key. */
  readonly turnout: Turnout;
  /** Connects it to a simulated processor, and returns the id of the account. */
  connect(connectorName: string, account?: WantedAccount): Promise<string>;
}

type WantedAccount = Partial<CreateConnectorAccountRequest> & {
  /** The merchant's key at the processor; a new one unless stated. */
  readonly processorKey?: string;
};

interface WantedKey {
  readonly name: string;
  /** A key of an earlier call, which is used while it is valid. */
  readonly known?: string | undefined;
}

const Account = v.object({
  default_profile: v.string(),
  publishable_key: v.string(),
  payment_response_hash_key: v.string(),
});

/**
 * Creates a merchant account and an API key, as an operator does; an account that exists is updated.
 * All programs create their merchants by this function.
 *
 * @throws TurnoutError
 */
export async function createTestMerchant(
  operator: SwitchKey,
  account: CreateAccountRequest,
  key: WantedKey,
): Promise<TestMerchant> {
  const { merchant_id: id } = account;
  const asOperator = switchClient(operator);
  const created = v.safeParse(Account, await createAccount(asOperator, account));
  if (!created.success) throw new TurnoutConnectionError('The server is no switch.');
  const withKey = (apiKey: string) => switchClient({ ...operator, apiKey });
  const isValid = key.known !== undefined && (await isKeyOf(id, withKey(key.known)));
  const known = isValid ? key.known : undefined;
  const apiKey = known ?? (await createKey(asOperator, id, key.name));
  const turnout = withKey(apiKey);
  return {
    id,
    profileId: created.output.default_profile,
    apiKey,
    publishableKey: created.output.publishable_key,
    hashKey: created.output.payment_response_hash_key,
    turnout,
    async connect(connectorName, { processorKey = newProcessorKey(), ...more } = {}) {
      const { merchant_connector_id } = await turnout.connectorAccounts.create(id, {
        connector_type: 'payment_processor',
        connector_name: connectorName,
        connector_account_details: { auth_type: 'HeaderKey', api_key: processorKey },
        ...more,
      });
      return merchant_connector_id;
    },
  };
}

async function createAccount({ accounts }: Turnout, account: CreateAccountRequest) {
  const { merchant_id: id, ...settings } = account;
  try {
    return await accounts.create(account);
  } catch (error) {
    if (!(error instanceof TurnoutApiError) || error.code !== 'HE_01') throw error;
  }
  const isChanged = Object.keys(settings).length > 0;
  return isChanged ? accounts.update(id, account) : accounts.retrieve(id);
}

async function isKeyOf(id: string, { connectorAccounts }: Turnout): Promise<boolean> {
  try {
    await connectorAccounts.list(id).next();
    return true;
  } catch (error) {
    if (error instanceof TurnoutApiError && error.status === 401) return false;
    throw error;
  }
}

async function createKey({ apiKeys }: Turnout, id: string, name: string): Promise<string> {
  return (await apiKeys.create(id, { name, expiration: 'never' })).api_key;
}

/** A key for a simulated processor, which has a ledger for each. */
export const newProcessorKey = () => randomBytes(24).toString('base64url');

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
