import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { currentTime } from '#platform/clock.ts';
import { randomText } from '#platform/ids.ts';
import type { Table } from '#platform/table/table.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { reportUnrecordedUse } from '../report-unrecorded-use.ts';
import { VaultError } from '../vault-error.ts';
import type { TenantKey } from './envelope.ts';
import { KeyItem, keyKey, keyPartition, makeKey, useMark, usesPerMark } from './key-items.ts';
import { cryptoperiods, endOfEpochMs, epochOf, fingerprintOverlapMs } from './key-periods.ts';
import type { KeyClass, KeyProvider } from './key-provider.ts';

export { epochMs, epochOf } from './key-periods.ts';

/**
 * Tenants' keys in clear, for the moment of their use. Throws when a key is unavailable.
 *
 * Each call returns a copy of its own, which the caller may erase with `bytes.fill(0)`. The cache
 * erases keys that it evicts. A shared buffer could be erased during another caller's use, which
 * would then encrypt with zeros; a copy costs 32 bytes and avoids that.
 */
export interface TenantKeys {
  /**
   * The key that encrypts now; created when there is none or it is too old. Callers ask for it for
   * every record, because each call counts as a use. Throws VaultError `service_unavailable`.
   */
  current(tenant: string, keyClass: KeyClass, now: Date): Promise<TenantKey>;
  /** The key version that a record was encrypted with. Throws VaultError `service_unavailable`. */
  version(tenant: string, keyClass: KeyClass, version: number): Promise<TenantKey>;
}

/** How long a key in clear may stay in memory, in milliseconds. */
const defaultCacheMs = 300_000;
/** How many keys a container caches; above that it evicts the least recently used one. */
const defaultMaxCached = 1_000;

interface Settings {
  /** Records every new key. */
  readonly audit?: AuditTrail;
  /** The cache's clock. A key's age is measured by the request's time instead. */
  readonly clock?: () => Date;
  readonly cacheMs?: number;
  readonly maxCached?: number;
  /** True once in `usesPerMark` calls on average. */
  readonly chance?: () => boolean;
}

/** A key, and the time from which it no longer encrypts. */
interface Loaded {
  readonly key: TenantKey;
  readonly spentAtMs: number;
}

interface CachedKey {
  readonly loading: Promise<Loaded>;
  isLoaded: boolean;
  readonly sinceMs: number;
  readonly untilMs: number;
  forgetting?: NodeJS.Timeout;
}

interface Tables {
  readonly keys: () => Table;
  readonly codes: () => Table;
}

/**
 * @param tables `keys` for all keys but those of card verification codes. `codes` for the latter,
 * which are erased with their 15-minute period and must be in no backup.
 */
export function tenantKeys(
  provider: KeyProvider,
  tables: Tables,
  settings: Settings = {},
): TenantKeys {
  const { audit, clock = currentTime, cacheMs: keptMs = defaultCacheMs } = settings;
  const { maxCached = defaultMaxCached, chance = () => randomInt(usesPerMark) === 0 } = settings;
  const { forget, loadCached } = keyCache(clock, maxCached);
  const { makeVersion, newest, stored } = keyVersions(provider, tables, audit);

  /** Writes a use mark, on average once in `usesPerMark` uses. */
  async function countUse(tenant: string, keyClass: KeyClass, version: number, now: Date) {
    if (!cryptoperiods[keyClass].seals || !chance()) return;
    const mark = useMark({ tenant, keyClass, version }, randomText(12), now);
    // The limit has a wide margin, so a failed count does not refuse a card.
    await tables
      .keys()
      .putNew(mark)
      .catch((error: unknown) => reportUnrecordedUse('key', error));
  }

  return {
    async current(tenant, keyClass, now) {
      if (keyClass === 'cvc') {
        const epoch = epochOf(now);
        const forMs = Math.min(keptMs, endOfEpochMs(epoch) - now.getTime());
        const entry = loadCached(`cvc ${tenant} ${epoch}`, forMs, async () => ({
          key:
            (await stored(tenant, 'cvc', epoch)) ??
            (await makeVersion(tenant, 'cvc', epoch, now)).key,
          spentAtMs: neverSpent,
        }));
        return (await copyLoaded(entry)).key;
      }
      const name = `${keyClass} ${tenant}`;
      const load = () => newest(tenant, keyClass, now);
      const entry = loadCached(name, keptMs, load);
      let loaded = await copyLoaded(entry);
      if (now.getTime() >= loaded.spentAtMs) {
        eraseKey(loaded.key);
        forget(name, entry);
        loaded = await copyLoaded(loadCached(name, keptMs, load));
      }
      await countUse(tenant, keyClass, loaded.key.version, now);
      return loaded.key;
    },

    async version(tenant, keyClass, version) {
      const name = `${keyClass} ${tenant} ${version}`;
      const leftMs = endOfEpochMs(version) - clock().getTime();
      const forMs = keyClass === 'cvc' ? Math.min(keptMs, leftMs) : keptMs;
      const entry = loadCached(name, forMs, async () => {
        const key = await stored(tenant, keyClass, version);
        if (!key) throw new Error('There is no such key any more.');
        return { key, spentAtMs: neverSpent };
      });
      return (await copyLoaded(entry)).key;
    },
  };
}

const neverSpent = Number.POSITIVE_INFINITY;

