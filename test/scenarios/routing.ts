import { authenticationPollId, pollKey } from '#switch/polls/poll-store.ts';
import { relayKey } from '#switch/relays/relay-store.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { ofAccount, ofProfile, oneWrite } from './accounts.ts';
import { listedPayments } from './lists.ts';
import { paysOut } from './payouts.ts';
import { alike, cost, done, type Scenario, type Scenarios, type Shop } from './scenario.ts';
import { created, paid } from './steps.ts';

/** Routing of payments, the operator's names of errors, and relays. */

/** The merchant's connector account for payments, as a choice. */
export async function ownChoice(shop: Shop, connector_type = 'payment_processor') {
  const accounts: readonly {
    readonly connector_type: string;
    readonly connector_name: string;
    readonly merchant_connector_id: string;
  }[] = await done(shop, 'connector-accounts.list', ofAccount(shop));
  const own = accounts.find((one) => one.connector_type === connector_type);
  if (!own) throw new Error('The merchant has no connector account.');
  return { connector: own.connector_name, merchant_connector_id: own.merchant_connector_id };
}

const anAlgorithm = async (shop: Shop): Promise<Ask> => ({
  body: {
    name: shop.newId('algorithm'),
    description: 'All of them',
    profile_id: shop.merchant.profileId,
    algorithm: { type: 'single', data: await ownChoice(shop) },
  },
});

/** The end of the operations' names: empty for payments, and this one for payouts. */
type Suffix = '' | '-for-payouts';

async function ofAlgorithm(shop: Shop, suffix: Suffix): Promise<Ask> {
  const { id } = await done(shop, `routing.create${suffix}`, await anAlgorithm(shop));
  return { params: { routing_algorithm_id: id }, body: {} };
}

async function ofActiveAlgorithm(shop: Shop, suffix: Suffix): Promise<Ask> {
  await done(shop, `routing.activate${suffix}`, await ofAlgorithm(shop, suffix));
  return { body: { profile_id: shop.merchant.profileId } };
}

const reads: Pick<Scenario, 'request' | 'budget'> = {
  request: () => ({}),
  budget: cost(1, 2, 0, 1.5),
};
const changesProfile = { budget: cost(3, 4, 2, 1.5), crash: oneWrite } as const;

const activates = (suffix: Suffix): Scenarios => ({
  [`routing.create${suffix}`]: {
    request: anAlgorithm,
    budget: cost(2, 3, 1, 1.5),
    crash: oneWrite,
  },
  // The profile stores which algorithm is active, so the change of one item decides.
  [`routing.activate${suffix}`]: {
    request: (shop) => ofAlgorithm(shop, suffix),
    budget: cost(3, 5, 2, 2.5),
    crash: oneWrite,
  },
  [`routing.deactivate${suffix}`]: {
    request: (shop) => ofActiveAlgorithm(shop, suffix),
    ...changesProfile,
  },
});

/** A program for payments that the shop does not have, so that it changes nothing else. */
const aDecision = (selection: object, nothing: object): object => ({
  defaultSelection: nothing,
  rules: [
    {
      name: 'elsewhere',
      connectorSelection: selection,
      statements: [
        {
          condition: [
            {
              lhs: 'currency',
              comparison: 'equal',
              value: { type: 'enum_variant', value: 'XOF' },
              metadata: {},
            },
          ],
        },
      ],
    },
  ],
  metadata: {},
});

const decisions = {
  decision: () => ({
    body: { algorithm: aDecision({ override_3ds: 'three_ds' }, { override_3ds: null }) },
  }),
  surcharge: () => ({
    body: {
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: aDecision(
        { surcharge_details: { surcharge: { type: 'fixed', value: { amount: 100 } } } },
        { surcharge_details: null },
      ),
    },
  }),
} as const;

