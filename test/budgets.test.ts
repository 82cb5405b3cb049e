import { readdirSync } from 'node:fs';
import { deliverWebhook } from '../functions/queues/deliver-webhook.ts';
import { findDue } from '../functions/queues/find-due.ts';
import { notifyFromSandbox } from '../functions/queues/notify-from-sandbox.ts';
import { projectLists } from '../functions/queues/project-lists.ts';
import { publishEvents, readChanges } from '../functions/queues/publish-events.ts';
import { syncWaiting } from '../functions/queues/sync-waiting.ts';
import type { Sent } from '../shared/http/egress.ts';
import { logTo } from '../shared/log.ts';
import { operations, sandboxOperations } from '../shared/operations.ts';
import { paymentKey } from '../shared/payments/payment-store.ts';
import { lookAgain } from '../shared/sync/sync-due-item.ts';
import type { WaitingMessage } from '../shared/sync/sync-message.ts';
import { countedPort } from '../shared/table/counted-port.ts';
import { packedPort } from '../shared/table/packed-port.ts';
import type { DeliveryMessage } from '../shared/webhooks/delivery-message.ts';
import { receiverOf } from '../shared/webhooks/send-webhook.ts';
import { slowReceivers } from '../shared/webhooks/slow-receivers.ts';
import { budgets, journey, type VaultCost, vaultBudgets } from './budgets.ts';
import { answered, keepingQueue, timedOut } from './support/a-listener.ts';
import { payoutCards, toBank } from './support/a-payout.ts';
import { byCard } from './support/a-shop.ts';
import { listStored } from './support/listed-in-memory.ts';
import { callsGo } from './support/lost-answers.ts';
import { mandateRequests } from './support/mandate-requests.ts';
import type { MemoryPort } from './support/memory-table.ts';
import { queryAt } from './support/page-queries.ts';
import { paymentLinkRequests } from './support/payment-link-requests.ts';
import { paymentNews, refundNews, sentNews } from './support/processor-news.ts';
import { disputeRequests } from './support/requests-about-disputes.ts';
import {
  backFrom,
  challenged,
  challengedCard,
  created,
  doneBefore,
  eligible,
  ofPayer,
  paidAtLast,
  paymentRequests,
} from './support/requests-about-payments.ts';
import { aPayout, aPayoutWish, payoutRequests } from './support/requests-about-payouts.ts';
import { requestsWithServices, statusWithServices } from './support/requests-with-services.ts';
import { routingRequests } from './support/routing-requests.ts';
import { streamRecord } from './support/stream-record.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  type Merchant,
  switchInMemory,
} from './support/switch-in-memory.ts';
import { type AVault, aVault } from './support/vault/a-vault.ts';

/** A switch that is in use, and what its requests can be about. */
interface Scene {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  /** Different for every request, so that each can be about something of its own. */
  readonly round: number;
}

type Serve = (container: Container, scene: Scene) => Promise<unknown>;

/** A row that is one request. What it needs to be there is made on the side, uncounted. */
const asking =
  (name: string, request: (scene: Scene) => Ask | Promise<Ask>, status = 200): Serve =>
  async ({ ask }, scene) => {
    const answer = await ask(name, await request(scene));
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  };

const byAdmin = (request: Ask = {}): Ask => ({
  key: adminKey,
  params: { account_id: 'merchant_example', merchant_id: 'merchant_example' },
  ...request,
});

const ofProfile = ({ merchant }: Scene): Ask => ({
  key: merchant.key,
  params: { account_id: merchant.id, profile_id: merchant.profileId },
});

const ofOrganization = ({ world }: Scene): Ask => ({
  key: adminKey,
  params: { id: String(world.port.items().find(({ sk }) => sk === 'ORGANIZATION')?.id) },
});

/** A key beside the one that the merchant uses. */
async function anotherKey({ world }: Scene) {
  const made = await world.ask('api-keys.create', byAdmin({ body: { name: 'Another' } }));
  return byAdmin({ params: { merchant_id: 'merchant_example', key_id: made.body.key_id } });
}

/** A connector account of its own for every request. */
async function ofConnectorAccount(scene: Scene): Promise<Ask> {
  const { key, id: account_id } = scene.merchant;
  const body = {
    connector_type: 'payment_processor',
    connector_name: 'fauxpay',
    connector_label: `fauxpay of round ${scene.round}`,
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
  };
  const { merchant_connector_id } = await doneBefore(scene, 'connector-accounts.create', {
    params: { account_id },
    body: { ...body, profile_id: scene.merchant.profileId },
  });
  return { key, params: { account_id, merchant_connector_id } };
}

/** Another key for repeats in each round. */
const repeatable = ({ round }: Scene) => ({
  headers: { 'idempotency-key': `request of round ${round}` },
});

/** The second of two requests that are the same, under one key. */
const repeating = (name: string, body: (scene: Scene) => Promise<object>): Serve =>
  asking(name, async (scene) => {
    const request = { body: await body(scene), ...repeatable(scene) };
    await doneBefore(scene, name, request);
    return { key: scene.merchant.key, ...request };
  });

const anAnnouncedPayout = (scene: Scene) =>
  doneBefore(scene, 'payouts.create', { body: { amount: 6_540, currency: 'USD' } });

const atProcessorOfPayouts = ({ round }: Scene) => ({
  key: 'key of a processor',
  params: { reference: `payout_${round}_1` },
  body: {
    ...{ processor: 'fauxpay', amount: 6_540, currency: 'USD', fulfill: false },
    destination: { kind: 'card', account: payoutCards.usual },
  },
});

/** A payment whose card waits in the vault. */
async function withWaitingCard(scene: Scene) {
  const { payment_id } = await created(scene, byCard());
  return { key: scene.merchant.key, params: { payment_id } };
}

const bySepa = (iban = 'DE89370400440532013000') => ({
  payment_method: 'bank_debit',
  payment_method_type: 'sepa',
  payment_method_data: { bank_debit: { sepa_bank_debit: { iban } } },
});

/** A payment that was told the account which it will be taken from, and whose processor takes those. */
async function withWaitingAccount(scene: Scene) {
  if (scene.round === 1) await ofConnectorAccount(scene);
  const { payment_id } = await created(scene, { connector: ['fauxpay'], ...bySepa() });
  return { key: scene.merchant.key, params: { payment_id } };
}

const saving = (customer_id = 'customer_saver') => ({
  ...{ customer_id, setup_future_usage: 'off_session', confirm: true, ...byCard() },
  customer_acceptance: { acceptance_type: 'offline' },
});

/** A card that an earlier payment saved, by its identifier. */
async function savedCard(scene: Scene): Promise<string> {
  const { payment_method_id } = await created(scene, saving());
  // Whoever uses it later notes when.
  const { clock } = scene.world.around;
  clock.now = new Date(clock.now.getTime() + 500);
  return payment_method_id;
}

/** The same as a list of its customer's names it. */
async function listedCard(scene: Scene) {
  await savedCard(scene);
  const { customer_payment_methods } = await doneBefore(scene, 'payment-methods.list', {
    params: { customer_id: 'customer_saver' },
  });
  return customer_payment_methods[0];
}

/** A card with its code that the vault's own page has captured, by its token. */
async function capturedCard({ world, merchant, round }: Scene) {
  const { vault, clock } = world.around;
  const { token } = await vault.cards.store(
    {
      tenant: merchant.id,
      actor: { kind: 'session token', id: `vst_${round}` },
      reason: 'typed by the customer',
      origin: '203.0.113.9',
      requestId: 'req_capture',
      now: clock.now,
    },
    {
      number: Buffer.from('4111111111111111'),
      brand: 'visa',
      expiryMonth: '08',
      expiryYear: '2039',
      serviceCode: Buffer.from('737'),
    },
  );
  return token;
}

