import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { disputeFilters } from '../../shared/disputes/list-disputes.ts';
import { listDisputeFilters } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
