import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  accountsNamed,
  decideGateway,
  namedProfile,
} from '#switch/routing/dynamic/decide-gateway.ts';
import { decideGateway as operation } from '#switch/routing/dynamic/evaluate-operations.ts';
import { type ScoresStore, scoresStore } from '#switch/routing/dynamic/scores-store.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'read'>;
  readonly scores: Pick<ScoresStore, 'read'>;
}

/** Answers which account learned routing would try first. It moves nothing. */
export const evaluate = implement(operation, {
  load: ({ merchantId }, { configurations }: Services) => configurations.read(merchantId),

  async run({ body, caller, now }, { scores }: Services, configuration) {
    const profile = namedProfile(body.merchantId, caller, configuration);
    const accounts = accountsNamed(configuration, profile.id, body.eligibleGatewayList);
    const known = await scores.read(caller.merchantId, profile.id);
    return decideGateway(body, profile, accounts, known, now);
  },
});

export const handler = lambda(evaluate, () => ({
  configurations: configurationStore(liveTable()),
  scores: scoresStore(liveTable()),
}));
