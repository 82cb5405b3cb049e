import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { updateProfileAcquirer } from '../../shared/profile-acquirers/operations.ts';
import type { ProfileAcquirer } from '../../shared/profile-acquirers/profile-acquirer.ts';
import {
  acquirerOf,
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
