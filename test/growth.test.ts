import { writeFileSync } from 'node:fs';
import { markdownTable } from '../bench/markdown-table.ts';
import { willingProcessor } from '../bench/willing-processor.ts';
import { projectLists } from '../functions/queues/project-lists.ts';
import { publishEvents } from '../functions/queues/publish-events.ts';
import { customerKey } from '../shared/customers/customer-store.ts';
import { keptShards } from '../shared/lists/shards.ts';
import { operations } from '../shared/operations.ts';
import { lookAgain } from '../shared/payments/guard.ts';
import { paymentKey, paymentPartition } from '../shared/payments/payment-store.ts';
import { type Count, countedPort } from '../shared/table/counted-port.ts';
import type { Item, TablePort } from '../shared/table/port.ts';
import { tableOver } from '../shared/table/table.ts';
import { itemSize } from '../shared/table/units.ts';
import { byCard } from './support/a-shop.ts';
import { type LocalTable, localTable } from './support/local-table.ts';
import { memoryPort } from './support/memory-table.ts';
import { paymentNews, sentNews } from './support/processor-news.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  type Merchant,
  type Surroundings,
  surroundings,
} from './support/switch-in-memory.ts';

/** Where `npm run bench -- --only growth` wants the tables; it has all sizes measured. */
const tablesFile = process.env.GROWTH_TABLES;
const sizes = tablesFile
  ? { payments: [10, 1_000, 100_000], refunds: [1, 100, 1_000], attempts: [1, 20] }
  : { payments: [10, 1_000], refunds: [1, 100], attempts: [1, 20] };
const longestMs = tablesFile ? 600_000 : 120_000;

/** A switch in use, with a container whose calls are counted and one that prepares things aside. */
interface Scene {
  readonly port: TablePort;
  readonly around: Surroundings;
  readonly merchant: Merchant;
  readonly aside: Container;
  /** Serves one thing in the warm container and says what that cost. */
  cost(serve: (warm: Container) => Promise<unknown>): Promise<Count>;
  /** Another identifier each time, of the same length. */
  newId(prefix: string): string;
}

/** Prepares one thing, and gives what is to be counted. */
type Row = (scene: Scene) => Promise<(warm: Container) => Promise<unknown>>;

async function aScene(port: TablePort): Promise<Scene> {
  const around = { ...surroundings(), refundLimits: { most: 10_000, days: 365 } };
  const counted = countedPort(port, (key) => port.get(key));
  const [aside, warm] = [container(port, around), container(counted, around)];
  const merchant = await aMerchant(aside, 'merchant_example', {
    webhook_details: { webhook_url: 'https://shop.example/webhooks' },
  });
  let made = 0;
  const scene: Scene = {
    port,
    around,
    merchant,
    aside,
    async cost(serve) {
      counted.restart();
      await serve(warm);
      return counted.count();
    },
    newId: (prefix) => `${prefix}_${String(++made).padStart(8, '0')}`,
  };
  await ask(aside, scene, 'profiles.update', {
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: { is_manual_retry_enabled: true },
  });
  // So that the key's merchant is remembered and the configuration kept.
  await ask(warm, scene, 'payments.create', {
    body: aPaymentRequest({ confirm: true, ...byCard() }),
  });
  // And that it is known over how many partitions lists are spread.
  await ask(warm, scene, 'payments.list');
  return scene;
}

