import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { deleteProfile } from '../../shared/profiles/operations.ts';
import { profileOf } from '../../shared/profiles/profile-of.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Deletes a profile. Its existing payments are still completed with their connector accounts; new
 * payments cannot use the profile.
 */
export const remove = implement(
  deleteProfile,
  async ({ params, now }, { configurations }: Services) => {
    const configuration = await configurations.read(params.account_id);
    const profile = profileOf(configuration, params.profile_id);
    const { defaultProfileId, ...account } = configuration.account;
    const isDefault = defaultProfileId === profile.id;
    await configurations.removeProfile(profile, {
      ...account,
      ...(defaultProfileId !== undefined && !isDefault && { defaultProfileId }),
      modifiedAt: now.toISOString(),
    });
    return true as const;
  },
);

export const handler = lambda(
  remove,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
