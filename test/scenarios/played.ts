import type { Operation } from '#platform/http/operation/operation.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { sandboxProcessor } from '../support/processors/sandbox-processor.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../support/switch/switch-in-memory.ts';
import { memoryFiles } from '../support/table/memory-files.ts';
import { memoryPort } from '../support/table/memory-table.ts';
import { copiesOf } from '../support/vault/a-vault.ts';
import { scenarios } from './all-scenarios.ts';
import { operationNamed, withKey } from './request-keys.ts';
import { done } from './scenario.ts';
import { shopInMemory } from './shop-in-memory.ts';

/** All operations that a switch in memory serves. */
export const all: readonly Operation[] = [...operations, ...sandboxOperations];

/** A switch in which an operation's scenario is prepared, and keys to try its request with. */
export interface Played {
  /** The request of the scenario with its key: with the merchant's where a merchant may send it. */
  readonly request: Ask;
  /** The status of the scenario's success. */
  readonly status: number;
  readonly merchant: Merchant;
  readonly otherMerchant: Merchant;
  readonly revokedKey: string;
  readonly expiredKey: string;
  /** The secret of the object of the request; that of another payment where it names none. */
  readonly clientSecret: string;
  /** Keys of the customer that the request is about, and of another one. */
  readonly customerKey: string;
  readonly otherCustomerKey: string;
  readonly items: readonly Item[];
  /** Everything beside the table, as it was when the scenario's request was about to be sent. */
  dependencies(): SwitchDependencies;
}

type World = ReturnType<typeof switchInMemory>;

export type Change = (request: Ask, played: Played) => Ask;

const known = new Map<string, Promise<Played>>();

/** The scenario that has the name of the operation, in memory up to its request. Played once. */
export function played({ name }: { readonly name: string }): Promise<Played> {
  const there = known.get(name) ?? play(name);
  known.set(name, there);
  return there;
}

