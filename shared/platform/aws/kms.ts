import { type AwsClientSettings, type AwsService, awsClient, type Json } from './aws-client.ts';

/** Bound to a wrapped key: only the same context unwraps it. */
type EncryptionContext = Readonly<Record<string, string>>;

/**
 * The calls of KMS that we make. Each throws the SDK's error classes, and the errors of
 * `AwsClient`.
 */
export interface KeyManagement {
  /** A new 256-bit key: in clear, and wrapped by the KMS key. */
  generateDataKey(
    keyId: string,
    context: EncryptionContext,
  ): Promise<{ readonly plain: Uint8Array; readonly wrapped: Uint8Array }>;
  /** Unwraps a key. */
  decrypt(keyId: string, wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array>;
  /** The same key, wrapped anew. */
  reEncrypt(keyId: string, wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array>;
  close(): void;
}

/** KMS at the environment's endpoint, unless the settings name another. */
export function keyManagement(settings: AwsClientSettings): KeyManagement {
  const client = awsClient(kms, settings);
  return {
    async generateDataKey(KeyId, EncryptionContext) {
      const answer = await client.call('GenerateDataKey', {
        KeyId,
        EncryptionContext,
        KeySpec: 'AES_256',
      });
      return { plain: bytesOf(answer, 'Plaintext'), wrapped: bytesOf(answer, 'CiphertextBlob') };
    },

    async decrypt(KeyId, wrapped, EncryptionContext) {
      const CiphertextBlob = inBase64(wrapped);
      const answer = await client.call('Decrypt', { CiphertextBlob, EncryptionContext, KeyId });
      return bytesOf(answer, 'Plaintext');
    },

    async reEncrypt(keyId, wrapped, context) {
      const answer = await client.call('ReEncrypt', {
        DestinationKeyId: keyId,
        CiphertextBlob: inBase64(wrapped),
        SourceEncryptionContext: context,
        SourceKeyId: keyId,
        DestinationEncryptionContext: context,
      });
      return bytesOf(answer, 'CiphertextBlob');
    },

    close: () => client.close(),
  };
}

const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function bytesOf(answer: Json, name: 'Plaintext' | 'CiphertextBlob'): Uint8Array {
  const { [name]: text } = answer;
  if (typeof text !== 'string' || text === '') throw new Error('KMS answered without the key.');
  return new Uint8Array(Buffer.from(text, 'base64'));
}

const kms: AwsService = {
  name: 'kms',
  target: 'TrentService',
  contentType: 'application/x-amz-json-1.1',
};
