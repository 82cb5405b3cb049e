import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { type Lists, listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { latestPayments } from '#switch/payments/lists/latest-payments.ts';
import { simulateAlgorithm } from '#switch/payments/simulate-algorithm.ts';
import { type AlgorithmStore, algorithmStore } from '#switch/routing/algorithm-store.ts';
import { simulateRouting } from '#switch/routing/explain-operations.ts';
import { checkOwn } from '#switch/routing/manage-algorithms.ts';

interface Services {
  readonly algorithms: Pick<AlgorithmStore, 'get'>;
  readonly configurations: Pick<ConfigurationStore, 'read'>;
  readonly lists: Lists;
}

/** The most payments that one simulation reads. */
const most = 1_000;

/** Shows which of the latest payments an algorithm would have sent elsewhere. It moves nothing. */
export const simulate = implement(simulateRouting, {
  load: async ({ merchantId, params }, { algorithms, configurations }: Services) =>
    Promise.all([
      algorithms.get(merchantId, params.routing_algorithm_id),
      configurations.read(merchantId),
    ]),

  async run({ body, caller }, { lists }: Services, [algorithm, configuration]) {
    checkOwn(algorithm, caller);
    const { profileId } = algorithm;
    const scope = { merchantId: caller.merchantId, profileId };
    const payments = await latestPayments(scope, body.limit ?? most, lists);
    return simulateAlgorithm(algorithm, payments, configuration);
  },
});

export const handler = lambda(simulate, () => ({
  algorithms: algorithmStore(liveTable()),
  configurations: configurationStore(liveTable()),
  lists: listsOver(liveTable(), cachedShards(liveTable())),
}));
