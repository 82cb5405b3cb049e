import { sealWith } from '../crypto/aead.ts';
import { placeOfMerchantKey, type SharedKey, underSharedKey } from './shared-merchant-key.ts';

/** Wraps a merchant's key under a shared key, for this merchant only. */
export const wrapUnderSharedKey = (
  shared: SharedKey,
  merchantId: string,
  key: Uint8Array,
): Uint8Array =>
  underSharedKey(shared, sealWith(shared.clear, placeOfMerchantKey(merchantId), key));
