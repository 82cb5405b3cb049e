import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';

/** A merchant's own key, in clear for use and wrapped for keeping. */
export interface MerchantKey {
  readonly clear: Uint8Array;
  readonly wrapped: Uint8Array;
}

/** Where the keys come from that merchants' secrets are sealed with: one for each merchant. */
export interface MerchantKeys {
  make(merchantId: string): Promise<MerchantKey>;
  unwrap(merchantId: string, wrapped: Uint8Array): Promise<Uint8Array>;
}

/** The keys a container has unwrapped; more than these and it starts over. */
const keptKeys = 1_000;

/**
 * Keys made and unwrapped by KMS, each bound to its merchant by the encryption context. A container
 * unwraps a merchant's key once: a warm request makes no call of KMS.
 */
export function kmsMerchantKeys(
  keyId = process.env.MERCHANT_KEY_ARN ?? '',
  client = new KMSClient({ maxAttempts: 3 }),
): MerchantKeys {
  const unwrapped = new Map<string, Promise<Uint8Array>>();
  const context = (merchantId: string) => ({ EncryptionContext: { merchant_id: merchantId } });

  async function decrypt(merchantId: string, wrapped: Uint8Array) {
    const command = { KeyId: keyId, CiphertextBlob: wrapped, ...context(merchantId) };
    const { Plaintext } = await client.send(new DecryptCommand(command));
    if (!Plaintext) throw new Error('KMS answered without the key.');
    return Plaintext;
  }

  return {
    async make(merchantId) {
      const command = { KeyId: keyId, KeySpec: 'AES_256', ...context(merchantId) } as const;
      const { Plaintext, CiphertextBlob } = await client.send(new GenerateDataKeyCommand(command));
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered without the key.');
      return { clear: Plaintext, wrapped: CiphertextBlob };
    },

    unwrap(merchantId, wrapped) {
      const name = `${merchantId}:${Buffer.from(wrapped).toString('base64')}`;
      const known = unwrapped.get(name);
      if (known) return known;
      if (unwrapped.size >= keptKeys) unwrapped.clear();
      const key = decrypt(merchantId, wrapped);
      unwrapped.set(name, key);
      // A failure must not be remembered: a key denied for a minute works again without a restart.
      key.catch(() => unwrapped.delete(name));
      return key;
    },
  };
}
