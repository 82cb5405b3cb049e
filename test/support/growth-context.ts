import type { TablePort } from '#platform/table/port.ts';
import { withKey } from '../scenarios/request-keys.ts';
import type { Shop } from '../scenarios/scenario.ts';
import { shopInMemory } from '../scenarios/shop-in-memory.ts';
import { type Count, countedPort } from './counted-port.ts';
import { byCard } from './payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
} from './switch-in-memory.ts';

/** A switch in use, with a container whose calls are counted and one that prepares things aside. */
export interface GrowthContext {
  readonly port: TablePort;
  readonly dependencies: SwitchDependencies;
  readonly merchant: Merchant;
  readonly aside: Container;
  /** Prepares a row, serves it in the warm container, and returns its cost. */
  cost(row: Row): Promise<Count>;
  /** Another identifier each time, of the same length. */
  newId(prefix: string): string;
  /** The merchant's switch as scenarios reach it, to prepare things aside. */
  readonly shop: Shop;
}

/** Prepares one thing, and returns the work that is counted. */
export type Row = (scene: GrowthContext) => Promise<(warm: Container) => Promise<unknown>>;

export type Rows = Readonly<Record<string, Row>>;

const notCountedUp = (): never => {
  throw new Error('What a database holds is not counted up.');
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
    newId: shop.newId,
  };
  await ask(aside, context, 'profiles.update', {
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: { is_manual_retry_enabled: true },
  });
  // So that the key's merchant is remembered and the configuration kept.
  await ask(warm, context, 'payments.create', {
    body: aPaymentRequest({ confirm: true, ...byCard() }),
  });
  // And that it is known over how many partitions lists are spread.
  await ask(warm, context, 'payments.list');
  return context;
}

/** Asks for something, and returns the body of the answer when that has this status. */
export async function ask(
  { ask }: Container,
  { merchant }: Pick<GrowthContext, 'merchant'>,
  name: string,
  request: Ask = {},
  status = 200,
) {
  const answer = await ask(name, withKey(name, merchant, request));
  if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A row that is one request about something that is made for it. */
export const asking =
  (name: string, request: (context: GrowthContext) => Promise<Ask>, status = 200): Row =>
  async (context) => {
    const prepared = await request(context);
    return (warm) => ask(warm, context, name, prepared, status);
  };

/** A payment that waits for its confirm, by its identifier. */
async function created(context: GrowthContext, changes: object = {}): Promise<string> {
  const payment_id = context.newId('pay');
  const body = aPaymentRequest({ payment_id, ...changes });
  await ask(context.aside, context, 'payments.create', { body });
  return payment_id;
}

/** The same of one that was paid by card. */
export const paid = (context: GrowthContext, changes: object = {}) =>
  created(context, { confirm: true, ...byCard(), ...changes });
export const challenged = (context: GrowthContext) => paid(context, byCard('4000003800000446'));
export const onPayment = (payment_id: string) => ({ params: { payment_id } });

/** A refund of a part of it, by its identifier. */
export async function refunded(context: GrowthContext, payment_id: string): Promise<string> {
  const refund_id = context.newId('ref');
  const body = { payment_id, refund_id, amount: 100 };
  await ask(context.aside, context, 'refunds.create', { body });
  return refund_id;
}

/** The parameters that name a new customer. */
export async function aCustomer(context: GrowthContext) {
  const customer_id = context.newId('cus');
  await ask(context.aside, context, 'customers.create', {
    body: { customer_id, name: 'Joseph Doe' },
  });
  return { params: { customer_id } };
}
