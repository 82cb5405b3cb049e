import * as v from 'valibot';
import { derivedKey } from '../crypto/aead.ts';
import { SwitchError } from '../errors.ts';
import { isEphemeralKey } from '../http/authenticate.ts';
import { type IdempotentRequest, idempotencyKeySeconds } from '../http/idempotency.ts';
import { randomHex } from '../ids.ts';
import { ephemeralKeyId, ephemeralKeyKey, sha256 } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';

/** A key with which one customer's app sees and changes what this customer pays with. */
export const EphemeralKey = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  customerId: v.string(),
  /** Of the secret, in hex. The secret itself is kept nowhere. */
  hash: v.string(),
  /** Whole seconds since 1970. */
  createdAtSeconds: v.number(),
  /** When the table may forget it, in seconds since 1970: when it is over, or later. */
  expiresAtSeconds: v.number(),
  /** From when on it is refused, ISO 8601: its hour is over, or it was ended. */
  expiresAt: v.string(),
  /** When it was ended before its hour was over, ISO 8601. */
  endedAt: v.optional(v.string()),
});
export type EphemeralKey = v.InferOutput<typeof EphemeralKey>;

/** How long such a key is good, in seconds. */
export const ephemeralKeySeconds = 3_600;

/** A key with its secret, which is kept nowhere. */
export interface NewEphemeralKey {
  readonly key: EphemeralKey;
  readonly secret: string;
}

interface Owner {
  readonly merchantId: string;
  readonly customerId: string;
}

export interface EphemeralKeyStore {
  /** Makes a key; its secret is not to be had again. */
  create(owner: Owner, now: Date): Promise<NewEphemeralKey>;
  /**
   * Makes a key whose secret follows from the request that makes it, for whoever knows the secret of
   * that request's caller. So the same request makes it once, and finds it as it was made when it
   * comes again; undefined when it was ended meanwhile.
   */
  createOnce(
    owner: Owner,
    now: Date,
    idempotentRequest: IdempotentRequest,
  ): Promise<NewEphemeralKey | undefined>;
  /** Ends a key, named by its identifier or by its secret. Throws `ephemeral_key_not_found`. */
  end(merchantId: string, idOrSecret: string, now: Date): Promise<EphemeralKey>;
}

/** Keys are found by their hash, as the check of every request that carries one finds them. */
export function ephemeralKeyStore(table: Table): EphemeralKeyStore {
  /** Writes down a key of this secret, or finds the one that is there. */
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
      if (!isNew) throw new Error('Two ephemeral keys of the same secret.');
      return { key, secret };
    },

    async createOnce(owner, now, idempotentRequest) {
      const secret = secretOf(idempotentRequest);
      // For as long as a request may come again it must not bring a key back to life.
      const { key } = await keyOf(secret, owner, { now, ttlSeconds: idempotencyKeySeconds });
      const isOwn = key.merchantId === owner.merchantId && key.customerId === owner.customerId;
      if (!isOwn) throw new Error('Two ephemeral keys of the same secret.');
      return key.endedAt === undefined ? { key, secret } : undefined;
    },

    async end(merchantId, idOrSecret, now) {
      const id = isEphemeralKey(idOrSecret) ? ephemeralKeyId(idOrSecret) : idOrSecret;
      const endedAt = now.toISOString();
      // It is marked and stays, so that nobody makes it again. Another merchant's is left alone.
      const item = await table.changeWhere(
        ephemeralKeyKey(id),
        { set: { endedAt, expiresAt: endedAt } },
        { oneOf: { merchantId: [merchantId] }, absent: ['endedAt'] },
      );
      const key = item && v.parse(EphemeralKey, item);
      // The table forgets what is over some time later.
      if (!key || expiresAtSecondsOf(key) * 1_000 <= now.getTime()) {
        throw new SwitchError('ephemeral_key_not_found');
      }
      return key;
    },
  };
}

/**
 * The secret of the key that a request makes. What it is derived from only the caller's own secret
 * gives, and no other request has this fingerprint: so no other customer gets the same.
 */
function secretOf({ sealingKey, fingerprint }: IdempotentRequest): string {
  const secret = derivedKey(sealingKey, Buffer.from(fingerprint), Buffer.from('ephemeral key'));
  return `epk_${secret.toString('hex', 0, 16)}`;
}

/** When its hour is over, in seconds since 1970. */
const expiresAtSecondsOf = ({ createdAtSeconds }: Pick<EphemeralKey, 'createdAtSeconds'>) =>
  createdAtSeconds + ephemeralKeySeconds;

/** A key as merchants see it, but for its secret. */
export const presentEphemeralKey = (key: EphemeralKey) => ({
  id: key.id,
  merchant_id: key.merchantId,
  customer_id: key.customerId,
  created_at: key.createdAtSeconds,
  expires: expiresAtSecondsOf(key),
});
