import { readdirSync } from 'node:fs';
import { deliverWebhook } from '../functions/queues/deliver-webhook.ts';
import { publishEvents } from '../functions/queues/publish-events.ts';
import { logTo } from '../shared/log.ts';
import { operations, sandboxOperations } from '../shared/operations.ts';
import { parsePayment } from '../shared/payments/payment-store.ts';
import { countedPort } from '../shared/table/counted-port.ts';
import { budgets, journey } from './budgets.ts';
import { byCard } from './support/a-shop.ts';
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

async function doneBefore({ world, merchant }: Scene, name: string, request: Ask) {
  const { status, body } = await world.ask(name, { key: merchant.key, ...request });
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body;
}

const created = (scene: Scene, changes: object = {}) =>
  doneBefore(scene, 'payments.create', { body: aPaymentRequest(changes) });

const challengedCard = '4000003800000446';

async function challenged(scene: Scene) {
  return created(scene, { confirm: true, ...byCard(challengedCard) });
}

async function paidAtLast(scene: Scene) {
  const payment = await challenged(scene);
  const item = scene.world.port.items().find(({ id }) => id === payment.payment_id);
  const { redirectUrl } = parsePayment(item).attempt;
  await scene.world.around.processor.visit(`${redirectUrl}/complete?confirm=true`);
  return payment;
}

async function customer(scene: Scene, customer_id = `customer_${scene.round}`) {
  return doneBefore(scene, 'customers.create', {
    body: { customer_id, email: 'payer@example.com', name: 'Joseph Doe' },
  });
}

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
  'api-keys.create': asking('api-keys.create', () => byAdmin({ body: { name: 'Till backend' } })),
  'api-keys.list': asking('api-keys.list', () => byAdmin()),
  'api-keys.revoke': asking('api-keys.revoke', async ({ world }) => {
    const made = await world.ask('api-keys.create', byAdmin({ body: { name: 'Stolen' } }));
    return byAdmin({ params: { merchant_id: 'merchant_example', key_id: made.body.key_id } });
  }),
  'profiles.list': asking('profiles.list', ({ merchant }) => byAdmin({ key: merchant.key })),
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
  'customers.create': asking('customers.create', ({ merchant, round }) => ({
    key: merchant.key,
    body: { customer_id: `customer_${round}`, email: 'payer@example.com', name: 'Joseph Doe' },
  })),
  'customers.retrieve': asking('customers.retrieve', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, params: { customer_id } };
  }),
  'customers.update': asking('customers.update', async (scene) => {
    const { customer_id } = await customer(scene);
    return { key: scene.merchant.key, params: { customer_id }, body: { name: 'Test Payer' } };
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
  'sandbox.authorize': asking('sandbox.authorize', ({ round }) => charge(`pay_${round}_1`)),
  'sandbox.authorize, with a challenge': asking('sandbox.authorize', ({ round }) =>
    charge(`pay_${round}_1`, challengedCard),
  ),
  'sandbox.retrieve': asking('sandbox.retrieve', async ({ world, round }) => {
    const { key, params } = charge(`pay_${round}_1`);
    await world.ask('sandbox.authorize', charge(`pay_${round}_1`));
    return { key, params };
  }),
  'sandbox.challenge': asking('sandbox.challenge', openChallenge),
  'sandbox.complete': asking(
    'sandbox.complete',
    async (scene) => ({ ...(await openChallenge(scene)), query: { confirm: 'true' } }),
    302,
  ),
  'queues.publish-events': async ({ services }, scene) => {
    const { payment_id } = await created(scene, { confirm: true, ...byCard() });
    const after = scene.world.port.items().find(({ id }) => id === payment_id);
    const before = { ...after, transitions: [] };
    const messages = await publishEvents(services)({ before, after });
    expect(messages).toHaveLength(1);
  },
  'queues.deliver-webhook': async ({ services }, { merchant, round }) => {
    const deliver = deliverWebhook({
      ...services,
      queue: { postpone: async () => undefined },
      send: async () => ({ kind: 'answered', response: { status: 200, headers: {}, body: '' } }),
      loopback: false,
      log: logTo(() => {}),
      clock: () => new Date(),
    });
    const { id: merchantId, profileId } = merchant;
    await deliver({
      body: { eventId: `evt_${round}`, merchantId, profileId, body: '{}' },
      receives: 1,
      receiptHandle: 'handle',
    });
  },
};

/** The first and the second request of a container, which then keeps what it read for the first. */
async function costs(serve: Serve) {
  const world = switchInMemory();
  const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
  const merchant = await aMerchant(world, 'merchant_example', { webhook_details });
  const port = countedPort(world.port, (key) => world.port.get(key));
  const served = container(port, world.around);
  await serve(served, { world, merchant, round: 1 });
  const cold = port.count();
  port.restart();
  await serve(served, { world, merchant, round: 2 });
  return { cold, warm: port.count() };
}

const operationOf = (row: string) => row.split(',')[0] ?? '';
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

describe('a request costs exactly its budget, and a new container two steps more at most', () => {
  it.each(Object.entries(rows))('%s', async (row, serve) => {
    const { limit: _, ...budget } = budgetOf(row);
    const { cold, warm } = await costs(serve);
    expect(warm).toEqual(budget);
    expect(cold.steps).toBeLessThanOrEqual(budget.steps + 2);
  });
});
