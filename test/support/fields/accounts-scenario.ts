import { ofAccount } from '../../scenarios/accounts.ts';
import { anAcquirer } from '../../scenarios/routing.ts';
import { connected, withProfile } from '../../scenarios/steps.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { aConnectorAccount, anAccount, aProfile } from './full-accounts.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Merchants, their keys, profiles and connector accounts. */
export async function accountsScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed);
  await merchants(context);
  await profiles(context);
  await connectorAccounts(context);
}

async function merchants({ good, list, shop }: FieldContext) {
  const merchant_id = shop.merchant.id;
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
  await good('api-keys.create', {
    ...ofAccount(shop),
    body: { name: 'Another', description: 'For the till' },
  });
  await good('api-keys.list', ofAccount(shop));
}

async function profiles({ good, ofProfile, shop }: FieldContext) {
  const { profile_id } = await good('profiles.create', { ...ofAccount(shop), body: aProfile });
  await withProfile(shop, {
    extended_card_info_config: { public_key: 'a public key', ttl_in_secs: 900 },
  });
  const acquirer = { ...anAcquirer(shop).body, profile_id, is_default: true };
  await good('profile-acquirers.create', { body: acquirer });
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
