import { adminKey } from '../switch-in-memory.ts';
import { fieldContext } from './field-context.ts';
import { aConnectorAccount, anAccount, aProfile } from './full-accounts.ts';
import { aCustomer } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Organizations, merchants, their keys, profiles and connector accounts, and customers. */
export async function accountsScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed);
  const { good, byAdmin, list, connects, params } = stage;
  await byAdmin('health.check');
  await byAdmin('feature-matrix.retrieve');
  await byAdmin('organizations.create', {
    body: {
      organization_name: 'Example Retail',
      organization_details: { seat: 'San Francisco' },
      metadata: { since: '2020' },
    },
  });

  const body = { merchant_id: 'merchant_whole', ...anAccount };
  const { organization_id } = await byAdmin('accounts.create', {
    body: { ...body, sub_merchants_enabled: true, parent_merchant_id: params.account_id },
  });
  await list('accounts.list', { key: adminKey, query: { organization_id } });
  await byAdmin('accounts.delete', { params: { account_id: 'merchant_whole' } });
  const storage = { params: { account_id: params.account_id } };
  await byAdmin('accounts.switch-storage', { ...storage, body: { kv_enabled: true } });

  const merchant_id = params.account_id;
  const { key_id } = await byAdmin('api-keys.create', {
    params: { merchant_id },
    body: { name: 'Another', description: 'For the till', expiration: '2099-01-01T00:00:00Z' },
  });
  await byAdmin('api-keys.list', { params: { merchant_id } });
  await byAdmin('api-keys.retrieve', { params: { merchant_id, key_id } });
  await byAdmin('api-keys.revoke', { params: { merchant_id, key_id } });

  const { profile_id } = await good('profiles.create', { params, body: aProfile });
  await byAdmin('profiles.update', {
    params: { ...params, profile_id },
    body: {
      extended_card_info_config: { public_key: 'a public key', ttl_in_secs: 900 },
      payment_response_hash_key: 'another key of the hashes',
      payment_response_hash_key_overlap_hours: 24,
    },
  });
  await good('profile-acquirers.create', {
    body: {
      profile_id,
      acquirer_assigned_merchant_id: 'M_1',
      merchant_name: 'Example Retail',
      network: 'Visa',
      acquirer_bin: '400000',
      acquirer_ica: '1234',
      acquirer_fraud_rate: 0.01,
      acquirer_country_code: '840',
      is_default: true,
    },
  });
  await good('profiles.retrieve', { params: { ...params, profile_id } });
  await good('profiles.list', { params });
  await good('profiles.list-own', { params });
  await byAdmin('profiles.toggle-extended-card-info', { params, body: { enabled: true } });

  const account = await connects({ connector_name: 'fauxpay', ...aConnectorAccount });
  await good('connector-accounts.list', { params });
  await good('connector-accounts.list-of-profile', { params });
  const { merchant_connector_id } = account;
  await byAdmin('connector-accounts.delete', { params: { ...params, merchant_connector_id } });
  await registrationOfWebhooks(stage, profile_id);

  const customer_id = 'customer_example';
  await good('customers.create', { body: { customer_id, ...aCustomer } });
  await good('payment-methods.create', {
    body: {
      customer_id,
      payment_method: 'card',
      card: { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '2035' },
    },
  });
  await good('customers.retrieve', { params: { customer_id } });
  await list('customers.list');
  await list('customers.list-with-count');
  await good('ephemeral-keys.create', { body: { customer_id } }).then(({ id }) =>
    good('ephemeral-keys.delete', { params: { key_id: id } }),
  );
  await good('customers.delete', { params: { customer_id } });
}

/** Our address is registered at one processor, which refuses it of another account. */
async function registrationOfWebhooks(
  { good, connects, params }: Awaited<ReturnType<typeof fieldContext>>,
  profile_id: string,
): Promise<void> {
  for (const api_key of ['sk_test_example', 'sk_test_expired_example']) {
    const { merchant_connector_id } = await connects({
      profile_id,
      connector_name: 'stripe',
      connector_label: api_key,
      connector_account_details: { auth_type: 'HeaderKey', api_key },
    });
    await good('connector-accounts.register-webhook', {
      params: { ...params, merchant_connector_id },
      body: { event_type: 'all_events' },
    });
  }
}