/** Writes one down, reads it and takes it away. */
const decides = (name: keyof typeof decisions): Scenarios => {
  const saved = async (shop: Shop) => {
    await done(shop, `routing.save-${name}`, decisions[name]());
    return {};
  };
  return {
    [`routing.save-${name}`]: {
      request: decisions[name],
      budget: cost(3, 4, 2, 1.5),
      crash: oneWrite,
    },
    [`routing.retrieve-${name}`]: { request: saved, budget: cost(1, 2, 0, 1.5) },
    [`routing.delete-${name}`]: {
      request: saved,
      budget: cost(3, 4, 3, 1.5),
      crash: oneWrite,
    },
  };
};

/** An algorithm that decides about 3-D Secure. */
export const aDecisionRule = (shop: Shop): Ask => ({
  body: {
    name: shop.newId('algorithm'),
    description: 'All of them',
    profile_id: shop.merchant.profileId,
    transaction_type: 'three_ds_authentication',
    algorithm: {
      type: 'three_ds_decision_rule',
      data: aDecision({ decision: 'no_three_ds' }, { decision: 'challenge_requested' }),
    },
  },
});

/** Has the shop's profile learn which processors succeed. */
const learnsRates = (shop: Shop) =>
  done(shop, 'routing.create-success-based', {
    ...ofProfile(shop),
    query: { enable: 'metrics' },
    body: {},
  });

/** Asks for a decision about a payment, as the decision engine is asked. */
const aDecisionAsked = ({ merchant }: Shop): Ask => ({
  body: {
    merchantId: merchant.profileId,
    paymentInfo: {
      paymentId: 'pay_1',
      amount: 6_540,
      currency: 'EUR',
      paymentType: 'ORDER_PAYMENT',
      metadata: '{}',
      paymentMethodType: 'credit',
      paymentMethod: 'card',
      cardIsin: '424242',
    },
  },
});

/**
 * A profile's learning of one kind is set, switched and changed: one item, over the one that was
 * read.
 */
const learns = (kind: string, body: object): Scenarios => {
  const enable = { query: { enable: 'metrics' } };
  const changes = { budget: cost(4, 4, 2, 1.5), crash: oneWrite } as const;
  return {
    [`routing.create-${kind}`]: {
      request: (shop) => ({ ...ofProfile(shop), ...enable, body }),
      ...changes,
    },
    [`routing.toggle-${kind}`]: {
      // Once a profile has its contracts, a request need not state them.
      ...(kind === 'contracts' && {
        prepare: (shop) =>
          done(shop, 'routing.create-contracts', { ...ofProfile(shop), ...enable, body }),
      }),
      request: (shop) => ({ ...ofProfile(shop), ...enable, ...(kind === 'contracts' && { body }) }),
      ...changes,
    },
    [`routing.update-${kind}`]: {
      request: async (shop) => {
        const made = await done(shop, `routing.create-${kind}`, {
          ...ofProfile(shop),
          ...enable,
          body,
        });
        return { params: { ...ofProfile(shop).params, algorithm_id: made.id }, body };
      },
      ...changes,
    },
  };
};

const atGsm = (shop: Shop) => ({
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: shop.newId('DC'),
  message: 'Card declined',
});

const aRule = (shop: Shop) => ({
  ...atGsm(shop),
  status: 'Failure',
  decision: 'do_default',
  unified_code: 'UE_1000',
  step_up_possible: false,
  clear_pan_possible: false,
});

async function ofRule(shop: Shop, changes: object = {}): Promise<Ask> {
  const rule = aRule(shop);
  await done(shop, 'gsm.create', { body: rule });
  const { connector, flow, sub_flow, code, message } = rule;
  return { body: { connector, flow, sub_flow, code, message, ...changes } };
}

export const anAcquirer = (shop: Shop) => ({
  body: {
    profile_id: shop.merchant.profileId,
    network: 'Visa',
    acquirer_bin: shop.newId('4').slice(-8),
    acquirer_assigned_merchant_id: 'M_1',
    merchant_name: 'Example Retail',
    acquirer_ica: '1234',
    acquirer_country_code: '840',
  },
});

