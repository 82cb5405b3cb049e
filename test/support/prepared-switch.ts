import { placeOf } from '#merchants/accounts/configuration-store.ts';
import { newOrganization } from '#merchants/organizations/organization.ts';
import { placeOfEndpoint } from '#merchants/webhook-settings/endpoint-secrets.ts';
import type { Auth, Operation } from '#platform/http/operation.ts';
import type { Item } from '#platform/table/port.ts';
import { cardBinKey, ephemeralKeyKey, sha256 } from '#platform/table/shared-keys.ts';
import { newAuthentication } from '#sandbox/authentications.ts';
import { refund } from '#sandbox/changes.ts';
import { decide } from '#sandbox/ledger.ts';
import { chargeOf } from '#sandbox/operations.ts';
import { newJob } from '#switch/blocklist/blocklist-job.ts';
import { blocklistKey } from '#switch/blocklist/blocklist-store.ts';
import { awaitedPaymentMethod } from '#switch/payment-methods/payment-method.ts';
import { startPostCaptureVoid } from '#switch/payments/lifecycle/voids.ts';
import { learnOutcomes, outcomesIn } from '#switch/routing/dynamic/learn-outcomes.ts';
import { listFallback } from '#switch/routing/manage-fallback.ts';
import { switchAuditContext } from '#vault/switch/from-switch.ts';
import { orderedRetry } from '#webhooks/events/event-retry.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import {
  exampleFiles,
  exampleForm,
  prepareDisputes,
  prepareSandboxDispute,
} from './example-disputes.ts';
import { listStored } from './listed-in-memory.ts';
import { memoryPort } from './memory-table.ts';
import {
  authenticationQuery,
  collectLinkQueryAt,
  linkQueryAt,
  payoutLinkQueryAt,
  queryAt,
} from './page-queries.ts';
import { byCard } from './payments-in-memory.ts';
import { prepareAuthentications } from './prepared-authentications.ts';
import { inFrameOfShop, prepareCollectLink, prepareLinks } from './prepared-links.ts';
import { prepareMandates } from './prepared-mandates.ts';
import { preparePayouts } from './prepared-payouts.ts';
import { prepareRouting } from './prepared-routing.ts';
import { signedWebhook } from './processor-webhooks.ts';
import { readerKey } from './reader-key.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  type Container,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from './switch-in-memory.ts';
import { type AVault, aVault } from './vault/a-vault.ts';

export const all = [...operations, ...sandboxOperations];
const processorKey = 'key of a processor';
/** What the ends of the secrets of payment methods are here. */
const secretEnd = '0123456789abcdefghij';

/** A switch in which every operation's example succeeds, and the keys to try it with. */
export interface Prepared {
  readonly merchant: Merchant;
  readonly otherMerchant: Merchant;
  readonly revokedKey: string;
  readonly expiredKey: string;
  /** The secret of the example's payment. */
  readonly clientSecret: string;
  /** The secret of the example's payout. */
  readonly payoutSecret: string;
  /** Keys of the example's customer, and of another one. */
  readonly customerKey: string;
  readonly otherCustomerKey: string;
  /** What the examples say that must name all of the merchant's connector accounts. */
  readonly orders: Readonly<Record<string, unknown>>;
  /** A vault of its own, with what was prepared. */
  vault(): AVault;
}

export const dependencies = switchDependencies();
const prepared = new Map<string, Awaited<ReturnType<typeof prepare>>>();