/** A refund that the processor takes its time over. */
async function pendingRefund(scene: Scene) {
  const payment = await created(scene, { confirm: true, ...byCard('4000000000007726') });
  return doneBefore(scene, 'refunds.create', { body: { payment_id: payment.payment_id } });
}

/** What the merchant's processor says by itself. */
const newsOf = ({ merchant, world }: Scene, text: string): Ask => ({
  params: { merchant_id: merchant.id, connector: 'stripe_test' },
  ...sentNews(text, `key of ${merchant.id}`, world.around.clock.now),
});

/** The request about a payment whose money is reserved. */
async function authorized(scene: Scene, capture_method: string) {
  const { payment_id } = await created(scene, { confirm: true, capture_method, ...byCard() });
  return { key: scene.merchant.key, params: { payment_id }, body: {} };
}

const anAuthentication = (round: number): Ask => ({
  key: 'key of a server',
  params: { reference: `pay_${round}_1` },
  body: {
    amount: 6_540,
    currency: 'USD',
    card: { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' },
    return_url: 'https://switch.example/back',
  },
});

/** The next capture of a payment of which so many parts were captured. */
async function severallyCaptured(scene: Scene, times: number): Promise<Ask> {
  const { params } = await authorized(scene, 'manual_multiple');
  const body = { amount_to_capture: 100 };
  for (let count = 0; count < times; count++) {
    await doneBefore(scene, 'payments.capture', { params, body });
  }
  return { key: scene.merchant.key, params, body };
}

/** The question after the void of a paid payment to which nobody heard an answer. */
async function unanswered(scene: Scene, way: 'lost' | 'swallowed'): Promise<Ask> {
  const { around } = scene.world;
  const { payment_id } = await created(scene, { confirm: true, ...byCard() });
  const send = around.send;
  around.send = callsGo(/\/void$/, way)(send);
  const params = { payment_id };
  await doneBefore(scene, 'payments.cancel-post-capture', { params, body: {} });
  around.send = send;
  return { key: scene.merchant.key, params };
}

/** Lets failed payments be confirmed again, for all who read the configuration from now on. */
async function withManualRetry(scene: Scene) {
  const { world, round } = scene;
  if (round > 1) return;
  const body = { is_manual_retry_enabled: true };
  await doneBefore(scene, 'profiles.update', { ...ofProfile(scene), body });
  world.around.clock.now = new Date(world.around.clock.now.getTime() + 3_000);
}

/** Has cards checked against the blocklist, for all who read the configuration from now on. */
async function withBlocklist(scene: Scene) {
  if (scene.round > 1) return;
  await doneBefore(scene, 'blocklist.toggle', { query: { status: 'true' } });
  const { clock } = scene.world.around;
  clock.now = new Date(clock.now.getTime() + 3_000);
}

/** Counts the failed payments of guests by their cards. */
async function withCardTestingGuard(scene: Scene) {
  if (scene.round > 1) return;
  const card_testing_guard_config = {
    ...{ card_ip_blocking_status: 'disabled', card_ip_blocking_threshold: 3 },
    ...{ guest_user_card_blocking_status: 'enabled', guest_user_card_blocking_threshold: 100 },
    ...{ customer_id_blocking_status: 'disabled', customer_id_blocking_threshold: 5 },
    card_testing_guard_expiry: 3_600,
  };
  const body = { card_testing_guard_config };
  await doneBefore(scene, 'profiles.update', { ...ofProfile(scene), body });
  const { clock } = scene.world.around;
  clock.now = new Date(clock.now.getTime() + 3_000);
}

const blocking = ({ merchant, round }: Scene): Ask => ({
  key: merchant.key,
  body: { type: 'card_bin', data: `40000${round}` },
});

/** The same key for every round: a container knows whose it is. */
async function customerKey(scene: Scene, customer_id: string): Promise<string> {
  const { secret } = await doneBefore(scene, 'ephemeral-keys.create', { body: { customer_id } });
  return secret;
}

async function customer(scene: Scene, customer_id = `customer_${scene.round}`) {
  return doneBefore(scene, 'customers.create', {
    body: { customer_id, email: 'payer@example.com', name: 'Joseph Doe' },
  });
}

/** The request that saves a card, for a new customer unless there is one. */
async function aCard(scene: Scene, changes: object = {}, customerId?: string): Promise<Ask> {
  const customer_id = customerId ?? (await customer(scene)).customer_id;
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '10',
    card_exp_year: '2035',
    card_holder_name: 'Joseph Doe',
    ...changes,
  };
  return { key: scene.merchant.key, body: { customer_id, payment_method: 'card', card } };
}

async function aSavedCard(scene: Scene) {
  return doneBefore(scene, 'payment-methods.create', await aCard(scene));
}

async function ofSavedCard(scene: Scene): Promise<Ask> {
  const { payment_method_id } = await aSavedCard(scene);
  return { key: scene.merchant.key, params: { method_id: payment_method_id } };
}

async function aDeliveredEvent(scene: Scene): Promise<Ask> {
  const message = await aMessage(scene);
  await delivering(scene.world.services, 200)({ body: message });
  return byAdmin({ params: { merchant_id: 'merchant_example', event_id: message.eventId } });
}

/** A payment that a card paid which the processor refunds in its own manner. */
async function refundable(scene: Scene, number?: string) {
  const { payment_id } = await created(scene, { confirm: true, ...byCard(number) });
  return { payment_id, refund_id: `ref_${scene.round}`, amount: 600 };
}

async function refunded(scene: Scene, number?: string) {
  const { refund_id } = await doneBefore(scene, 'refunds.create', {
    body: await refundable(scene, number),
  });
  return { key: scene.merchant.key, params: { refund_id } };
}

const refusesRefunds = '4000000000009235';
const refundsLater = '4000000000007726';

const charge = (reference: string, number?: string): Ask => ({
  key: 'key of a processor',
  params: { reference },
  body: {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'USD',
    capture_method: 'automatic',
    card: { number: number ?? '4242424242424242', expiry_month: '10', expiry_year: '2035' },
    return_url: 'https://switch.example/back',
  },
});

async function openChallenge({ world, round }: Scene) {
  const { body } = await world.ask('sandbox.authorize', charge(`pay_${round}_1`, challengedCard));
  const challenge_id = String(body.next_action.redirect_to_url).split('/').at(-1) ?? '';
  return { params: { challenge_id } };
}

/** A payment at the sandbox processor. */
async function atSandbox(scene: Scene, changes: object = {}) {
  const { key, params, body } = charge(`pay_${scene.round}_1`);
  const request = { key, params, body: { ...Object(body), ...changes } };
  const { reference } = await doneBefore(scene, 'sandbox.authorize', request);
  const item = scene.world.port.items().find((one) => one.reference === reference);
  return { key, reference: String(reference), keyHash: String(item?.keyHash) };
}

const ofDisputes: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries(disputeRequests).map(([row, request]) => [row, asking(operationOf(row), request)]),
);

const ofMandates: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries(mandateRequests).map(([row, request]) => [row, asking(operationOf(row), request)]),
);

const ofPayments: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries({ ...paymentRequests, ...requestsWithServices, ...payoutRequests }).map(
    ([row, request]) => [row, asking(operationOf(row), request, statusWithServices(row))],
  ),
);

const ofPaymentLinks: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries(paymentLinkRequests).map(([row, request]) => [
    row,
    asking(operationOf(row), request),
  ]),
);

const ofRouting: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries(routingRequests).map(([row, request]) => [row, asking(operationOf(row), request)]),
);

/** As the stream tells that a payment was made. */
async function changeOf({ world, merchant }: Scene, payment_id: string) {
  const after = await packedPort(world.port).get(paymentKey(merchant.id, payment_id));
  return [{ number: '1', before: undefined, after }];
}

