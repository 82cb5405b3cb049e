import * as v from 'valibot';
import { Bytes } from '../../schema.ts';
import { dueKeys } from '../../table/due.ts';
import type { Item, Key, Table } from '../../table/table.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { endOfEpochMs, maxCvcMs } from './key-periods.ts';
import type { KeyClass, KeyProvider } from './key-provider.ts';

/** A tenant's key as it is kept: wrapped, beside what it is good for. */
export const KeyItem = v.looseObject({
  tenant: v.string(),
  keyClass: v.picklist(['pan', 'display', 'cvc', 'fingerprint']),
  keyVersion: v.number(),
  /** Absent once it is destroyed. */
  wrapped: v.optional(Bytes),
  /** A retired key opens and no longer seals; a destroyed one is gone and only its item is left. */
  state: v.picklist(['active', 'retired', 'destroyed']),
  createdAt: v.string(),
  /** When it was wrapped under another root than it was made under. */
  wrappedAt: v.optional(v.string()),
  retiredAt: v.optional(v.string()),
  /** When an operator said that others may know it. */
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

/** How far the records of a tenant have been looked through for those under retired keys. */
export const walkKey = (tenant: string): Key => ({ pk: `TENANT#${tenant}#ROTATION`, sk: 'WALK' });

/** The marks that tell how often a version was used, each for so many uses on average. */
export const usesPartition = (tenant: string, keyClass: KeyClass, version: number) =>
  `TENANT#${tenant}#USES#${keyClass}#${String(version).padStart(10, '0')}`;
export const usesPerMark = 2 ** 16;

/** What is kept of a use is no longer of use after this long, in seconds. */
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

/** A key as it is kept, and in clear where it was made just now. */
export interface NewKeyResult {
  readonly item: KeyItem;
  /** Absent when another request created the key at the same moment: that one counts. */
  readonly plain?: Uint8Array;
}

/**
 * Makes a version of a tenant's key and keeps it wrapped. Of many that do so at once, one wins, and
 * the others get what it made.
 *
 * The tenant is put on the list before its first key is there, so no key is ever forgotten by the
 * rotation; and the audit trail knows of a key before it exists, so none is unknown to it.
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
      ...{ tenant, keyClass, keyVersion: version, wrapped, createdAt },
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

/** The audit event of a key. `why` is in the words of the caller. */
export const keyEvent = (
  type: 'key.created' | 'key.retired' | 'key.destroyed',
  { tenant, keyClass, version, now }: NewKey,
  why = '',
) =>
  ({
    ...{ tenant, type, now },
    actor: { kind: 'job', id: 'keys' },
    reason: `key ${keyClass} ${version}${why && `, ${why}`}`,
    result: 'allowed',
    origin: 'vault',
    requestId: `${keyClass}-${version}`,
  }) as const;
