import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type Lists, listsOver } from '../../shared/lists/read-list.ts';
import { cachedShards } from '../../shared/lists/shards.ts';
import { latestPayments } from '../../shared/payments/lists/latest-payments.ts';
import { simulateAlgorithm } from '../../shared/payments/simulate-algorithm.ts';
import { type AlgorithmStore, algorithmStore } from '../../shared/routing/algorithm-store.ts';
import { simulateRouting } from '../../shared/routing/explain-operations.ts';
import { checkOwn } from '../../shared/routing/manage-algorithms.ts';
import { liveTable } from '../../shared/table/table.ts';

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
