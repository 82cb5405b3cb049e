import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { EncryptedQueue } from './constructs/encrypted-queue.ts';
import type { TableResource } from './constructs/encrypted-table.ts';
import { secretGrants } from './constructs/operation-function.ts';
import { consumesQueues, SwitchFunction } from './constructs/switch-function.ts';
import type { Stage } from './stage.ts';

interface WebhookStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
}

/** A receiver has 30 s to answer; the rest is for writing down how it went. */
const deliveryTimeout = Duration.seconds(45);
/** Delivery has a share of the account's functions that payments never have to fight for. */
const deliveryConcurrency = 50;
/** And those who let us wait have a share of that which the others never have to fight for. */
const slowDeliveryConcurrency = 10;

/**
 * A message that is handled is done with, delivered or not. One comes back only while we cannot write
 * down how it went, and is parked when that goes on for seven hours.
 */
const maxReceives = 100;

/** From an event to a merchant that knows: queue, delivery, dead letters. */
export class WebhookStack extends Stack {
  private readonly functionProps: { readonly stage: Stage; readonly key: IKey };
  private readonly table: TableResource;
  /** Where every delivery begins, and every retry that is due. */
  readonly deliveries: EncryptedQueue;
  /** Copies of what no receiver ever took. */
  readonly undelivered: EncryptedQueue;
  /** Where the events of receivers wait that let us wait. */
  readonly slowDeliveries: EncryptedQueue;

  constructor(scope: Construct, id: string, { stage, key, table, ...props }: WebhookStackProps) {
    super(scope, id, props);
    this.functionProps = { stage, key };
    this.table = table;
    this.undelivered = new EncryptedQueue(this, 'Undelivered', {
      key,
      retentionPeriod: Duration.days(14),
    });
    const delivering = {
      key,
      // Six times the function's, as Lambda asks for.
      visibilityTimeout: Duration.seconds(6 * deliveryTimeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: maxReceives },
    };
    this.deliveries = new EncryptedQueue(this, 'Deliveries', delivering);
    this.slowDeliveries = new EncryptedQueue(this, 'SlowDeliveries', delivering);
    this.addDelivery();
  }

  /** One try after the other at telling a merchant. */
  private addDelivery() {
    const { stage, key } = this.functionProps;
    const { deliveries, slowDeliveries, undelivered } = this;
    const delivery = new SwitchFunction(this, 'queues.deliver-webhook', {
      ...this.functionProps,
      bundle: 'queues/deliver-webhook',
      kind: 'waits',
      description: 'Sends webhooks. Without it merchants hear late, and after days not at all.',
      timeout: deliveryTimeout,
      environment: {
        TABLE_NAME: this.table.tableName,
        DELIVERY_QUEUE_URL: deliveries.queueUrl,
        SLOW_DELIVERY_QUEUE_URL: slowDeliveries.queueUrl,
        UNDELIVERED_QUEUE_URL: undelivered.queueUrl,
        MERCHANT_KEY_ARN: key.keyArn,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
      grants: [
        consumesQueues(deliveries.queueArn, slowDeliveries.queueArn),
        {
          actions: ['sqs:SendMessage'],
          resources: [deliveries, slowDeliveries, undelivered].map(({ queueArn }) => queueArn),
        },
        {
          actions: ['Query', 'GetItem', 'PutItem', 'UpdateItem'].map(
            (action) => `dynamodb:${action}`,
          ),
          resources: [this.table.tableArn],
        },
        ...secretGrants({ secrets: ['use key'] }, key),
      ],
    });
    const feed = (id: string, queue: EncryptedQueue, maxConcurrency: number) =>
      new EventSourceMapping(this, id, {
        target: delivery,
        eventSourceArn: queue.queueArn,
        batchSize: 10,
        reportBatchItemFailures: true,
        maxConcurrency,
      });
    feed('Deliver', deliveries, deliveryConcurrency);
    feed('DeliverSlowly', slowDeliveries, slowDeliveryConcurrency);
  }
}
