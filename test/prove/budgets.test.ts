import { readdirSync } from 'node:fs';
import type { Sent } from '#platform/http/egress.ts';
import { sendBytes } from '#platform/http/egress.ts';
import { pageCheckJob } from '#platform/http/page-check.ts';
import { logTo } from '#platform/log.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { learnOutcomes, type ProfileOutcome } from '#switch/routing/dynamic/learn-outcomes.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { findReceiver } from '#webhooks/delivery/receiver.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../functions/queues/deliver-webhook.ts';
import { findDue } from '../../functions/queues/find-due.ts';
import { notifyFromSandbox } from '../../functions/queues/notify-from-sandbox.ts';
import { projectLists } from '../../functions/queues/project-lists.ts';
import { publishEvents, readChanges } from '../../functions/queues/publish-events.ts';
import { syncPending } from '../../functions/queues/sync-pending.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios } from '../scenarios/all-scenarios.ts';
import { withKey } from '../scenarios/request-keys.ts';
import { charged } from '../scenarios/sandbox.ts';
import {
  done,
  operationOf,
  type Scenario,
  type Shop,
  type VaultCost,
} from '../scenarios/scenario.ts';
import { shopInMemory } from '../scenarios/shop-in-memory.ts';
import { challenged, created } from '../scenarios/steps.ts';
import { stripe, stripeInMemory } from '../scenarios/stripe.ts';
import { countedPort } from '../support/counted-port.ts';
import { drawnByDay } from '../support/drawn-by-day.ts';
import { listStored } from '../support/listed-in-memory.ts';
import type { MemoryPort } from '../support/memory-table.ts';
import { byCard } from '../support/payments-in-memory.ts';
import { streamRecord } from '../support/stream-record.ts';
import {
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  type Merchant,
  switchInMemory,
} from '../support/switch-in-memory.ts';
import { type AVault, aVault } from '../support/vault/a-vault.ts';
import { answered, recordingQueue, timedOut } from '../support/webhook-delivery.ts';
import { budgets, journey, vaultBudgets } from './budgets.ts';

const { each } = drawnByDay('budgets');

/** A switch in use, with the objects that its requests need. */
interface BudgetContext {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  readonly shop: Shop;
  /** Different for every request, so that each can be about something of its own. */
  readonly round: number;
}

type Serve = (container: Container, scene: BudgetContext) => Promise<unknown>;

const ofStripe: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries(stripe).map(([row, { request, status = 200 }]): [string, Serve] => [
    row,
    async ({ services }, { world }) => {
      const asked = await request(stripeInMemory(world.services));
      const answer = await stripeInMemory(services).ask('sandbox.stripe', asked);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    },
  ]),
);

/** The change that the stream reports when a payment was created. */
async function changeOf({ world, merchant }: BudgetContext, payment_id: string) {
  const after = await packedPort(world.port).get(paymentKey(merchant.id, payment_id));
  return [{ number: '1', before: undefined, after }];
}

async function listing(
  { services }: Container,
  changes: Parameters<ReturnType<typeof projectLists>>[0],
): Promise<void> {
  expect(await projectLists(services)(changes)).toEqual([]);
}

