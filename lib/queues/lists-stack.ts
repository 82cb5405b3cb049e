import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { endingSortKeys, listedSortKeys } from '#platform/lists/listed-sort-keys.ts';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { StreamDeadLetterQueue, streamSourceOptions } from '../constructs/stream-reader.ts';
import { readsStream, SwitchFunction } from '../constructs/switch-function.ts';
import type { Stage } from '../settings/stage.ts';

interface ListsStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
}

/** Writes committed changes to the lists that show them. */
export class ListsStack extends Stack {
  /** Changes that could not be listed. */
  readonly unlisted: StreamDeadLetterQueue;
  readonly projectLists: SwitchFunction;

  constructor(scope: Construct, id: string, { stage, key, table, ...props }: ListsStackProps) {
    super(scope, id, props);
    this.unlisted = new StreamDeadLetterQueue(this, 'Unlisted', key);
    const stream = table.tableStreamArn ?? '';
    this.projectLists = new SwitchFunction(this, 'queues.project-lists', {
      stage,
      key,
      bundle: 'queues/project-lists',
      kind: 'gathers',
      description:
        'Keeps lists up to date. Without it merchants see old lists; payments still work.',
      environment: { TABLE_NAME: table.tableName },
      grants: [
        ...readsStream(stream),
        {
          actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
            (action) => `dynamodb:${action}`,
          ),
          resources: [table.tableArn],
        },
        { actions: ['sqs:SendMessage'], resources: [this.unlisted.queueArn] },
      ],
    });
    new EventSourceMapping(this, 'ListChanges', {
      target: this.projectLists,
      ...streamSourceOptions(stream, this.unlisted),
      // Changes of the same time are listed together, at a fraction of the cost of one by one.
      maxBatchingWindow: Duration.seconds(stage.listSeconds),
      filters: [
        FilterCriteria.filter({
          dynamodb: {
            // A deletion has keys and no new image.
            Keys: {
              sk: {
                S: [
                  ...listedSortKeys.are.filter((one) => !endingSortKeys.includes(one)),
                  ...listedSortKeys.beginWith.flatMap((prefix) => FilterRule.beginsWith(prefix)),
                ],
              },
            },
          },
        }),
        FilterCriteria.filter({
          // Their deletion leaves nothing to do.
          eventName: ['INSERT', 'MODIFY'],
          dynamodb: { Keys: { sk: { S: [...endingSortKeys] } } },
        }),
      ],
    });
  }
}
