import type { Exercise } from './exercise-functions.ts';
import { createMerchant, type Merchant, newId, newSecret, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

/** A merchant who acts for its profile, with one connector account. */
async function aRoutingMerchant(running: RunningSwitch) {
  const processorKey = newSecret();
  const merchant = await createMerchant(running, { connectors: ['fauxpay'], processorKey });
  const { key, id, profileId } = merchant;
  const listed = successful(await running.call('GET', `/account/${id}/connectors`, { key }));
  const accountId = textAt(listed, '0.merchant_connector_id');
  const headers = { 'x-profile-id': profileId };
  return { merchant, key, headers, processorKey, accountId };
}
type RoutingMerchant = Awaited<ReturnType<typeof aRoutingMerchant>>;

type Method = 'GET' | 'POST';

/** A request by a merchant who acts for a profile. */
const asks =
  (
    method: Method,
    path: string | ((shop: RoutingMerchant) => string),
    body?: (shop: RoutingMerchant) => unknown,
  ): Exercise =>
  async ({ running }) => {
    const shop = await aRoutingMerchant(running);
    const { key, headers } = shop;
    const where = typeof path === 'string' ? path : path(shop);
    const request = { key, headers, ...(body && { body: body(shop) }) };
    return async () => done(await running.call(method, where, request));
  };

const choice = ({ accountId }: RoutingMerchant) => ({
  connector: 'fauxpay',
  merchant_connector_id: accountId,
});

const anAlgorithm = (shop: RoutingMerchant) => ({
  name: newId('algorithm'),
  description: 'All of them',
  profile_id: shop.merchant.profileId,
  algorithm: { type: 'single', data: choice(shop) },
});

/** An algorithm of a shop, by its identifier. */
async function stored(
  running: RunningSwitch,
  shop: RoutingMerchant,
  path: string,
): Promise<string> {
  const { key } = shop;
  return textAt(
    successful(await running.call('POST', path, { key, body: anAlgorithm(shop) })),
    'id',
  );
}

const retrieves: Exercise = async ({ running }) => {
  const shop = await aRoutingMerchant(running);
  const { key, headers } = shop;
  const path = `/routing/${await stored(running, shop, '/routing')}`;
  return async () => done(await running.call('GET', path, { key, headers }));
};

const activates =
  (root: string): Exercise =>
  async ({ running }) => {
    const shop = await aRoutingMerchant(running);
    const { key, headers } = shop;
    const path = `${root}/${await stored(running, shop, root)}/activate`;
    return async () => done(await running.call('POST', path, { key, headers, body: {} }));
  };

const deactivates =
  (root: string): Exercise =>
  async ({ running }) => {
    const shop = await aRoutingMerchant(running);
    const { key, headers, merchant } = shop;
    const path = `${root}/${await stored(running, shop, root)}/activate`;
    successful(await running.call('POST', path, { key, body: {} }));
    const body = { profile_id: merchant.profileId };
    return async () =>
      done(await running.call('POST', `${root}/deactivate`, { key, headers, body }));
  };

const named = () => ({
  connector: 'fauxpay',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: newId('code'),
  message: 'Card declined',
});
const aRule = () => ({
  ...named(),
  status: 'Failure',
  decision: 'do_default',
  step_up_possible: false,
  clear_pan_possible: false,
});

/** A request about a rule that is there. */
const asksAboutRule =
  (path: string): Exercise =>
  async ({ running }) => {
    const rule = aRule();
    successful(await running.call('POST', '/gsm', { key: adminKey, body: rule }));
    const { connector, flow, sub_flow, code, message } = rule;
    const body = { connector, flow, sub_flow, code, message };
    return async () => done(await running.call('POST', path, { key: adminKey, body }));
  };

const anAcquirer = ({ merchant }: RoutingMerchant) => ({
  profile_id: merchant.profileId,
  network: 'Visa',
  acquirer_bin: newId('bin'),
});

const ofProfile = ({ merchant: { id, profileId } }: RoutingMerchant) =>
  `/account/${id}/business_profile/${profileId}`;

const byAdmin =
  (method: Method, path: (merchant: Merchant) => string, body?: object): Exercise =>
  async ({ running }) => {
    const merchant = await createMerchant(running, { connectors: [] });
    const request = { key: adminKey, ...(body && { body }) };
    return async () => done(await running.call(method, path(merchant), request));
  };

/** A wish about a payment that the shop has made at its processor without the switch. */
async function aPaymentWithRouting(
  running: RunningSwitch,
  { processorKey, accountId }: RoutingMerchant,
) {
  const reference = newId('elsewhere');
  const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };
  const charge = {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'EUR',
    capture_method: 'automatic',
    card,
  };
  const url = `${running.sandboxUrl}/payments/${reference}`;
  successful(await running.call('PUT', url, { key: processorKey, body: charge }));
  return {
    connector_resource_id: reference,
    connector_id: accountId,
    type: 'refund',
    data: { refund: { amount: 600, currency: 'EUR' } },
  };
}

const hasSucceeded = (answer: Answer) => done(answer) && textAt(answer, 'status') === 'success';