async function listing(
  { services }: Container,
  changes: Parameters<ReturnType<typeof projectLists>>[0],
): Promise<void> {
  expect(await projectLists(services)(changes)).toEqual([]);
}

/** A merchant's first payments, customers and so on, so many of them and no more, all listed. */
async function listedOnce(
  { world, round, ...scene }: Scene,
  count: number,
  make: (scene: Scene, index: number) => Promise<unknown>,
): Promise<void> {
  if (round > 1) return;
  const all = Array.from({ length: count }, (_, index) => make({ world, round, ...scene }, index));
  await Promise.all(all);
  await listStored(world.port);
}

/** An event as it is kept, told already. */
async function anEvent({ world, merchant }: Scene, index: number) {
  const { id: merchantId, profileId } = merchant;
  const createdAt = world.around.clock.now.toISOString();
  const about = { type: 'payment_succeeded', class: 'payments', objectId: 'pay_1' } as const;
  const place = { merchantId, eventId: `evt_${index}` };
  const facts = { ...about, id: place.eventId, merchantId, profileId, createdAt };
  await world.services.events.keep({ ...facts, body: JSON.stringify(aPaymentRequest()) });
  await world.services.events.record(place, undefined, (delivery) => ({
    ...delivery,
    state: 'delivered',
  }));
}

/** A list as one asks for it, once there are so many things on it. */
const askingList = (
  name: string,
  request: Ask,
  count: number,
  make: (scene: Scene, index: number) => Promise<unknown> = (scene) => created(scene),
) =>
  asking(name, async (scene) => {
    await listedOnce(scene, count, make);
    const ofAdmin = name === 'accounts.list';
    return { key: ofAdmin ? adminKey : scene.merchant.key, ...request };
  });

const aCustomer = (scene: Scene, index: number) => customer(scene, `customer_of_list_${index}`);
const aRefund = (scene: Scene, index: number) => refunded({ ...scene, round: 100 + index });
const ofCustomer = { customer_id: 'customer_of_list' };
const ofMerchant = { params: { merchant_id: 'merchant_example' } };

const ofLists: Readonly<Record<string, Serve>> = {
  'payments.list': askingList('payments.list', {}, 10),
  'payments.list, a hundred of them': askingList('payments.list', { query: { limit: '100' } }, 100),
  'payments.list, of a customer': askingList('payments.list', { query: ofCustomer }, 10, (scene) =>
    created(scene, ofCustomer),
  ),
  'payments.list, after a payment': asking('payments.list', async (scene) => {
    await listedOnce(scene, 10, (one, index) => created(one, { payment_id: `pay_list_${index}` }));
    return { key: scene.merchant.key, query: { starting_after: 'pay_list_0' } };
  }),
  'payments.list-of-profile': asking('payments.list-of-profile', async (scene) => {
    await listedOnce(scene, 10, (one) => created(one));
    const { key, profileId } = scene.merchant;
    return { key, headers: { 'x-profile-id': profileId } };
  }),
  'payments.filter': askingList('payments.filter', { body: {} }, 10),
  'payments.filter, by status': askingList(
    'payments.filter',
    { body: { status: ['requires_payment_method'] } },
    10,
  ),
  'payments.filter, by amount': askingList(
    'payments.filter',
    { body: { amount_filter: { start_amount: 100 } } },
    10,
  ),
  'payments.filter-of-profile': askingList('payments.filter-of-profile', { body: {} }, 10),
  'refunds.list': askingList('refunds.list', { body: {} }, 10, aRefund),
  'refunds.list-of-profile': askingList('refunds.list-of-profile', { body: {} }, 10, aRefund),
  'customers.list': askingList('customers.list', {}, 10, aCustomer),
  'customers.list-with-count': askingList('customers.list-with-count', {}, 10, aCustomer),
  'accounts.list': asking('accounts.list', async (scene) => {
    await listedOnce(scene, 0, async () => {});
    const { id: organization_id } = (await ofOrganization(scene)).params ?? {};
    return { key: adminKey, query: { organization_id: String(organization_id) } };
  }),
  'events.list': askingList('events.list', { ...ofMerchant, body: {} }, 10, anEvent),
  'events.list-of-profile': askingList('events.list-of-profile', { body: {} }, 10, anEvent),
};

