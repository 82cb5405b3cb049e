import { type KeyManagement, keyManagement } from '../aws/kms.ts';
import { asRefusal } from '../aws/transient.ts';
import { openWith } from '../crypto/aead.ts';
import { keyTimeoutMs } from '../time-limits.ts';
import { merchantKeyOpener } from './shared-merchant-key.ts';

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

/**
 * Keys that KMS creates, each bound to its merchant by the encryption context. KMS unwraps them,
 * unless an operator moved them under a shared key: then it unwraps that one. A container unwraps
 * each key once: a warm request makes no call of KMS.
 */
export function kmsMerchantKeys(
  keyId = process.env.MERCHANT_KEY_ARN ?? '',
  kms: Pick<KeyManagement, 'generateDataKey' | 'decrypt'> = keyManagement({
    callTimeoutMs: keyTimeoutMs,
  }),
): MerchantKeys {
  return {
    async make(merchantId) {
      const making = kms.generateDataKey(keyId, { merchant_id: merchantId });
      const { plain, wrapped } = await making.catch(asRefusal);
      return { clear: plain, wrapped };
    },

    unwrap: merchantKeyOpener(kms, keyId, { openWith, asRefusal }),
  };
}
