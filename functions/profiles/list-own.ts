import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listOwnProfiles } from '../../shared/profiles/operations.ts';
import { presentProfile } from '../../shared/profiles/present-profile.ts';
import { openProfileSecrets } from '../../shared/profiles/profile-secrets.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';

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
