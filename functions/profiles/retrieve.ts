import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrieveProfile } from '../../shared/profiles/operations.ts';
import { presentProfile } from '../../shared/profiles/present-profile.ts';
import { profileOf } from '../../shared/profiles/profile-of.ts';
import { openProfileSecrets } from '../../shared/profiles/profile-secrets.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';

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