async function ask(
  { ask }: Container,
  { merchant }: Pick<Scene, 'merchant'>,
  name: string,
  request: Ask = {},
  status = 200,
) {
  const answer = await ask(name, { key: merchant.key, ...request });
  if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A row that is one request about something that is made for it. */
const asking =
  (name: string, request: (scene: Scene) => Promise<Ask>, status = 200): Row =>
  async (scene) => {
    const prepared = await request(scene);
    return (warm) => ask(warm, scene, name, prepared, status);
  };

async function created(scene: Scene, changes: object = {}): Promise<string> {
  const payment_id = scene.newId('pay');
  const body = aPaymentRequest({ payment_id, ...changes });
  await ask(scene.aside, scene, 'payments.create', { body });
  return payment_id;
}

const paid = (scene: Scene, changes: object = {}) =>
  created(scene, { confirm: true, ...byCard(), ...changes });
const reserved = (scene: Scene) => paid(scene, { capture_method: 'manual' });
const challenged = (scene: Scene) => paid(scene, byCard('4000003800000446'));
const declinedCard = byCard('4000000000000002');

const about = (payment_id: string) => ({ params: { payment_id } });

async function refunded(scene: Scene, payment_id: string): Promise<string> {
  const refund_id = scene.newId('ref');
  const body = { payment_id, refund_id, amount: 100 };
  await ask(scene.aside, scene, 'refunds.create', { body });
  return refund_id;
}

async function aCustomer(scene: Scene) {
  const customer_id = scene.newId('cus');
  await ask(scene.aside, scene, 'customers.create', { body: { customer_id, name: 'Joseph Doe' } });
  return { params: { customer_id } };
}

const byAdmin = async ({ merchant: { id } }: Scene, more: Ask = {}): Promise<Ask> => ({
  key: adminKey,
  params: { account_id: id, merchant_id: id },
  ...more,
});

/** Every operation that merchants, customers and processors ask, and what runs beside them. */
const rows: Readonly<Record<string, Row>> = {
  'accounts.retrieve': asking('accounts.retrieve', byAdmin),
  'api-keys.list': asking('api-keys.list', byAdmin),
  'profiles.list': asking('profiles.list', byAdmin),
  'connector-accounts.list': asking('connector-accounts.list', byAdmin),
  'customers.create': asking('customers.create', async ({ newId }) => ({
    body: { customer_id: newId('cus'), name: 'Joseph Doe' },
  })),
  'customers.retrieve': asking('customers.retrieve', aCustomer),
  'customers.update': asking('customers.update', async (scene) => ({
    ...(await aCustomer(scene)),
    body: { name: 'Test Payer' },
  })),
  'payments.create': asking('payments.create', async ({ newId }) => ({
    body: aPaymentRequest({ payment_id: newId('pay') }),
  })),
  'payments.create, with confirm': asking('payments.create', async ({ newId }) => ({
    body: aPaymentRequest({ payment_id: newId('pay'), confirm: true, ...byCard() }),
  })),
  'payments.update': asking('payments.update', async (scene) => ({
    ...about(await created(scene)),
    body: { amount: 5_000 },
  })),
  'payments.confirm': asking('payments.confirm', async (scene) => ({
    ...about(await created(scene)),
    body: byCard(),
  })),
  'payments.retrieve': asking('payments.retrieve', async (scene) => about(await paid(scene))),
  'payments.retrieve, sync': asking('payments.retrieve', async (scene) => ({
    ...about(await challenged(scene)),
    query: { force_sync: 'true' },
  })),
  'payments.capture': asking('payments.capture', async (scene) => ({
    ...about(await reserved(scene)),
    body: {},
  })),
  'payments.cancel': asking('payments.cancel', async (scene) => ({
    ...about(await reserved(scene)),
    body: {},
  })),
  'payments.cancel-post-capture': asking('payments.cancel-post-capture', async (scene) => ({
    ...about(await paid(scene)),
    body: {},
  })),
  'payments.sync-post-capture-cancel': async (scene) => {
    const request = about(await paid(scene));
    const { around, aside } = scene;
    around.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await ask(aside, scene, 'payments.cancel-post-capture', { ...request, body: {} });
    around.send = around.processor.send;
    return (warm) => ask(warm, scene, 'payments.sync-post-capture-cancel', request);
  },
  'payments.manual-update': asking('payments.manual-update', async (scene) => ({
    key: adminKey,
    ...about(await challenged(scene)),
    body: { merchant_id: scene.merchant.id, attempt_status: 'failure' },
  })),
  'payments.redirect': asking('payments.redirect', async (scene) => {
    const payment_id = await challenged(scene);
    const { id } = scene.merchant;
    return { params: { payment_id, merchant_id: id, attempt_id: `${payment_id}_1` } };
  }),
  ...Object.fromEntries(
    ['return', 'return-posted', 'complete', 'complete-posted'].map((way) => [
      `payments.${way}`,
      asking(
        `payments.${way}`,
        async (scene) => {
          const payment_id = await challenged(scene);
          const merchant_id = scene.merchant.id;
          return { params: { payment_id, merchant_id, connector: 'stripe_test' } };
        },
        302,
      ),
    ]),
  ),
  'refunds.create': asking('refunds.create', async (scene) => {
    const [payment_id, refund_id] = [await paid(scene), scene.newId('ref')];
    return { body: { payment_id, refund_id, amount: 100 } };
  }),
  'refunds.retrieve': asking('refunds.retrieve', async (scene) => ({
    params: { refund_id: await refunded(scene, await paid(scene)) },
  })),
  'refunds.sync': asking('refunds.sync', async (scene) => ({
    body: { refund_id: await refunded(scene, await paid(scene)) },
  })),
  'refunds.update': asking('refunds.update', async (scene) => ({
    params: { refund_id: await refunded(scene, await paid(scene)) },
    body: { reason: 'Order was cancelled' },
  })),
  'refunds.manual-update': asking('refunds.manual-update', async (scene) => ({
    key: adminKey,
    params: { refund_id: await refunded(scene, await paid(scene, byCard('4000000000007726'))) },
    body: { merchant_id: scene.merchant.id, status: 'succeeded' },
  })),
  'webhooks.receive': asking('webhooks.receive', async (scene) => {
    const { merchant, around } = scene;
    const news = paymentNews({ reference: `${await challenged(scene)}_1` });
    return {
      params: { merchant_id: merchant.id, connector: 'stripe_test' },
      ...sentNews(news, `key of ${merchant.id}`, around.clock.now),
    };
  }),
  ...Object.fromEntries(
    [
      'payments.list',
      'payments.list-of-profile',
      'customers.list',
      'customers.list-with-count',
    ].map((name) => [name, asking(name, async () => ({ query: { limit: '10' } }))]),
  ),
  ...Object.fromEntries(
    [
      'payments.filter',
      'payments.filter-of-profile',
      'refunds.list',
      'refunds.list-of-profile',
    ].map((name) => [name, asking(name, async () => ({ body: { limit: 10 } }))]),
  ),
  'payments.list, the oldest page': asking('payments.list', async () => ({
    query: { limit: '10', 'created.lte': filledAt(9) },
  })),
  'payments.filter, by status': asking('payments.filter', async () => ({
    body: { limit: 10, status: ['succeeded'] },
  })),
  'customers.list-with-count, the newest page': asking('customers.list-with-count', async () => ({
    query: { limit: '10', start_time: filledAt(0), end_time: filledAt(9) },
  })),
  'queues.project-lists': async (scene) => {
    const after = await itemOf(scene, await paid(scene));
    return ({ services }) => projectLists(services)([{ number: '1', before: undefined, after }]);
  },
  'queues.publish-events': async (scene) => {
    const after = await itemOf(scene, await paid(scene));
    return ({ services }) =>
      publishEvents(services)({ before: { ...after, transitions: [] }, after });
  },
  'queues.sync-waiting': async (scene) => {
    const { pk, sk } = await itemOf(scene, await challenged(scene));
    const later = new Date(scene.around.clock.now.getTime() + 120_000);
    const handling = { remainingMs: () => 28_000, requestId: 'req_guard' };
    return ({ services }) => lookAgain({ ...services, clock: () => later }, { pk, sk }, handling);
  },
};

async function itemOf({ port, merchant }: Scene, payment_id: string): Promise<Item> {
  const item = await port.get(paymentKey(merchant.id, payment_id));
  if (!item) throw new Error(`There is no payment ${payment_id}.`);
  return item;
}

/** When the payments were made that are put there: a minute after one another. */
const filledAt = (index: number) =>
  new Date(Date.parse('2026-01-01T00:00:00.000Z') + index * 60_000).toISOString();

/**
 * Puts payments there that are like one that was paid, each with a refund and a customer of its own,
 * until there are so many, and lists them.
 */
async function filled(scene: Scene, from: number, to: number) {
  const { port, merchant } = scene;
  const payment_id = await paid(scene);
  const { pk: _, sk, ...like } = await itemOf(scene, payment_id);
  const refund = await port.get({
    pk: paymentPartition(merchant.id, payment_id),
    sk: `REFUND#${await refunded(scene, payment_id)}`,
  });
  const customer = await port.get(
    customerKey(merchant.id, (await aCustomer(scene)).params.customer_id),
  );
  if (!refund || !customer) throw new Error('There is nothing to be like.');
  const table = tableOver(port);
  const project = projectLists({ table, shards: keptShards(table) });
  for (let done = from; done < to; done += 50) {
    const items = Array.from({ length: Math.min(50, to - done) }, (_, more): Item[] => {
      const index = done + more;
      const [id, refundId, customerId] = ['pay', 'ref', 'cus'].map((kind) => {
        return `${kind}_filled_${String(index).padStart(6, '0')}`;
      });
      const attempt = { ...Object(like.attempt), id: `${id}_1` };
      const dates = { createdAt: filledAt(index), modifiedAt: filledAt(index) };
      const { pk } = paymentKey(merchant.id, id ?? '');
      return [
        { ...like, pk, sk, id, attempt, ...dates },
        { ...refund, pk, sk: `REFUND#${refundId}`, id: refundId, paymentId: id, ...dates },
        { ...customer, ...customerKey(merchant.id, customerId ?? ''), id: customerId, ...dates },
      ];
    }).flat();
    await Promise.all(items.map((item) => port.put(item, 'absent')));
    const told = items.map((after, at) => ({ number: String(at), before: undefined, after }));
    if ((await project(told)).length > 0) throw new Error('Some were not listed.');
  }
}

/** What each row cost at each size. */
type Costs = Readonly<Record<string, readonly Count[]>>;

async function costsOf(
  scene: Scene,
  measured: Readonly<Record<string, Row>>,
  steps: readonly number[],
  growTo: (size: number, from: number) => Promise<void>,
): Promise<Costs> {
  const costs: Record<string, Count[]> = {};
  let from = 0;
  for (const size of steps) {
    await growTo(size, from);
    from = size;
    for (const [name, row] of Object.entries(measured)) {
      const counted = await scene.cost(await row(scene));
      costs[name] = [...(costs[name] ?? []), counted];
    }
  }
  return costs;
}

/** The rows whose cost is not the same at every size. */
const grown = (costs: Costs): readonly string[] =>
  Object.entries(costs).flatMap(([name, counts]) =>
    new Set(counts.map((count) => JSON.stringify(count))).size > 1 ? [name] : [],
  );

const drawn: string[] = [];

/** Keeps the table for the benchmarks. */
function draw(title: string, steps: readonly number[], costs: Costs) {
  const cells = ({ calls, readUnits, writeUnits }: Count) =>
    `${calls} / ${readUnits} / ${writeUnits}`;
  const changes = grown(costs);
  const at = steps.map((size) => size.toLocaleString('en'));
  const table = markdownTable(
    ['calls / read units / write units', ...at, 'difference'],
    Object.entries(costs).map(([name, counts]) => [
      name,
      ...counts.map(cells),
      changes.includes(name) ? 'grows' : '0',
    ]),
  );
  drawn.push(`### ${title}\n\n${table}`);
}

afterAll(() => {
  if (tablesFile) writeFileSync(tablesFile, drawn.join('\n\n'));
});

describe('however many payments a merchant has, each of its requests costs the same', () => {
  let inMemory: Costs = {};

  it('measures every operation on payments, refunds and customers', () => {
    const wanted = operations
      .map(({ name }) => name)
      .filter((name) => /^(payments|refunds|customers|webhooks)\./.test(name));
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(wanted));
  });

  it(
    'in memory',
    async () => {
      const scene = await aScene(memoryPort());
      const steps = sizes.payments;
      const costs = await costsOf(scene, rows, steps, (to, from) => filled(scene, from, to));
      draw('Payments of one merchant', steps, costs);
      expect(grown(costs)).toEqual([]);
      inMemory = costs;
    },
    longestMs,
  );

  async function onDatabase() {
    const local: LocalTable | undefined = await localTable();
    if (!local) return;
    try {
      const scene = await aScene(local.aside);
      const steps = [10, 1_000];
      const costs = await costsOf(scene, rows, steps, (to, from) => filled(scene, from, to));
      expect(costs).toEqual(
        Object.fromEntries(Object.entries(inMemory).map(([name, all]) => [name, all.slice(0, 2)])),
      );
      drawn.push('At 10 and 1,000 it was counted on DynamoDB Local too, with the same figures.');
    } finally {
      await local.stop();
    }
  }
  if (tablesFile) it('on DynamoDB Local', onDatabase, longestMs);
});

