import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { account, type Deployment } from '../assembly/deployment.ts';
import { type Json, type JsonObject, objectOf, stringOf } from '../assembly/json.ts';
import { ServiceError } from '../aws/service-error.ts';

/** A KMS key of the assembly. */
export interface LocalKey {
  readonly id: string;
  readonly arn: string;
  readonly aliases: readonly string[];
  readonly policy: Json;
}

export function keysOf(deployment: Deployment): readonly LocalKey[] {
  const aliases = deployment.ofType('AWS::KMS::Alias');
  return deployment.ofType('AWS::KMS::Key').map((resource) => {
    const id = resource.reference();
    const arn = stringOf(resource.attribute('Arn'), 'Arn');
    return {
      id,
      arn,
      aliases: aliases
        .filter((alias) =>
          [id, arn].includes(stringOf(alias.property('TargetKeyId'), 'TargetKeyId')),
        )
        .map((alias) => alias.reference()),
      policy: resource.property('KeyPolicy') ?? accountDecides,
    };
  });
}

/** The default policy of a key whose template has none. */
const accountDecides = {
  Statement: [
    {
      Effect: 'Allow',
      Principal: { AWS: `arn:aws:iam::${account}:root` },
      Action: 'kms:*',
      Resource: '*',
    },
  ],
};

/**
 * KMS for a laptop: real encryption, with keys that this machine generates. The product reaches it
 * with the same client as KMS in the cloud. It is no part of the product, so this file may use
 * ciphers of its own.
 */
export interface KeyService {
  /** The key by its id, ARN or alias. Throws NotFoundException. */
  find(keyId: string): LocalKey;
  /** The key that a call names, or with which its ciphertext was made. */
  keyOf(body: JsonObject): LocalKey;
  answer(operation: string, body: JsonObject): JsonObject;
}

/** Serves the keys. `material` returns each key's 32 bytes, by its id. */
export function keyService(
  keys: readonly LocalKey[],
  material: (keyId: string) => Buffer,
): KeyService {
  const find = (keyId: string) => {
    const name = keyId.replace(/^arn:aws:kms:[^:]*:[^:]*:(key\/)?/, '');
    const key = keys.find(({ id, aliases }) => id === name || aliases.includes(name));
    if (!key) throw new ServiceError('NotFoundException', `Key '${keyId}' does not exist`);
    return key;
  };
  const keyOf = (body: JsonObject) => {
    if (body.CiphertextBlob === undefined) return find(stringOf(body.KeyId, 'KeyId'));
    const blob = Buffer.from(stringOf(body.CiphertextBlob, 'CiphertextBlob'), 'base64');
    const id = blob.subarray(0, 36).toString('latin1');
    const key = keys.find((candidate) => candidate.id === id);
    if (!key) throw new ServiceError('InvalidCiphertextException', '');
    if (body.KeyId !== undefined && find(stringOf(body.KeyId, 'KeyId')) !== key) {
      throw new ServiceError('IncorrectKeyException', 'The key ID in the request does not match.');
    }
    return key;
  };

  const operations = new Map(Object.entries(keyOperations(sealedBy(material), find)));
  return {
    find,
    keyOf,
    answer(operation, body) {
      const key = keyOf(operation === 'ReEncrypt' ? { ...body, ...sourceOf(body) } : body);
      const answerOf = operations.get(operation);
      if (!answerOf) {
        throw new ServiceError('UnsupportedOperationException', `${operation} is not emulated.`);
      }
      return answerOf(key, body);
    },
  };
}

/** Encrypts and decrypts with the material of keys. */
function sealedBy(material: (keyId: string) => Buffer) {
  return {
    seal(key: LocalKey, plaintext: Buffer, body: JsonObject): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', material(key.id), nonce);
      cipher.setAAD(additionalData(body));
      const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      const parts = [Buffer.from(key.id, 'latin1'), nonce, cipher.getAuthTag(), sealed];
      return Buffer.concat(parts).toString('base64');
    },
    open(key: LocalKey, body: JsonObject): Buffer {
      const blob = Buffer.from(stringOf(body.CiphertextBlob, 'CiphertextBlob'), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', material(key.id), blob.subarray(36, 48));
      decipher.setAAD(additionalData(body));
      decipher.setAuthTag(blob.subarray(48, 64));
      try {
        return Buffer.concat([decipher.update(blob.subarray(64)), decipher.final()]);
      } catch {
        throw new ServiceError('InvalidCiphertextException', '');
      }
    },
  };
}

/** The operations on a key, by name. */
function keyOperations(
  { seal, open }: ReturnType<typeof sealedBy>,
  find: KeyService['find'],
): Readonly<Record<string, (key: LocalKey, body: JsonObject) => JsonObject>> {
  const dataKey = (key: LocalKey, body: JsonObject) => {
    const bytes = Number(body.NumberOfBytes ?? (body.KeySpec === 'AES_128' ? 16 : 32));
    const plaintext = randomBytes(bytes);
    return { plaintext, answer: { KeyId: key.arn, CiphertextBlob: seal(key, plaintext, body) } };
  };
  return {
    GenerateDataKey(key, body) {
      const { plaintext, answer } = dataKey(key, body);
      return { ...answer, Plaintext: plaintext.toString('base64') };
    },
    GenerateDataKeyWithoutPlaintext: (key, body) => dataKey(key, body).answer,
    Encrypt(key, body) {
      const plaintext = Buffer.from(stringOf(body.Plaintext, 'Plaintext'), 'base64');
      if (plaintext.length > 4096) {
        throw new ServiceError('ValidationException', 'Plaintext is longer than 4096 bytes.');
      }
      return {
        KeyId: key.arn,
        CiphertextBlob: seal(key, plaintext, body),
        EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      };
    },
    Decrypt: (key, body) => ({
      KeyId: key.arn,
      Plaintext: open(key, body).toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    }),
    ReEncrypt(key, body) {
      const plaintext = open(key, { ...body, ...sourceOf(body) });
      const destination = find(stringOf(body.DestinationKeyId, 'DestinationKeyId'));
      const sealed = seal(destination, plaintext, destinationOf(body));
      plaintext.fill(0);
      return {
        KeyId: destination.arn,
        SourceKeyId: key.arn,
        CiphertextBlob: sealed,
        SourceEncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
        DestinationEncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      };
    },
    DescribeKey: (key) => ({
      KeyMetadata: {
        AWSAccountId: account,
        Arn: key.arn,
        Enabled: true,
        KeyId: key.id,
        KeyManager: 'CUSTOMER',
        KeySpec: 'SYMMETRIC_DEFAULT',
        KeyState: 'Enabled',
        KeyUsage: 'ENCRYPT_DECRYPT',
        Origin: 'AWS_KMS',
      },
    }),
  };
}

/** The key and context with which ReEncrypt decrypts, as those of a Decrypt. */
export const sourceOf = ({ SourceKeyId, SourceEncryptionContext }: JsonObject): JsonObject => ({
  KeyId: SourceKeyId,
  EncryptionContext: SourceEncryptionContext,
});

/** The key and context with which ReEncrypt encrypts, as those of an Encrypt. */
export const destinationOf = (body: JsonObject): JsonObject => ({
  KeyId: body.DestinationKeyId,
  EncryptionContext: body.DestinationEncryptionContext,
});

/** The encryption context, sorted, so that the order in the request does not matter. */
function additionalData({ EncryptionContext }: JsonObject): Buffer {
  const context = objectOf(EncryptionContext, 'EncryptionContext');
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
}
