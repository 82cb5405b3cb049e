import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { StreamDeadLetterQueue, streamSourceOptions } from '../constructs/stream-reader.ts';
import { readsStream, SwitchFunction } from '../constructs/switch-function.ts';
import type { Stage } from '../settings/stage.ts';

interface StreamStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
  /** Where every delivery of an event begins. */
  readonly deliveries: IQueue;
  /** Where deliveries begin for merchants whose servers are known to be slow. */
  readonly slowDeliveries: IQueue;
  /** Holds delayed sync messages. */
  readonly syncQueue: IQueue;
  /** Where receipts to mail go; undefined where none are mailed. */
  readonly receipts?: IQueue | undefined;
}

/**
 * Turns committed changes into messages for the queues. DynamoDB serves two readers of a stream at
 * full pace. The lists, which write most and fall behind first, are one reader; this function is
 * the other and does everything else.
 */
export class StreamStack extends Stack {
  /** Changes that could not be turned into events. */
  readonly unpublished: StreamDeadLetterQueue;
  readonly publishEvents: SwitchFunction;

  constructor(scope: Construct, id: string, props: StreamStackProps) {
    const { stage, key, table, deliveries, slowDeliveries, syncQueue, receipts, ...rest } = props;
    super(scope, id, rest);
    this.unpublished = new StreamDeadLetterQueue(this, 'Unpublished', key);
    const stream = table.tableStreamArn ?? '';
    this.publishEvents = new SwitchFunction(this, 'queues.publish-events', {
      stage,
      key,
      bundle: 'queues/publish-events',
      kind: 'gathers',
      description:
        'Turns committed changes into events and schedules syncs. Without it merchants get no webhooks, and pending payments are synced late.',
      counted: 'transition',
      environment: {
        TABLE_NAME: table.tableName,
        DELIVERY_QUEUE_URL: deliveries.queueUrl,
        SLOW_DELIVERY_QUEUE_URL: slowDeliveries.queueUrl,
        SYNC_QUEUE_URL: syncQueue.queueUrl,
        ...(receipts && { RECEIPT_QUEUE_URL: receipts.queueUrl }),
      },
      grants: [
        ...readsStream(stream),
        {
          actions: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:GetItem'],
          resources: [table.tableArn],
        },
        {
          actions: ['sqs:SendMessage'],
          resources: [
            ...[deliveries, slowDeliveries, syncQueue, this.unpublished],
            ...(receipts ? [receipts] : []),
          ].map(({ queueArn }) => queueArn),
        },
      ],
    });
    new EventSourceMapping(this, 'ReadStream', {
      target: this.publishEvents,
      ...streamSourceOptions(stream, this.unpublished),
      // Everything with a pending sync is among the items that events are made of. An attempt that
      // was followed by another is an item of its own, from which routing may learn. Blocklist jobs
      // are no source of events; each save of one may make its next step due.
      filters: [
        // One filter for all of them, because Lambda takes five for an event source.
        FilterCriteria.filter({
          dynamodb: {
            NewImage: {
              sk: {
                S: [
                  ...['PAYMENT', 'PAYOUT', 'MANDATE'],
                  ...['ATTEMPT#', 'REFUND#', 'DISPUTE#', 'BLOCKLIST_JOB#'].flatMap((prefix) =>
                    FilterRule.beginsWith(prefix),
                  ),
                ],
              },
            },
          },
        }),
        FilterCriteria.filter({
          // A merchant gets a message about an endpoint that is switched off. Learned states of a
          // profile have no id.
          dynamodb: {
            NewImage: {
              sk: { S: FilterRule.beginsWith('PROFILE#') },
              id: { S: FilterRule.exists() },
            },
          },
        }),
      ],
    });
  }
}
