import type { TablePort } from '#platform/table/port.ts';
import { scenarios } from '../../scenarios/all-scenarios.ts';
import { withKey } from '../../scenarios/request-keys.ts';
import { done, operationOf, type Scenario, type Shop } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { withProfile } from '../../scenarios/steps.ts';
import { byCard } from '../switch/payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
} from '../switch/switch-in-memory.ts';
import { type Count, countedPort } from './counted-port.ts';

/** A switch in use, with a container whose calls are counted and one that prepares things aside. */
export interface GrowthContext {
  readonly port: TablePort;
  readonly dependencies: SwitchDependencies;
  readonly merchant: Merchant;
  readonly aside: Container;
  /** Prepares a row, serves it in the warm container, and returns its cost. */
  cost(row: Row): Promise<Count>;
  /** The merchant's switch as scenarios reach it, to prepare things aside. */
  readonly shop: Shop;
}

/** Prepares one thing, and returns the work that is counted. */
export type Row = (scene: GrowthContext) => Promise<(warm: Container) => Promise<unknown>>;

export type Rows = Readonly<Record<string, Row>>;

const notCountedUp = (): never => {
  throw new Error('The items of a database are not counted up.');
};

/** A merchant's switch over a table, with nothing in it but a payment. */
export async function growthContext(port: TablePort): Promise<GrowthContext> {
  const dependencies = { ...switchDependencies(), refundLimits: { most: 10_000, days: 365 } };
  const counted = countedPort(port, (key) => port.get(key));
  const [aside, warm] = [container(port, dependencies), container(counted, dependencies)];
  const merchant = await aMerchant(aside, 'merchant_example', {
    webhook_details: { webhook_url: 'https://shop.example/webhooks' },
  });
  const unlisted = {
    ...port,
    items: notCountedUp,
    unlike: notCountedUp,
  };
  const shop = {
    ...shopInMemory({ ...aside, port: unlisted, dependencies }, merchant),
    // The lists are filled with entities like those that scenarios prepare.
    listed: async () => {},
  };
  const context: GrowthContext = {
    port,
    dependencies,
    merchant,
    aside,
    shop,
    async cost(row) {
      const { now } = dependencies.clock;
      const serve = await row(context);
      // The container's caches do not expire, however long the preparation took.
      dependencies.clock.now = now;
      counted.restart();
      await serve(warm);
      return counted.count();
    },
  };
  await withProfile(shop, { is_manual_retry_enabled: true });
  // So that the key's merchant is remembered and the configuration kept.
  await ask(warm, context, 'payments.create', {
    body: aPaymentRequest({ confirm: true, ...byCard() }),
  });
  // And that it is known over how many partitions lists are spread.
  await ask(warm, context, 'payments.list');
  return context;
}

/** Asks a container; throws unless the answer has this status. */
async function ask(
  { ask }: Container,
  { merchant }: Pick<GrowthContext, 'merchant'>,
  name: string,
  request: Ask = {},
  status = 200,
) {
  const answer = await ask(name, withKey(name, merchant, request));
  if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${answer.text}`);
}

/** A row that is the request of a scenario, which is counted after its preparation. */
export const rowOf =
  (operation: string, request: Scenario['request'], status = 200): Row =>
  async (context) => {
    const prepared = await request(context.shop);
    return (warm) => ask(warm, context, operation, prepared, status);
  };

/** Rows that a merchant measures who has set up the same before. */
export interface RowsOfMerchant {
  readonly prepare?: Scenario['prepare'];
  readonly rows: Rows;
}

/** The scenarios of these operations as rows, those of an ordinary merchant first. */
export function rowsOfScenarios(
  isWanted: (operation: string) => boolean,
): readonly RowsOfMerchant[] {
  const merchants = new Map<Scenario['prepare'], Record<string, Row>>([[undefined, {}]]);
  for (const [name, { prepare, budget, mayGrow, request, status }] of Object.entries(scenarios)) {
    const operation = operationOf(name);
    if (!budget || mayGrow || !isWanted(operation)) continue;
    const rows = merchants.get(prepare) ?? {};
    rows[name] = rowOf(operation, request, status);
    merchants.set(prepare, rows);
  }
  return [...merchants].map(([prepare, rows]) => ({ rows, ...(prepare && { prepare }) }));
}

/** A refund of a part of a payment, by its identifier. */
export async function refunded(shop: Shop, payment_id: string): Promise<string> {
  const body = { payment_id, refund_id: shop.newId('ref'), amount: 100 };
  return (await done(shop, 'refunds.create', { body })).refund_id;
}