/** A payment with enough in it for as many refunds as there will be. */
const large = { amount: 1_000_000 };

/** A processor that keeps no list of refunds: working through its own would be most of the time. */
function atWillingProcessor(scene: Scene): Scene {
  const processor = willingProcessor();
  scene.around.send = async ({ url, body = '' }) => ({
    kind: 'answered',
    response: { status: 200, headers: {}, body: processor(new URL(url).pathname, body) },
  });
  return scene;
}

/** What is asked of one payment that is refunded again and again, or of its latest refund. */
function refundRows(payment_id: string): Readonly<Record<string, Row>> {
  const latest = async (scene: Scene) => ({
    params: { refund_id: await refunded(scene, payment_id) },
  });
  return {
    'refunds.create': asking('refunds.create', async ({ newId }) => ({
      body: { payment_id, refund_id: newId('ref'), amount: 100 },
    })),
    'refunds.retrieve': asking('refunds.retrieve', latest),
    'refunds.sync': asking('refunds.sync', async (scene) => ({
      body: (await latest(scene)).params,
    })),
    'refunds.update': asking('refunds.update', async (scene) => ({
      ...(await latest(scene)),
      body: { reason: 'Order was cancelled' },
    })),
    'queues.publish-events, of a refund': async (scene) => {
      const refund_id = await refunded(scene, payment_id);
      const pk = paymentPartition(scene.merchant.id, payment_id);
      const after = await scene.port.get({ pk, sk: `REFUND#${refund_id}` });
      if (!after) throw new Error(`There is no refund ${refund_id}.`);
      return ({ services }) =>
        publishEvents(services)({ before: { ...after, transitions: [] }, after });
    },
  };
}

