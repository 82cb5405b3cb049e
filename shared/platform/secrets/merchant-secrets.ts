import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { MerchantKeys } from './merchant-keys.ts';
import { open, seal } from './seal.ts';

/** The owner of a key, stored with the merchant account. */
export interface KeyHolder {
  readonly id: string;
  readonly wrappedKey: Uint8Array;
}

/** Encrypts and decrypts a merchant's secrets, each bound to the item that stores it. */
export interface MerchantSecrets {
  seal(holder: KeyHolder, place: string, value: unknown): Promise<Uint8Array>;
  /**
   * A name for a value that no one can find out without the merchant's key, such as a bank account's
   * number: 43 letters, digits, `-` and `_`, the same for the same value and purpose.
   */
  fingerprint(holder: KeyHolder, purpose: string, value: string): Promise<string>;
  open<S extends v.GenericSchema>(
    holder: KeyHolder,
    place: string,
    sealed: Uint8Array,
    schema: S,
  ): Promise<v.InferOutput<S>>;
}

export const merchantSecrets = (keys: Pick<MerchantKeys, 'unwrap'>): MerchantSecrets => ({
  seal: async ({ id, wrappedKey }, place, value) =>
    seal(await keys.unwrap(id, wrappedKey), place, value),

  fingerprint: async ({ id, wrappedKey }, purpose, value) =>
    createHmac('sha256', await keys.unwrap(id, wrappedKey))
      .update(JSON.stringify(['fingerprint', purpose, value]))
      .digest('base64url'),

  open: async ({ id, wrappedKey }, place, sealed, schema) =>
    v.parse(schema, open(await keys.unwrap(id, wrappedKey), place, sealed)),
});
