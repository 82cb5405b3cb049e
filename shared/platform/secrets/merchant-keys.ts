import { type KeyManagement, keyManagement } from '../aws/kms.ts';
import { asRefusal } from '../aws/transient.ts';
import { keyTimeoutMs } from '../time-limits.ts';

/** A merchant's own key, in clear for use and wrapped for storage. */
interface MerchantKey {
  readonly clear: Uint8Array;
  readonly wrapped: Uint8Array;
}

/** Creates and unwraps the keys that encrypt merchants' secrets, one for each merchant. */
export interface MerchantKeys {
  make(merchantId: string): Promise<MerchantKey>;
  unwrap(merchantId: string, wrapped: Uint8Array): Promise<Uint8Array>;
}

/** The most unwrapped keys that a container caches; then it empties the cache. */
const maxCachedKeys = 1_000;

/**
 * Keys that KMS creates and unwraps, each bound to its merchant by the encryption context. A
 * container unwraps a merchant's key once: a warm request makes no call of KMS.
 */
export function kmsMerchantKeys(
  keyId = process.env.MERCHANT_KEY_ARN ?? '',
  kms: Pick<KeyManagement, 'generateDataKey' | 'decrypt'> = keyManagement({
    callTimeoutMs: keyTimeoutMs,
  }),
): MerchantKeys {
  const unwrapped = new Map<string, Promise<Uint8Array>>();
  const contextOf = (merchantId: string) => ({ merchant_id: merchantId });

  return {
    async make(merchantId) {
      const making = kms.generateDataKey(keyId, contextOf(merchantId));
      const { plain, wrapped } = await making.catch(asRefusal);
      return { clear: plain, wrapped };
    },

    unwrap(merchantId, wrapped) {
      const name = `${merchantId}:${Buffer.from(wrapped).toString('base64')}`;
      const known = unwrapped.get(name);
      if (known) return known;
      if (unwrapped.size >= maxCachedKeys) unwrapped.clear();
      const key = kms.decrypt(keyId, wrapped, contextOf(merchantId)).catch(asRefusal);
      unwrapped.set(name, key);
      // A failure is not cached: a key that was denied for a minute works again without a restart.
      key.catch(() => unwrapped.delete(name));
      return key;
    },
  };
}
