import type { Item, Key } from '#platform/table/port.ts';
import { aTarget, type Target } from '../shared/vault/proxy/a-target.ts';
import type { MemoryPort } from '../support/table/memory-table.ts';
import {
  laptopMasterKey,
  vaultAdminKey,
  type vaultInMemory,
} from '../support/vault/vault-in-memory.ts';
import { type VaultShop, withTenantKey } from './vault-shop.ts';

type World = ReturnType<typeof vaultInMemory>;

export interface VaultShopInMemory extends VaultShop {
  /** Asks the other container. */
  readonly serve: VaultShop['ask'];
  /** Closes its servers. */
  close(): Promise<void>;
}

/** The tenant `shop` of a vault in memory, whose time `later` passes, and of another container. */
export function vaultShopInMemory(
  aside: World,
  later: (ms: number) => void,
  served = aside,
): VaultShopInMemory {
  const { vault, tenantKey } = aside;
  const tenant = 'shop';
  const ports: readonly MemoryPort[] = Object.values(vault.ports);
  const targets = new Map<string, Target>();
  let made = 10_000_000;
  async function portOf(key: Key): Promise<MemoryPort> {
    for (const port of ports) if (await port.get(key)) return port;
    throw new Error(`There is no ${key.pk} ${key.sk}.`);
  }
  const asking =
    ({ ask }: World): VaultShop['ask'] =>
    async (name, request = {}) => {
      const { key, ...rest } = await withTenantKey(name, request, () => tenantKey(tenant));
      // The operator's key is accepted only as a header.
      const inHeader = { ...rest, headers: { ...rest.headers, 'api-key': vaultAdminKey } };
      return ask(name, key === vaultAdminKey ? inHeader : { ...rest, key });
    };
  return {
    tenant,
    adminKey: vaultAdminKey,
    masterKey: laptopMasterKey,
    ask: asking(aside),
    serve: asking(served),
    newId: (prefix) => `${prefix}_${++made}`,
    aMoment: async () => later(1),
    later: async (ms) => later(ms),
    async server(answer) {
      const target = await aTarget(() => answer);
      targets.set(target.url, target);
      return target.url;
    },
    received: (url) => (targets.get(url)?.seen ?? []).map(({ body }) => body.toString('utf8')),
    items: async (beginning) =>
      ports.flatMap((port): readonly Item[] =>
        port.items().filter(({ pk }) => pk.startsWith(beginning)),
      ),
    change: async (key, changes) => (await portOf(key)).update(key, { set: changes }),
    async remove(key) {
      const port = await portOf(key);
      await port.delete(key, { version: Number((await port.get(key))?.version) });
    },
    close: async () => {
      await Promise.all([...targets.values()].map((target) => target.close()));
    },
  };
}
