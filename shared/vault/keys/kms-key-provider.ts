import {
  DecryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  ReEncryptCommand,
} from '@aws-sdk/client-kms';
import type { KeyClass, KeyContext, KeyProvider } from './key-provider.ts';

/** The roots that a function was given, by class: ARNs of keys in KMS. */
export type Roots = Readonly<Partial<Record<KeyClass, string>>>;

/** Keys that KMS makes and opens, bound to tenant, class and version by the encryption context. */
export function kmsKeyProvider(
  roots: Roots,
  client = new KMSClient({ maxAttempts: 3 }),
): KeyProvider {
  const rootOf = ({ keyClass }: KeyContext) => {
    const root = roots[keyClass];
    if (!root) throw new Error(`This function was given no root of class ${keyClass}.`);
    return root;
  };

  return {
    async generate(context) {
      const { Plaintext, CiphertextBlob } = await client.send(
        new GenerateDataKeyCommand({
          KeyId: rootOf(context),
          KeySpec: 'AES_256',
          EncryptionContext: encryptionContext(context),
        }),
      );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered without the key.');
      return { plain: Plaintext, wrapped: CiphertextBlob };
    },

    async unwrap(wrapped, context) {
      const { Plaintext } = await client.send(
        new DecryptCommand({
          KeyId: rootOf(context),
          CiphertextBlob: wrapped,
          EncryptionContext: encryptionContext(context),
        }),
      );
      if (!Plaintext) throw new Error('KMS answered without the key.');
      return Plaintext;
    },

    async rewrap(wrapped, context) {
      const { CiphertextBlob } = await client.send(
        new ReEncryptCommand({
          CiphertextBlob: wrapped,
          SourceKeyId: rootOf(context),
          SourceEncryptionContext: encryptionContext(context),
          DestinationKeyId: rootOf(context),
          DestinationEncryptionContext: encryptionContext(context),
        }),
      );
      if (!CiphertextBlob) throw new Error('KMS answered without the key.');
      return CiphertextBlob;
    },
  };
}

const encryptionContext = ({ tenant, keyClass, version }: KeyContext) => ({
  tenant,
  class: keyClass,
  version: String(version),
});