const rows: Readonly<Record<string, Serve>> = {
  'health.check': asking('health.check', () => ({})),
  'accounts.create': asking('accounts.create', ({ round }) => ({
    key: adminKey,
    body: { merchant_id: `merchant_${round}`, merchant_name: 'Example Retail' },
  })),
  'accounts.create, in an organization': asking('accounts.create', async ({ world, round }) => ({
    key: adminKey,
    body: {
      merchant_id: `merchant_${round}`,
      organization_id: world.port.items().find(({ sk }) => sk === 'ORGANIZATION')?.id,
    },
  })),
  'accounts.retrieve': asking('accounts.retrieve', () => byAdmin()),
  'accounts.update': asking('accounts.update', () =>
    byAdmin({ body: { merchant_id: 'merchant_example', merchant_name: 'Example Retail' } }),
  ),
  'accounts.delete': asking('accounts.delete', async ({ world, round }) => {
    const account_id = `merchant_${round}`;
    await world.ask('accounts.create', { key: adminKey, body: { merchant_id: account_id } });
    const params = { merchant_id: account_id };
    await world.ask('api-keys.create', byAdmin({ params, body: { name: 'Till backend' } }));
    return byAdmin({ params: { account_id } });
  }),
  'organizations.create': asking('organizations.create', () => ({
    key: adminKey,
    body: { organization_name: 'Example Retail' },
  })),
  'organizations.retrieve': asking('organizations.retrieve', ofOrganization),
  'organizations.update': asking('organizations.update', async (scene) => ({
    ...ofOrganization(scene),
    body: { organization_name: 'Example Retail Group' },
  })),
  'api-keys.create': asking('api-keys.create', () => byAdmin({ body: { name: 'Till backend' } })),
  'api-keys.list': asking('api-keys.list', () => byAdmin()),
  'api-keys.retrieve': asking('api-keys.retrieve', anotherKey),
  'api-keys.update': asking('api-keys.update', async (scene) => ({
    ...(await anotherKey(scene)),
    body: { name: 'Second floor', expiration: '2040-01-01T00:00:00Z' },
  })),
  'api-keys.revoke': asking('api-keys.revoke', anotherKey),
  'events.attempts': asking('events.attempts', aDeliveredEvent),
  'events.retry': asking('events.retry', aDeliveredEvent),
  'events.undelivered': asking('events.undelivered', () => byAdmin()),
  // One more in each round.
  'events.undelivered, two of them': asking('events.undelivered', async (scene) => {
    await delivering(scene.world.services, 410)({ body: await aMessage(scene) });
    return byAdmin();
  }),
  'profiles.create': asking('profiles.create', (scene) => ({
    ...ofProfile(scene),
    body: { profile_name: `shop ${scene.round}`, payment_response_hash_key: 'its own' },
  })),
  'profiles.delete': asking('profiles.delete', async (scene) => {
    const body = { profile_name: `shop ${scene.round}` };
    const { profile_id } = await doneBefore(scene, 'profiles.create', {
      ...ofProfile(scene),
      body,
    });
    return byAdmin({ params: { account_id: scene.merchant.id, profile_id } });
  }),
  'profiles.list': asking('profiles.list', ({ merchant }) => byAdmin({ key: merchant.key })),
  'profiles.retrieve': asking('profiles.retrieve', ofProfile),
  'profiles.update': asking('profiles.update', (scene) => ({
    ...ofProfile(scene),
    body: { is_manual_retry_enabled: true, payment_response_hash_key: 'another key' },
  })),
  'profiles.update, with a new name': asking('profiles.update', (scene) => ({
    ...ofProfile(scene),
    body: { profile_name: `shop ${scene.round}` },
  })),
  'connector-accounts.create': asking('connector-accounts.create', ({ merchant, round }) =>
    byAdmin({
      key: merchant.key,
      body: {
        connector_type: 'payment_processor',
        connector_name: 'fauxpay',
        connector_label: `fauxpay ${round}`,
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
      },
    }),
  ),
  'connector-accounts.list': asking('connector-accounts.list', ({ merchant }) =>
    byAdmin({ key: merchant.key }),
  ),
  'connector-accounts.retrieve': asking('connector-accounts.retrieve', ofConnectorAccount),
  'connector-accounts.update': asking('connector-accounts.update', async (scene) => ({
    ...(await ofConnectorAccount(scene)),
    body: { connector_type: 'payment_processor', disabled: true },
  })),
  'connector-accounts.update, with a new label': asking(
    'connector-accounts.update',
    async (scene) => ({
      ...(await ofConnectorAccount(scene)),
      body: { connector_type: 'payment_processor', connector_label: `label ${scene.round}` },
    }),
  ),
  'connector-accounts.delete': asking('connector-accounts.delete', async (scene) => ({
    ...(await ofConnectorAccount(scene)),
    key: adminKey,
  })),
  'customers.create': asking('customers.create', ({ merchant, round }) => ({
    key: merchant.key,
    body: { customer_id: `customer_${round}`, email: 'payer@example.com', name: 'Joseph Doe' },
  })),
  'customers.create, under an Idempotency-Key': asking('customers.create', (scene) => ({
    key: scene.merchant.key,
    body: { name: 'Joseph Doe' },
    ...repeatable(scene),
  })),
  'customers.create, repeated under its key': repeating('customers.create', async () => ({
    name: 'Joseph Doe',
  })),
  'customers.create, named under an Idempotency-Key': asking('customers.create', (scene) => ({
    key: scene.merchant.key,
    body: { customer_id: `customer_${scene.round}`, name: 'Joseph Doe' },
    ...repeatable(scene),
  })),
  'customers.retrieve': asking('customers.retrieve', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, params: { customer_id } };
  }),
  'customers.update': asking('customers.update', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, params: { customer_id }, body: { name: 'Test Payer' } };
  }),
  'payment-methods.create': asking('payment-methods.create', (scene) => aCard(scene)),
  'payment-methods.create, another card': asking('payment-methods.create', async (scene) => {
    const { customer_id } = await aSavedCard(scene);
    return aCard(scene, { card_number: '5555555555554444' }, customer_id);
  }),
  'payment-methods.create, a number that is saved': asking(
    'payment-methods.create',
    async (scene) => {
      const { customer_id } = await aSavedCard(scene);
      return aCard(scene, {}, customer_id);
    },
  ),
  'payment-methods.create, something new about it': asking(
    'payment-methods.create',
    async (scene) => {
      const { customer_id } = await aSavedCard(scene);
      return aCard(scene, { card_exp_year: '2040' }, customer_id);
    },
  ),
  'payment-methods.create, without data': asking('payment-methods.create', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, body: { customer_id } };
  }),
  'payment-methods.save': asking('payment-methods.save', async (scene) => {
    const { customer_id } = await customer(scene);
    const body = { customer_id };
    const { payment_method_id, client_secret } = await doneBefore(scene, 'payment-methods.create', {
      body,
    });
    const card = { ...byCard().payment_method_data.card };
    return {
      key: scene.merchant.publishableKey,
      params: { method_id: payment_method_id },
      body: { client_secret, payment_method: 'card', payment_method_data: { card } },
    };
  }),
  'payment-methods.retrieve': asking('payment-methods.retrieve', ofSavedCard),
  'payment-methods.update': asking('payment-methods.update', async (scene) => ({
    ...(await ofSavedCard(scene)),
    body: { card: { card_exp_year: '2041' } },
  })),
  'payment-methods.delete': asking('payment-methods.delete', ofSavedCard),
  'payment-methods.list': asking('payment-methods.list', async (scene) => {
    const { customer_id } = await aSavedCard(scene);
    return { key: scene.merchant.key, params: { customer_id } };
  }),
  'payment-methods.list-of-payer': asking('payment-methods.list-of-payer', async (scene) => {
    const { customer_id } = await aSavedCard(scene);
    const { client_secret } = await created(scene, { customer_id });
    return { key: scene.merchant.publishableKey, query: { client_secret } };
  }),
  ...Object.fromEntries(
    ['set-default', 'set-default-as-published'].map((way) => [
      `payment-methods.${way}`,
      asking(`payment-methods.${way}`, async (scene) => {
        const { customer_id } = await aSavedCard(scene);
        const another = await aCard(scene, { card_number: '5555555555554444' }, customer_id);
        const { payment_method_id } = await doneBefore(scene, 'payment-methods.create', another);
        return { key: scene.merchant.key, params: { customer_id, payment_method_id } };
      }),
    ]),
  ),
  'customers.retrieve, with the key of its customer': asking(
    'customers.retrieve',
    async (scene) => {
      const { customer_id } = await customer(scene);
      return { key: await customerKey(scene, customer_id), params: { customer_id } };
    },
  ),
  'payment-methods.list-of-payer, with the key of the customer': asking(
    'payment-methods.list-of-payer',
    async (scene) => {
      const { customer_id } = await aSavedCard(scene);
      return { key: await customerKey(scene, customer_id) };
    },
  ),
  'customers.delete': asking('customers.delete', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, params: { customer_id } };
  }),
  'customers.delete, with a saved card': asking('customers.delete', async (scene) => {
    const { customer_id } = await aSavedCard(scene);
    return { key: scene.merchant.key, params: { customer_id } };
  }),
  'ephemeral-keys.create': asking('ephemeral-keys.create', ({ merchant }) => ({
    key: merchant.key,
    body: { customer_id: 'customer_of_app' },
  })),
  'ephemeral-keys.delete': asking('ephemeral-keys.delete', async (scene) => {
    const body = { customer_id: 'customer_of_app' };
    const { id: key_id } = await doneBefore(scene, 'ephemeral-keys.create', { body });
    return { key: scene.merchant.key, params: { key_id } };
  }),
  ...Object.fromEntries(
    [
      'payment-methods.list-for-merchant',
      'payment-methods.list-for-merchant-by-its-other-name',
    ].map((name) => [name, asking(name, ofPayer)]),
  ),
  'payments.eligibility-check, with a blocklist': asking(
    'payments.eligibility-check',
    async (scene) => {
      await withBlocklist(scene);
      return eligible(scene);
    },
  ),
  'cards.retrieve': asking('cards.retrieve', ({ merchant }) => ({
    key: merchant.key,
    params: { bin: '42424242' },
  })),
  'cards.create': asking('cards.create', ({ round }) => ({
    key: adminKey,
    body: { card_iin: `40000${round}`, card_issuer: 'EXAMPLE BANK' },
  })),
  'cards.update': asking('cards.update', async (scene) => {
    const body = { card_iin: `40000${scene.round}`, card_issuer: 'EXAMPLE BANK' };
    await doneBefore(scene, 'cards.create', { key: adminKey, body });
    return { key: adminKey, body };
  }),
  'cards.update-batch': asking('cards.update-batch', async (scene) => {
    const body = { card_iin: `40000${scene.round}`, card_issuer: 'EXAMPLE BANK' };
    await doneBefore(scene, 'cards.create', { key: adminKey, body });
    const table = `card_iin,card_type\n40000${scene.round},DEBIT\n`;
    return { key: adminKey, form: { file: new File([table], 'ranges.csv') } };
  }),
  'blocklist.create': asking('blocklist.create', blocking),
  'blocklist.delete': asking('blocklist.delete', async (scene) => {
    const request = blocking(scene);
    await doneBefore(scene, 'blocklist.create', request);
    return request;
  }),
  'blocklist.list': asking('blocklist.list', async (scene) => {
    await doneBefore(scene, 'blocklist.create', blocking(scene));
    return { key: scene.merchant.key, query: { data_kind: 'card_bin' } };
  }),
  'blocklist.toggle': asking('blocklist.toggle', ({ merchant, round }) => ({
    key: merchant.key,
    query: { status: String(round % 2 === 1) },
  })),
  'payments.create, checked against the blocklist': asking('payments.create', async (scene) => {
    await withBlocklist(scene);
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    return { key: scene.merchant.key, body };
  }),
  'payments.create, with a blocked card': asking('payments.create', async (scene) => {
    await withBlocklist(scene);
    if (scene.round === 1) {
      const entry = { type: 'card_bin', data: '424242' };
      await doneBefore(scene, 'blocklist.create', { body: entry });
    }
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    return { key: scene.merchant.key, body };
  }),
  'payments.create, declined and counted': asking('payments.create', async (scene) => {
    await withCardTestingGuard(scene);
    const body = aPaymentRequest({ confirm: true, ...byCard('4000000000000002') });
    return { key: scene.merchant.key, body };
  }),
  'payments.create': asking('payments.create', ({ merchant }) => ({
    key: merchant.key,
    body: aPaymentRequest(),
  })),
  'payments.create, identifier taken': asking(
    'payments.create',
    async (scene) => {
      const payment_id = `pay_${scene.round}`;
      await created(scene, { payment_id });
      return { key: scene.merchant.key, body: aPaymentRequest({ payment_id }) };
    },
    400,
  ),
  'payments.create, new customer': asking('payments.create', ({ merchant, round }) => ({
    key: merchant.key,
    body: aPaymentRequest({ customer_id: `customer_${round}` }),
  })),
  'payments.create, known customer': asking('payments.create', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, body: aPaymentRequest({ customer_id }) };
  }),
  'payments.create, with confirm, declined': asking('payments.create', ({ merchant }) => ({
    key: merchant.key,
    body: aPaymentRequest({ confirm: true, ...byCard('4000000000000002') }),
  })),
  'payments.create, with confirm': asking('payments.create', ({ merchant }) => ({
    key: merchant.key,
    body: aPaymentRequest({ confirm: true, ...byCard() }),
  })),
  'payments.create, with confirm and a new customer': asking('payments.create', (scene) => ({
    key: scene.merchant.key,
    body: aPaymentRequest({
      confirm: true,
      customer_id: `customer_${scene.round}`,
      ...byCard(),
    }),
  })),
  'payments.confirm': asking('payments.confirm', async (scene) => {
    const { payment_id } = await created(scene);
    return { key: scene.merchant.key, params: { payment_id }, body: byCard() };
  }),
  'payments.confirm, by the customer': asking('payments.confirm', async (scene) => {
    const { payment_id, client_secret } = await created(scene);
    return {
      key: scene.merchant.publishableKey,
      params: { payment_id },
      body: { ...byCard(), client_secret },
    };
  }),
  'payments.confirm, new customer': asking('payments.confirm', async (scene) => {
    const { payment_id } = await created(scene);
    const body = { ...byCard(), customer_id: `customer_${scene.round}` };
    return { key: scene.merchant.key, params: { payment_id }, body };
  }),
  'payments.retrieve': asking('payments.retrieve', async (scene) => {
    const { payment_id } = await created(scene, { confirm: true, ...byCard() });
    return { key: scene.merchant.key, params: { payment_id } };
  }),
  'payments.retrieve, sync without news': asking('payments.retrieve', async (scene) => {
    const { payment_id } = await challenged(scene);
    return { key: scene.merchant.key, params: { payment_id }, query: { force_sync: 'true' } };
  }),
  'payments.retrieve, sync with news': asking('payments.retrieve', async (scene) => {
    const { payment_id } = await paidAtLast(scene);
    return { key: scene.merchant.key, params: { payment_id }, query: { force_sync: 'true' } };
  }),
  'payments.confirm, again after a failure': asking('payments.confirm', async (scene) => {
    await withManualRetry(scene);
    const { payment_id } = await created(scene, { confirm: true, ...byCard('4000000000000002') });
    return { key: scene.merchant.key, params: { payment_id }, body: byCard() };
  }),
  'payments.update': asking('payments.update', async (scene) => {
    const { payment_id } = await created(scene);
    return { key: scene.merchant.key, params: { payment_id }, body: { amount: 7_000 } };
  }),
  'payments.create, with a card that waits': asking('payments.create', ({ merchant }) => ({
    key: merchant.key,
    body: aPaymentRequest(byCard()),
  })),
  'payments.update, with another card that waits': asking('payments.update', async (scene) => ({
    ...(await withWaitingCard(scene)),
    body: byCard('5555555555554444'),
  })),
  'payments.confirm, with the card that waits': asking('payments.confirm', async (scene) => ({
    ...(await withWaitingCard(scene)),
    body: {},
  })),
  'payments.create, with an account that waits': asking('payments.create', ({ merchant }) => ({
    key: merchant.key,
    body: aPaymentRequest(bySepa()),
  })),
  'payments.update, with another account that waits': asking('payments.update', async (scene) => ({
    ...(await withWaitingAccount(scene)),
    body: bySepa('FR1420041010050500013M02606'),
  })),
  'payments.confirm, with the account that waits': asking('payments.confirm', async (scene) => ({
    ...(await withWaitingAccount(scene)),
    body: {},
  })),
  'payments.confirm, with a payment token': asking('payments.confirm', async (scene) => {
    const { payment_token } = await listedCard(scene);
    const { payment_id } = await created(scene, { customer_id: 'customer_saver' });
    const body = { payment_method: 'card', payment_token, card_cvc: '314' };
    return { key: scene.merchant.key, params: { payment_id }, body };
  }),
  'payments.confirm, with a card of the vault': asking('payments.confirm', async (scene) => {
    const payment_token = await capturedCard(scene);
    const { payment_id } = await created(scene);
    const body = { payment_method: 'card', payment_token };
    return { key: scene.merchant.key, params: { payment_id }, body };
  }),
  'payments.create, saving the card': asking('payments.create', ({ merchant, round }) => ({
    key: merchant.key,
    body: aPaymentRequest(saving(`customer_${round}`)),
  })),
  'payments.create, saving a card that is saved': asking('payments.create', async (scene) => {
    await created(scene, saving());
    return { key: scene.merchant.key, body: aPaymentRequest(saving()) };
  }),
  'payments.create, charging a saved card': asking('payments.create', async (scene) => {
    const charge = {
      ...{ customer_id: 'customer_saver', confirm: true, off_session: true },
      recurring_details: { type: 'payment_method_id', data: await savedCard(scene) },
    };
    return { key: scene.merchant.key, body: aPaymentRequest(charge) };
  }),
  'payments.retrieve, sync that makes a saved card usable': asking(
    'payments.retrieve',
    async (scene) => {
      const byChallenged = { ...saving(`customer_${scene.round}`), ...byCard(challengedCard) };
      const { payment_id } = await paidAtLast(scene, byChallenged);
      return { key: scene.merchant.key, params: { payment_id }, query: { force_sync: 'true' } };
    },
  ),
  'payments.cancel, of a payment whose card waits': asking('payments.cancel', async (scene) => ({
    ...(await withWaitingCard(scene)),
    body: {},
  })),
  'payments.capture': asking('payments.capture', async (scene) => authorized(scene, 'manual')),
  'payments.capture, under an Idempotency-Key': asking('payments.capture', async (scene) => ({
    ...(await authorized(scene, 'manual')),
    ...repeatable(scene),
  })),
  'payments.capture, repeated under its key': asking('payments.capture', async (scene) => {
    const request = { ...(await authorized(scene, 'manual')), ...repeatable(scene) };
    await doneBefore(scene, 'payments.capture', request);
    return request;
  }),
  'payments.create, under an Idempotency-Key': asking('payments.create', (scene) => ({
    key: scene.merchant.key,
    body: aPaymentRequest(),
    ...repeatable(scene),
  })),
  'payments.create, repeated under its key': repeating('payments.create', async () =>
    aPaymentRequest(),
  ),
  'payments.create, named under an Idempotency-Key': asking('payments.create', (scene) => ({
    key: scene.merchant.key,
    body: aPaymentRequest({ payment_id: `pay_${scene.round}` }),
    ...repeatable(scene),
  })),
  'payments.create, of a customer, repeated under its key': asking(
    'payments.create',
    async (scene) => {
      const body = aPaymentRequest({ customer_id: `customer_${scene.round}` });
      const request = { body, ...repeatable(scene) };
      await doneBefore(scene, 'payments.create', request);
      return { key: scene.merchant.key, ...request };
    },
  ),
  'payments.capture, second of several': asking('payments.capture', (scene) =>
    severallyCaptured(scene, 1),
  ),
  'payments.capture, sixth of several': asking('payments.capture', (scene) =>
    severallyCaptured(scene, 5),
  ),
  'payments.cancel': asking('payments.cancel', async (scene) => {
    const { payment_id } = await created(scene);
    return { key: scene.merchant.key, params: { payment_id }, body: {} };
  }),
  'payments.cancel, what was authorized': asking('payments.cancel', async (scene) =>
    authorized(scene, 'manual'),
  ),
  'payments.cancel-post-capture': asking('payments.cancel-post-capture', async (scene) => {
    const { payment_id } = await created(scene, { confirm: true, ...byCard() });
    return { key: scene.merchant.key, params: { payment_id }, body: {} };
  }),
  'payments.sync-post-capture-cancel': asking('payments.sync-post-capture-cancel', (scene) =>
    unanswered(scene, 'swallowed'),
  ),
  'payments.sync-post-capture-cancel, with news': asking(
    'payments.sync-post-capture-cancel',
    (scene) => unanswered(scene, 'lost'),
  ),
  'payments.manual-update': asking('payments.manual-update', async (scene) => {
    const { payment_id } = await challenged(scene);
    const body = { merchant_id: scene.merchant.id, attempt_status: 'failure' };
    return { key: adminKey, params: { payment_id }, body };
  }),
  'refunds.manual-update': asking('refunds.manual-update', async (scene) => {
    const { refund_id } = await pendingRefund(scene);
    const body = { merchant_id: scene.merchant.id, status: 'succeeded' };
    return { key: adminKey, params: { refund_id }, body };
  }),
  'refunds.manual-update, giving back': asking('refunds.manual-update', async (scene) => {
    const { refund_id } = await pendingRefund(scene);
    const body = { merchant_id: scene.merchant.id, status: 'failed' };
    return { key: adminKey, params: { refund_id }, body };
  }),
  'refunds.create': asking('refunds.create', async (scene) => ({
    key: scene.merchant.key,
    body: await refundable(scene),
  })),
  'refunds.create, connector says no': asking('refunds.create', async (scene) => ({
    key: scene.merchant.key,
    body: await refundable(scene, refusesRefunds),
  })),
  'refunds.create, name taken': asking('refunds.create', async (scene) => {
    const body = await refundable(scene);
    await doneBefore(scene, 'refunds.create', { body });
    return { key: scene.merchant.key, body };
  }),
  'refunds.create, named under an Idempotency-Key': asking('refunds.create', async (scene) => ({
    key: scene.merchant.key,
    body: await refundable(scene),
    ...repeatable(scene),
  })),
  'refunds.create, scheduled': asking('refunds.create', async (scene) => ({
    key: scene.merchant.key,
    body: { ...(await refundable(scene)), refund_type: 'scheduled' },
  })),
  'refunds.retrieve': asking('refunds.retrieve', (scene) => refunded(scene)),
  'refunds.retrieve, sync without news': asking('refunds.retrieve', async (scene) => ({
    ...(await refunded(scene, refundsLater)),
    query: { force_sync: 'true' },
  })),
  'refunds.retrieve, sync with news': asking('refunds.retrieve', async (scene) => {
    const { processor } = scene.world.around;
    const request = await refunded(scene, refundsLater);
    processor.clock.now = new Date(processor.clock.now.getTime() + 60_000);
    return { ...request, query: { force_sync: 'true' } };
  }),
  ...ofRouting,
  ...ofMandates,
  ...ofPayments,
  ...ofPaymentLinks,
  ...ofDisputes,
  ...ofLists,
  'refunds.sync': asking('refunds.sync', async (scene) => {
    const { key, params } = await refunded(scene);
    return { key, body: params };
  }),
  'refunds.update': asking('refunds.update', async (scene) => ({
    ...(await refunded(scene)),
    body: { reason: 'Order was cancelled' },
  })),
  'payments.redirect': asking('payments.redirect', async (scene) => {
    const { payment_id } = await challenged(scene);
    const whose = { payment_id, merchant_id: scene.merchant.id };
    const query = await queryAt(scene.world.services, whose, 'start');
    return { params: { ...whose, attempt_id: `${payment_id}_1` }, query };
  }),
  'payments.return, without news': asking(
    'payments.return',
    async (scene) => backFrom(scene, await challenged(scene)),
    302,
  ),
  ...Object.fromEntries(
    ['return', 'return-posted', 'complete', 'complete-posted'].map((way) => [
      `payments.${way}`,
      asking(`payments.${way}`, async (scene) => backFrom(scene, await paidAtLast(scene)), 302),
    ]),
  ),
  'webhooks.receive': asking('webhooks.receive', async (scene) => {
    const { payment_id } = await challenged(scene);
    return newsOf(scene, paymentNews({ reference: `${payment_id}_1` }));
  }),
  'webhooks.receive, without news': asking('webhooks.receive', async (scene) => {
    const { payment_id } = await created(scene, { confirm: true, ...byCard() });
    return newsOf(scene, paymentNews({ reference: `${payment_id}_1` }));
  }),
  'webhooks.receive, of a refund': asking('webhooks.receive', async (scene) => {
    const { refund_id, amount } = await pendingRefund(scene);
    return newsOf(scene, refundNews({ reference: refund_id, amount }));
  }),
  'webhooks.receive, of a refund that failed': asking('webhooks.receive', async (scene) => {
    const { refund_id, amount } = await pendingRefund(scene);
    return newsOf(scene, refundNews({ reference: refund_id, amount, status: 'failed' }));
  }),
  'sandbox.authorize': asking('sandbox.authorize', ({ round }) => charge(`pay_${round}_1`)),
  'sandbox.authorize, with a challenge': asking('sandbox.authorize', ({ round }) =>
    charge(`pay_${round}_1`, challengedCard),
  ),
  'sandbox.retrieve': asking('sandbox.retrieve', async ({ world, round }) => {
    const { key, params } = charge(`pay_${round}_1`);
    await world.ask('sandbox.authorize', charge(`pay_${round}_1`));
    return { key, params };
  }),
  'sandbox.capture': asking('sandbox.capture', async (scene) => {
    const { key, reference } = await atSandbox(scene, { capture_method: 'manual' });
    const params = { reference, capture_reference: `${reference}_1` };
    return { key, params, body: { amount: 6_540 } };
  }),
  'sandbox.void': asking('sandbox.void', async (scene) => {
    const { key, reference } = await atSandbox(scene, { capture_method: 'manual' });
    return { key, params: { reference }, body: {} };
  }),
  'sandbox.raise': asking('sandbox.raise', async (scene) => {
    const wishes = { capture_method: 'manual', incremental_authorization: true };
    const { key, reference } = await atSandbox(scene, wishes);
    const params = { reference, increment_reference: `auth_${scene.round}` };
    return { key, params, body: { amount: 7_000 } };
  }),
  'sandbox.extend': asking('sandbox.extend', async (scene) => {
    const wishes = { capture_method: 'manual', extended_authorization: true };
    const { key, reference } = await atSandbox(scene, wishes);
    return { key, params: { reference }, body: {} };
  }),
  'sandbox.authenticate': asking('sandbox.authenticate', ({ round }) => anAuthentication(round)),
  'sandbox.retrieve-authentication': asking(
    'sandbox.retrieve-authentication',
    async ({ world, round }) => {
      const { body: _, ...request } = anAuthentication(round);
      await world.ask('sandbox.authenticate', anAuthentication(round));
      return request;
    },
  ),
  'sandbox.calculate-tax': asking('sandbox.calculate-tax', () => ({
    key: 'key of a calculator',
    params: { reference: 'pay_1_1' },
    body: { amount: 6_540, shipping_cost: 0, currency: 'USD', country: 'US' },
  })),
  'sandbox.check-risk': asking('sandbox.check-risk', () => ({
    key: 'key of a checker',
    params: { reference: 'pay_1_1' },
    body: { checker: 'signifyd', amount: 6_540, currency: 'USD' },
  })),
  'sandbox.refund': asking('sandbox.refund', async (scene) => {
    const { key, reference } = await atSandbox(scene);
    const params = { reference, refund_reference: `ref_${scene.round}` };
    return { key, params, body: { amount: 600 } };
  }),
  'sandbox.retrieve-refund': asking('sandbox.retrieve-refund', async (scene) => {
    const { key, reference } = await atSandbox(scene);
    const params = { reference, refund_reference: `ref_${scene.round}` };
    await doneBefore(scene, 'sandbox.refund', { key, params, body: { amount: 600 } });
    return { key, params };
  }),
  'payouts.create, with confirm under an Idempotency-Key': asking(
    'payouts.create',
    async (scene) => ({
      key: scene.merchant.key,
      body: await aPayoutWish(scene, { confirm: true, ...toBank() }),
      ...repeatable(scene),
    }),
  ),
  'payouts.create, repeated under its key': repeating('payouts.create', (scene) =>
    aPayoutWish(scene, {}),
  ),
  'payouts.create, named under an Idempotency-Key': asking('payouts.create', async (scene) => ({
    key: scene.merchant.key,
    body: await aPayoutWish(scene, { payout_id: `payout_${scene.round}` }),
    ...repeatable(scene),
  })),
  'payouts.create, identifier taken': asking(
    'payouts.create',
    async (scene) => {
      const { params, key } = await aPayout(scene, {});
      return { key, body: await aPayoutWish(scene, params) };
    },
    400,
  ),
  'payouts.list': askingList('payouts.list', {}, 10, anAnnouncedPayout),
  'payouts.list-of-profile': askingList('payouts.list-of-profile', {}, 10, anAnnouncedPayout),
  'payouts.filter': askingList('payouts.filter', { body: {} }, 10, anAnnouncedPayout),
  'payouts.filter-of-profile': askingList(
    'payouts.filter-of-profile',
    { body: {} },
    10,
    anAnnouncedPayout,
  ),
  'sandbox.create-payout': asking('sandbox.create-payout', atProcessorOfPayouts),
  'sandbox.retrieve-payout': asking('sandbox.retrieve-payout', async (scene) => {
    const { key, params, body } = atProcessorOfPayouts(scene);
    await doneBefore(scene, 'sandbox.create-payout', { key, params, body });
    return { key, params };
  }),
  'sandbox.fulfill-payout': asking('sandbox.fulfill-payout', async (scene) => {
    const { key, params, body } = atProcessorOfPayouts(scene);
    await doneBefore(scene, 'sandbox.create-payout', { key, params, body });
    return { key, params, body: {} };
  }),
  'sandbox.cancel-payout': asking('sandbox.cancel-payout', async (scene) => {
    const { key, params, body } = atProcessorOfPayouts(scene);
    await doneBefore(scene, 'sandbox.create-payout', { key, params, body });
    return { key, params, body: {} };
  }),
  'sandbox.challenge': asking('sandbox.challenge', openChallenge),
  'sandbox.complete': asking(
    'sandbox.complete',
    async (scene) => ({ ...(await openChallenge(scene)), query: { confirm: 'true' } }),
    302,
  ),
  'queues.project-lists': async (container, scene) => {
    const { payment_id } = await created(scene);
    await listing(container, await changeOf(scene, payment_id));
  },
  'queues.project-lists, of a thing that is listed': async (container, scene) => {
    const { payment_id } = await created(scene);
    const [before] = await changeOf(scene, payment_id);
    await listStored(scene.world.port);
    const request = { params: { payment_id }, body: byCard() };
    await doneBefore(scene, 'payments.confirm', request);
    const [after] = await changeOf(scene, payment_id);
    await listing(container, [{ number: '1', before: before?.after, after: after?.after }]);
  },
  'queues.project-lists, of a hundred': async (container, scene) => {
    const payments = await Promise.all(Array.from({ length: 100 }, () => created(scene)));
    const changes = payments.map(({ payment_id }) => changeOf(scene, payment_id));
    await listing(container, (await Promise.all(changes)).flat());
  },
  'queues.notify-from-sandbox': async ({ services }, scene) => {
    const { keyHash, reference } = await atSandbox(scene, {
      notification_url: 'https://shop.example/news',
    });
    const notify = notifyFromSandbox({
      ...services,
      send: async () => ({ kind: 'answered', response: { status: 200, headers: {}, body: '' } }),
      loopback: false,
      log: logTo(() => {}),
      clock: () => new Date(),
    });
    const message = { id: 'evt_1', keyHash, reference, created: 0 };
    await notify({ body: message, receives: 1 });
  },
  'queues.publish-events': async ({ services }, scene) => {
    const { payment_id } = await created(scene, { confirm: true, ...byCard() });
    const after = scene.world.port.items().find(({ id }) => id === payment_id);
    const before = { ...after, transitions: [] };
    const messages = await publishEvents(services)({ before, after });
    expect(messages).toHaveLength(1);
  },
  'queues.publish-events, of what waits': async ({ services }, scene) => {
    const { payment_id } = await challenged(scene);
    const after = scene.world.port.items().find(({ id }) => id === payment_id);
    const deliveries = keepingQueue<DeliveryMessage>();
    const waiting = keepingQueue<WaitingMessage>();
    const publish = publishEvents(services);
    const queues = { deliveries, slow: keepingQueue<DeliveryMessage>(), waiting };
    const read = readChanges({ ...quiet, ...queues, publish, clock: () => new Date() });
    const Records = [streamRecord('1', undefined, after)];
    expect(await read({ Records })).toEqual({ batchItemFailures: [] });
    expect([deliveries.queued.length, waiting.queued.length]).toEqual([1, 1]);
  },
  'queues.deliver-webhook': async ({ services }, scene) =>
    delivering(services, 200)({ body: await aMessage(scene) }),
  'queues.deliver-webhook, that fails': async ({ services }, scene) =>
    delivering(services, 500)({ body: await aMessage(scene) }),
  'queues.deliver-webhook, once more': async ({ services }, scene) =>
    delivering(services, 200)({ body: await aRetry(scene) }),
  'queues.deliver-webhook, that fails once more': async ({ services }, scene) =>
    delivering(services, 500)({ body: await aRetry(scene) }),
  'queues.deliver-webhook, that is not answered in time': async ({ services }, scene) => {
    // Another merchant each time: the first one's receiver is known by then.
    const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
    const merchant = await aMerchant(scene.world, `merchant_${scene.round}`, { webhook_details });
    const body = await aMessage({ ...scene, merchant });
    await delivering(services, timedOut)({ body });
  },
  'queues.deliver-webhook, to a receiver that let us wait': async ({ services }, scene) =>
    delivering(services, 200)({ body: await afterATimeout(scene) }),
  'queues.deliver-webhook, from the queue of slow receivers': async ({ services }, scene) => {
    const body = await afterATimeout(scene);
    await delivering(services, 200)({ body: { ...body, slow: true } });
  },
  'queues.find-due': async ({ services }) =>
    findDue({
      ...services,
      ...quiet,
      waiting: keepingQueue(),
      deliveries: keepingQueue(),
      clock: () => new Date(),
    })(),
  'queues.sync-waiting': async ({ services }, scene) => {
    const { payment_id } = await challenged(scene);
    const { pk = '', dueAt = '' } =
      scene.world.port.items().find(({ id }) => id === payment_id) ?? {};
    const look = syncWaiting({
      ...{ ...quiet, waiting: keepingQueue(), unsettled: keepingQueue() },
      look: (place, handling) =>
        lookAgain({ ...services, ...quiet, clock: () => new Date(dueAt) }, place, handling),
    });
    const handling = { requestId: 'message', remainingMs: () => 28_000 };
    await look({ body: { pk, sk: 'PAYMENT', dueAt } }, handling);
  },
};

