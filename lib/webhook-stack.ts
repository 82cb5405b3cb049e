import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { triesInAll } from '../shared/webhooks/schedule.ts';
import { secretGrants } from './constructs/operation-function.ts';
import { SwitchFunction } from './constructs/switch-function.ts';
import { acknowledge } from './findings.ts';
import type { Stage } from './stage.ts';

interface WebhookStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: Table;
}

/** A receiver has 30 s to answer; the rest is for writing down how it went. */
const deliveryTimeout = Duration.seconds(45);
/** Delivery has a share of the account's functions that payments never have to fight for. */
const deliveriesAtOnce = 50;

/** From a committed change to a merchant that knows: stream, events, queue, delivery, dead letters. */
export class WebhookStack extends Stack {
  private readonly around: { readonly stage: Stage; readonly key: IKey };
  private readonly table: Table;

  constructor(scope: Construct, id: string, { stage, key, table, ...props }: WebhookStackProps) {
    super(scope, id, props);
    this.around = { stage, key };
    this.table = table;
    const undelivered = this.addQueue('Undelivered', { retentionPeriod: Duration.days(14) });
    const deliveries = this.addQueue('Deliveries', {
      // Six times the function's, as Lambda asks for.
      visibilityTimeout: Duration.seconds(6 * deliveryTimeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: undelivered, maxReceiveCount: triesInAll },
    });
    const unpublished = this.addQueue('Unpublished', { retentionPeriod: Duration.days(14) });
    acknowledge(unpublished, {
      'AwsSolutions-SQS3': "It is a dead-letter queue itself: the stream's, which no queue names.",
    });
    this.addPublisher(deliveries, unpublished);
    this.addDelivery(deliveries);
  }

  private addQueue(id: string, props: ConstructorParameters<typeof Queue>[2]) {
    return new Queue(this, id, {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: this.around.key,
      enforceSSL: true,
      ...props,
    });
  }

  /** The stream's changes of payments, turned into events. */
  private addPublisher(deliveries: Queue, unpublished: Queue) {
    const stream = this.table.tableStreamArn ?? '';
    const publisher = new SwitchFunction(this, 'queues.publish-events', {
      ...this.around,
      bundle: 'queues/publish-events',
      description: 'Turns committed changes into events. Without it merchants hear nothing.',
      environment: { TABLE_NAME: this.table.tableName, DELIVERY_QUEUE_URL: deliveries.queueUrl },
      may: [
        {
          actions: [
            'dynamodb:DescribeStream',
            'dynamodb:GetRecords',
            'dynamodb:GetShardIterator',
            'dynamodb:ListStreams',
          ],
          resources: [stream],
        },
        {
          actions: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:GetItem'],
          resources: [this.table.tableArn],
        },
        { actions: ['sqs:SendMessage'], resources: [deliveries.queueArn, unpublished.queueArn] },
      ],
    });
    new EventSourceMapping(this, 'PublishChanges', {
      target: publisher,
      eventSourceArn: stream,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 20,
      maxRecordAge: Duration.hours(23),
      onFailure: new SqsDlq(unpublished),
      filters: [
        FilterCriteria.filter({
          dynamodb: { NewImage: { sk: { S: FilterRule.isEqual('PAYMENT') } } },
        }),
      ],
    });
  }

  /** One try after the other at telling a merchant. */
  private addDelivery(deliveries: Queue) {
    const { stage, key } = this.around;
    const delivery = new SwitchFunction(this, 'queues.deliver-webhook', {
      ...this.around,
      bundle: 'queues/deliver-webhook',
      description: 'Sends webhooks. Without it merchants hear late, and after days not at all.',
      timeout: deliveryTimeout,
      environment: {
        TABLE_NAME: this.table.tableName,
        DELIVERY_QUEUE_URL: deliveries.queueUrl,
        MERCHANT_KEY_ARN: key.keyArn,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
      may: [
        {
          actions: [
            'sqs:ReceiveMessage',
            'sqs:DeleteMessage',
            'sqs:GetQueueAttributes',
            'sqs:ChangeMessageVisibility',
          ],
          resources: [deliveries.queueArn],
        },
        {
          actions: ['dynamodb:Query', 'dynamodb:UpdateItem'],
          resources: [this.table.tableArn],
        },
        ...secretGrants({ secrets: ['use key'] }, key),
      ],
    });
    new EventSourceMapping(this, 'Deliver', {
      target: delivery,
      eventSourceArn: deliveries.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency: deliveriesAtOnce,
    });
  }
}
