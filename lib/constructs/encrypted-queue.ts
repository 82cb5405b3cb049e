import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

interface EncryptedQueueProps extends QueueProps {
  readonly key: IKey;
}

/**
 * For how long SQS encrypts with one data key before it asks for another. At its usual five
 * minutes, queues in constant use ask for more of them than all functions and tables together. A
 * key that is disabled stops a queue after this time at the latest.
 */
const dataKeyReuse = Duration.hours(1);

/** A queue with our own key, which refuses plain HTTP. */
export class EncryptedQueue extends Queue {
  constructor(scope: Construct, id: string, { key, ...props }: EncryptedQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      dataKeyReuse,
      enforceSSL: true,
      ...props,
    });
  }
}
