import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { createProfileAcquirer } from '../../shared/profile-acquirers/operations.ts';
import type { ProfileAcquirer } from '../../shared/profile-acquirers/profile-acquirer.ts';
import {
  presentAcquirer,
  withAcquirer,
} from '../../shared/profile-acquirers/profile-with-acquirer.ts';
import { profileOf } from '../../shared/profiles/profile-of.ts';
import { checkScope } from '../../shared/routing/manage-algorithms.ts';
import { compact } from '../../shared/schema.ts';
import { liveTable } from '../../shared/table/table.ts';

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