async function play(name: string): Promise<Played> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario.`);
  const ledger = memoryPort();
  const start = switchDependencies();
  const processor = sandboxProcessor(tableOver(ledger));
  processor.clock.now = start.clock.now;
  const world = switchInMemory([], { ...start, processor, send: processor.send });
  const merchant = await aMerchant(world);
  const otherMerchant = await aMerchant(world, 'merchant_other');
  const shop = shopInMemory(world, merchant);
  const byAdmin = { key: adminKey, params: { account_id: merchant.id, merchant_id: merchant.id } };
  const anotherKey = (expiration: string) =>
    done(world, 'api-keys.create', { ...byAdmin, body: { name: 'Another', expiration } });
  const expired = await anotherKey('2020-01-01T00:00:00Z');
  const revoked = await anotherKey('never');
  await done(world, 'api-keys.revoke', {
    ...byAdmin,
    params: { ...byAdmin.params, key_id: revoked.key_id },
  });
  const another = await done(shop, 'payments.create', { body: { amount: 100, currency: 'EUR' } });
  const { customer_id } = await done(shop, 'customers.create', { body: {} });
  await scenario.prepare?.(shop);
  const asked = withPath(name, withKey(name, merchant, await scenario.request(shop)));
  const object = objectOf(asked, world.port.items());
  const request = isForMerchants(name) ? byMerchant(asked, merchant) : asked;
  const keyOf = async (customer_id: string): Promise<string> =>
    (await done(shop, 'ephemeral-keys.create', { body: { customer_id } })).secret;
  const customerKey = await keyOf(object.customerId ?? customer_id);
  const otherCustomerKey = await keyOf('customer_other');
  await addProfile(world, merchant);
  const [items, processed] = [world.port.items(), ledger.items()];
  const { clock, vault, files } = world.dependencies;
  const [copyOfVault, copyOfFiles] = [copiesOf(vault), files?.copies()];
  return {
    request,
    status: scenario.status ?? 200,
    merchant,
    otherMerchant,
    expiredKey: expired.api_key,
    revokedKey: revoked.api_key,
    clientSecret: object.clientSecret ?? another.client_secret,
    customerKey,
    otherCustomerKey,
    items,
    dependencies() {
      const copy = sandboxProcessor(tableOver(memoryPort(processed)));
      copy.clock.now = processor.clock.now;
      return {
        keys: start.keys,
        clock: { now: clock.now },
        logged: [],
        processor: copy,
        send: copy.send,
        vault: copyOfVault(),
        files: copyOfFiles?.() ?? memoryFiles(),
      };
    },
  };
}

/** The request with those of its parameters that the path names: scenarios of a kind share theirs. */
function withPath(name: string, { params, ...request }: Ask): Ask {
  const { path } = operationNamed(name);
  const named = Object.entries(params ?? {}).filter(([param]) => path.includes(`{${param}}`));
  return { ...request, ...(named.length > 0 && { params: Object.fromEntries(named) }) };
}

const isForMerchants = (name: string) =>
  /^secret key(,| or) client secret/.test(operationNamed(name).auth);

const byMerchant = ({ query, body, ...request }: Ask, { key }: Merchant): Ask => ({
  ...request,
  key,
  query: query && withoutClientSecret(query),
  ...(body !== undefined && { body: withoutClientSecret(body) }),
});

/** The members without the secret, for a caller with a secret key or with none. */
export function withoutClientSecret<T>(members: T): T {
  if (typeof members !== 'object' || members === null || !('client_secret' in members))
    return members;
  const { client_secret: _, ...rest } = members;
  return rest as T; // No operation requires the secret where a secret key takes its place.
}

/** Puts the secret where the operation reads it, beside this key. */
export const withClientSecret =
  (operation: Operation, key: (played: Played) => string, secret?: string): Change =>
  ({ query, body, ...request }, scene) => {
    const client_secret = secret ?? scene.clientSecret;
    return {
      ...request,
      key: key(scene),
      query: operation.body ? query : { ...query, client_secret },
      body: operation.body ? { ...Object(body), client_secret } : body,
    };
  };

export const publishable = ({ merchant }: Played) => merchant.publishableKey;

/** A profile of the merchant's that nothing was made for. The merchant has one that is the default. */
export const otherProfileId = 'pro_other';

async function addProfile({ services, dependencies }: World, { id: merchantId }: Merchant) {
  const at = dependencies.clock.now.toISOString();
  const dates = { createdAt: at, modifiedAt: at, version: 1 };
  const own = { id: otherProfileId, merchantId, name: 'other', settings: {} };
  // Over the API it would end that a payment needs to name none.
  await services.configurations.addProfile({ ...own, ...dates });
}

/** The stored objects that a request names, as far as callers have secrets of them. */
function objectOf({ params, query, body }: Ask, items: readonly Item[]) {
  const sent: Readonly<Record<string, unknown>> = { ...query, ...Object(body), ...params };
  const ofSecret = String(sent.client_secret).split('_secret_')[0];
  const named = { payment_id: ofSecret, ...sent };
  const idsIn = (one: object) =>
    Object.entries(one).flatMap(([name, id]) => (/(_id|paymentId)$/.test(name) ? [id] : []));
  const at = (ids: readonly unknown[]) => items.filter(({ id }) => ids.includes(id));
  const direct = at(idsIn(named));
  // A link leads to its payment.
  const found = [...direct, ...at(direct.flatMap(idsIn))];
  const text = (...names: readonly string[]) =>
    [sent, ...found]
      .flatMap((one) => names.map((name) => one[name]))
      .find((one) => typeof one === 'string');
  return {
    clientSecret: text('client_secret', 'clientSecret'),
    customerId: text('customer_id', 'customerId'),
  };
}

export interface Sent {
  readonly answer: Answer;
  readonly world: ReturnType<typeof switchInMemory>;
  readonly request: Ask;
  readonly played: Played;
  /** Everything that was stored before the request. */
  readonly unchanged: readonly Item[];
}

/**
 * Sends the request of an operation's scenario, changed, so many milliseconds after the scenario. A new
 * container each time, and all else as the scenario left it.
 */
export async function send(
  operation: { readonly name: string },
  change: Change = (request) => request,
  laterMs = 0,
): Promise<Sent> {
  const scene = await played(operation);
  const world = switchInMemory(scene.items, scene.dependencies());
  const { clock } = world.dependencies;
  clock.now = new Date(clock.now.getTime() + laterMs);
  const request = change(scene.request, scene);
  const answer = await world.ask(operation.name, request);
  return { answer, world, request, played: scene, unchanged: scene.items };
}
