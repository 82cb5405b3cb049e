import type { Operation } from '#platform/http/operation/operation.ts';
import type { Item } from '#platform/table/port.ts';
import { withKey } from '../../scenarios/request-keys.ts';
import type { Shop } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { connected, withProfile } from '../../scenarios/steps.ts';
import { exampleFiles, exampleForm } from '../entities/example-files.ts';
import { signedWebhook } from '../processors/processor-webhooks.ts';
import {
  type Answer,
  type Ask,
  type Container,
  type Merchant,
  type SwitchDependencies,
  switchInMemory,
} from '../switch/switch-in-memory.ts';
import { type AVault, copiesOf } from '../vault/a-vault.ts';
import {
  authenticationQuery,
  collectLinkQueryAt,
  linkQueryAt,
  type PageQuery,
  payoutLinkQueryAt,
  queryAt,
} from './page-queries.ts';

/** The names and secrets that the examples of operations are sent with. */
export interface ExampleNames {
  readonly merchant: Merchant;
  /** The secret of the example's payment. */
  readonly clientSecret: string;
  /** The lists of examples that must name all of the merchant's connector accounts. */
  readonly orders: Readonly<Record<string, unknown>>;
}

/** A switch that has everything that examples name, and the things outside of its tables. */
export interface ExampleWorld {
  readonly now: Date;
  readonly names: ExampleNames;
  readonly items: readonly Item[];
  readonly vault: Pick<AVault, 'ports' | 'provider'>;
  readonly keys: SwitchDependencies['keys'];
  readonly processor: SwitchDependencies['processor'];
}

/** A container over a copy of the world: no request changes it for the next one. */
export async function containerOf(world: ExampleWorld) {
  const { now, items, names, keys, vault, processor } = world;
  processor.clock.now = now;
  return switchInMemory(items, {
    keys,
    processor,
    clock: { now },
    logged: [],
    vault: copiesOf(vault)(),
    send: processor.send,
    files: await exampleFiles(names.merchant),
  });
}

/** The items that examples make: they must not be there before. */
const madeBy: Readonly<Record<string, RegExp>> = {
  'accounts.create': /^MERCHANT#merchant_example$/,
  'customers.create': /^MERCHANT#merchant_example#CUSTOMER#customer_example$/,
  'sandbox.authorize': /^SANDBOX#.*pay_example_1$/,
};

/** Settings of the merchant that examples need, and that would change the answers to others. */
const settingsFor: Readonly<Record<string, (shop: Shop) => Promise<unknown>>> = {
  'events.retry': (shop) =>
    withProfile(shop, { webhook_details: { webhook_url: 'https://shop.example/webhooks' } }),
  'payments.post-session-tokens': (shop) =>
    connected(shop, { connector_type: 'payment_processor', connector_name: 'fauxpay' }),
};

/** Whether an operation's example is asked of the world as it is. */
export const needsNothingOfItsOwn = ({ name }: Operation) =>
  !(name in madeBy) && !(name in settingsFor);

/** Asks with an operation's example. */
export async function askExample(operation: Operation, whole: ExampleWorld) {
  const { name } = operation;
  const made = madeBy[name];
  const items = made ? whole.items.filter(({ pk }) => !made.test(pk)) : whole.items;
  const world = { ...whole, items };
  const container = await containerOf(world);
  await settingsFor[name]?.(shopInMemory(container, world.names.merchant));
  const answer: Answer = await container.ask(
    operation.name,
    await exampleOf(operation, container, world),
  );
  return { answer, container, unchanged: items };
}

/** The example as it is sent: with a key, a page with the token of its address, a webhook signed. */
async function exampleOf(
  { name, auth, bodyAs, isPage, example }: Operation,
  { services }: Pick<Container, 'services'>,
  { names, items, now }: ExampleWorld,
): Promise<Ask> {
  const { merchant, clientSecret: client_secret, orders } = names;
  const { params, query, body } = example;
  const token = await tokenOf(name, params ?? {}, services);
  if (token) {
    const headers = name === 'payment-links.show-embedded' && { headers: inFrameOfShop };
    return { params, query: { ...query, ...token }, ...headers };
  }
  if (name === 'checkout.show') {
    const { publishableKey: publishable_key } = merchant;
    return { query: { publishable_key, client_secret, origin: 'https://shop.example' } };
  }
  const keyed = withKey(name, merchant, { params, query });
  if (bodyAs === 'form') return { ...keyed, form: exampleForm(body) };
  if (bodyAs === 'text' && !isPage) {
    return { ...keyed, ...signedWebhook(String(body), `key of ${merchant.id}`, now, items) };
  }
  if (auth !== 'client secret') return { ...keyed, body: orders[name] ?? body };
  return body === undefined
    ? { ...keyed, query: { ...query, client_secret } }
    : { ...keyed, body: { ...Object(body), client_secret } };
}

/** The headers of a browser that loads a page into a frame of the example's shop. */
const inFrameOfShop = { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' };

/** The token in the address of a page; undefined where an operation is none that needs it. */
async function tokenOf(
  name: string,
  params: Readonly<Record<string, string>>,
  services: Container['services'],
): Promise<PageQuery | undefined> {
  const { merchant_id = '', payment_id = '', payout_id = '', authentication_id = '' } = params;
  if (/^payment-links\.show/.test(name)) return linkQueryAt(services, { merchant_id, payment_id });
  if (name === 'payout-links.show') return payoutLinkQueryAt(services, { merchant_id, payout_id });
  if (name === 'collect-links.show') return collectLinkQueryAt(services, params);
  if (/^authentications\.redirect/.test(name)) {
    return authenticationQuery(await services.authentications.get(merchant_id, authentication_id));
  }
  const [, page] =
    /^payments\.(redirect|return|complete|authenticate-return)(-posted)?$/.exec(name) ?? [];
  if (!page) return undefined;
  const way = page === 'redirect' ? 'start' : page === 'authenticate-return' ? 'authorize' : 'back';
  return queryAt(services, { merchant_id, payment_id }, way);
}
