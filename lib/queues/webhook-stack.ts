import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { deliveryFunctionTimeoutMs, visibilityTimeoutMs } from '#platform/time-limits.ts';
import { EncryptedQueue } from '../constructs/encrypted-queue.ts';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { secretGrants } from '../constructs/operation-function.ts';
import { consumesQueues, SwitchFunction } from '../constructs/switch-function.ts';
import type { OutgoingNetwork } from '../network/network-stack.ts';
import { sizingFor } from '../settings/sizing.ts';
import type { Stage } from '../settings/stage.ts';

interface WebhookStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
  /** Where the function runs that calls merchants' servers. */
  readonly network?: OutgoingNetwork | undefined;
}

/**
 * A handled message is deleted, whether its event was delivered or not. A message returns to the
 * queue only while the attempt cannot be recorded; after seven hours of that it is parked.
 */
const maxReceives = 100;

/** From an event to the merchant's server: queue, delivery, dead letters. */
export class WebhookStack extends Stack {
  private readonly functionProps: { readonly stage: Stage; readonly key: IKey };
  private readonly table: TableResource;
  /** Where every delivery begins, and every retry that is due. */
  readonly deliveries: EncryptedQueue;
  /** Copies of events that no attempt delivered. */
  readonly undelivered: EncryptedQueue;
  /** Events of merchants whose servers are slow. */
  readonly slowDeliveries: EncryptedQueue;
  readonly deliverWebhook: SwitchFunction;

  constructor(scope: Construct, id: string, props: WebhookStackProps) {
    const { stage, key, table, network, ...rest } = props;
    super(scope, id, rest);
    this.functionProps = { stage, key };
    this.table = table;
    this.undelivered = new EncryptedQueue(this, 'Undelivered', {
      key,
      retentionPeriod: Duration.days(14),
    });
    const delivering = {
      key,
      visibilityTimeout: Duration.millis(visibilityTimeoutMs(deliveryFunctionTimeoutMs)),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: maxReceives },
    };
    this.deliveries = new EncryptedQueue(this, 'Deliveries', delivering);
    this.slowDeliveries = new EncryptedQueue(this, 'SlowDeliveries', delivering);
    this.deliverWebhook = this.addDelivery(network);
  }

  /** The function that makes one delivery attempt after the other. */
  private addDelivery(network: OutgoingNetwork | undefined): SwitchFunction {
    const { stage, key } = this.functionProps;
    const { deliveries, slowDeliveries, undelivered } = this;
    const delivery = new SwitchFunction(this, 'queues.deliver-webhook', {
      ...this.functionProps,
      bundle: 'queues/deliver-webhook',
      network,
      kind: 'waits',
      description: 'Sends webhooks. Without it merchants get them late, and after days not at all.',
      timeout: Duration.millis(deliveryFunctionTimeoutMs),
      counted: 'webhook delivery',
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
          actions: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map(
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
    // Slow receivers have their own share, so that they never hold up the others.
    const sizing = sizingFor(stage);
    feed('Deliver', deliveries, sizing.deliveries);
    feed('DeliverSlowly', slowDeliveries, sizing.slowDeliveries);
    return delivery;
  }
}
