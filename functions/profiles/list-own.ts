import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { listOwnProfiles } from '#merchants/profiles/operations.ts';
import { presentProfile } from '#merchants/profiles/present-profile.ts';
import { openProfileSecrets } from '#merchants/profiles/profile-secrets.ts';
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
 * Lists the profile that the caller acts for; for a caller without one, all profiles, oldest first.
 */
export const listOwn = implement(
  listOwnProfiles,
  async ({ params, caller }, { configurations, secrets }: Services) => {
    const { account, profiles } = await configurations.read(params.account_id);
    const own = 'profileId' in caller ? caller.profileId : undefined;
    const shown = profiles.filter(({ id }) => own === undefined || id === own);
    return Promise.all(
      shown.map(async (profile) =>
        presentProfile(profile, account, await openProfileSecrets(secrets, account, profile)),
      ),
    );
  },
);

export const handler = lambda(
  listOwn,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
