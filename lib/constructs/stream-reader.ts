import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type EventSourceMappingOptions, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { EncryptedQueue } from './encrypted-queue.ts';
import { suppress } from './nag-suppressions.ts';

/** Names the changes that a stream reader could not process. */
export class StreamDeadLetterQueue extends EncryptedQueue {
  constructor(scope: Construct, id: string, key: IKey) {
    super(scope, id, { key, retentionPeriod: Duration.days(14) });
    suppress(this, {
      'AwsSolutions-SQS3': "It is a dead-letter queue itself: the stream's, which no queue names.",
    });
  }
}

/**
 * How all our readers read the stream: from its beginning. A failing change is retried without its
 * batch for as long as the stream stores it, and then named in the dead-letter queue.
 */
export const streamSourceOptions = (eventSourceArn: string, deadLetters: StreamDeadLetterQueue) =>
  ({
    eventSourceArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 20,
    maxRecordAge: Duration.hours(23),
    onFailure: new SqsDlq(deadLetters),
  }) satisfies EventSourceMappingOptions;
