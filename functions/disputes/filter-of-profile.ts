import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { disputeFilters } from '../../shared/disputes/list-disputes.ts';
import { listDisputeFiltersOfProfile } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/**
 * Lists the filter values for disputes of the profile in `X-Profile-Id`; without the header, of all
 * profiles.
 */
export const filterOfProfile = implement(
  listDisputeFiltersOfProfile,
  async ({ caller }, { configurations }: Services) =>
    disputeFilters(await configurations.recent(caller.merchantId), caller.profileId),
);

export const handler = lambda(filterOfProfile, () => ({
  configurations: configurationStore(liveTable()),
}));