const quiet = { log: logTo(() => {}), metric: () => {} };

/** Delivery to a receiver that answers like this. */
const delivering = (services: Container['services'], answer: number | Sent) =>
  deliverWebhook({
    ...services,
    ...quiet,
    queues: { deliveries: keepingQueue(), slow: keepingQueue(), undelivered: keepingQueue() },
    slowReceivers: slowReceivers(services.table, services.configurations, services.clock),
    send: async () => (typeof answer === 'number' ? answered(answer) : answer),
  });

/** An event that is kept, and the first message about it. */
async function aMessage({ world, merchant, round }: Scene) {
  const { id: merchantId, profileId } = merchant;
  const [eventId, body] = [`evt_${round}`, JSON.stringify({ content: aPaymentRequest() })];
  await world.services.events.keep({
    id: eventId,
    merchantId,
    profileId,
    type: 'payment_succeeded',
    class: 'payments',
    objectId: 'pay_1',
    createdAt: new Date().toISOString(),
    body,
  });
  return { merchantId, eventId, profileId, body };
}

/** The first message about an event whose receiver let us wait a moment ago, as another container found out. */
async function afterATimeout(scene: Scene) {
  const { configurations, table, clock } = scene.world.services;
  const { id: merchantId, profileId } = scene.merchant;
  const place = await receiverOf({ merchantId, profileId }, { configurations });
  if (!place) throw new Error('The merchant has an address.');
  await slowReceivers(table, configurations, clock).letWait(place.receiver, place.configuration);
  return aMessage(scene);
}

