import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { MadeTable } from './constructs/encrypted-table.ts';
import { readingOf, UnreadChanges } from './constructs/stream-reader.ts';
import { readsStream, SwitchFunction } from './constructs/switch-function.ts';
import type { Stage } from './stage.ts';

interface ChangesStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: MadeTable;
  /** Where every delivery of an event begins. */
  readonly deliveries: IQueue;
  /** Where it begins for a receiver that is known to let us wait. */
  readonly slowDeliveries: IQueue;
  /** Where what waits is kept back until it is looked at. */
  readonly waiting: IQueue;
}

/**
 * From a committed change to the queues of those who have to know of it. DynamoDB serves two readers
 * of a stream at full pace. The lists, which write most and are behind first, are one; everything else
 * that is done with changes is done by the function here.
 */
export class ChangesStack extends Stack {
  /** Changes that could not be turned into events. */
  readonly unpublished: UnreadChanges;

  constructor(scope: Construct, id: string, props: ChangesStackProps) {
    const { stage, key, table, deliveries, slowDeliveries, waiting, ...rest } = props;
    super(scope, id, rest);
    this.unpublished = new UnreadChanges(this, 'Unpublished', key);
    const stream = table.tableStreamArn ?? '';
    const reader = new SwitchFunction(this, 'queues.publish-events', {
      ...{ stage, key },
      bundle: 'queues/publish-events',
      kind: 'waits',
      description:
        'Turns committed changes into events, and has what waits looked at in time. Without it merchants hear nothing, and what waits is looked at later.',
      environment: {
        TABLE_NAME: table.tableName,
        DELIVERY_QUEUE_URL: deliveries.queueUrl,
        SLOW_DELIVERY_QUEUE_URL: slowDeliveries.queueUrl,
        WAITING_QUEUE_URL: waiting.queueUrl,
      },
      may: [
        readsStream(stream),
        {
          actions: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:GetItem'],
          resources: [table.tableArn],
        },
        {
          actions: ['sqs:SendMessage'],
          resources: [deliveries, slowDeliveries, waiting, this.unpublished].map(
            ({ queueArn }) => queueArn,
          ),
        },
      ],
    });
    new EventSourceMapping(this, 'ReadChanges', {
      target: reader,
      ...readingOf(stream, this.unpublished),
      // Everything that waits for a processor is among what events are made of.
      filters: [
        FilterCriteria.filter({
          dynamodb: { NewImage: { sk: { S: FilterRule.or('PAYMENT', 'PAYOUT', 'MANDATE') } } },
        }),
        FilterCriteria.filter({
          dynamodb: { NewImage: { sk: { S: FilterRule.beginsWith('REFUND#') } } },
        }),
        FilterCriteria.filter({
          dynamodb: { NewImage: { sk: { S: FilterRule.beginsWith('DISPUTE#') } } },
        }),
      ],
    });
  }
}
