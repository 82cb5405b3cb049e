import { writeFileSync } from 'node:fs';
import { packedPort } from '#platform/table/packed-port.ts';
import type { TablePort } from '#platform/table/port.ts';
import { itemSize } from '#platform/table/units.ts';
import { paymentPartition } from '#switch/payments/payment-store.ts';
import { instantProcessor } from '../../bench/instant-processor.ts';
import { publishEvents } from '../../functions/queues/publish-events.ts';
import { markdownTable } from '../../scripts/command-line/markdown-table.ts';
import { operations } from '../../shared/operations.ts';
import { done, type Shop } from '../scenarios/scenario.ts';
import { cards, paid } from '../scenarios/steps.ts';
import { queryAt } from '../support/requests/page-queries.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import type { Count } from '../support/table/counted-port.ts';
import {
  type GrowthContext,
  growthContext,
  type Rows,
  type RowsOfMerchant,
  refunded,
  rowOf,
  rowsOfScenarios,
} from '../support/table/growth-context.ts';
import {
  type Alike,
  alikeOthers,
  alikePayments,
  filled,
  paymentRows,
} from '../support/table/growth-filling.ts';
import { type LocalTable, localTable } from '../support/table/local-table.ts';
import { memoryPort } from '../support/table/memory-table.ts';

const { each } = drawnByDay('growth');

/** The file for the tables of `npm run bench -- --only growth`, which measures all sizes. */
const tablesFile = process.env.GROWTH_TABLES;
const sizes = tablesFile
  ? {
      payments: [10, 1_000, 100_000],
      others: [10, 1_000, 10_000],
      refunds: [1, 100, 1_000],
      attempts: [1, 20],
    }
  : { payments: [10, 1_000], others: [10, 1_000], refunds: [1, 100], attempts: [1, 20] };
const longestMs = tablesFile ? 600_000 : 120_000;

/** The cost of each row at each size. */
type Costs = Readonly<Record<string, readonly Count[]>>;