describe('however often a payment was refunded', () => {
  it(
    'its next refund costs the same',
    async () => {
      const scene = atWillingProcessor(await aScene(memoryPort()));
      const payment_id = await paid(scene, large);
      const more = async (to: number, from: number) => {
        for (let made = from; made < to; made++) await refunded(scene, payment_id);
      };
      const whole = {
        'payments.retrieve': asking('payments.retrieve', async () => about(payment_id)),
      };
      const costs = await costsOf(
        scene,
        { ...refundRows(payment_id), ...whole },
        sizes.refunds,
        more,
      );
      draw('Refunds of one payment', sizes.refunds, costs);
      // All that belongs to a payment is shown with it, so that is read.
      expect(grown(costs)).toEqual(['payments.retrieve']);
      expect(costs['payments.retrieve']?.map(({ calls }) => calls)).toEqual(
        sizes.refunds.map(() => 2),
      );
    },
    longestMs,
  );

  it(
    'no item becomes larger than 4 KB',
    async () => {
      const port = memoryPort();
      const scene = atWillingProcessor(await aScene(port));
      const payment_id = await paid(scene, large);
      for (let made = 0; made < 1_000; made++) await refunded(scene, payment_id);
      const ofPayment = port.items().filter(({ pk }) => pk.endsWith(`#PAYMENT#${payment_id}`));
      expect(ofPayment).toHaveLength(1_001);
      const largest = Math.max(...port.items().map(itemSize));
      drawn.push(`The largest item after 1,000 refunds of one payment has ${largest} bytes.`);
      expect(largest).toBeLessThanOrEqual(4_096);
    },
    longestMs,
  );
});