/** The message about its second try, when that is due. */
async function aRetry(scene: Scene) {
  const { world } = scene;
  const { merchantId, eventId, ...first } = await aMessage(scene);
  const before = {
    ...world.services,
    clock: () => new Date(world.around.clock.now.getTime() - 60_000),
  };
  await delivering(before, 500)({ body: { merchantId, eventId, ...first } });
  const { delivery } = await world.services.events.get({ merchantId, eventId });
  return { merchantId, eventId, dueAt: delivery?.dueAt };
}

/** The tables of a vault, each counted for itself. */
function countedVault({ ports, provider }: AVault) {
  const counted = (port: MemoryPort) => ({
    ...countedPort(port, (key) => port.get(key)),
    items: port.items,
  });
  const tables = {
    cards: counted(ports.cards),
    codes: counted(ports.codes),
    keys: counted(ports.keys),
    credentials: counted(ports.credentials),
    audit: counted(ports.audit),
  };
  return {
    vault: aVault({ ports: tables, provider }),
    restart() {
      for (const table of Object.values(tables)) table.restart();
    },
    /** What each table was asked for; those that were not are left out. */
    counts: (): Readonly<Record<string, VaultCost>> =>
      Object.fromEntries(
        Object.entries(tables).flatMap(([name, table]) => {
          const { calls, writeUnits, readUnits } = table.count();
          return calls > 0 ? [[name, { calls, writeUnits, readUnits }]] : [];
        }),
      ),
  };
}

