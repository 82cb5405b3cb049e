import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkProfile } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { countFeedback } from '#switch/routing/dynamic/count-feedback.ts';
import { namedProfile } from '#switch/routing/dynamic/decide-gateway.ts';
import { giveFeedback } from '#switch/routing/dynamic/evaluate-operations.ts';
import { type ScoresStore, scoresStore } from '#switch/routing/dynamic/scores-store.ts';

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'read'>;
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly scores: Pick<ScoresStore, 'change'>;
}

/** Counts a merchant's report of one of its payments, once. */
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
