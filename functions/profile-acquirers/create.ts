import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { createProfileAcquirer } from '#merchants/profile-acquirers/operations.ts';
import type { ProfileAcquirer } from '#merchants/profile-acquirers/profile-acquirer.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import { presentAcquirer, withAcquirer } from '#merchants/profiles/profile-with-acquirer.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { compact } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkScope } from '#switch/routing/manage-algorithms.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Adds an acquirer to a profile, whose responses show it from then on. */
export const create = implement(createProfileAcquirer, {
  load: ({ merchantId }, { configurations }: Services) => configurations.read(merchantId),

  async run({ body, caller, now }, { configurations }: Services, configuration) {
    const { profile_id, is_default, ...said } = body;
    checkScope(caller, profile_id);
    const profile = profileOf(configuration, profile_id);
    const id = newId('pro_acq');
    const acquirer: ProfileAcquirer = { ...compact(said), id, isDefault: is_default ?? false };
    await configurations.saveProfile(withAcquirer(profile, acquirer, now), profile);
    return presentAcquirer(profile_id, acquirer);
  },
});

export const handler = lambda(create, () => ({
  configurations: configurationStore(liveTable()),
}));