export const routingExercises: Readonly<Record<string, Exercise>> = {
  'routing.create': asks('POST', '/routing', anAlgorithm),
  'routing.list': asks('GET', '/routing'),
  'routing.list-of-profile': asks('GET', '/routing/list/profile'),
  'routing.active': asks('GET', '/routing/active'),
  'routing.retrieve': retrieves,
  'routing.activate': activates('/routing'),
  'routing.deactivate': deactivates('/routing'),
  'routing.retrieve-default': asks('GET', '/routing/default'),
  'routing.update-default': asks('POST', '/routing/default', (shop) => [choice(shop)]),
  'routing.retrieve-default-of-profile': asks('GET', '/routing/default/profile'),
  'routing.update-default-of-profile': asks(
    'POST',
    ({ merchant }) => `/routing/default/profile/${merchant.profileId}`,
    (shop) => [choice(shop)],
  ),
  'routing.create-for-payouts': asks('POST', '/routing/payouts', anAlgorithm),
  'routing.list-for-payouts': asks('GET', '/routing/payouts'),
  'routing.list-for-payouts-of-profile': asks('GET', '/routing/payouts/list/profile'),
  'routing.active-for-payouts': asks('GET', '/routing/payouts/active'),
  'routing.activate-for-payouts': activates('/routing/payouts'),
  'routing.deactivate-for-payouts': deactivates('/routing/payouts'),
  'routing.retrieve-default-for-payouts': asks('GET', '/routing/payouts/default'),
  'routing.update-default-for-payouts': asks('POST', '/routing/payouts/default', () => []),
  'routing.retrieve-default-for-payouts-of-profiles': asks(
    'GET',
    '/routing/payouts/default/profile',
  ),
  'routing.update-default-for-payouts-of-profile': asks(
    'POST',
    ({ merchant }) => `/routing/payouts/default/profile/${merchant.profileId}`,
    () => [],
  ),

  'gsm.create':
    async ({ running }) =>
    async () =>
      done(await running.call('POST', '/gsm', { key: adminKey, body: aRule() })),
  'gsm.retrieve': asksAboutRule('/gsm/get'),
  'gsm.update': asksAboutRule('/gsm/update'),
  'gsm.delete': asksAboutRule('/gsm/delete'),

  'profile-acquirers.create': asks('POST', '/profile_acquirer', anAcquirer),
  'profile-acquirers.update': async ({ running }) => {
    const shop = await aRoutingMerchant(running);
    const { key, headers, merchant } = shop;
    const made = await running.call('POST', '/profile_acquirer', { key, body: anAcquirer(shop) });
    const id = textAt(successful(made), 'profile_acquirer_id');
    const path = `/profile_acquirer/${merchant.profileId}/${id}`;
    const body = { acquirer_fraud_rate: 0.02 };
    return async () => done(await running.call('POST', path, { key, headers, body }));
  },

  'profiles.toggle-extended-card-info': byAdmin(
    'POST',
    ({ id, profileId }) => `/account/${id}/business_profile/${profileId}/toggle_extended_card_info`,
    { enabled: true },
  ),
  'profiles.toggle-connector-agnostic-mit': asks(
    'POST',
    (shop) => `${ofProfile(shop)}/toggle_connector_agnostic_mit`,
    () => ({ enabled: true }),
  ),
  'profiles.list-own': asks('GET', ({ merchant }) => `/account/${merchant.id}/profile`),
  'connector-accounts.list-of-profile': asks(
    'GET',
    ({ merchant }) => `/account/${merchant.id}/profile/connectors`,
  ),
  'accounts.switch-storage': byAdmin('POST', ({ id }) => `/accounts/${id}/kv`, {
    kv_enabled: true,
  }),
  'accounts.retrieve-storage': byAdmin('GET', ({ id }) => `/accounts/${id}/kv`),

  'relays.create': async ({ running }) => {
    const shop = await aRoutingMerchant(running);
    const { key, headers } = shop;
    const body = await aPaymentWithRouting(running, shop);
    return async () => hasSucceeded(await running.call('POST', '/relay', { key, headers, body }));
  },
  'relays.retrieve': async ({ running }) => {
    const shop = await aRoutingMerchant(running);
    const { key, headers } = shop;
    const body = await aPaymentWithRouting(running, shop);
    const id = textAt(successful(await running.call('POST', '/relay', { key, body })), 'id');
    // As if its answer had been lost.
    const [relay] = await running.items(`MERCHANT#${shop.merchant.id}#RELAY#${id}`);
    if (!relay) throw new Error('The relay is gone.');
    await running.rewrite(relay, { status: 'pending' });
    const query = { force_sync: 'true' };
    return async () =>
      hasSucceeded(await running.call('GET', `/relay/${id}`, { key, headers, query }));
  },

  'polls.retrieve': async ({ running }) => {
    const { merchant, key, headers } = await aRoutingMerchant(running);
    const body = { amount: 6_540, currency: 'EUR' };
    const payment = successful(await running.call('POST', '/payments', { key, body }));
    const id = `external_authentication_${textAt(payment, 'payment_id')}`;
    // As external 3-D Secure will write it.
    await running.put({
      pk: `MERCHANT#${merchant.id}#POLL#${id}`,
      sk: 'POLL',
      id,
      merchantId: merchant.id,
      status: 'pending',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    const query = { client_secret: textAt(payment, 'client_secret') };
    const request = { key: merchant.publishableKey, headers, query };
    return async () => done(await running.call('GET', `/poll/status/${id}`, request));
  },
};
