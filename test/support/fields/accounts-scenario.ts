import { ofAccount } from '../../scenarios/accounts.ts';
import { aCard } from '../../scenarios/payment-methods.ts';
import { connected, withProfile } from '../../scenarios/steps.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { aConnectorAccount, anAccount, aProfile } from './full-accounts.ts';
import { aCustomer } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Organizations, merchants, their keys, profiles and connector accounts, and customers. */
export async function accountsScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed);
  await merchants(context);
  await profiles(context);
  await connectorAccounts(context);
  await customers(context);
}

async function merchants({ good, list, shop }: FieldContext) {
  const merchant_id = shop.merchant.id;
  await good('organizations.create', {
    body: {
      organization_name: 'Example Retail',
      organization_details: { seat: 'San Francisco' },
      metadata: { since: '2020' },
    },
  });
  const { organization_id } = await good('accounts.create', {
    body: {
      merchant_id: 'merchant_whole',
      ...anAccount,
      sub_merchants_enabled: true,
      requests_per_second: 50,
      parent_merchant_id: merchant_id,
    },
  });
  await list('accounts.list', { query: { organization_id } });
  const { key_id } = await good('api-keys.create', {
    ...ofAccount(shop),
    body: { name: 'Another', description: 'For the till', expiration: '2099-01-01T00:00:00Z' },
  });
  await good('api-keys.list', ofAccount(shop));
  await good('api-keys.retrieve', { params: { merchant_id, key_id } });
}

async function profiles({ good, ofProfile, shop }: FieldContext) {
  const { profile_id } = await good('profiles.create', { ...ofAccount(shop), body: aProfile });
  await withProfile(shop, {
    extended_card_info_config: { public_key: 'a public key', ttl_in_secs: 900 },
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
  await good('profiles.retrieve', { params: { ...ofProfile.params, profile_id } });
  for (const name of ['profiles.list', 'profiles.list-own']) await good(name, ofProfile);
}

/** One of them is at a processor that refuses to register our address. */
async function connectorAccounts({ good, ofProfile, shop }: FieldContext) {
  const ofPayments = { connector_type: 'payment_processor' };
  const { profile_id } = ofProfile.params;
  await connected(
    shop,
    { ...ofPayments, connector_name: 'fauxpay' },
    { profile_id, ...aConnectorAccount },
  );
  await good('connector-accounts.list', ofProfile);
  const merchant_connector_id = await connected(
    shop,
    { ...ofPayments, connector_name: 'stripe' },
    {
      profile_id,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_expired_example' },
    },
  );
  await good('connector-accounts.register-webhook', {
    params: { ...ofProfile.params, merchant_connector_id },
    body: { event_type: 'all_events' },
  });
}

async function customers({ good, list }: FieldContext) {
  const customer_id = 'customer_example';
  await good('customers.create', { body: { customer_id, ...aCustomer } });
  await good('payment-methods.create', aCard(customer_id));
  await good('customers.retrieve', { params: { customer_id } });
  for (const name of ['customers.list', 'customers.list-with-count']) await list(name);
}
