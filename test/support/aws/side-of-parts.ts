import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { InvalidCiphertextException, KMSServiceException } from '@aws-sdk/client-kms';
import { keyManagement } from '../../../shared/aws/kms.ts';
import { secretsManager } from '../../../shared/aws/secrets-manager.ts';
import { s3FileStore } from '../../../shared/files/s3-file-store.part.ts';
import { sqsQueue } from '../../../shared/queues/sqs-queue.part.ts';
import { readSecret } from '../../../shared/secrets/read-secret.ts';
import { databaseAt } from '../../../shared/table/database.ts';
import type { Side } from './side.ts';

/** What our functions are bundled with. */
export const side: Side = {
  database: () => databaseAt(),
  keys: () => keyManagement({ tries: 3, callTimeoutMs: 1_000 }),
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
