import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { disputeFilters } from '#switch/disputes/list-disputes.ts';
import { listDisputeFilters } from '#switch/disputes/list-operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Lists the values by which a merchant’s disputes can be filtered. */
export const filter = implement(
  listDisputeFilters,
  async ({ caller }, { configurations }: Services) =>
    disputeFilters(await configurations.recent(caller.merchantId), caller.profileId),
);

export const handler = lambda(filter, () => ({
  configurations: configurationStore(liveTable()),
}));