const rows: Readonly<Record<string, Serve>> = {
  ...ofStripe,
  'queues.project-lists': async (container, context) => {
    const { payment_id } = await created(context.shop);
    await listing(container, await changeOf(context, payment_id));
  },
  'queues.project-lists, of a thing that is listed': async (container, context) => {
    const { payment_id } = await created(context.shop);
    const [before] = await changeOf(context, payment_id);
    await listStored(context.world.port);
    const request = { params: { payment_id }, body: byCard() };
    await done(context.shop, 'payments.confirm', request);
    const [after] = await changeOf(context, payment_id);
    await listing(container, [{ number: '1', before: before?.after, after: after?.after }]);
  },
  'queues.project-lists, of a hundred': async (container, context) => {
    const payments = await Promise.all(Array.from({ length: 100 }, () => created(context.shop)));
    const changes = payments.map(({ payment_id }) => changeOf(context, payment_id));
    await listing(container, (await Promise.all(changes)).flat());
  },
  'queues.notify-from-sandbox': async ({ services }, context) => {
    const { reference } = await charged(context.shop);
    const payment = context.world.port.items().find((one) => one.reference === reference);
    const notify = notifyFromSandbox({
      ...services,
      send: async () => ({ kind: 'answered', response: { status: 200, headers: {}, body: '' } }),
      loopback: false,
      log: logTo(() => {}),
      clock: () => new Date(),
    });
    const keyHash = String(payment?.keyHash);
    const message = { id: 'evt_1', keyHash, reference, created: 0 };
    await notify({ body: message, receiveCount: 1 });
  },
  'queues.publish-events': async ({ services }, context) => {
    const { payment_id } = await created(context.shop, { confirm: true, ...byCard() });
    const after = context.world.port.items().find(({ id }) => id === payment_id);
    const before = { ...after, transitions: [] };
    const messages = await publishEvents(services)({ before, after });
    expect(messages).toHaveLength(1);
  },
  'queues.publish-events, of what waits': async ({ services }, context) => {
    const { payment_id } = await challenged(context.shop);
    const after = context.world.port.items().find(({ id }) => id === payment_id);
    const deliveries = recordingQueue<DeliveryMessage>();
    const waiting = recordingQueue<SyncMessage>();
    const publish = publishEvents(services);
    const queues = { deliveries, slow: recordingQueue<DeliveryMessage>(), syncs: waiting };
    const clock = () => new Date();
    const learn = (outcomes: readonly ProfileOutcome[]) =>
      learnOutcomes(outcomes, { ...services, ...quiet, clock });
    const read = readChanges({ ...quiet, ...queues, publish, learn, clock });
    const Records = [streamRecord('1', undefined, after)];
    expect(await read({ Records })).toEqual({ batchItemFailures: [] });
    // `find-due` sends the message of its sync.
    expect([deliveries.queued.length, waiting.queued.length]).toEqual([1, 0]);
  },
  'queues.deliver-webhook': async ({ services }, context) =>
    delivering(services, 200)({ body: await aMessage(context) }),
  'queues.deliver-webhook, that fails': async ({ services }, context) =>
    delivering(services, 500)({ body: await aMessage(context) }),
  'queues.deliver-webhook, that is refused at length': async ({ services }, context) =>
    delivering(services, answered(400, 'no '.repeat(1_300)))({ body: await aMessage(context) }),
  'queues.deliver-webhook, once more': async ({ services }, context) =>
    delivering(services, 200)({ body: await aRetry(context) }),
  'queues.deliver-webhook, that fails once more': async ({ services }, context) =>
    delivering(services, 500)({ body: await aRetry(context) }),
  'queues.deliver-webhook, that is not answered in time': async ({ services }, context) => {
    // Another merchant each time: the first one's receiver is known by then.
    const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
    const merchant = await aMerchant(context.world, `merchant_${context.round}`, {
      webhook_details,
    });
    const body = await aMessage({ ...context, merchant });
    await delivering(services, timedOut)({ body });
  },
  'queues.deliver-webhook, to a receiver that let us wait': async ({ services }, context) =>
    delivering(services, 200)({ body: await afterATimeout(context) }),
  'queues.deliver-webhook, from the queue of slow receivers': async ({ services }, context) => {
    const body = await afterATimeout(context);
    await delivering(services, 200)({ body: { ...body, slow: true } });
  },
  'queues.find-due': async ({ services }) =>
    findDue({
      ...services,
      ...quiet,
      syncs: recordingQueue(),
      deliveries: recordingQueue(),
      clock: () => new Date(),
    })(),
  'queues.check-link-pages': async () =>
    pageCheckJob({
      ...quiet,
      site: () => ({ url: 'https://pay.example', loopbackAllowed: false }),
      approved: () => [],
      send: sendBytes,
    })({}),
  'queues.sync-pending': async ({ services }, context) => {
    const { payment_id } = await challenged(context.shop);
    const { pk = '', dueAt = '' } =
      context.world.port.items().find(({ id }) => id === payment_id) ?? {};
    const look = syncPending({
      ...quiet,
      failedSyncs: recordingQueue(),
      sync: (place, handling) =>
        syncDueItem({ ...services, ...quiet, clock: () => new Date(dueAt) }, place, handling),
    });
    const handling = { requestId: 'message', remainingMs: () => 28_000 };
    await look({ body: { pk, sk: 'PAYMENT', dueAt }, receiveCount: 1 }, handling);
  },
};

