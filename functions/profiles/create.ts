import { newProfile } from '#merchants/accounts/account-changes.ts';
import { openAccountSecrets } from '#merchants/accounts/account-secrets.ts';
import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { checkProfileRequest } from '#merchants/profiles/check-profile-request.ts';
import { createProfile } from '#merchants/profiles/operations.ts';
import { presentProfile } from '#merchants/profiles/present-profile.ts';
import { updatedProfile, updatedSecrets } from '#merchants/profiles/profile-changes.ts';
import { effectiveSecrets } from '#merchants/profiles/profile-secrets.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/**
 * Creates another profile of a merchant. In the same transaction the merchant loses its default
 * profile, so its payments have to name one.
 */
export const create = implement(
  createProfile,
  async ({ params, body, now }, { configurations, secrets }: Services) => {
    checkProfileRequest(body);
    const account = await configurations.account(params.account_id);
    const merchants = await openAccountSecrets(secrets, account);
    const blank = newProfile(account.id, 'default', now);

    // Accepted and not stored, as in Hyperswitch v1: only an update sets a routing algorithm.
    const input = { ...body, routing_algorithm: null };
    // Webhook details are taken as stated: a new profile merges nothing from its merchant account.
    const profile = updatedProfile(blank, { settings: {} }, input, now);
    const own = updatedSecrets(body, {}, {}, now);
    const hasSecrets = Object.keys(own).length > 0;
    const sealed = hasSecrets
      ? { sealed: await secrets.seal(account, placeOf.profile(profile.id), own) }
      : {};
    await configurations.addAnotherProfile({ ...profile, ...sealed }, now);
    return presentProfile(profile, account, effectiveSecrets(profile, own, merchants));
  },
);

export const handler = lambda(
  create,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
