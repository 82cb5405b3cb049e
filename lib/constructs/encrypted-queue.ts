import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

interface EncryptedQueueProps extends QueueProps {
  readonly key: IKey;
}

/** A queue with our own key, which refuses plain HTTP. */
export class EncryptedQueue extends Queue {
  constructor(scope: Construct, id: string, { key, ...props }: EncryptedQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      ...props,
    });
  }
}