describe('however often a payment was tried', () => {
  /** A payment that failed so many times. */
  async function failed(scene: Scene, attempts: number): Promise<string> {
    const payment_id = await paid(scene, declinedCard);
    for (let made = 1; made < attempts; made++) {
      const request = { ...about(payment_id), body: declinedCard };
      await ask(scene.aside, scene, 'payments.confirm', request);
    }
    return payment_id;
  }

  it(
    'trying it again, capturing and refunding it cost the same',
    async () => {
      const scene = await aScene(memoryPort());
      let attempts = 1;
      const takenAtLast = async (changes: object = {}) => {
        const payment_id = await failed(scene, attempts);
        const request = { ...about(payment_id), body: { ...byCard(), ...changes } };
        await ask(scene.aside, scene, 'payments.confirm', request);
        return payment_id;
      };
      const constant = {
        'payments.confirm, once more': asking('payments.confirm', async () => ({
          ...about(await failed(scene, attempts)),
          body: byCard(),
        })),
        'payments.capture': asking('payments.capture', async () => ({
          ...about(await takenAtLast({ capture_method: 'manual' })),
          body: {},
        })),
        'refunds.create': asking('refunds.create', async ({ newId }) => ({
          body: { payment_id: await takenAtLast(), refund_id: newId('ref'), amount: 100 },
        })),
        'payments.redirect': asking('payments.redirect', async ({ merchant: { id } }) => {
          const payment_id = await takenAtLast(byCard('4000003800000446'));
          const attempt_id = `${payment_id}_${attempts + 1}`;
          return { params: { payment_id, merchant_id: id, attempt_id } };
        }),
      };
      const whole = asking('payments.retrieve', async () => about(await takenAtLast()));
      const costs = await costsOf(
        scene,
        { ...constant, 'payments.retrieve': whole },
        sizes.attempts,
        async (size) => {
          attempts = size;
        },
      );
      draw('Attempts of one payment', sizes.attempts, costs);
      // Earlier attempts lie beside the payment and are read with it.
      expect(grown(costs)).toEqual(['payments.retrieve']);
    },
    longestMs,
  );
});
