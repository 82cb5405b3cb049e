import { allAbouts } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Item } from '#platform/table/port.ts';
import { played } from '../../scenarios/played.ts';
import { exampleCredentials } from '../../support/processors/example-credentials.ts';
import {
  type Answer,
  adminKey,
  type Container,
  container,
  type Merchant,
} from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';
import { aVault } from '../../support/vault/a-vault.ts';
import { memoryKeyProvider } from '../../support/vault/memory-key-provider.ts';
import { vaultInMemory } from '../../support/vault/vault-in-memory.ts';

/** Adapters that have webhooks, with credentials of the right form. */
export const webhookSenders = allAbouts().flatMap(({ name, credentials: [authType] }) =>
  connectorNamed(name)?.webhooks ? [{ name, credentials: exampleCredentials(authType) }] : [],
);

/** The account at an adapter's processor, in the path of its webhooks. */
export const accountAt = (adapter: string) => `mca_any_${adapter}`;

/** Secrets that a stranger cannot know, or knows without being allowed more. */
export interface Secrets {
  /** Of the merchant whose objects the scenario makes; pages have it. */
  readonly publishableKey: string;
  readonly revokedKey: string;
  readonly expiredKey: string;
  /** The client secret of another merchant's payment. */
  readonly otherClientSecret: string;
  readonly expiredVaultToken: string;
  /** Texts that no answer to a stranger may have. */
  readonly hidden: readonly string[];
}

/** One request with everything that followed from it. */
export interface Outcome {
  readonly answer: Answer;
  /** The items that were written, as `table pk sk`. */
  readonly writes: readonly string[];
  readonly logged: readonly string[];
  readonly ms: number;
}

/** The switch that strangers find where the scenario of one operation was played. */
export interface Place {
  readonly world: Container;
  readonly secrets: Secrets;
}

export interface StrangersGround {
  readonly vault: ReturnType<typeof vaultInMemory>;
  /** The switch with the scenario of this operation; strangers change it from one request to the next. */
  at(operation: { readonly name: string }): Promise<Place>;
  /** Lets seconds pass and sends a request. Returns its answer with everything that followed. */
  play(secondsLater: number, ask: () => Promise<Answer>): Promise<Outcome>;
  /** The most requests to one host in a window of this length, in ms. */
  mostSent(windowMs: number): number;
}

/** A vault, and a switch for each scenario, to which a stranger may send requests. */
export async function strangersGround(): Promise<StrangersGround> {
  const writes: string[] = [];
  const note = (table: string) => (before: Item | undefined, after: Item | undefined) => {
    const { pk = '', sk = '' } = after ?? before ?? {};
    writes.push(`${table} ${pk} ${sk}`);
  };
  const clock = { now: new Date() };
  const logged: string[] = [];
  const sent: { readonly host: string; readonly at: number }[] = [];

  const port = (table: string) => memoryPort([], note(table));
  const [cards, codes, keys] = [port('cards'), port('codes'), port('keys')];
  const ports = { cards, codes, keys, credentials: port('credentials'), audit: port('audit') };
  const vault = vaultInMemory(aVault({ ports, provider: memoryKeyProvider() }));
  const tenantKey = await vault.tenantKey('shop');
  const made = await vault.ask('vault.create-session-token', {
    key: tenantKey,
    body: { session_token: { scope: 'card' } },
  });
  const expiredVaultToken: string = made.body.data.attributes.session_token;
  vault.clock.now = new Date(vault.clock.now.getTime() + 86_400_000);

  const places = new Map<string, Promise<Place>>();
  async function placeOf(operation: { readonly name: string }): Promise<Place> {
    const { items, dependencies, merchant, otherMerchant, ...scene } = await played(operation);
    const world = container(memoryPort(items, note('switch')), {
      ...dependencies(),
      clock,
      logged,
      // Processors that are asked about a webhook cannot be reached.
      send: async ({ url }) => {
        sent.push({ host: new URL(url).host, at: clock.now.getTime() });
        return { kind: 'not_sent', reason: 'no connection' };
      },
    });
    if (operation.name.startsWith('incoming-webhooks.')) {
      await addAccounts(world, merchant, clock.now);
    }
    const paid = await world.ask('payments.create', {
      key: otherMerchant.key,
      body: { amount: 100, currency: 'EUR' },
    });
    const secrets: Secrets = {
      ...scene,
      publishableKey: merchant.publishableKey,
      otherClientSecret: paid.body.client_secret,
      expiredVaultToken,
      hidden: [
        ...[adminKey, merchant.key, otherMerchant.key, tenantKey, scene.customerKey],
        ...[scene.clientSecret, `key of ${merchant.id}`, '4242424242424242'],
      ],
    };
    return { world, secrets };
  }

  return {
    vault,
    at(operation) {
      const there = places.get(operation.name) ?? placeOf(operation);
      places.set(operation.name, there);
      return there;
    },
    async play(secondsLater, ask) {
      writes.length = 0;
      logged.length = 0;
      vault.logged.length = 0;
      clock.now = new Date(clock.now.getTime() + secondsLater * 1_000);
      const startedAt = performance.now();
      const answer = await ask();
      const ms = performance.now() - startedAt;
      return { answer, writes: [...writes], logged: [...logged, ...vault.logged], ms };
    },
    mostSent(windowMs) {
      const counts = new Map<string, number>();
      for (const { host, at } of sent) {
        const window = `${host} ${Math.floor(at / windowMs)}`;
        counts.set(window, (counts.get(window) ?? 0) + 1);
      }
      return Math.max(0, ...counts.values());
    },
  };
}

/** An account of each processor that sends webhooks, with a secret to sign with. */
async function addAccounts(
  { services: { configurations, secrets } }: Container,
  { id: merchantId, profileId }: Merchant,
  now: Date,
): Promise<void> {
  const { account } = await configurations.read(merchantId);
  const createdAt = now.toISOString();
  for (const { name, credentials } of webhookSenders) {
    const id = accountAt(name);
    await configurations.addConnectorAccount({
      id,
      merchantId: account.id,
      profileId,
      connectorName: name,
      connectorType: 'payment_processor',
      label: id,
      status: 'active',
      disabled: false,
      settings: {},
      sealed: await secrets.seal(account, placeOf.connectorAccount(id), {
        connector_account_details: credentials,
        connector_webhook_details: { merchant_secret: '00ff' },
      }),
      createdAt,
      modifiedAt: createdAt,
      version: 1,
    });
  }
}
