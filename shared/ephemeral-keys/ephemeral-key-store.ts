import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { isEphemeralKey } from '../http/authenticate.ts';
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
  /** Whole seconds since 1970, as the API shows both times. */
  createdAtSeconds: v.number(),
  /** When the table may forget it. */
  expiresAtSeconds: v.number(),
  /** From when on it is refused, ISO 8601. */
  expiresAt: v.string(),
});
export type EphemeralKey = v.InferOutput<typeof EphemeralKey>;

/** How long such a key is good, in seconds. */
export const ephemeralKeySeconds = 3_600;

export interface EphemeralKeyStore {
  /** Makes a key; its secret is not to be had again. */
  create(
    owner: { readonly merchantId: string; readonly customerId: string },
    now: Date,
  ): Promise<{ readonly key: EphemeralKey; readonly secret: string }>;
  /** Ends a key, named by its identifier or by its secret. Throws `ephemeral_key_not_found`. */
  remove(merchantId: string, idOrSecret: string, now: Date): Promise<EphemeralKey>;
}

/** Keys are found by their hash, as the check of every request that carries one finds them. */
export const ephemeralKeyStore = (table: Table): EphemeralKeyStore => ({
  async create({ merchantId, customerId }, now) {
    const secret = `epk_${randomHex()}`;
    const createdAtSeconds = Math.floor(now.getTime() / 1_000);
    const expiresAtSeconds = createdAtSeconds + ephemeralKeySeconds;
    const key: EphemeralKey = {
      id: ephemeralKeyId(secret),
      merchantId,
      customerId,
      hash: sha256(secret).toString('hex'),
      createdAtSeconds,
      expiresAtSeconds,
      expiresAt: new Date(expiresAtSeconds * 1_000).toISOString(),
    };
    const existing = await table.putNew({ ...key, ...ephemeralKeyKey(key.id) });
    if (existing) throw new Error('Two ephemeral keys of the same secret.');
    return { key, secret };
  },

  async remove(merchantId, idOrSecret, now) {
    const id = isEphemeralKey(idOrSecret) ? ephemeralKeyId(idOrSecret) : idOrSecret;
    // Another merchant's key stays where it is.
    const item = await table.take(ephemeralKeyKey(id), { oneOf: { merchantId: [merchantId] } });
    const key = item && v.parse(EphemeralKey, item);
    // The table forgets what is over some time later.
    if (!key || key.expiresAt <= now.toISOString())
      throw new SwitchError('ephemeral_key_not_found');
    return key;
  },
});

/** A key as merchants see it, but for its secret. */
export const presentEphemeralKey = (key: EphemeralKey) => ({
  id: key.id,
  merchant_id: key.merchantId,
  customer_id: key.customerId,
  created_at: key.createdAtSeconds,
  expires: key.expiresAtSeconds,
});
