import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  accountsNamed,
  decideGateway,
  namedProfile,
} from '../../shared/routing/dynamic/decide-gateway.ts';
import { decideGateway as operation } from '../../shared/routing/dynamic/evaluate-operations.ts';
import { type ScoresStore, scoresStore } from '../../shared/routing/dynamic/scores-store.part.ts';
import { liveTable } from '../../shared/table/table.ts';

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
