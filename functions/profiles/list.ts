import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listProfiles } from '../../shared/profiles/operations.ts';
import { presentProfile } from '../../shared/profiles/present-profile.ts';
import { openProfileSecrets } from '../../shared/profiles/profile-secrets.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/** Lists a merchant's profiles, oldest first. */
export const list = implement(
  listProfiles,
  async ({ params }, { configurations, secrets }: Services) => {
    const { account, profiles } = await configurations.read(params.account_id);
    return Promise.all(
      profiles.map(async (profile) =>
        presentProfile(profile, account, await openProfileSecrets(secrets, account, profile)),
      ),
    );
  },
);

export const handler = lambda(
  list,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