/** What an example makes must not be there before, so operations that make something get less. */
async function prepare(
  makes: string,
  vault: AVault = aVault(),
): Promise<Prepared & { items: ReturnType<typeof itemsOf> }> {
  const world = switchInMemory([], { ...dependencies, vault });
  const merchantId = makes === 'accounts.create' ? 'merchant_there' : 'merchant_example';
  const listens = { webhook_details: { webhook_url: 'https://shop.example/webhooks' } };
  const merchant = await aMerchant(world, merchantId, makes === 'events.retry' ? listens : {});
  const otherMerchant = await aMerchant(world, 'merchant_other');
  const done = async (name: string, request: Ask) => {
    const { status, body } = await world.ask(name, { key: merchant.key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const anotherKey = (expiration: string) =>
    done('api-keys.create', {
      key: adminKey,
      params: { merchant_id: merchant.id },
      body: { name: 'Another', expiration },
    });

  const expired = await anotherKey('2020-01-01T00:00:00Z');
  const revoked = await anotherKey('never');
  await world.ask('customers.create', { key: revoked.api_key, body: {} });
  await done('api-keys.revoke', {
    key: adminKey,
    params: { merchant_id: merchant.id, key_id: revoked.key_id },
  });
  const createdAt = new Date().toISOString();
  const dates = { createdAt, modifiedAt: createdAt };
  await world.services.apiKeys.create({
    id: 'key_example',
    merchantId: merchant.id,
    hash: 'hash',
    prefix: 'snd_0123abcd',
    name: 'Till backend',
    createdAt,
  });
  const { account } = await world.services.configurations.read(merchant.id);
  const sealed = await world.services.secrets.seal(account, placeOfEndpoint('we_example'), {
    payment_response_hash_key: 'secret of the endpoint',
  });
  await world.services.configurations.addProfile({
    id: 'pro_example',
    merchantId: merchant.id,
    name: 'example',
    settings: {
      is_extended_card_info_enabled: true,
      extended_card_info_config: { public_key: readerKey, ttl_in_secs: 900 },
    },
    webhookEndpoints: [{ id: 'we_example', url: 'https://shop.example/third', sealed, ...dates }],
    ...dates,
    version: 1,
  });
  await prepareConfiguration(world, merchant.id);
  await prepareTax(merchant, done);
  if (makes === 'payments.post-session-tokens') await prepareWallet(merchant, done);
  await prepareRouting(world, merchant.id, dependencies.clock.now);
  if (makes !== 'customers.create') {
    await done('customers.create', { body: { customer_id: 'customer_example' } });
  }
  const pay = (payment_id: string, more: object = {}) =>
    done('payments.create', { body: { payment_id, amount: 2_599, currency: 'EUR', ...more } });
  const payment = await pay('pay_example');
  await world.services.retries.order(
    orderedRetry(
      {
        id: 'evr_example',
        merchantId: merchant.id,
        reason: 'requested',
        eventsPerSecond: 10,
        events: { from: createdAt, until: createdAt, profileId: merchant.profileId },
      },
      undefined,
      dependencies.clock.now,
    ),
    { retries: [], orders: 0 },
  );
  await world.services.events.add({
    id: 'evt_example',
    merchantId: merchant.id,
    profileId: merchant.profileId,
    type: 'payment_succeeded',
    class: 'payments',
    objectId: 'pay_example',
    createdAt,
    body: '{}',
  });
  const return_url = 'https://shop.example/return';
  await pay('pay_challenged', { confirm: true, return_url, ...byCard('4000003800000446') });
  await pay('pay_paid_example', { amount: 500_000, confirm: true, ...byCard() });
  await done('refunds.create', {
    body: {
      payment_id: 'pay_paid_example',
      refund_id: 'ref_example',
      amount: 600,
      refund_type: 'scheduled',
    },
  });
  await pay('pay_extended');
  await prepareExtendedCard(world, vault, merchant);
  if (makes !== 'customers.create') await prepareCards(world, vault, merchant.id);
  const keyOfCustomer = async (customer_id: string) =>
    (await done('ephemeral-keys.create', { body: { customer_id } })).secret;
  await prepareClient(world, merchant.id);
  const { now } = dependencies.clock;
  const payoutSecret =
    makes === 'customers.create' ? '' : await preparePayouts(world, merchant, processorKey, now);
  await prepareCaptures(world, done);
  if (makes !== 'customers.create') {
    await prepareMandates(world, merchant, sha256(processorKey).toString('hex'));
    await prepareCollectLink(world, merchant);
  }
  await prepareLinks(world, merchant);
  await prepareAuthentications(world, merchant, payment.client_secret, now);
  await prepareSandbox(world, makes);
  await prepareDisputes(world, done, merchant);
  if (makes === 'any other') await prepareBankDebit(world, merchant, done);
  await prepareSandboxDispute(world, sha256(processorKey).toString('hex'), now);
  return {
    merchant,
    otherMerchant,
    expiredKey: expired.api_key,
    revokedKey: revoked.api_key,
    clientSecret: payment.client_secret,
    payoutSecret,
    customerKey: await keyOfCustomer('customer_example'),
    otherCustomerKey: await keyOfCustomer('customer_other'),
    orders: await ordersOf(world, merchant),
    items: itemsOf(world),
    vault: copiesOf(vault),
  };
}

/** All of a merchant's connector accounts in their order, as an example that puts them in order needs them. */
async function ordersOf({ services }: Container, merchant: Merchant) {
  const configuration = await services.configurations.read(merchant.id);
  return {
    'routing.update-default': listFallback(configuration, 'payment'),
    'routing.update-default-of-profile': listFallback(configuration, 'payment', 'pro_example'),
    'routing.update-default-for-payouts': listFallback(configuration, 'payout'),
  };
}

/** A payment whose card its merchant may ask for. */
async function prepareExtendedCard(
  { services }: ReturnType<typeof switchInMemory>,
  vault: AVault,
  { id: merchantId }: Merchant,
) {
  const { now } = dependencies.clock;
  const { token } = await vault.cards.store(
    switchAuditContext(merchantId, { requestId: 'req', now }, 'payment pay_extended'),
    {
      number: Buffer.from('4242424242424242'),
      brand: 'visa',
      expiryMonth: '10',
      expiryYear: '2035',
    },
  );
  const paid = await services.payments.get(merchantId, 'pay_extended');
  const until = new Date(now.getTime() + 900_000).toISOString();
  await services.payments.save({
    ...paid,
    profileId: 'pro_example',
    extendedCard: { token, until },
  });
}

/** An organization, and connector accounts of a profile that no payment is made for. */
async function prepareConfiguration(
  { services }: ReturnType<typeof switchInMemory>,
  merchantId: string,
) {
  const { configurations, organizations, secrets, cardIssuers, exchangeRates } = services;
  const { now } = dependencies.clock;
  await exchangeRates.set({
    rates: {
      base_currency: 'USD',
      conversion: { EUR: { to_factor: '0.92', from_factor: '1.087' } },
    },
    setAt: 1_767_225_600,
  });
  await cardIssuers.add({ id: 'card_issuer_example', name: 'EXAMPLE BANK', version: 1 });
  const names = { organization_name: 'Example Retail' };
  await organizations.create(newOrganization('standard', names, now, 'org_example'));
  const { account: holder } = await configurations.read(merchantId);
  const accounts = [
    { id: 'mca_example', connectorName: 'fauxpay', api_key: 'key of the example' },
    { id: 'mca_stripe_example', connectorName: 'stripe', api_key: 'sk_test_example' },
  ];
  for (const { id, connectorName, api_key } of accounts) {
    const own = { connector_account_details: { auth_type: 'HeaderKey', api_key } };
    await configurations.addConnectorAccount({
      id,
      merchantId,
      profileId: 'pro_example',
      connectorName,
      connectorType: 'payment_processor',
      label: `${connectorName}_example`,
      status: 'active',
      disabled: false,
      settings: {},
      sealed: await secrets.seal(holder, placeOf.connectorAccount(id), own),
      createdAt: now.toISOString(),
      modifiedAt: now.toISOString(),
      version: 1,
    });
  }
}

/** What requests change in a vault, the next one shall not find changed. */
function copiesOf({ ports, provider }: AVault): () => AVault {
  const { cards, codes, keys, credentials, audit } = ports;
  const before = [cards, codes, keys, credentials, audit].map((port) => port.items());
  return () => {
    const [cards, codes, keys, credentials, audit] = before.map((items) => memoryPort(items));
    if (!cards || !codes || !keys || !credentials || !audit) throw new Error('Five tables.');
    return aVault({ ports: { cards, codes, keys, credentials, audit }, provider });
  };
}

/** Two saved cards, and a payment method that waits for its data. */
async function prepareCards(
  { services }: ReturnType<typeof switchInMemory>,
  vault: AVault,
  merchantId: string,
) {
  const { paymentMethods } = services;
  const { now } = dependencies.clock;
  const owner = { merchantId, customerId: 'customer_example' };
  for (const [id, number, brand] of [
    ['pm_example', '4242424242424242', 'visa'],
    ['pm_second', '5555555555554444', 'mastercard'],
  ] as const) {
    const card = await vault.cards.store(
      switchAuditContext(merchantId, { requestId: 'req', now }, `payment method ${id} saved`),
      { number: Buffer.from(number), brand, expiryMonth: '10', expiryYear: '2035' },
    );
    const names = { id, secret: secretEnd };
    await paymentMethods.saveCard({ ...owner, names, card, facts: {}, status: 'active', now });
  }
  const names = { id: 'pm_awaited', secret: secretEnd };
  await paymentMethods.create(awaitedPaymentMethod(owner, {}, names, now));
}

type Done = (name: string, request: Ask) => Promise<Answer['body']>;

/** A payment whose money is reserved, one that is paid, and one whose void nobody has answered. */
async function prepareCaptures({ services }: ReturnType<typeof switchInMemory>, done: Done) {
  const sale = { amount: 2_599, currency: 'EUR', confirm: true, ...byCard() };
  await done('payments.create', {
    body: { payment_id: 'pay_authorized', capture_method: 'manual', ...sale },
  });
  for (const payment_id of ['pay_captured', 'pay_recalled']) {
    const { merchant_id } = await done('payments.create', { body: { payment_id, ...sale } });
    if (payment_id === 'pay_captured') continue;
    const paid = await services.payments.get(merchant_id, payment_id);
    await services.payments.save(startPostCaptureVoid(paid, undefined, dependencies.clock.now));
  }
  await prepareDecisions({ services }, done, sale);
}

/** An account with a calculator of taxes. */
async function prepareTax({ id, profileId }: Merchant, done: Done) {
  const params = { account_id: id, profile_id: profileId };
  const { merchant_connector_id } = await done('connector-accounts.create', {
    key: adminKey,
    params,
    body: {
      connector_type: 'tax_processor',
      connector_name: 'taxjar',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a calculator' },
    },
  });
  const body = { tax_connector_id: merchant_connector_id, is_tax_connector_enabled: true };
  await done('profiles.update', { key: adminKey, params, body });
}

/** A payment that a customer may pay from a bank account that a verifier confirms. */
async function prepareBankDebit(
  { services: { payments } }: Pick<ReturnType<typeof switchInMemory>, 'services'>,
  { id }: Merchant,
  done: Done,
) {
  const params = { account_id: id };
  const { merchant_connector_id: mca_id } = await done('connector-accounts.create', {
    key: adminKey,
    params,
    body: {
      connector_type: 'payment_method_auth',
      connector_name: 'plaid',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'client_one', key1: 'secret' },
    },
  });
  const choice = { payment_method: 'bank_debit', payment_method_type: 'ach' };
  // The accounts of a moment have no order.
  const { clock } = dependencies;
  clock.now = new Date(clock.now.getTime() + 1);
  await done('connector-accounts.create', {
    key: adminKey,
    params,
    body: {
      connector_type: 'payment_processor',
      connector_name: 'checkout_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of bank debits' },
      pm_auth_config: {
        enabled_payment_methods: [{ ...choice, connector_name: 'plaid', mca_id }],
      },
    },
  });
  const { merchant_id } = await done('payments.create', {
    body: {
      payment_id: 'pay_debited',
      amount: 2_599,
      currency: 'USD',
      customer_id: 'customer_example',
      billing: { address: { country: 'US' } },
    },
  });
  // The secret that all examples are sent with.
  const { clientSecret } = await payments.get(merchant_id, 'pay_example');
  await payments.save({ ...(await payments.get(merchant_id, 'pay_debited')), clientSecret });
}

/** An account that makes orders for the windows of wallets. */
async function prepareWallet({ id }: Merchant, done: Done) {
  await done('connector-accounts.create', {
    key: adminKey,
    params: { account_id: id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a wallet' },
    },
  });
}

/** One whose reservation can be raised, one that is held for its risk, and one under review. */
async function prepareDecisions(
  { services: { payments } }: Pick<ReturnType<typeof switchInMemory>, 'services'>,
  done: Done,
  sale: object,
) {
  const requests = {
    request_incremental_authorization: true,
    request_extended_authorization: true,
  };
  const held = { capture_method: 'manual', ...sale };
  await done('payments.create', { body: { payment_id: 'pay_raisable', ...requests, ...held } });
  const { merchant_id } = await done('payments.create', {
    body: { payment_id: 'pay_authenticated', return_url: 'https://shop.example/', ...sale },
  });
  const { askedAt: _, ...attempt } = (await payments.get(merchant_id, 'pay_authenticated')).attempt;
  const paid = await payments.get(merchant_id, 'pay_authenticated');
  // The secret that all examples are sent with.
  const { clientSecret } = await payments.get(merchant_id, 'pay_example');
  await payments.save({
    ...paid,
    clientSecret,
    status: 'requires_customer_action',
    attempt: {
      ...attempt,
      status: 'authentication_pending',
      authentication: {
        connectorName: 'threedsecureio',
        connectorAccountId: String(attempt.connectorAccountId),
        status: 'pending',
      },
    },
  });
  for (const payment_id of ['pay_risky', 'pay_reviewed']) {
    const { merchant_id } = await done('payments.create', { body: { payment_id, ...held } });
    const { requestFields: terms, ...payment } = await payments.get(merchant_id, payment_id);
    const { capture_method: _, ...automatic } = terms;
    await payments.save(
      payment_id === 'pay_risky'
        ? {
            ...payment,
            requestFields: automatic,
            status: 'requires_merchant_action',
            attempt: {
              ...payment.attempt,
              status: 'unresolved',
              fraudCheck: { checkedBy: 'signifyd', status: 'manual_review', verdict: 'review' },
            },
          }
        : {
            ...payment,
            requestFields: terms,
            status: 'review',
            attempt: { ...payment.attempt, status: 'capture_review' },
          },
    );
  }
}

/** What customers' browsers and apps ask about. */
async function prepareClient(
  { port, services }: ReturnType<typeof switchInMemory>,
  merchantId: string,
) {
  const createdAtSeconds = Math.floor(dependencies.clock.now.getTime() / 1_000);
  const expiresAtSeconds = createdAtSeconds + 3_600;
  const key = {
    ...ephemeralKeyKey('eki_example'),
    id: 'eki_example',
    merchantId,
    customerId: 'customer_example',
    hash: 'hash',
    createdAtSeconds,
    expiresAtSeconds,
    expiresAt: new Date(expiresAtSeconds * 1_000).toISOString(),
  };
  await port.put(key, 'absent');
  const entry = { merchantId, kind: 'card_bin', data: '411111' } as const;
  const at = dependencies.clock.now.toISOString();
  await port.put({ ...blocklistKey(entry), ...entry, createdAt: at }, 'absent');
  const job = newJob(
    { merchantId, id: 'blkbatch_example', totalRows: 1, chunks: 1 },
    dependencies.clock.now,
  );
  await services.blocklistJobs.start(job, [[{ type: 'card_bin', data: '411111' }]]);
  const range = { bin: '411111', network: 'Visa', createdAt: at, modifiedAt: at, version: 1 };
  await port.put({ ...cardBinKey('411111'), ...range }, 'absent');
  await services.customers.createIfAbsent({
    merchantId,
    id: 'customer_leaving',
    name: 'Joseph Doe',
    createdAt: at,
    modifiedAt: at,
    version: 1,
  });
}

async function prepareSandbox({ services }: ReturnType<typeof switchInMemory>, makes: string) {
  const keyHash = sha256(processorKey).toString('hex');
  const enter = (
    reference: string,
    number: string,
    challengeId: string,
    capture_method: 'automatic' | 'manual' = 'automatic',
    requests: object = {},
  ) => {
    const card = { number, expiry_month: '10', expiry_year: '2035' };
    const charge = chargeOf(keyHash, reference, {
      processor: 'fauxpay',
      amount: 6_540,
      currency: 'USD',
      capture_method,
      ...requests,
      card,
    });
    return services.ledger.enter(decide(charge, { id: 'pay_1', challengeId }, new Date()));
  };
  if (makes !== 'sandbox.authorize') await enter('pay_example_1', '4242424242424242', 'ch_1');
  await enter('pay_challenged', '4000003800000446', 'ch_00000000000000000000');
  await enter('pay_reserved_1', '4242424242424242', 'ch_2', 'manual');
  await enter('pay_raisable_1', '4242424242424242', 'ch_3', 'manual', {
    incremental_authorization: true,
    extended_authorization: true,
  });
  const authentication = newAuthentication(
    {
      keyHash,
      reference: 'pay_authenticated_1',
      amountMinor: 6_540,
      currency: 'USD',
      cardNumber: '4242424242424242',
      returnUrl: 'https://shop.example/',
    },
    { id: 'auth_1', challengeId: 'ch_4' },
    new Date(),
  );
  if (authentication) await services.ledger.enter(authentication);
  if (makes !== 'sandbox.authorize') {
    const part = { id: 'ref_1', reference: 'ref_example', amountMinor: 600 };
    await services.ledger.change({ keyHash, reference: 'pay_example_1' }, new Date(), (payment) =>
      refund(payment, part, new Date()),
    );
  }
}

const itemsOf = ({ port }: ReturnType<typeof switchInMemory>) => port.items();

const making = [
  'accounts.create',
  'customers.create',
  'sandbox.authorize',
  'events.retry',
  'payments.post-session-tokens',
];
const kindOf = ({ name }: Operation) => (making.includes(name) ? name : 'any other');
export const preparedFor = (operation: Operation) => {
  const found = prepared.get(kindOf(operation));
  if (!found) throw new Error('Not prepared.');
  return found;
};

/** A switch as a release left it: what is stored, and what stands outside of its tables. */
export interface LeftBehind {
  readonly now: Date;
  readonly prepared: Omit<Prepared, 'vault'>;
  readonly vault: AVault;
  readonly items: readonly Item[];
  readonly keys: SwitchDependencies['keys'];
  readonly processor: SwitchDependencies['processor'];
}

/** Prepares what most operations need over these keys, this vault and this processor. */
export async function leaveBehind({
  keys,
  vault,
  processor,
}: Pick<LeftBehind, 'keys' | 'vault' | 'processor'>): Promise<LeftBehind> {
  Object.assign(dependencies, { keys, processor, send: processor.send });
  processor.clock.now = dependencies.clock.now;
  const { items, vault: _, ...names } = await prepare('any other', vault);
  const world = switchInMemory(items, { ...dependencies, vault });
  await useOfAllKinds(world, names.merchant);
  const { now } = dependencies.clock;
  return { now, prepared: names, items: itemsOf(world), keys, vault, processor };
}

/** Makes what no example begins with: requests with a key, retries, deliveries, scores, and lists of it all. */
async function useOfAllKinds(
  world: ReturnType<typeof switchInMemory>,
  { id, key, profileId }: Merchant,
) {
  const done = async (name: string, request: Ask) => {
    const { status, body } = await world.ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  };
  const sale = { amount: 2_599, currency: 'EUR' };
  const headers = { 'idempotency-key': 'a request that is repeated' };
  const repeated = { ...sale, confirm: true, payment_id: 'pay_repeated', ...byCard() };
  await done('payments.create', { headers, body: repeated });
  const refund = { payment_id: 'pay_repeated', refund_id: 'ref_repeated', amount: 100 };
  await done('refunds.create', { headers, body: refund });
  await done('profiles.update', {
    key: adminKey,
    params: { account_id: id, profile_id: profileId },
    body: { is_manual_retry_enabled: true },
  });
  const params = { payment_id: 'pay_declined' };
  await done('payments.create', { body: { ...params, ...sale } });
  for (const _ of Array(declines).keys()) {
    await done('payments.confirm', { params, body: byCard('4000000000000002') });
  }
  await done('payments.list', {});
  await world.services.events.record(
    { merchantId: id, eventId: 'evt_example' },
    undefined,
    (delivery) => delivery,
  );
  const profile = { account_id: id, profile_id: profileId };
  await done('routing.create-success-based', {
    params: profile,
    query: { enable: 'metrics' },
    body: {},
  });
  await done('payments.create', { body: { ...sale, confirm: true, ...byCard() } });
  const outcomes = world.port.items().flatMap((after) => outcomesIn({ before: undefined, after }));
  await learnOutcomes(outcomes, world.services);
  await listStored(world.port);
}

/** More than a payment's own item keeps of its attempts. */
const declines = 12;

/** From now on `send` asks a switch that begins with what a release left behind. */
export function takeOver({ now, prepared: names, vault, items, keys, processor }: LeftBehind) {
  Object.assign(dependencies, { keys, processor, send: processor.send });
  dependencies.clock.now = now;
  processor.clock.now = now;
  prepared.set('any other', { ...names, items, vault: copiesOf(vault) });
}

/** Whether an operation's example needs no switch of its own. */
export const needsNothingOfItsOwn = ({ name }: Operation) => !making.includes(name);

/** Prepares everything that `asks` needs. */
export async function prepareAll(): Promise<void> {
  // Suites of one process share this module, and a processor that has seen these payments before
  // would answer with what became of them.
  const { processor, send } = switchDependencies();
  Object.assign(dependencies, { processor, send });
  for (const kind of [...making, 'any other']) prepared.set(kind, await prepare(kind));
}

/** The key that an operation's example is sent with. */
function keyFor({ auth }: Operation, { merchant }: Prepared): string | undefined {
  const keys: Record<Auth, string | undefined> = {
    none: undefined,
    'admin key': adminKey,
    'merchant of the path': merchant.key,
    'secret key': merchant.key,
    'secret key or client secret': merchant.key,
    'client secret': merchant.publishableKey,
    'publishable key': merchant.publishableKey,
    'secret key or ephemeral key': merchant.key,
    'secret key, client secret or ephemeral key': merchant.key,
    'processor key': processorKey,
  };
  return keys[auth];
}

export type Change = (example: Ask, with_: Prepared) => Ask;

/** Asks with an operation's example, changed. A new container each time: nothing is remembered. */
export async function send(operation: Operation, change: Change = (example) => example) {
  const with_ = preparedFor(operation);
  const files = await exampleFiles(with_.merchant);
  const world = switchInMemory(with_.items, { ...dependencies, vault: with_.vault(), files });
  const { params, query } = await exampleOf(operation, world);
  const shown = {
    params,
    query,
    ...bodyOf(operation, with_, world.port.items()),
    key: keyFor(operation, with_),
    ...(operation.name === 'payment-links.show-embedded' && { headers: inFrameOfShop }),
  };
  const whole =
    operation.auth === 'client secret'
      ? withClientSecret(operation, publishable)(shown, with_)
      : shown;
  const request = change(whole, with_);
  const answer = await world.ask(operation.name, request);
  return { answer, world, request, unchanged: with_.items };
}

/** A page's example with the token that is in its address. */
async function exampleOf(
  { name, example }: Operation,
  { services }: Pick<ReturnType<typeof switchInMemory>, 'services'>,
): Promise<Pick<Ask, 'params' | 'query'>> {
  const { params = {}, query } = example;
  const page = pages[name];
  if (!page) return { params: example.params, query };
  const { merchant_id = '', payment_id = '', payout_id, authentication_id } = params;
  if (authentication_id !== undefined) {
    const found = await services.authentications.get(merchant_id, authentication_id);
    return { params, query: authenticationQuery(found) };
  }
  if (params.pm_collect_link_id !== undefined) {
    return { params, query: { ...query, ...(await collectLinkQueryAt(services, params)) } };
  }
  if (payout_id !== undefined) {
    const token = await payoutLinkQueryAt(services, { merchant_id, payout_id });
    return { params, query: { ...query, ...token } };
  }
  const whose = { merchant_id, payment_id };
  const token = await (page === 'link'
    ? linkQueryAt(services, whose)
    : queryAt(services, whose, page));
  return { params, query: { ...query, ...token } };
}

const pages: Readonly<Record<string, Parameters<typeof queryAt>[2] | 'link'>> = {
  'payment-links.show': 'link',
  'payment-links.show-embedded': 'link',
  'payment-links.show-status': 'link',
  'payout-links.show': 'link',
  'collect-links.show': 'link',
  'payments.redirect': 'start',
  'payments.return': 'back',
  'payments.return-posted': 'back',
  'payments.complete': 'back',
  'payments.complete-posted': 'back',
  'payments.authenticate-return': 'authorize',
  'payments.authenticate-return-posted': 'authorize',
  'authentications.redirect': 'authorize',
  'authentications.redirect-posted': 'authorize',
};

/** What is taken as text is signed, by whom the merchant's processor is. */
const bodyOf = (
  { name, bodyAs, example }: Operation,
  { merchant, orders }: Prepared,
  items: readonly Item[],
) => {
  if (bodyAs === 'form') return { form: exampleForm(example.body) };
  if (pages[name]) return {};
  return bodyAs === 'text'
    ? signedWebhook(String(example.body), `key of ${merchant.id}`, dependencies.clock.now, items)
    : { body: orders[name] ?? example.body };
};

/** The secret of what an operation's example is about. */
export function secretOf({ name }: Operation, { clientSecret, payoutSecret }: Prepared): string {
  if (name === 'payouts.confirm') return payoutSecret;
  if (name === 'payment-methods.save') return `pm_awaited_secret_${secretEnd}`;
  if (name === 'payment-methods.update') return `pm_example_secret_${secretEnd}`;
  return clientSecret;
}

/** Puts the secret where the operation reads it. */
export const withClientSecret =
  (operation: Operation, key: (with_: Prepared) => string, secret?: string): Change =>
  ({ query, body, ...example }, with_) => {
    const client_secret = secret ?? secretOf(operation, with_);
    return {
      ...example,
      key: key(with_),
      query: operation.body ? query : { ...query, client_secret },
      body: operation.body ? { ...(body as object), client_secret } : body,
    };
  };

/** The body without the secret, for a caller with a secret key or with none. */
export function withoutClientSecret(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('client_secret' in body)) return body;
  const { client_secret: _, ...rest } = body;
  return rest;
}

export const publishable = ({ merchant }: Prepared) => merchant.publishableKey;
