import { authenticationPollId } from '../../shared/polls/poll-store.ts';
import { sandboxUrl } from './sandbox-processor.ts';
import { type Ask, adminKey, type Merchant, type switchInMemory } from './switch-in-memory.ts';

/** A switch that is in use, and the merchant who asks. */
export interface Asking {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  /** Different for every request, so that each can be about something of its own. */
  readonly round: number;
}

async function done({ world, merchant }: Asking, name: string, request: Ask) {
  const { status, body } = await world.ask(name, { key: merchant.key, ...request });
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body;
}

/** The merchant's connector account for payments, as a choice. */
export async function ownChoice({ world, merchant }: Pick<Asking, 'world' | 'merchant'>) {
  const { connectorAccounts } = await world.services.configurations.read(merchant.id);
  const own = connectorAccounts.find(({ connectorType }) => connectorType === 'payment_processor');
  if (!own) throw new Error('The merchant has no connector account.');
  return { connector: own.connectorName, merchant_connector_id: own.id };
}

async function anAlgorithm(scene: Asking) {
  const { merchant, round } = scene;
  return {
    key: merchant.key,
    body: {
      name: `algorithm ${round}`,
      description: 'All of them',
      profile_id: merchant.profileId,
      algorithm: { type: 'single', data: await ownChoice(scene) },
    },
  };
}

const suffix = (transactionType: string) =>
  transactionType === 'payout' ? ('-for-payouts' as const) : ('' as const);

async function ofAlgorithm(scene: Asking, transactionType = 'payment'): Promise<Ask> {
  const name = `routing.create${suffix(transactionType)}`;
  const { id } = await done(scene, name, await anAlgorithm(scene));
  return { key: scene.merchant.key, params: { routing_algorithm_id: id }, body: {} };
}

async function ofActiveAlgorithm(scene: Asking, transactionType = 'payment'): Promise<Ask> {
  const name = `routing.activate${suffix(transactionType)}`;
  await done(scene, name, await ofAlgorithm(scene, transactionType));
  return { key: scene.merchant.key, body: { profile_id: scene.merchant.profileId } };
}

const byMerchant = async ({ merchant }: Asking): Promise<Ask> => ({ key: merchant.key });

const ofProfile = ({ merchant }: Asking) => ({
  key: merchant.key,
  params: { profile_id: merchant.profileId },
});

const atGsm = ({ round }: Asking) => ({
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: `DC_${round}`,
  message: 'Card declined',
});

const aRule = (scene: Asking): Ask => ({
  key: adminKey,
  body: {
    ...atGsm(scene),
    status: 'Failure',
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: false,
    unified_code: 'UE_1000',
  },
});

async function ofRule(scene: Asking, changes: object = {}): Promise<Ask> {
  await done(scene, 'gsm.create', aRule(scene));
  return { key: adminKey, body: { ...atGsm(scene), ...changes } };
}

const anAcquirer = ({ merchant, round }: Asking): Ask => ({
  key: merchant.key,
  body: { profile_id: merchant.profileId, network: 'Visa', acquirer_bin: `4${round}` },
});

const toggled =
  (key: 'admin' | 'merchant') =>
  async ({ merchant, round }: Asking): Promise<Ask> => ({
    key: key === 'admin' ? adminKey : merchant.key,
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: { enabled: round % 2 === 0 },
  });

const ofAccount =
  (more: Ask = {}) =>
  async ({ merchant }: Asking): Promise<Ask> => ({
    key: merchant.key,
    params: { account_id: merchant.id },
    ...more,
  });

/** A payment that somebody made at the merchant's processor without the switch, by its name there. */
export async function madeElsewhere(
  { world, merchant, round }: Asking,
  capture_method: 'automatic' | 'manual' = 'automatic',
): Promise<string> {
  const reference = `elsewhere_${round}`;
  const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };
  const charge = {
    processor: 'stripe_test',
    amount: 6_540,
    currency: 'EUR',
    capture_method,
    card,
  };
  const sent = await world.around.processor.send(
    {
      method: 'PUT',
      url: `${sandboxUrl}/payments/${reference}`,
      headers: { 'api-key': `key of ${merchant.id}`, 'content-type': 'application/json' },
      body: JSON.stringify(charge),
    },
    { timeoutMs: 1_000, allow: 'public and loopback', maxResponseBytes: 100_000 },
  );
  if (sent.kind !== 'answered' || sent.response.status !== 200) throw new Error('Not made.');
  return reference;
}