/** Keys in clear, each for a while, up to `maxCached` of them. */
function keyCache(clock: () => Date, maxCached: number) {
  /** The most recently used keys come last. */
  const cache = new Map<string, CachedKey>();

  /** Evicts a key. Callers that are waiting for the key get their copies before it is erased. */
  function forget(name: string, entry: CachedKey) {
    if (cache.get(name) === entry) cache.delete(name);
    clearTimeout(entry.forgetting);
    entry.loading.then(({ key }) => eraseKey(key)).catch(() => undefined);
  }

  /** A clock that was set back must not extend the time in the cache. */
  const isFresh = ({ isLoaded, sinceMs, untilMs }: CachedKey, atMs: number) =>
    !isLoaded || (atMs >= sinceMs && atMs < untilMs);

  /** Concurrent callers share one load. A failure reaches all of them and is not cached. */
  function loadCached(name: string, forMs: number, load: () => Promise<Loaded>): CachedKey {
    const atMs = clock().getTime();
    const known = cache.get(name);
    if (known && isFresh(known, atMs)) {
      cache.delete(name);
      cache.set(name, known);
      return known;
    }
    if (known) forget(name, known);
    const loading = load().catch((error: unknown) => {
      throw new VaultError('service_unavailable', {}, { cause: error });
    });
    const entry: CachedKey = { loading, isLoaded: false, sinceMs: atMs, untilMs: atMs + forMs };
    cache.set(name, entry);
    loading.then(
      () => {
        entry.isLoaded = true;
        if (forMs <= 0) return forget(name, entry);
        // Evicts the key after its time even when no further call comes.
        if (cache.get(name) === entry) {
          entry.forgetting = setTimeout(() => forget(name, entry), forMs).unref();
        }
      },
      () => forget(name, entry),
    );
    for (const [oldest, one] of cache) {
      if (cache.size <= maxCached) break;
      forget(oldest, one);
    }
    return entry;
  }

  return { forget, loadCached };
}

/** The stored versions of the keys, which are made when there is none. */
function keyVersions(provider: KeyProvider, tables: Tables, audit: AuditTrail | undefined) {
  const tableOf = (keyClass: KeyClass) => (keyClass === 'cvc' ? tables.codes() : tables.keys());

  async function unwrapItem(item: KeyItem): Promise<TenantKey> {
    const { tenant, keyClass, keyVersion, wrapped, state } = item;
    if (!wrapped) throw new Error('The key was destroyed.');
    const bytes = await provider.unwrap(wrapped, { tenant, keyClass, version: keyVersion });
    return { version: keyVersion, bytes, ...(state !== 'active' && { retired: true }) };
  }

  async function makeVersion(tenant: string, keyClass: KeyClass, version: number, now: Date) {
    const table = tableOf(keyClass);
    const { item, plain } = await makeKey(
      { provider, table, audit },
      { tenant, keyClass, version, now },
    );
    return { item, key: plain ? { version, bytes: plain } : await unwrapItem(item) };
  }

  async function newest(tenant: string, keyClass: KeyClass, now: Date): Promise<Loaded> {
    const items = await tableOf(keyClass).query(keyPartition(tenant, keyClass));
    const versions = items.map((item) => v.parse(KeyItem, item));
    const active = versions.filter((item) => seals(item, now)).at(-1);
    const { item, key } = active
      ? { item: active, key: await unwrapItem(active) }
      : await makeVersion(tenant, keyClass, (versions.at(-1)?.keyVersion ?? 0) + 1, now);
    const before =
      keyClass === 'fingerprint' ? versions.filter((one) => overlaps(one, item, now)) : [];
    const [earlier] = before.slice(-1);
    return {
      key: { ...key, ...(earlier && { earlier: await unwrapItem(earlier) }) },
      spentAtMs: spentAtMs(item),
    };
  }

  async function stored(tenant: string, keyClass: KeyClass, version: number) {
    const item = await tableOf(keyClass).get(keyKey(tenant, keyClass, version));
    return item && unwrapItem(v.parse(KeyItem, item));
  }

  return { makeVersion, newest, stored };
}

async function copyLoaded({ loading }: CachedKey): Promise<Loaded> {
  const { key, spentAtMs } = await loading;
  return { key: copyOf(key), spentAtMs };
}

const spentAtMs = ({ createdAt, keyClass }: KeyItem) =>
  Date.parse(createdAt) + cryptoperiods[keyClass].ms;

/** Whether a key may encrypt. */
const seals = (item: KeyItem, now: Date) =>
  item.state === 'active' && !item.compromisedAt && now.getTime() < spentAtMs(item);

/** Whether this key's fingerprints still identify cards, beside those of the newest key. */
const overlaps = (
  { keyVersion, state, compromisedAt, retiredAt }: KeyItem,
  newest: KeyItem,
  now: Date,
) =>
  keyVersion < newest.keyVersion &&
  state !== 'destroyed' &&
  !compromisedAt &&
  (!retiredAt || now.getTime() < Date.parse(retiredAt) + fingerprintOverlapMs);

function copyOf({ bytes, earlier, ...key }: TenantKey): TenantKey {
  return { ...key, bytes: Uint8Array.from(bytes), ...(earlier && { earlier: copyOf(earlier) }) };
}

/** Overwrites a key that is no longer needed. */
export function eraseKey({ bytes, earlier }: TenantKey): void {
  bytes.fill(0);
  earlier?.bytes.fill(0);
}
