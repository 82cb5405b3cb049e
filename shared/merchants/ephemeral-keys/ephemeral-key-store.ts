import * as v from 'valibot';
import { derivedKey } from '#platform/crypto/aead.ts';
import { SwitchError } from '#platform/errors.ts';
import { isEphemeralKey } from '#platform/http/callers/authenticate.ts';
import {
  type IdempotentRequest,
  idempotencyKeySeconds,
} from '#platform/http/operation/idempotency.ts';
import { randomHex } from '#platform/ids.ts';
import { ephemeralKeyId, ephemeralKeyKey, sha256 } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';

/** A key with which one customer's app sees and changes that customer's payment methods. */
export const EphemeralKey = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  customerId: v.string(),
  /** SHA-256 of the secret, in hex. The secret itself is never stored. */
  hash: v.string(),
  /** Whole seconds since 1970. */
  createdAtSeconds: v.number(),
  /** The table's time to live, in seconds since 1970: the key's expiry or later. */
  expiresAtSeconds: v.number(),
  /** When the key stops working, ISO 8601: after its hour, or when it was deleted. */
  expiresAt: v.string(),
  /** When the key was deleted before its hour was over, ISO 8601. */
  endedAt: v.optional(v.string()),
});
export type EphemeralKey = v.InferOutput<typeof EphemeralKey>;

/** How long a key is valid, in seconds. */
export const ephemeralKeySeconds = 3_600;

/** A key with its secret, which is never stored. */
interface NewEphemeralKey {
  readonly key: EphemeralKey;
  readonly secret: string;
}

interface Owner {
  readonly merchantId: string;
  readonly customerId: string;
}

export interface EphemeralKeyStore {
  /** Creates a key. The secret cannot be read again. */
  create(owner: Owner, now: Date): Promise<NewEphemeralKey>;
  /**
   * Creates a key whose secret is derived from the idempotent request and its caller's secret. A
   * repeat of the request finds the key of the first; undefined when that key was deleted
   * meanwhile.
   */
  createOnce(
    owner: Owner,
    now: Date,
    idempotentRequest: IdempotentRequest,
  ): Promise<NewEphemeralKey | undefined>;
  /** Ends a key, named by its id or its secret. Throws `ephemeral_key_not_found`. */
  end(merchantId: string, idOrSecret: string, now: Date): Promise<EphemeralKey>;
}

/** Keys are stored under their hash, so authenticating a request needs one read. */
export function ephemeralKeyStore(table: Table): EphemeralKeyStore {
  /** Saves a key with this secret, or finds the existing one. */
  async function keyOf(
    secret: string,
    owner: Owner,
    { now, ttlSeconds }: { readonly now: Date; readonly ttlSeconds: number },
  ): Promise<{ readonly key: EphemeralKey; readonly isNew: boolean }> {
    const createdAtSeconds = Math.floor(now.getTime() / 1_000);
    const key: EphemeralKey = {
      id: ephemeralKeyId(secret),
      merchantId: owner.merchantId,
      customerId: owner.customerId,
      hash: sha256(secret).toString('hex'),
      createdAtSeconds,
      expiresAtSeconds: createdAtSeconds + ttlSeconds,
      expiresAt: new Date(expiresAtSecondsOf({ createdAtSeconds }) * 1_000).toISOString(),
    };
    const existing = await table.putNew({ ...key, ...ephemeralKeyKey(key.id) });
    return { key: existing ? v.parse(EphemeralKey, existing) : key, isNew: !existing };
  }

  return {
    async create(owner, now) {
      const secret = `epk_${randomHex()}`;
      const { key, isNew } = await keyOf(secret, owner, {
        now,
        ttlSeconds: ephemeralKeySeconds,
      });
      if (!isNew) throw new Error('A new ephemeral key has the secret of another.');
      return { key, secret };
    },

    async createOnce(owner, now, idempotentRequest) {
      const secret = secretOf(idempotentRequest);
      // The item must outlive the idempotency key: a repeated request must not revive a deleted
      // key.
      const { key } = await keyOf(secret, owner, { now, ttlSeconds: idempotencyKeySeconds });
      const isOwn = key.merchantId === owner.merchantId && key.customerId === owner.customerId;
      if (!isOwn) throw new Error('A new ephemeral key has the secret of another.');
      return key.endedAt === undefined ? { key, secret } : undefined;
    },

    async end(merchantId, idOrSecret, now) {
      const id = isEphemeralKey(idOrSecret) ? ephemeralKeyId(idOrSecret) : idOrSecret;
      const endedAt = now.toISOString();
      // The item stays, marked as ended, so that no repeat creates it again. The condition on the
      // merchant protects other merchants' keys.
      const item = await table.changeWhere(
        ephemeralKeyKey(id),
        { set: { endedAt, expiresAt: endedAt } },
        { oneOf: { merchantId: [merchantId] }, absent: ['endedAt'] },
      );
      const key = item && v.parse(EphemeralKey, item);
      // The table deletes expired items with a delay.
      if (!key || expiresAtSecondsOf(key) * 1_000 <= now.getTime()) {
        throw new SwitchError('ephemeral_key_not_found');
      }
      return key;
    },
  };
}

/**
 * Derives the key's secret from the request. The sealing key needs the caller's own secret and each
 * request has its own fingerprint, so no other customer gets the same secret.
 */
function secretOf({ sealingKey, fingerprint }: IdempotentRequest): string {
  const secret = derivedKey(sealingKey, Buffer.from(fingerprint), Buffer.from('ephemeral key'));
  return `epk_${secret.toString('hex', 0, 16)}`;
}

/** When the key's hour is over, in seconds since 1970. */
const expiresAtSecondsOf = ({ createdAtSeconds }: Pick<EphemeralKey, 'createdAtSeconds'>) =>
  createdAtSeconds + ephemeralKeySeconds;

/** Presents a key without its secret. */
export const presentEphemeralKey = (key: EphemeralKey) => ({
  id: key.id,
  merchant_id: key.merchantId,
  customer_id: key.customerId,
  created_at: key.createdAtSeconds,
  expires: expiresAtSecondsOf(key),
});