/** The first and the second request of a container, which then keeps what it read for the first. */
async function costs(serve: Serve) {
  const world = switchInMemory();
  const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
  const merchant = await aMerchant(world, 'merchant_example', { webhook_details });
  const port = countedPort(world.port, (key) => world.port.get(key));
  const vault = countedVault(world.around.vault);
  const around = Object.create(world.around, { vault: { value: vault.vault } });
  const served = container(port, around);
  await serve(served, { world, merchant, round: 1 });
  const cold = port.count();
  port.restart();
  vault.restart();
  await serve(served, { world, merchant, round: 2 });
  return { cold, warm: port.count(), inVault: vault.counts() };
}

function operationOf(row: string): string {
  return row.split(',')[0] ?? '';
}
const budgetOf = (row: string) => {
  const budget = budgets[row];
  if (!budget) throw new Error(`There is no budget for ${row}.`);
  return budget;
};

describe('the budget', () => {
  it('has a row for every operation and every queue function', () => {
    const functions = readdirSync(new URL('../functions/queues', import.meta.url)).map(
      (file) => `queues.${file.replace(/\.ts$/, '')}`,
    );
    const all = [...[...operations, ...sandboxOperations].map(({ name }) => name), ...functions];
    expect([...new Set(Object.keys(budgets).map(operationOf))].sort()).toEqual(all.sort());
  });

  it('of the vault belongs to rows that there are', () => {
    expect(Object.keys(vaultBudgets).filter((row) => !(row in budgets))).toEqual([]);
  });

  it('is what is measured, row by row', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(budgets).sort());
  });

  it.each(Object.keys(rows))('stays within its limit: %s', (row) => {
    const { limit, ...budget } = budgetOf(row);
    if (!limit) return;
    expect(budget.steps).toBeLessThanOrEqual(limit.steps);
    expect(budget.calls).toBeLessThanOrEqual(limit.calls);
    expect(budget.writeUnits).toBeLessThanOrEqual(limit.writeUnits);
    expect(budget.readUnits).toBeLessThanOrEqual(limit.readUnits);
  });

  it('of a whole ordinary journey stays within its limit', () => {
    const all = journey.rows.map(budgetOf);
    const total = (of: (budget: (typeof all)[number]) => number) =>
      all.map(of).reduce((sum, one) => sum + one, 0);
    expect(total(({ writeUnits }) => writeUnits)).toBeLessThanOrEqual(journey.limit.writeUnits);
    expect(total(({ readUnits }) => readUnits)).toBeLessThanOrEqual(journey.limit.readUnits);
  });
});

/**
 * What failed is called by the operator's rules, which a new container has to read: one step more. The
 * first failure that is counted begins its counter: another one.
 */
const moreAtFirst: Readonly<Record<string, number>> = {
  'payments.create, with confirm, declined': 1,
  'payments.create, declined and counted': 2,
  'payments.create, charging a mandate in vain': 1,
  'refunds.create, connector says no': 1,
};

describe('a request costs exactly its budget, and a new container two steps more at most', () => {
  it.each(Object.entries(rows))('%s', async (row, serve) => {
    const { limit: _, ...budget } = budgetOf(row);
    const { cold, warm, inVault } = await costs(serve);
    expect(warm).toEqual(budget);
    if (operationOf(row).startsWith('payments.')) expect(inVault).toEqual(vaultBudgets[row] ?? {});
    expect(cold.steps).toBeLessThanOrEqual(budget.steps + 2 + (moreAtFirst[row] ?? 0));
  });
});
