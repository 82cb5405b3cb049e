import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { checkProfile } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { countFeedback } from '../../shared/routing/dynamic/count-feedback.ts';
import { namedProfile } from '../../shared/routing/dynamic/decide-gateway.ts';
import { giveFeedback } from '../../shared/routing/dynamic/evaluate-operations.ts';
import { type ScoresStore, scoresStore } from '../../shared/routing/dynamic/scores-store.part.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'read'>;
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly scores: Pick<ScoresStore, 'change'>;
}

/** Counts what a merchant reports of one of its payments, once. */
export const feedback = implement(giveFeedback, {
  load: ({ merchantId, body }, { configurations, payments }: Services) =>
    Promise.all([configurations.read(merchantId), payments.get(merchantId, body.paymentId)]),

  async run({ body, caller, now }, { scores }: Services, [configuration, payment]) {
    checkProfile(payment, caller);
    const profile = namedProfile(body.merchantId, caller, configuration);
    checkProfile(payment, { profileId: profile.id });
    const context = { configuration, profile, payment };
    return { message: await countFeedback(body, context, scores, now) };
  },
});

export const handler = lambda(feedback, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
  scores: scoresStore(liveTable()),
}));
