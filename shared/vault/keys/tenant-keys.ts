import * as v from 'valibot';
import { Bytes } from '../../schema.ts';
import type { Table } from '../../table/table.ts';
import { VaultError } from '../vault-error.ts';
import type { TenantKey } from './envelope.ts';
import type { KeyClass, KeyProvider } from './key-provider.ts';

/** The keys of tenants, in clear for the moment. Where one cannot be had, nothing goes on without it. */
export interface TenantKeys {
  /**
   * The key that is sealed with now; made when there is none, or when it is too old.
   * Throws VaultError `service_unavailable`.
   */
  current(tenant: string, keyClass: KeyClass, now: Date): Promise<TenantKey>;
  /** The key that something was sealed with. Throws VaultError `service_unavailable`. */
  version(tenant: string, keyClass: KeyClass, version: number): Promise<TenantKey>;
}

/** A tenant's key as it is kept: wrapped, beside what it is good for. */
export const KeyItem = v.looseObject({
  tenant: v.string(),
  keyClass: v.picklist(['pan', 'face', 'csc', 'fpr']),
  keyVersion: v.number(),
  wrapped: Bytes,
  /** A retired key opens and no longer seals; a destroyed one is gone and only its item is left. */
  state: v.picklist(['active', 'retired', 'destroyed']),
  createdAt: v.string(),
});
export type KeyItem = v.InferOutput<typeof KeyItem>;

/** Service codes are sealed with a key of their quarter of an hour, and erased with it. */
export const epochMs = 15 * 60_000;
export const epochOf = (now: Date) => Math.floor(now.getTime() / epochMs);

export const keyPartition = (tenant: string, keyClass: KeyClass) =>
  `TENANT#${tenant}#KEY#${keyClass}`;
export const keySort = (version: number) => `VERSION#${String(version).padStart(10, '0')}`;

/** How long a key in clear may stay in memory, in milliseconds. */
const keptMs = 300_000;

/**
 * @param tables `keys` for all but service codes, `codes` for service codes, whose keys are
 * erased with their quarter of an hour and must be in no backup.
 */
export function tenantKeys(
  provider: KeyProvider,
  tables: { readonly keys: () => Table; readonly codes: () => Table },
): TenantKeys {
  const kept = new Map<string, { readonly key: Promise<TenantKey>; readonly until: number }>();

  const tableOf = (keyClass: KeyClass) => (keyClass === 'csc' ? tables.codes() : tables.keys());

  /** A failure is not remembered: a key denied for a minute works again without a restart. */
  function keeping(name: string, now: Date, load: () => Promise<TenantKey>): Promise<TenantKey> {
    const known = kept.get(name);
    if (known && known.until > now.getTime()) return known.key;
    const key = load().catch((error: unknown) => {
      kept.delete(name);
      throw new VaultError('service_unavailable', {}, { cause: error });
    });
    kept.set(name, { key, until: now.getTime() + keptMs });
    return key;
  }

  async function opened({ tenant, keyClass, keyVersion, wrapped }: KeyItem): Promise<TenantKey> {
    const bytes = await provider.unwrap(wrapped, { tenant, keyClass, version: keyVersion });
    return { version: keyVersion, bytes };
  }

  async function made(tenant: string, keyClass: KeyClass, version: number, now: Date) {
    const { plain, wrapped } = await provider.generate({ tenant, keyClass, version });
    const item: KeyItem = {
      tenant,
      keyClass,
      keyVersion: version,
      wrapped,
      state: 'active',
      createdAt: now.toISOString(),
    };
    const key = { pk: keyPartition(tenant, keyClass), sk: keySort(version) };
    const winner = await tableOf(keyClass).putNew({ ...item, ...key });
    // Somebody else made it at the same moment: theirs is the one.
    return winner ? opened(v.parse(KeyItem, winner)) : { version, bytes: plain };
  }

  async function newest(tenant: string, keyClass: KeyClass, now: Date): Promise<TenantKey> {
    const items = await tableOf(keyClass).query(keyPartition(tenant, keyClass));
    const versions = items.map((item) => v.parse(KeyItem, item));
    const active = versions.filter(({ state }) => state === 'active').at(-1);
    return active
      ? opened(active)
      : made(tenant, keyClass, (versions.at(-1)?.keyVersion ?? 0) + 1, now);
  }

  async function stored(tenant: string, keyClass: KeyClass, version: number) {
    const key = { pk: keyPartition(tenant, keyClass), sk: keySort(version) };
    const item = await tableOf(keyClass).get(key);
    return item && opened(v.parse(KeyItem, item));
  }

  return {
    current(tenant, keyClass, now) {
      if (keyClass !== 'csc') {
        return keeping(`${keyClass} ${tenant}`, now, () => newest(tenant, keyClass, now));
      }
      const epoch = epochOf(now);
      return keeping(
        `csc ${tenant} ${epoch}`,
        now,
        async () => (await stored(tenant, 'csc', epoch)) ?? made(tenant, 'csc', epoch, now),
      );
    },
    version: (tenant, keyClass, version) =>
      keeping(`${keyClass} ${tenant} ${version}`, new Date(), async () => {
        const key = await stored(tenant, keyClass, version);
        if (!key) throw new Error('There is no such key any more.');
        return key;
      }),
  };
}
