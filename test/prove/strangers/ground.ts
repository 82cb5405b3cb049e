import { allAbouts } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { placeOf } from '#merchants/accounts/configuration-store.ts';
import type { Item } from '#platform/table/port.ts';
import { receiveWebhook } from '#switch/incoming-webhooks/operations.ts';
import { exampleCredentials } from '../../support/example-credentials.ts';
import { memoryPort } from '../../support/memory-table.ts';
import { dependencies, preparedFor } from '../../support/prepared-switch.ts';
import {
  type Answer,
  adminKey,
  type Container,
  container,
} from '../../support/switch-in-memory.ts';
import { aVault } from '../../support/vault/a-vault.ts';
import { memoryKeyProvider } from '../../support/vault/memory-key-provider.ts';
import { vaultInMemory } from '../../support/vault/vault-in-memory.ts';

/** Adapters that have webhooks, with credentials of the right form. */
export const webhookSenders = allAbouts().flatMap(({ name, credentials: [authType] }) =>
  connectorNamed(name)?.webhooks ? [{ name, credentials: exampleCredentials(authType) }] : [],
);

/** The account at an adapter's processor, in the path of its webhooks. */
export const accountAt = (adapter: string) => `mca_any_${adapter}`;

/** What a stranger cannot know, or knows without being allowed more. */
export interface Secrets {
  /** Of the merchant whose objects are in the examples; pages have it. */
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

export interface StrangersGround {
  readonly world: Container;
  readonly vault: ReturnType<typeof vaultInMemory>;
  readonly secrets: Secrets;
  /** Lets seconds pass and sends a request. Returns its answer with everything that followed. */
  play(secondsLater: number, ask: () => Promise<Answer>): Promise<Outcome>;
  /** The most requests to one host in a window of this length, in ms. */
  mostSent(windowMs: number): number;
}

/** A switch and a vault with something of everything in it, and a stranger who may send requests. */
export async function strangersGround(): Promise<StrangersGround> {
  const { items, vault: copyOfVault, ...prepared } = preparedFor(receiveWebhook);
  const writes: string[] = [];
  const note = (table: string) => (before: Item | undefined, after: Item | undefined) => {
    const { pk = '', sk = '' } = after ?? before ?? {};
    writes.push(`${table} ${pk} ${sk}`);
  };
  const clock = { now: dependencies.clock.now };
  const sent: { readonly host: string; readonly at: number }[] = [];
  const own = { ...dependencies, clock, logged: [] as string[], vault: copyOfVault() };
  const world = container(memoryPort(items, note('switch')), {
    ...own,
    // Processors that are asked about a webhook cannot be reached.
    send: async ({ url }) => {
      sent.push({ host: new URL(url).host, at: clock.now.getTime() });
      return { kind: 'not_sent', reason: 'no connection' };
    },
  });
  await addAccounts(world, clock.now);

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

  const { merchant, otherMerchant } = prepared;
  const paid = await world.ask('payments.create', {
    key: otherMerchant.key,
    body: { amount: 100, currency: 'EUR' },
  });
  const secrets: Secrets = {
    ...prepared,
    publishableKey: merchant.publishableKey,
    otherClientSecret: paid.body.client_secret,
    expiredVaultToken,
    hidden: [
      ...[adminKey, merchant.key, otherMerchant.key, tenantKey, prepared.customerKey],
      ...[prepared.clientSecret, prepared.payoutSecret, 'key of the example', '4242424242424242'],
    ],
  };

  return {
    world,
    vault,
    secrets,
    async play(secondsLater, ask) {
      writes.length = 0;
      own.logged.length = 0;
      vault.logged.length = 0;
      clock.now = new Date(clock.now.getTime() + secondsLater * 1_000);
      const startedAt = performance.now();
      const answer = await ask();
      const ms = performance.now() - startedAt;
      return { answer, writes: [...writes], logged: [...own.logged, ...vault.logged], ms };
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
  now: Date,
): Promise<void> {
  const { account } = await configurations.read('merchant_example');
  const createdAt = now.toISOString();
  for (const { name, credentials } of webhookSenders) {
    const id = accountAt(name);
    await configurations.addConnectorAccount({
      id,
      merchantId: account.id,
      profileId: 'pro_example',
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
