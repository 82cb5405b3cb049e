import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { VaultError } from '../vault-error.ts';
import type { MaskedCard } from './card.ts';
import type { CardToStore, StoreRequest } from './card-vault.ts';
import { claimOf, hashesOf, type StoreCardOnceServices, storeCardOnce } from './store-card-once.ts';

export interface IdempotentStoreServices extends StoreCardOnceServices {
  readonly keys: Pick<TenantKeys, 'current'>;
  readonly credentials: Table;
}

export interface IdempotentStoreRequest extends StoreRequest {
  /** 1 to 255 characters, the tenant's own. */
  readonly idempotencyKey: string;
  /** Milliseconds until this function is stopped. */
  readonly remainingMs: number;
}

/** How long a tenant's idempotency key is stored, in milliseconds. */
const keyLifetimeMs = 86_400_000;

/** The lifetime of a key that is stored already. */
const KeyItem = v.looseObject({ expiresAtMs: v.number() });

/**
 * Stores a card once for a tenant's idempotency key, even under concurrent requests. A key from
 * before the tenant's fingerprint key changed (every other year) is unknown.
 *
 * @throws VaultError `idempotency_mismatch` for another card under a known key, and
 * `service_unavailable`
 */
export async function storeIdempotently(
  services: IdempotentStoreServices,
  { idempotencyKey, ...request }: IdempotentStoreRequest,
  card: CardToStore,
): Promise<MaskedCard> {
  const { tenant, now, remainingMs } = request;
  const { keys, credentials } = services;
  const startedMs = now.getTime();
  const hash = await hashesOf(keys, tenant, now);
  // Keys are the tenant's own text, which could contain anything, so they are hashed.
  const pk = `TENANT#${tenant}#IDEMPOTENCY#${hash(Buffer.from(`key ${idempotencyKey}`))}`;
  const key = { pk, sk: 'IDEMPOTENCY' };
  const claim = claimOf(hash, card, startedMs + remainingMs);
  const expiresAtMs = startedMs + keyLifetimeMs;
  const set = { ...claim, expiresAtMs, expiresAtSeconds: Math.ceil(expiresAtMs / 1_000) };

  /** Whether this request's claim is in the item: it is new, or the one before it has expired. */
  async function isFirst(): Promise<boolean> {
    const before = await credentials.putNew({ ...key, ...set });
    if (!before) return true;
    const isForgotten = { present: true, atMost: { expiresAtMs: startedMs } };
    return (
      v.parse(KeyItem, before).expiresAtMs <= startedMs &&
      (await credentials.changeWhere(key, { set, remove: ['answer'] }, isForgotten)) !== undefined
    );
  }

  return storeCardOnce(
    services,
    {
      ...{ ...request, key, claim, isFirst: await isFirst() },
      refusal: () => new VaultError('idempotency_mismatch'),
    },
    card,
  );
}