async function costsOf(
  context: GrowthContext,
  measured: Rows,
  steps: readonly number[],
  growTo: (size: number, from: number) => Promise<void>,
): Promise<Costs> {
  const costs: Record<string, Count[]> = {};
  let from = 0;
  for (const size of steps) {
    await growTo(size, from);
    from = size;
    for (const [name, row] of Object.entries(measured)) {
      const counted = await context.cost(row);
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

/** Merchants with a growing number of objects, and the requests that their switch gets. */
interface Growing {
  readonly title: string;
  readonly merchants: readonly RowsOfMerchant[];
  readonly like: Alike;
  readonly sizes: readonly number[];
}

const measured =
  /^(payments|refunds|customers|incoming-webhooks|payment-links)\.|^(accounts\.retrieve|(api-keys|profiles|connector-accounts)\.list)$/;

const [ordinary, ...setUp] = rowsOfScenarios((name) => measured.test(name));
const [others, ...setUpForOthers] = rowsOfScenarios((name) =>
  /^(mandates|disputes|files|payouts)\./.test(name),
);

const growing: readonly Growing[] = [
  {
    title: 'Payments of one merchant',
    merchants: [{ rows: { ...ordinary?.rows, ...paymentRows } }],
    like: alikePayments,
    sizes: sizes.payments,
  },
  {
    title: 'Payments of one merchant, with services beside the processor or settings of its own',
    merchants: setUp,
    like: alikePayments,
    sizes: sizes.others,
  },
  {
    title: 'Mandates, disputes and payouts of one merchant',
    merchants: [{ rows: { ...others?.rows } }, ...setUpForOthers],
    like: alikeOthers,
    sizes: sizes.others,
  },
];

/** The cost of such merchants' rows at each size. */
async function growingOver(
  ports: () => TablePort,
  { merchants, like }: Growing,
  steps: readonly number[],
): Promise<Costs> {
  let costs: Costs = {};
  for (const { rows, prepare } of merchants) {
    const context = await growthContext(ports());
    const others = await like(context);
    await prepare?.(context.shop);
    // From now on every reader of the configuration sees the prepared settings.
    context.dependencies.clock.now = new Date(context.dependencies.clock.now.getTime() + 3_000);
    // The container now caches everything that it reads once, such as the merchant of a key.
    for (const row of Object.values(rows)) await context.cost(row);
    const more = await costsOf(context, rows, steps, (to, from) =>
      filled(context, others, from, to),
    );
    costs = { ...costs, ...more };
  }
  return costs;
}

describe('the cost of a request of a merchant with many items', () => {
  const inMemory: Record<string, Costs> = {};

  it('every operation is measured on a merchant with many payments', () => {
    const nouns = /^(payments|refunds|customers|incoming-webhooks|mandates|disputes|payouts)\./;
    const wanted = operations.map(({ name }) => name).filter((name) => nouns.test(name));
    const rows = growing.flatMap(({ merchants }) =>
      merchants.flatMap((one) => Object.keys(one.rows)),
    );
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });

  each(growing, ({ title }) => title)(
    '$title, in memory',
    async (one) => {
      const costs = await growingOver(() => memoryPort(), one, one.sizes);
      draw(one.title, one.sizes, costs);
      expect(grown(costs)).toEqual([]);
      inMemory[one.title] = costs;
    },
    longestMs,
  );

  async function onDatabase(one: Growing) {
    const steps = [10, 1_000];
    let costs: Costs = {};
    for (const merchant of one.merchants) {
      const local: LocalTable | undefined = await localTable();
      if (!local) return;
      try {
        const alone = { ...one, merchants: [merchant] };
        costs = { ...costs, ...(await growingOver(() => local.aside, alone, steps)) };
      } finally {
        await local.stop();
      }
    }
    const expected = Object.entries(inMemory[one.title] ?? {});
    expect(costs).toEqual(
      Object.fromEntries(expected.map(([name, all]) => [name, all.slice(0, steps.length)])),
    );
    drawn.push(`${one.title}: at 10 and 1,000 counted on a database too, with the same figures.`);
  }
  if (tablesFile)
    each(growing, ({ title }) => title)('$title, on a database', onDatabase, longestMs);
});

/** A payment with enough in it for as many refunds as there will be. */
const large = { amount: 1_000_000 };

/** A processor that keeps no list of refunds: working through its own would be most of the time. */
function atWillingProcessor(context: GrowthContext): GrowthContext {
  const processor = instantProcessor();
  context.dependencies.send = async ({ url, body = '' }) => ({
    kind: 'answered',
    response: { status: 200, headers: {}, body: processor(new URL(url).pathname, body) },
  });
  return context;
}

/** Requests about one payment that is refunded again and again, or about its latest refund. */
function refundRows(payment_id: string): Rows {
  const latest = async (shop: Shop) => ({
    params: { refund_id: await refunded(shop, payment_id) },
  });
  return {
    'refunds.create': rowOf('refunds.create', ({ newId }) => ({
      body: { payment_id, refund_id: newId('ref'), amount: 100 },
    })),
    'refunds.retrieve': rowOf('refunds.retrieve', latest),
    'refunds.sync': rowOf('refunds.sync', async (shop) => ({ body: (await latest(shop)).params })),
    'refunds.update': rowOf('refunds.update', async (shop) => ({
      ...(await latest(shop)),
      body: { reason: 'Order was cancelled' },
    })),
    'queues.publish-events, of a refund': async (context) => {
      const refund_id = await refunded(context.shop, payment_id);
      const pk = paymentPartition(context.merchant.id, payment_id);
      const after = await packedPort(context.port).get({ pk, sk: `REFUND#${refund_id}` });
      if (!after) throw new Error(`There is no refund ${refund_id}.`);
      return ({ services }) =>
        publishEvents(services)({ before: { ...after, transitions: [] }, after });
    },
  };
}

describe('a payment with any number of refunds', () => {
  it(
    'a payment refunded many times has a next refund of the same cost',
    async () => {
      const context = atWillingProcessor(await growthContext(memoryPort()));
      const { payment_id } = await paid(context.shop, undefined, large);
      const more = async (to: number, from: number) => {
        for (let made = from; made < to; made++) await refunded(context.shop, payment_id);
      };
      const whole = {
        'payments.retrieve': rowOf('payments.retrieve', () => ({ params: { payment_id } })),
      };
      const costs = await costsOf(
        context,
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
      const context = atWillingProcessor(await growthContext(port));
      const { payment_id } = await paid(context.shop, undefined, large);
      for (let made = 0; made < 1_000; made++) await refunded(context.shop, payment_id);
      const ofPayment = port.items().filter(({ pk }) => pk.endsWith(`#PAYMENT#${payment_id}`));
      expect(ofPayment).toHaveLength(1_001);
      const largest = Math.max(...port.items().map(itemSize));
      drawn.push(`The largest item after 1,000 refunds of one payment has ${largest} bytes.`);
      expect(largest).toBeLessThanOrEqual(4_096);
    },
    longestMs,
  );
});

describe('a payment with any number of attempts', () => {
  /** The request about a payment that failed so many times. */
  async function failed(shop: Shop, attempts: number) {
    const { payment_id } = await paid(shop, cards.declined);
    const params: { readonly payment_id: string } = { payment_id };
    for (let made = 1; made < attempts; made++)
      await done(shop, 'payments.confirm', { params, body: byCard(cards.declined) });
    return params;
  }

  it(
    'a payment tried many times costs the same to retry, capture and refund',
    async () => {
      const context = await growthContext(memoryPort());
      let attempts = 1;
      const takenAtLast = async (shop: Shop, changes: object = {}) => {
        const params = await failed(shop, attempts);
        await done(shop, 'payments.confirm', { params, body: { ...byCard(), ...changes } });
        return params;
      };
      const constant = {
        'payments.confirm, once more': rowOf('payments.confirm', async (shop) => ({
          params: await failed(shop, attempts),
          body: byCard(),
        })),
        'payments.capture': rowOf('payments.capture', async (shop) => ({
          params: await takenAtLast(shop, { capture_method: 'manual' }),
          body: {},
        })),
        'refunds.create': rowOf('refunds.create', async (shop) => ({
          body: { ...(await takenAtLast(shop)), refund_id: shop.newId('ref'), amount: 100 },
        })),
        'payments.redirect': rowOf('payments.redirect', async (shop) => {
          const { payment_id } = await takenAtLast(shop, byCard(cards.challenged));
          const whose = { payment_id, merchant_id: shop.merchant.id };
          const attempt_id = `${payment_id}_${attempts + 1}`;
          const query = await queryAt(context.aside.services, whose, 'start');
          return { params: { ...whose, attempt_id }, query };
        }),
      };
      const whole = rowOf('payments.retrieve', async (shop) => ({
        params: await takenAtLast(shop),
      }));
      const costs = await costsOf(
        context,
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
