import * as v from 'valibot';
import { Bytes } from '#platform/schema.ts';
import { dueKeys } from '#platform/table/due.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { endOfEpochMs, maxCvcMs } from './key-periods.ts';
import type { KeyClass, KeyProvider } from './key-provider.ts';

/** A stored key of a tenant: wrapped, with its state and dates. */
export const KeyItem = v.looseObject({
  tenant: v.string(),
  keyClass: v.picklist(['pan', 'display', 'cvc', 'fingerprint']),
  keyVersion: v.number(),
  /** Absent once it is destroyed. */
  wrapped: v.optional(Bytes),
  /** A retired key decrypts and no longer encrypts. Of a destroyed key only its item is left. */
  state: v.picklist(['active', 'retired', 'destroyed']),
  createdAt: v.string(),
  /** When it was last wrapped again, under another root key version. */
  wrappedAt: v.optional(v.string()),
  retiredAt: v.optional(v.string()),
  /** When an operator reported it as compromised. */
  compromisedAt: v.optional(v.string()),
});
export type KeyItem = v.InferOutput<typeof KeyItem>;

export const keyPartition = (tenant: string, keyClass: KeyClass) =>
  `TENANT#${tenant}#KEY#${keyClass}`;
const keySort = (version: number) => `VERSION#${String(version).padStart(10, '0')}`;
export const keyKey = (tenant: string, keyClass: KeyClass, version: number): Key => ({
  pk: keyPartition(tenant, keyClass),
  sk: keySort(version),
});

/** Keys in the tables of keys that do not begin with their tenant, each with its reason. */
export const keysOutsideTenants = {
  TENANTS: 'Keys are rotated for all tenants: this is the list of who has any, names alone.',
  ROTATION: 'Where a run over all tenants stopped, so that the next one goes on behind it.',
} as const;

export const tenantsPartition = 'TENANTS';
export const rotationKey: Key = { pk: 'ROTATION', sk: 'ROTATION' };

/** The key of the walk: how far a tenant's cards were checked for records under retired keys. */
export const walkKey = (tenant: string): Key => ({ pk: `TENANT#${tenant}#ROTATION`, sk: 'WALK' });

/** The partition of a key version's use marks. Each mark stands for an average number of uses. */
export const usesPartition = (tenant: string, keyClass: KeyClass, version: number) =>
  `TENANT#${tenant}#USES#${keyClass}#${String(version).padStart(10, '0')}`;
export const usesPerMark = 2 ** 16;

/** How long a use mark is stored, in seconds. */
const useRetentionSeconds = 800 * 86_400;

/** A mark in the partition of a version's uses. */
export const useMark = (
  { tenant, keyClass, version }: { tenant: string; keyClass: KeyClass; version: number },
  name: string,
  now: Date,
): Item => ({
  pk: usesPartition(tenant, keyClass, version),
  sk: name,
  expiresAtSeconds: Math.floor(now.getTime() / 1_000) + useRetentionSeconds,
});

interface NewKey {
  readonly tenant: string;
  readonly keyClass: KeyClass;
  readonly version: number;
  readonly now: Date;
}

/** A stored key, and the key in clear if this call created it. */
export interface NewKeyResult {
  readonly item: KeyItem;
  /** Absent when another request created the key at the same moment: that key is the valid one. */
  readonly plain?: Uint8Array;
}

/**
 * Creates a version of a tenant's key and stores it wrapped. Of concurrent requests one creates it,
 * and the others get its key.
 *
 * The tenant goes on the list before its first key exists, so the rotation misses no key. The audit
 * record is written before the key exists, so every key is in the audit trail.
 */
export async function makeKey(
  services: {
    readonly provider: KeyProvider;
    readonly table: Table;
    readonly audit?: AuditTrail | undefined;
  },
  { tenant, keyClass, version, now }: NewKey,
): Promise<NewKeyResult> {
  const { provider, table, audit } = services;
  const { plain, wrapped } = await provider.generate({ tenant, keyClass, version });
  try {
    const createdAt = now.toISOString();
    const item: KeyItem = {
      tenant,
      keyClass,
      keyVersion: version,
      wrapped,
      createdAt,
      state: 'active',
    };
    if (keyClass !== 'cvc' && version === 1) {
      await table.putNew({ pk: tenantsPartition, sk: tenant, tenant, createdAt });
    }
    await audit?.record(keyEvent('key.created', { tenant, keyClass, version, now }));
    const key = keyKey(tenant, keyClass, version);
    const winner = await table.putNew({
      ...item,
      ...key,
      ...(keyClass === 'cvc' && expiryOf(key, version)),
    });
    if (!winner) return { item, plain };
    plain.fill(0);
    return { item: v.parse(KeyItem, winner) };
  } catch (error) {
    plain.fill(0);
    throw error;
  }
}

/**
 * The key of a code's period is due for erasure when the last code under it has expired. The
 * database's own expiry is a last safety net, a day later.
 */
function expiryOf({ pk }: Key, epoch: number) {
  const atMs = endOfEpochMs(epoch) + maxCvcMs;
  return { ...dueKeys(pk, new Date(atMs)), expiresAtSeconds: atMs / 1_000 + 86_400 };
}

/** The audit event of a key. `why` is the caller's reason. */
export const keyEvent = (
  type: 'key.created' | 'key.retired' | 'key.destroyed',
  { tenant, keyClass, version, now }: NewKey,
  why = '',
) =>
  ({
    tenant,
    type,
    now,
    actor: { kind: 'job', id: 'keys' },
    reason: `key ${keyClass} ${version}${why && `, ${why}`}`,
    result: 'allowed',
    origin: 'vault',
    requestId: `${keyClass}-${version}`,
  }) as const;