const quiet = { log: logTo(() => {}), metric: () => {} };

/** Delivery to a receiver that answers like this. */
const delivering = (services: Container['services'], answer: number | Sent) =>
  deliverWebhook({
    ...services,
    ...quiet,
    queues: { deliveries: recordingQueue(), slow: recordingQueue(), undelivered: recordingQueue() },
    slowReceivers: slowReceivers(services.table, services.configurations, services.clock),
    send: async () => (typeof answer === 'number' ? answered(answer) : answer),
  });

/** A stored event, and the first message about it. */
async function aMessage({ world, merchant, round }: BudgetContext) {
  const { id: merchantId, profileId } = merchant;
  const [eventId, body] = [`evt_${round}`, JSON.stringify({ content: aPaymentRequest() })];
  await world.services.events.add({
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

/**
 * The first message about an event whose receiver timed out a moment ago, as another container
 * found out.
 */
async function afterATimeout(context: BudgetContext) {
  const { configurations, table, clock } = context.world.services;
  const { id: merchantId, profileId } = context.merchant;
  const receiver = await findReceiver({ merchantId, profileId }, configurations);
  if (!receiver) throw new Error('The merchant has an address.');
  await slowReceivers(table, configurations, clock).recordSlow(receiver);
  return aMessage(context);
}

/** The message about its second try, when that is due. */
async function aRetry(context: BudgetContext) {
  const { world } = context;
  const { merchantId, eventId, ...first } = await aMessage(context);
  const before = {
    ...world.services,
    clock: () => new Date(world.dependencies.clock.now.getTime() - 60_000),
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
    /** The cost in each table that was called; the other tables are left out. */
    counts: (): Readonly<Record<string, VaultCost>> =>
      Object.fromEntries(
        Object.entries(tables).flatMap(([name, table]) => {
          const { calls, writeUnits, readUnits } = table.count();
          return calls > 0 ? [[name, { calls, writeUnits, readUnits }]] : [];
        }),
      ),
  };
}

/** The preparation of a row, and the measured call, which is made anew each time. */
interface Counted {
  readonly prepare: (scene: BudgetContext) => Promise<unknown>;
  readonly serve: Serve;
}

/** A scenario's request to the container whose calls are counted. */
const played = (name: string, scenario: Scenario): Counted => {
  const { status = 200, request, succeeded = () => true } = scenario;
  const operation = operationOf(name);
  return {
    prepare: async ({ shop }) => scenario.prepare?.(shop),
    async serve({ ask }, { shop }) {
      const asked = await request(shop);
      const answer = await ask(operation, withKey(operation, shop.merchant, asked));
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
      expect(await succeeded(answer, shop, asked)).toBe(true);
    },
  };
};

/** The first and the second request of a container, which caches configuration at the first. */
async function costs({ prepare, serve }: Counted) {
  const world = switchInMemory();
  const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
  const merchant = await aMerchant(world, 'merchant_example', { webhook_details });
  const shop = shopInMemory(world, merchant);
  const scene = { world, merchant, shop };
  await prepare({ ...scene, round: 0 });
  // From now on every reader of the configuration sees the prepared settings.
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
  const port = countedPort(world.port, (key) => world.port.get(key));
  const vault = countedVault(world.dependencies.vault);
  const dependencies = Object.create(world.dependencies, { vault: { value: vault.vault } });
  const served = container(port, dependencies);
  await serve(served, { ...scene, round: 1 });
  const cold = port.count();
  port.restart();
  vault.restart();
  await serve(served, { ...scene, round: 2 });
  const [readTwice, parsedTwice] = [port.readTwice(), port.parsedTwice()];
  return { cold, warm: port.count(), inVault: vault.counts(), readTwice, parsedTwice };
}

const counted: Readonly<Record<string, Counted>> = {
  ...Object.fromEntries(
    Object.entries(rows).map(([row, serve]) => [row, { prepare: async () => {}, serve }]),
  ),
  ...Object.fromEntries(
    Object.entries(scenarios).flatMap(([name, scenario]) =>
      scenario.budget ? [[name, played(name, scenario)]] : [],
    ),
  ),
};

const budgetOf = (row: string) => {
  const budget = budgets[row];
  if (!budget) throw new Error(`There is no budget for ${row}.`);
  return budget;
};

describe('the budget', () => {
  it('the budget has a row for every operation, every queue function and the API of Stripe', () => {
    const functions = readdirSync(new URL('../../functions/queues', import.meta.url)).map(
      (file) => `queues.${file.replace(/\.ts$/, '')}`,
    );
    const all = [
      ...[...operations, ...sandboxOperations].map(({ name }) => name),
      ...functions,
      'sandbox.stripe',
    ];
    expect([...new Set(Object.keys(budgets).map(operationOf))].sort()).toEqual(all.sort());
  });

  it('each budget of the vault belongs to an existing row', () => {
    expect(Object.keys(vaultBudgets).filter((row) => !(row in budgets))).toEqual([]);
  });

  it('each budget equals its measurement, row by row', () => {
    expect(Object.keys(counted).sort()).toEqual(Object.keys(budgets).sort());
  });

  it.each(Object.keys(counted))('the budget stays within its limit: %s', (row) => {
    const { limit, ...budget } = budgetOf(row);
    if (!limit) return;
    expect(budget.steps).toBeLessThanOrEqual(limit.steps);
    expect(budget.calls).toBeLessThanOrEqual(limit.calls);
    expect(budget.writeUnits).toBeLessThanOrEqual(limit.writeUnits);
    expect(budget.readUnits).toBeLessThanOrEqual(limit.readUnits);
  });

  it('the budget of a whole ordinary journey stays within its limit', () => {
    const all = journey.rows.map(budgetOf);
    const total = (of: (budget: (typeof all)[number]) => number) =>
      all.map(of).reduce((sum, one) => sum + one, 0);
    expect(total(({ writeUnits }) => writeUnits)).toBeLessThanOrEqual(journey.limit.writeUnits);
    expect(total(({ readUnits }) => readUnits)).toBeLessThanOrEqual(journey.limit.readUnits);
  });
});

/**
 * Requests that read an item again: an index or a list led to it, or it may have changed since. The
 * life of an ordinary payment has none.
 */
const readAgain: ReadonlySet<string> = new Set([
  ...['create', 'list', 'retrieve', 'update', 'delete', 'test'].map(
    (one) => `webhook-endpoints.${one}`,
  ),
  ...['payment-methods.list', 'payment-methods.list-for-customer'],
  ...['receive', 'receive-put'].map(
    (one) => `incoming-webhooks.${one}, of a token that its processor disabled`,
  ),
  'payment-methods.list-for-customer, with the key of the customer',
  'payments.list-payment-methods',
  ...['payments.create, saving a card that is saved', 'payments.create, charging a saved card'],
  'payments.create, its stored card declined and charged by another',
  'payments.confirm, with a payment token',
  ...['payments.list, after a payment', 'disputes.list, of a payment', 'api-keys.list'],
  ...[
    'events.undelivered, two of them',
    'events.undelivered, two of them, by the operator',
    'events.stop-retry',
    'customers.delete, with a saved card',
  ],
  ...['sandbox.revoke-mandate', 'queues.sync-pending'],
  ...['receive', 'receive-put'].map(
    (one) => `incoming-webhooks.${one}, by the id of the processor`,
  ),
]);

it('the list of rows that read an item again contains only existing rows', () => {
  expect([...readAgain].filter((row) => !(row in budgets))).toEqual([]);
});

describe('a request costs exactly its budget, reads and parses no item twice, and costs a new container two steps more at most', () => {
  each(Object.entries(counted))('%s', async (row, one) => {
    const { limit: _, ...budget } = budgetOf(row);
    const { cold, warm, inVault, readTwice, parsedTwice } = await costs(one);
    expect(warm).toEqual(budget);
    if (readAgain.has(row)) expect(readTwice).not.toEqual([]);
    else expect(readTwice).toEqual([]);
    expect(parsedTwice).toEqual([]);
    if (operationOf(row).startsWith('payments.')) expect(inVault).toEqual(vaultBudgets[row] ?? {});
    expect(cold.steps).toBeLessThanOrEqual(
      budget.steps + 2 + (scenarios[row]?.moreStepsAtFirst ?? 0),
    );
  });
});
