import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { retrieveProfile } from '#merchants/profiles/operations.ts';
import { presentProfile } from '#merchants/profiles/present-profile.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
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

/** Retrieves one of a merchant's profiles with the settings in effect. */
export const retrieve = implement(
  retrieveProfile,
  async ({ params }, { configurations, secrets }: Services) => {
    const configuration = await configurations.read(params.account_id);
    const { account } = configuration;
    const profile = profileOf(configuration, params.profile_id);
    return presentProfile(profile, account, await openProfileSecrets(secrets, account, profile));
  },
);

export const handler = lambda(
  retrieve,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
