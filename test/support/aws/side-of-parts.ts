import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { InvalidCiphertextException, KMSServiceException } from '@aws-sdk/client-kms';
import { keyManagement } from '../../../shared/aws/kms.ts';
import { databaseAt } from '../../../shared/table/database.ts';
import type { Side } from './side.ts';

/** What our functions are bundled with. */
export const side: Side = {
  database: () => databaseAt(),
  keys: () => keyManagement({ tries: 3, callTimeoutMs: 1_000 }),
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
