import { authenticationPollId } from '../../shared/polls/poll-store.ts';
import { sandboxUrl } from './sandbox-processor.ts';
import { type Ask, adminKey, type Merchant, type switchInMemory } from './switch-in-memory.ts';

/** A switch that is in use, and the merchant who asks. */
export interface RoutingRequestContext {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  /** Different for every request, so that each can be about something of its own. */
  readonly round: number;
}

async function done({ world, merchant }: RoutingRequestContext, name: string, request: Ask) {
  const { status, body } = await world.ask(name, { key: merchant.key, ...request });
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body;
}

/** The merchant's connector account for payments, as a choice. */
export async function ownChoice({
  world,
  merchant,
}: Pick<RoutingRequestContext, 'world' | 'merchant'>) {
  const { connectorAccounts } = await world.services.configurations.read(merchant.id);
  const own = connectorAccounts.find(({ connectorType }) => connectorType === 'payment_processor');
  if (!own) throw new Error('The merchant has no connector account.');
  return { connector: own.connectorName, merchant_connector_id: own.id };
}

async function anAlgorithm(context: RoutingRequestContext) {
  const { merchant, round } = context;
  return {
    key: merchant.key,
    body: {
      name: `algorithm ${round}`,
      description: 'All of them',
      profile_id: merchant.profileId,
      algorithm: { type: 'single', data: await ownChoice(context) },
    },
  };
}

const suffix = (transactionType: string) =>
  transactionType === 'payout' ? ('-for-payouts' as const) : ('' as const);

async function ofAlgorithm(
  context: RoutingRequestContext,
  transactionType = 'payment',
): Promise<Ask> {
  const name = `routing.create${suffix(transactionType)}`;
  const { id } = await done(context, name, await anAlgorithm(context));
  return { key: context.merchant.key, params: { routing_algorithm_id: id }, body: {} };
}

async function ofActiveAlgorithm(
  context: RoutingRequestContext,
  transactionType = 'payment',
): Promise<Ask> {
  const name = `routing.activate${suffix(transactionType)}`;
  await done(context, name, await ofAlgorithm(context, transactionType));
  return { key: context.merchant.key, body: { profile_id: context.merchant.profileId } };
}

const byMerchant = async ({ merchant }: RoutingRequestContext): Promise<Ask> => ({
  key: merchant.key,
});

const ofProfile = ({ merchant }: RoutingRequestContext) => ({
  key: merchant.key,
  params: { profile_id: merchant.profileId },
});

const atGsm = ({ round }: RoutingRequestContext) => ({
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: `DC_${round}`,
  message: 'Card declined',
});

const aRule = (context: RoutingRequestContext): Ask => ({
  key: adminKey,
  body: {
    ...atGsm(context),
    status: 'Failure',
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: false,
    unified_code: 'UE_1000',
  },
});

async function ofRule(context: RoutingRequestContext, changes: object = {}): Promise<Ask> {
  await done(context, 'gsm.create', aRule(context));
  return { key: adminKey, body: { ...atGsm(context), ...changes } };
}

const anAcquirer = ({ merchant, round }: RoutingRequestContext): Ask => ({
  key: merchant.key,
  body: { profile_id: merchant.profileId, network: 'Visa', acquirer_bin: `4${round}` },
});

const toggled =
  (key: 'admin' | 'merchant') =>
  async ({ merchant, round }: RoutingRequestContext): Promise<Ask> => ({
    key: key === 'admin' ? adminKey : merchant.key,
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: { enabled: round % 2 === 0 },
  });

const ofAccount =
  (more: Ask = {}) =>
  async ({ merchant }: RoutingRequestContext): Promise<Ask> => ({
    key: merchant.key,
    params: { account_id: merchant.id },
    ...more,
  });

/** A payment that somebody made at the merchant's processor without the switch, by its name there. */
export async function createdWithConnector(
  { world, merchant, round }: RoutingRequestContext,
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
  const sent = await world.dependencies.processor.send(
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
export async function aRelay(context: RoutingRequestContext, amount = 600): Promise<Ask> {
  const { merchant_connector_id } = await ownChoice(context);
  return {
    key: context.merchant.key,
    body: {
      connector_resource_id: await createdWithConnector(context),
      connector_id: merchant_connector_id,
      type: 'refund',
      data: { refund: { amount, currency: 'EUR' } },
    },
  };
}

async function ofRelay(context: RoutingRequestContext): Promise<Ask> {
  const { id } = await done(context, 'relays.create', await aRelay(context));
  return { key: context.merchant.key, params: { relay_id: id } };
}

/** The same of one whose answer was lost. */
async function ofUnansweredRelay(context: RoutingRequestContext): Promise<Ask> {
  const { dependencies } = context.world;
  const { send } = dependencies;
  const request = await aRelay(context);
  dependencies.send = async (...sent) => {
    await send(...sent);
    return { kind: 'unknown', reason: 'timeout' };
  };
  const { id } = await done(context, 'relays.create', request);
  dependencies.send = send;
  const query = { force_sync: 'true' };
  return { key: context.merchant.key, params: { relay_id: id }, query };
}

async function ofPoll(context: RoutingRequestContext): Promise<Ask> {
  const { merchant, world } = context;
  const body = { amount: 600, currency: 'EUR' };
  const { payment_id, client_secret } = await done(context, 'payments.create', { body });
  const poll_id = authenticationPollId(payment_id);
  const poll = { id: poll_id, merchantId: merchant.id, status: 'pending' } as const;
  await world.services.polls.set(poll, world.dependencies.clock.now);
  return { key: merchant.publishableKey, params: { poll_id }, query: { client_secret } };
}

type Requests = Readonly<Record<string, (scene: RoutingRequestContext) => Promise<Ask>>>;

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
  'routing.update-default': async (context) => ({
    key: context.merchant.key,
    body: [await ownChoice(context)],
  }),
  'routing.retrieve-default-of-profile': byMerchant,
  'routing.update-default-of-profile': async (context) => ({
    ...ofProfile(context),
    body: [await ownChoice(context)],
  }),
  'routing.create-for-payouts': anAlgorithm,
  'routing.list-for-payouts': byMerchant,
  'routing.list-for-payouts-of-profile': byMerchant,
  'routing.active-for-payouts': byMerchant,
  'routing.activate-for-payouts': (context) => ofAlgorithm(context, 'payout'),
  'routing.deactivate-for-payouts': (context) => ofActiveAlgorithm(context, 'payout'),
  'routing.retrieve-default-for-payouts': byMerchant,
  'routing.update-default-for-payouts': async ({ merchant }) => ({ key: merchant.key, body: [] }),
  'routing.retrieve-default-for-payouts-of-profiles': byMerchant,
  'routing.update-default-for-payouts-of-profile': async (context) => ({
    ...ofProfile(context),
    body: [],
  }),
  'gsm.create': async (context) => aRule(context),
  'gsm.retrieve': ofRule,
  'gsm.update': (context) => ofRule(context, { unified_code: 'UE_3000' }),
  'gsm.delete': ofRule,
  'profile-acquirers.create': async (context) => anAcquirer(context),
  'profile-acquirers.update': async (context) => {
    const { profile_acquirer_id } = await done(
      context,
      'profile-acquirers.create',
      anAcquirer(context),
    );
    const params = { profile_id: context.merchant.profileId, profile_acquirer_id };
    return { key: context.merchant.key, params, body: { acquirer_fraud_rate: 0.02 } };
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
