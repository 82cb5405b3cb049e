import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { disputeFilters } from '#switch/disputes/list-disputes.ts';
import { listDisputeFiltersOfProfile } from '#switch/disputes/list-operations.ts';

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
