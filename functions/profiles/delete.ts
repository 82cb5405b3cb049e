import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { deleteProfile } from '#merchants/profiles/operations.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

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