/** A request about a payment, by the processor's name for it. */
async function aRelay(shop: Shop): Promise<Ask> {
  const refund = { amount: 600, currency: 'USD' };
  return relayOf(shop, 'refund', refund, await paid(shop));
}

/** The same for any kind of request. */
export async function relayOf(
  shop: Shop,
  type: string,
  data: object,
  { reference_id }: { readonly reference_id: string },
) {
  const { merchant_connector_id } = await ownChoice(shop);
  return {
    body: {
      connector_resource_id: reference_id,
      connector_id: merchant_connector_id,
      type,
      data: { [type]: data },
    },
  };
}

async function ofRelay(shop: Shop) {
  const { id: relay_id } = await done(shop, 'relays.create', await aRelay(shop));
  return { params: { relay_id } };
}

const toldOf = ({ body }: { readonly body: { readonly status?: string } }) =>
  body.status === 'success';

const notOurs = 'moves money at the processor alone: test/functions/relays loses each of its calls';

export const routing: Scenarios = {
  ...activates(''),
  ...activates('-for-payouts'),
  ...decides('decision'),
  ...decides('surcharge'),
  'routing.execute-three-ds-decision': {
    request: async (shop) => {
      const { id: routing_id } = await done(shop, 'routing.create', aDecisionRule(shop));
      return { body: { routing_id, payment: { amount: 6_540, currency: 'EUR' } } };
    },
    budget: cost(1, 2, 0, 1.5),
  },
  ...alike(
    [
      ...['routing.list', 'routing.list-of-profile', 'routing.active'],
      ...['routing.retrieve-default', 'routing.retrieve-default-of-profile'],
      ...['routing.list-for-payouts', 'routing.list-for-payouts-of-profile'],
      ...['routing.active-for-payouts', 'routing.retrieve-default-for-payouts'],
      'routing.retrieve-default-for-payouts-of-profiles',
    ],
    () => reads,
  ),
  'routing.retrieve': {
    request: async (shop) => ({ params: (await ofAlgorithm(shop, '')).params }),
    budget: cost(1, 2, 0, 1.5),
  },
  'routing.explain': {
    request: async (shop) => ({ params: { payment_id: (await paid(shop)).payment_id } }),
    budget: cost(1, 2, 0, 1.5),
  },
  'routing.evaluate-rules': {
    request: ({ merchant }) => ({
      body: {
        created_by: merchant.profileId,
        parameters: { amount: { type: 'number', value: 6_540 } },
      },
    }),
    budget: cost(1, 2, 0, 1.5),
  },
  'routing.simulate': {
    request: async (shop) => ofAlgorithm(shop, ''),
    budget: cost(2, 4, 0, 3),
  },
  'routing.simulate, over listed payments': {
    prepare: listedPayments,
    request: (shop) => ofAlgorithm(shop, ''),
    grants: [{ action: 'dynamodb:BatchGetItem' }],
  },
  ...learns('success-based', { params: ['Currency'] }),
  ...learns('elimination', { decision_engine_configs: { threshold: 0.5 } }),
  ...learns('contracts', { label_info: [] }),
  'routing.evaluate': { request: aDecisionAsked, budget: cost(2, 3, 0, 2.5) },
  'routing.evaluate, by learned rates': {
    prepare: learnsRates,
    request: aDecisionAsked,
    budget: cost(2, 3, 0, 2.5),
  },
  'routing.feedback': {
    request: async (shop) => {
      await learnsRates(shop);
      const { payment_id: paymentId } = await paid(shop);
      const { connector: gateway } = await ownChoice(shop);
      const { profileId: merchantId } = shop.merchant;
      return { body: { merchantId, gateway, status: 'CHARGED', paymentId } };
    },
    budget: cost(3, 5, 1, 3.5),
    crash: oneWrite,
  },
  'routing.update-default': {
    request: async (shop) => ({ body: [await ownChoice(shop)] }),
    ...changesProfile,
  },
  'routing.update-default-of-profile': {
    request: async (shop) => ({ ...ofProfile(shop), body: [await ownChoice(shop)] }),
    ...changesProfile,
  },
  'routing.update-default-for-payouts': {
    prepare: paysOut,
    request: async (shop) => ({ body: [await ownChoice(shop, 'payout_processor')] }),
    ...changesProfile,
  },
  'routing.update-default-for-payouts-of-profile': {
    prepare: paysOut,
    request: async (shop) => ({
      ...ofProfile(shop),
      body: [await ownChoice(shop, 'payout_processor')],
    }),
    ...changesProfile,
  },

  'gsm.create': {
    request: (shop) => ({ body: aRule(shop) }),
    budget: cost(1, 1, 1, 0),
    crash: oneWrite,
  },
  'gsm.retrieve': { request: (shop) => ofRule(shop), budget: cost(1, 1, 0, 1) },
  'gsm.update': {
    request: (shop) => ofRule(shop, { unified_code: 'UE_3000' }),
    budget: cost(2, 2, 1, 1),
    crash: oneWrite,
  },
  // A transaction of one write, at twice the price: repeated after a lost answer it succeeds again.
  'gsm.delete': {
    request: (shop) => ofRule(shop),
    budget: cost(1, 1, 2, 0),
    crash: oneWrite,
  },

  'profile-acquirers.create': { request: anAcquirer, ...changesProfile },
  'profile-acquirers.update': {
    request: async (shop) => {
      const made = await done(shop, 'profile-acquirers.create', anAcquirer(shop));
      const { profile_acquirer_id } = made;
      const { profileId: profile_id } = shop.merchant;
      return { params: { profile_id, profile_acquirer_id }, body: { acquirer_fraud_rate: 0.02 } };
    },
    ...changesProfile,
  },
  'profiles.toggle-extended-card-info': {
    request: (shop) => ({ ...ofProfile(shop), body: { enabled: true } }),
    budget: cost(3, 3, 2, 1),
    crash: oneWrite,
  },
  'profiles.toggle-connector-agnostic-mit': {
    request: (shop) => ({ ...ofProfile(shop), body: { enabled: true } }),
    budget: cost(4, 4, 2, 1.5),
    crash: oneWrite,
  },
  'profiles.list-own': { request: ofAccount, budget: cost(2, 2, 0, 1.5) },
  'connector-accounts.list-of-profile': { request: ofAccount, budget: cost(2, 2, 0, 1.5) },
  'accounts.switch-storage': {
    request: (shop) => ({ ...ofAccount(shop), body: { kv_enabled: true } }),
    budget: cost(3, 3, 2, 1),
    crash: oneWrite,
  },
  'accounts.retrieve-storage': { request: ofAccount, budget: cost(1, 1, 0, 1) },

  'relays.create': {
    request: aRelay,
    succeeded: toldOf,
    // Two units are for the index of due items, on which it is until its processor has answered.
    budget: cost(3, 3, 4, 0.5),
    crash: notOurs,
  },
  'relays.retrieve': { request: ofRelay, budget: cost(1, 2, 0, 1.5), crash: notOurs },
  'relays.retrieve, sync with a change': {
    request: async (shop) => {
      const { params } = await ofRelay(shop);
      // As if its answer had been lost.
      const item = await shop.stored(
        relayKey({ merchantId: shop.merchant.id, id: params.relay_id }),
      );
      await shop.store({ ...item, status: 'pending' });
      return { params, query: { force_sync: 'true' } };
    },
    succeeded: toldOf,
    budget: cost(2, 3, 1, 1.5),
    grants: 'all others',
  },
  'polls.retrieve': {
    request: async (shop) => {
      const { payment_id, client_secret } = await created(shop);
      const poll_id = authenticationPollId(payment_id);
      const merchantId = shop.merchant.id;
      await shop.store({
        ...pollKey(merchantId, poll_id),
        id: poll_id,
        merchantId,
        status: 'pending',
        expiresAt: '2099-01-01T00:00:00.000Z',
      });
      return { params: { poll_id }, query: { client_secret } };
    },
    budget: cost(1, 3, 0, 2.5),
  },
};
