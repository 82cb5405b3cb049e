import * as dynamo from '@aws-sdk/client-dynamodb';
import * as kms from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as documents from '@aws-sdk/lib-dynamodb';
import type { BuildMiddleware } from '@smithy/types';
import type { Json } from '#platform/aws/aws-client.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';
import { itemFromWire, itemOnWire } from '#platform/table/attribute-values.ts';
import { s3FileStore } from '#switch/files/s3-file-store.ts';
import type { Side } from './side.ts';

const patience = {
  maxAttempts: 3,
  requestHandler: {
    requestTimeout: 1_000,
    throwOnRequestTimeout: true,
  },
};

/** The whole SDK, in use as its documentation has it. */
export const side: Side = {
  database() {
    const client = withOneUserAgent(new dynamo.DynamoDBClient(patience));
    const plain = documents.DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    });
    return {
      async call(name, input) {
        const { $metadata: _, ...answer } = (await plain.send(
          new commands[name](converted(input, itemFromWire) as never) as documents.GetCommand,
        )) as Json;
        return converted(answer, (item) => itemOnWire(item as Json)) as Json;
      },
      close: () => client.destroy(),
    };
  },

  keys() {
    const client = withOneUserAgent(new kms.KMSClient(patience));
    return {
      async generateDataKey(KeyId, EncryptionContext) {
        const asked = { KeyId, EncryptionContext, KeySpec: 'AES_256' } as const;
        const answer = await client.send(new kms.GenerateDataKeyCommand(asked));
        return { plain: bytes(answer.Plaintext), wrapped: bytes(answer.CiphertextBlob) };
      },
      async decrypt(KeyId, CiphertextBlob, EncryptionContext) {
        const asked = { KeyId, CiphertextBlob, EncryptionContext };
        return bytes((await client.send(new kms.DecryptCommand(asked))).Plaintext);
      },
      async reEncrypt(keyId, CiphertextBlob, context) {
        const answer = await client.send(
          new kms.ReEncryptCommand({
            CiphertextBlob,
            SourceKeyId: keyId,
            DestinationKeyId: keyId,
            SourceEncryptionContext: context,
            DestinationEncryptionContext: context,
          }),
        );
        return bytes(answer.CiphertextBlob);
      },
      close: () => client.destroy(),
    };
  },

  others(queueUrl) {
    const messages = withOneUserAgent(new SQSClient(patience));
    const secrets = withOneUserAgent(new SecretsManagerClient(patience));
    return {
      queue: sqsQueue(queueUrl, () => 'a group', {
        async sendMessageBatch(QueueUrl, Entries) {
          const asked = { QueueUrl, Entries: [...Entries] };
          const { Failed = [] } = await messages.send(new SendMessageBatchCommand(asked));
          return Failed.map(({ Id }) => Id ?? '');
        },
      }),
      files: s3FileStore('bucket', withOneUserAgent(new S3Client(patience))),
      secret: (id) =>
        readSecret(id, {
          async getSecretValue(SecretId) {
            const answer = await secrets.send(new GetSecretValueCommand({ SecretId }));
            return { value: answer.SecretString, since: answer.CreatedDate ?? new Date(0) };
          },
        }),
    };
  },

  errors: {
    ConditionalCheckFailedException: dynamo.ConditionalCheckFailedException,
    DynamoDBServiceException: dynamo.DynamoDBServiceException,
    ProvisionedThroughputExceededException: dynamo.ProvisionedThroughputExceededException,
    TransactionCanceledException: dynamo.TransactionCanceledException,
    TransactionConflictException: dynamo.TransactionConflictException,
    InvalidCiphertextException: kms.InvalidCiphertextException,
    KMSServiceException: kms.KMSServiceException,
  },
};

const commands = {
  GetItem: documents.GetCommand,
  PutItem: documents.PutCommand,
  UpdateItem: documents.UpdateCommand,
  DeleteItem: documents.DeleteCommand,
  Query: documents.QueryCommand,
  BatchGetItem: documents.BatchGetCommand,
  TransactWriteItems: documents.TransactWriteCommand,
};

/** The SDK says its user agent in a second header, which it signs; that one is of no use on Lambda. */
function withOneUserAgent<C extends { middlewareStack: object }>(client: C): C {
  const stack = client.middlewareStack as dynamo.DynamoDBClient['middlewareStack'];
  const drop: BuildMiddleware<object, object> = (next) => (given) => {
    const { headers } = given.request as { headers: Record<string, string> };
    delete headers['x-amz-user-agent'];
    return next(given);
  };
  const after = { relation: 'after', toMiddleware: 'getUserAgentMiddleware' } as const;
  stack.addRelativeTo(drop as never, { ...after, name: 'oneUserAgent' });
  return client;
}

function bytes(given: Uint8Array | undefined): Uint8Array {
  if (!given) throw new Error('KMS answered without the key.');
  return given;
}

/** The members of inputs and answers that are items: alone, in a list, or in lists by table. */
const items = new Set(
  ['Item', 'Key', 'Keys', 'ExpressionAttributeValues', 'ExclusiveStartKey', 'Attributes'].concat(
    ...['Items', 'LastEvaluatedKey', 'Responses'],
  ),
);

function converted(value: unknown, convert: (item: unknown) => unknown, isItem = false): unknown {
  if (Array.isArray(value)) return value.map((one) => converted(one, convert, isItem));
  if (typeof value !== 'object' || value === null) return value;
  if (isItem && !Object.values(value).every(Array.isArray)) return convert(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      converted(one, convert, isItem || items.has(name)),
    ]),
  );
}
