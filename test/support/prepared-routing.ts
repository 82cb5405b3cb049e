import { placeOf } from '#merchants/accounts/configuration-store.ts';
import { DecisionPurpose } from '#merchants/routing-settings/decision-program.ts';
import type { StoredAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import { authenticationPollId } from '#switch/polls/poll-store.ts';
import type { Relay } from '#switch/relays/relay.ts';
import type { Container } from './switch-in-memory.ts';

/** What the examples of the routing stack are about: algorithms, rules, a relay, a poll. */
export async function prepareRouting(
  { services }: Container,
  merchantId: string,
  now: Date,
): Promise<void> {
  const { algorithms, configurations, rules, polls, relays, secrets } = services;
  const at = now.toISOString();
  const first = { connector: 'fauxpay', merchant_connector_id: 'mca_example' } as const;
  const stored = (
    id: string,
    transactionType: StoredAlgorithm['transactionType'],
  ): StoredAlgorithm => ({
    id,
    profileId: 'pro_example',
    name: 'by one account',
    description: 'All of them',
    transactionType,
    algorithm: { type: 'priority', data: [first] },
    createdAt: at,
  });
  await algorithms.add(merchantId, stored('routing_example', 'payment'));
  await algorithms.add(merchantId, stored('routing_payouts', 'payout'));
  await algorithms.add(merchantId, {
    ...stored('routing_three_ds', 'three_ds_authentication'),
    name: 'by decision',
    algorithm: {
      type: 'three_ds_decision_rule',
      data: { defaultSelection: { decision: 'challenge_preferred' }, rules: [], metadata: {} },
    },
  });
  const active = (transactionType: StoredAlgorithm['transactionType']) => ({
    ...stored(`routing_active_${transactionType}`, transactionType),
    profileId: 'pro_routed',
    activatedAt: at,
  });
  await configurations.addProfile({
    id: 'pro_routed',
    merchantId,
    name: 'routed',
    settings: {},
    activeRouting: { payment: active('payment'), payout: active('payout') },
    createdAt: at,
    modifiedAt: at,
    version: 1,
  });
  const { account: holder } = await configurations.read(merchantId);
  const own = { connector_account_details: { auth_type: 'HeaderKey', api_key: 'key for payouts' } };
  await configurations.addConnectorAccount({
    id: 'mca_payouts',
    merchantId,
    profileId: 'pro_example',
    connectorName: 'fauxpay',
    connectorType: 'payout_processor',
    label: 'fauxpay_payouts',
    status: 'active',
    disabled: false,
    settings: {},
    sealed: await secrets.seal(holder, placeOf.connectorAccount('mca_payouts'), own),
    createdAt: at,
    modifiedAt: at,
    version: 1,
  });
  const { profiles } = await configurations.read(merchantId);
  const example = profiles.find(({ id }) => id === 'pro_example');
  if (!example) throw new Error('The profile of the examples is gone.');
  const acquirer = { id: 'pro_acq_example', isDefault: false, network: 'Visa' } as const;
  const learned = {
    id: 'routing_learned',
    features: 'metrics' as const,
    stated: {},
    createdAt: at,
    modifiedAt: at,
  };
  const dynamicRouting = {
    successBased: {
      ...learned,
      params: ['PaymentMethod' as const],
      minOutcomes: 5,
      maxOutcomes: 200,
      defaultRate: 1,
      exploration: 0.2,
    },
    elimination: { ...learned, bucketSize: 5, leakSeconds: 60, threshold: 1 },
    contracts: { ...learned, timeScale: 'month' as const, promises: [] },
  };
  await configurations.saveProfile({ ...example, acquirers: [acquirer], dynamicRouting }, example);
  for (const purpose of DecisionPurpose.options) {
    const program = { defaultSelection: {}, rules: [], metadata: {} };
    const dates = { createdAt: at, modifiedAt: at, version: 1 };
    await configurations.saveDecision(
      { merchantId, purpose, name: 'nothing yet', program, ...dates },
      undefined,
    );
  }
  await rules.add({
    connector: 'stripe',
    flow: 'Payment',
    sub_flow: 'Authorize',
    code: 'card_declined',
    message: 'Your card was declined.',
    status: 'Failure',
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: false,
    version: 1,
  });
  const poll = { id: authenticationPollId('pay_example'), merchantId, status: 'pending' } as const;
  await polls.set(poll, now);
  const relay: Relay = {
    merchantId,
    id: 'relay_example',
    profileId: 'pro_example',
    connectorName: 'fauxpay',
    connectorAccountId: 'mca_example',
    connectorResourceId: 'pay_elsewhere',
    input: { type: 'refund', amountMinor: 600, currency: 'EUR' },
    status: 'success',
    connectorReferenceId: 'ref_1',
    askedAt: at,
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
  await relays.add(relay);
}
