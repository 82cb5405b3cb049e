import { randomBytes } from 'node:crypto';
import type { MerchantKeys } from '#platform/secrets/merchant-keys.ts';

/**
 * Merchants' keys without KMS: a wrapped key opens for the merchant that it was made for, and no other.
 * `keys` has those that were made before; whoever hands it in may read those that are made now.
 */
export function memoryKeys(keys = new Map<string, Uint8Array>()): MerchantKeys {
  return {
    async make(merchantId) {
      const clear = randomBytes(32);
      // As long as a wrapped key of KMS, because it is stored and paid for.
      const wrapped = randomBytes(184);
      keys.set(`${merchantId}:${wrapped.toString('hex')}`, clear);
      return { clear, wrapped };
    },
    async unwrap(merchantId, wrapped) {
      const key = keys.get(`${merchantId}:${Buffer.from(wrapped).toString('hex')}`);
      if (!key) throw new Error('This key is not for this merchant.');
      return key;
    },
  };
}
