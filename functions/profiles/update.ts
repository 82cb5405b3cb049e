import { openAccountSecrets } from '#merchants/accounts/account-secrets.ts';
import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { checkProfileRequest } from '#merchants/profiles/check-profile-request.ts';
import { updateProfile } from '#merchants/profiles/operations.ts';
import { presentProfile } from '#merchants/profiles/present-profile.ts';
import { updatedProfile, updatedSecrets } from '#merchants/profiles/profile-changes.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import { effectiveSecrets, openOwnSecrets } from '#merchants/profiles/profile-secrets.ts';
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
 * Changes the members that the request states. New payments use the change; busy containers, once
 * their cached configuration is `freshMs` old.
 */
export const update = implement(
  updateProfile,
  async ({ params, body, now }, { configurations, secrets }: Services) => {
    checkProfileRequest(body);
    const configuration = await configurations.read(params.account_id);
    const { account } = configuration;
    const before = profileOf(configuration, params.profile_id);
    const [merchants, own] = await Promise.all([
      openAccountSecrets(secrets, account),
      openOwnSecrets(secrets, account, before),
    ]);

    const after = updatedProfile(before, account, body, now);
    const newSecrets = updatedSecrets(body, own, effectiveSecrets(before, own, merchants), now);
    const hasSecrets = Object.keys(newSecrets).length > 0;
    const sealed = hasSecrets
      ? { sealed: await secrets.seal(account, placeOf.profile(before.id), newSecrets) }
      : {};
    const saved = await configurations.saveProfile({ ...after, ...sealed }, before);
    return presentProfile(saved, account, effectiveSecrets(saved, newSecrets, merchants));
  },
);

export const handler = lambda(
  update,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