/** A wish about it. */
export async function aRelay(scene: Asking, amount = 600): Promise<Ask> {
  const { merchant_connector_id } = await ownChoice(scene);
  return {
    key: scene.merchant.key,
    body: {
      connector_resource_id: await madeElsewhere(scene),
      connector_id: merchant_connector_id,
      type: 'refund',
      data: { refund: { amount, currency: 'EUR' } },
    },
  };
}

async function ofRelay(scene: Asking): Promise<Ask> {
  const { id } = await done(scene, 'relays.create', await aRelay(scene));
  return { key: scene.merchant.key, params: { relay_id: id } };
}

/** The same of one whose answer was lost. */
async function ofUnansweredRelay(scene: Asking): Promise<Ask> {
  const { around } = scene.world;
  const { send } = around;
  const request = await aRelay(scene);
  around.send = async (...sent) => {
    await send(...sent);
    return { kind: 'unknown', reason: 'timeout' };
  };
  const { id } = await done(scene, 'relays.create', request);
  around.send = send;
  const query = { force_sync: 'true' };
  return { key: scene.merchant.key, params: { relay_id: id }, query };
}

async function ofPoll(scene: Asking): Promise<Ask> {
  const { merchant, world } = scene;
  const body = { amount: 600, currency: 'EUR' };
  const { payment_id, client_secret } = await done(scene, 'payments.create', { body });
  const poll_id = authenticationPollId(payment_id);
  const poll = { id: poll_id, merchantId: merchant.id, status: 'pending' } as const;
  await world.services.polls.set(poll, world.around.clock.now);
  return { key: merchant.publishableKey, params: { poll_id }, query: { client_secret } };
}

type Requests = Readonly<Record<string, (scene: Asking) => Promise<Ask>>>;

/** A request to every operation of the routing stack; what follows a name is the case. */
export const routingRequests: Requests = {
  'routing.create': anAlgorithm,
  'routing.list': byMerchant,
  'routing.list-of-profile': byMerchant,
  'routing.active': byMerchant,
  'routing.retrieve': ofAlgorithm,
  'routing.activate': ofAlgorithm,
  'routing.deactivate': ofActiveAlgorithm,
  'routing.retrieve-default': byMerchant,
  'routing.update-default': async (scene) => ({
    key: scene.merchant.key,
    body: [await ownChoice(scene)],
  }),
  'routing.retrieve-default-of-profile': byMerchant,
  'routing.update-default-of-profile': async (scene) => ({
    ...ofProfile(scene),
    body: [await ownChoice(scene)],
  }),
  'routing.create-for-payouts': anAlgorithm,
  'routing.list-for-payouts': byMerchant,
  'routing.list-for-payouts-of-profile': byMerchant,
  'routing.active-for-payouts': byMerchant,
  'routing.activate-for-payouts': (scene) => ofAlgorithm(scene, 'payout'),
  'routing.deactivate-for-payouts': (scene) => ofActiveAlgorithm(scene, 'payout'),
  'routing.retrieve-default-for-payouts': byMerchant,
  'routing.update-default-for-payouts': async ({ merchant }) => ({ key: merchant.key, body: [] }),
  'routing.retrieve-default-for-payouts-of-profiles': byMerchant,
  'routing.update-default-for-payouts-of-profile': async (scene) => ({
    ...ofProfile(scene),
    body: [],
  }),
  'gsm.create': async (scene) => aRule(scene),
  'gsm.retrieve': ofRule,
  'gsm.update': (scene) => ofRule(scene, { unified_code: 'UE_3000' }),
  'gsm.delete': ofRule,
  'profile-acquirers.create': async (scene) => anAcquirer(scene),
  'profile-acquirers.update': async (scene) => {
    const { profile_acquirer_id } = await done(
      scene,
      'profile-acquirers.create',
      anAcquirer(scene),
    );
    const params = { profile_id: scene.merchant.profileId, profile_acquirer_id };
    return { key: scene.merchant.key, params, body: { acquirer_fraud_rate: 0.02 } };
  },
  'profiles.toggle-extended-card-info': toggled('admin'),
  'profiles.toggle-connector-agnostic-mit': toggled('merchant'),
  'profiles.list-own': ofAccount(),
  'connector-accounts.list-of-profile': ofAccount(),
  'accounts.switch-storage': ofAccount({ key: adminKey, body: { kv_enabled: true } }),
  'accounts.retrieve-storage': ofAccount({ key: adminKey }),
  'relays.create': aRelay,
  'relays.retrieve': ofRelay,
  'relays.retrieve, sync with news': ofUnansweredRelay,
  'polls.retrieve': ofPoll,
};
