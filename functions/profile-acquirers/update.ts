import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { updateProfileAcquirer } from '#merchants/profile-acquirers/operations.ts';
import type { ProfileAcquirer } from '#merchants/profile-acquirers/profile-acquirer.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import {
  acquirerOf,
  presentAcquirer,
  withAcquirer,
} from '#merchants/profiles/profile-with-acquirer.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { compact } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkScope } from '#switch/routing/manage-algorithms.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Changes the members of an acquirer that the request states. */
export const update = implement(updateProfileAcquirer, {
  load: ({ merchantId }, { configurations }: Services) => configurations.read(merchantId),

  async run({ params, body, caller, now }, { configurations }: Services, configuration) {
    const { profile_id, profile_acquirer_id } = params;
    checkScope(caller, profile_id);
    const profile = profileOf(configuration, profile_id);
    const before = acquirerOf(profile, profile_acquirer_id);
    const { is_default, ...said } = body;
    const isDefault = is_default ?? before.isDefault;
    const acquirer: ProfileAcquirer = { ...before, ...compact(said), isDefault };
    await configurations.saveProfile(withAcquirer(profile, acquirer, now), profile);
    return presentAcquirer(profile_id, acquirer);
  },
});

export const handler = lambda(update, () => ({
  configurations: configurationStore(liveTable()),
}));
