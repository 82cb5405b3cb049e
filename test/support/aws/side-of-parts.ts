import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { InvalidCiphertextException, KMSServiceException } from '@aws-sdk/client-kms';
import { keyManagement } from '#platform/aws/kms.ts';
import { secretsManager } from '#platform/aws/secrets-manager.ts';
import { awsClock } from '#platform/clock.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';
import { databaseAt } from '#platform/table/database.ts';
import { s3FileStore } from '#switch/files/s3-file-store.ts';
import type { Side } from './side.ts';

/** The parts that our functions are bundled with. */
export const side: Side = {
  database: () => databaseAt({ clock: awsClock() }),
  keys: () => keyManagement({ tries: 3, callTimeoutMs: 1_000, clock: awsClock() }),
  others(queueUrl) {
    return {
      queue: sqsQueue(queueUrl, () => 'a group'),
      files: s3FileStore('bucket'),
      secret: (id) => readSecret(id, secretsManager({ tries: 3, callTimeoutMs: 1_000 })),
    };
  },
  errors: {
    ConditionalCheckFailedException,
    DynamoDBServiceException,
    ProvisionedThroughputExceededException,
    TransactionCanceledException,
    TransactionConflictException,
    InvalidCiphertextException,
    KMSServiceException,
  },
};
