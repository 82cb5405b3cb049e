import { endingSortKeys, listedSortKeys } from '#platform/lists/listed-sort-keys.ts';
import { grant, grantsOf, ownLog } from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type StageName,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

describe.each(stages)('lists in %s', (stage) => {
  const app = synthesized(stage);

  it('the lists get every change of listed items, deletions too, and park records that fail', () => {
    expect(app.resource('Lists.ListChanges').properties).toEqual({
      EventSourceArn: 'Data.Table.StreamArn',
      FunctionName: 'Lists.queuesprojectlists',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 3,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 20,
      MaximumRecordAgeInSeconds: 23 * 3_600,
      DestinationConfig: { OnFailure: { Destination: 'Lists.Unlisted.Arn' } },
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              dynamodb: {
                Keys: {
                  sk: {
                    S: [
                      ...listedSortKeys.are.filter((one) => !endingSortKeys.includes(one)),
                      ...listedSortKeys.beginWith.map((prefix) => ({ prefix })),
                    ],
                  },
                },
              },
            }),
          },
          {
            // Without the deletions, which the rows' own end stands for.
            Pattern: JSON.stringify({
              eventName: ['INSERT', 'MODIFY'],
              dynamodb: { Keys: { sk: { S: endingSortKeys } } },
            }),
          },
        ],
      },
    });
    expect(app.resource('Lists.Unlisted').properties).toMatchObject({
      KmsMasterKeyId: 'Data.Key.Arn',
      MessageRetentionPeriod: 14 * 24 * 3_600,
    });
  });

  it('the lists function reads the stream and changes the table, and may do nothing else', () => {
    const one = app.resource('Lists.queuesprojectlists');
    expect(environmentOf(one)).toEqual({
      STAGE: stage,
      FUNCTION_NAME: 'queues.project-lists',
      TABLE_NAME: 'Data.Table',
    });
    expect(grantsOf(app.resource('Lists.queuesprojectlistsRole'))).toEqual(
      [
        ...ownLog('Lists.queuesprojectlists'),
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.StreamArn'),
        ),
        // IAM knows no resource for it, so that a grant on one stream would grant nothing.
        grant('dynamodb:ListStreams', '*'),
        ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.Arn'),
        ),
        grant('sqs:SendMessage', 'Lists.Unlisted.Arn'),
      ].sort(),
    );
  });
});

it('the lists gather changes for as many seconds as -c listSeconds states, at most half a minute', () => {
  const windowOf = (listSeconds: string) =>
    synthesized('production', { listSeconds }).resource('Lists.ListChanges').properties
      .MaximumBatchingWindowInSeconds;
  expect(windowOf('10')).toBe(10);
  expect(() => windowOf('31')).toThrow('listSeconds must be');
});
