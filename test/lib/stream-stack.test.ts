import * as v from 'valibot';
import {
  grant,
  grantsOf,
  ourFunctions,
  ownLog,
  roleOf,
} from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type StageName,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const days = (count: number) => count * 24 * 60 * 60;

/** Readers of a shard at full pace, by the AWS documentation. */
const mostReaders = 2;

const Mapping = v.looseObject({ EventSourceArn: v.string() });

describe.each(stages)('the changes of %s', (stage) => {
  const app = synthesized(stage);
  const sources = app
    .resources('AWS::Lambda::EventSourceMapping')
    .map(({ name, properties }) => ({ name, ...v.parse(Mapping, properties) }));

  it('the stream is read by as many functions as it serves at full pace, and no others may', () => {
    const streams = sources.filter(({ EventSourceArn }) => EventSourceArn.endsWith('.StreamArn'));
    for (const { EventSourceArn } of streams) {
      const readers = streams.filter((one) => one.EventSourceArn === EventSourceArn);
      expect(readers.length).toBeLessThanOrEqual(mostReaders);
    }
    expect(streams.map(({ name, EventSourceArn }) => [name, EventSourceArn]).sort()).toEqual([
      ['Lists.ListChanges', 'Data.Table.StreamArn'],
      ['Stream.ReadStream', 'Data.Table.StreamArn'],
    ]);
    const mayRead = ourFunctions(app).filter(({ name }) => {
      const { role, beside } = roleOf(app, name);
      return grantsOf(role, beside).some((line) => line.includes('StreamArn'));
    });
    expect(mayRead.map(({ name }) => name).sort()).toEqual([
      'Lists.queuesprojectlists',
      'Stream.queuespublishevents',
    ]);
  });

  it("changes of payments, payouts, mandates, refunds and disputes all reach the stream's function; one failure delays no other", () => {
    expect(app.resource('Stream.ReadStream').properties).toEqual({
      EventSourceArn: 'Data.Table.StreamArn',
      FunctionName: 'Stream.queuespublishevents',
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 20,
      // An hour before the stream itself forgets, so that nothing is lost without a trace.
      MaximumRecordAgeInSeconds: days(1) - 60 * 60,
      DestinationConfig: { OnFailure: { Destination: 'Stream.Unpublished.Arn' } },
      FilterCriteria: {
        Filters: [
          {
            Pattern:
              '{"dynamodb":{"NewImage":{"sk":{"S":["PAYMENT","PAYOUT","MANDATE",{"prefix":"ATTEMPT#"},{"prefix":"REFUND#"},{"prefix":"DISPUTE#"},{"prefix":"BLOCKLIST_JOB#"}]}}}}',
          },
          {
            Pattern:
              '{"dynamodb":{"NewImage":{"sk":{"S":[{"prefix":"PROFILE#"}]},"id":{"S":[{"exists":true}]}}}}',
          },
        ],
      },
    });
    expect(app.resource('Stream.Unpublished').properties).toMatchObject({
      KmsMasterKeyId: 'Data.Key.Arn',
      MessageRetentionPeriod: days(14),
    });
  });

  it('the stream is read by a function that may only write events and fill three queues', () => {
    expect(environmentOf(app.resource('Stream.queuespublishevents'))).toEqual({
      STAGE: stage,
      FUNCTION_NAME: 'queues.publish-events',
      TABLE_NAME: 'Data.Table',
      DELIVERY_QUEUE_URL: 'Webhooks.Deliveries',
      SLOW_DELIVERY_QUEUE_URL: 'Webhooks.SlowDeliveries',
      SYNC_QUEUE_URL: 'Sync.SyncQueue',
    });
    expect(grantsOf(app.resource('Stream.queuespublisheventsRole'))).toEqual(
      [
        ...ownLog('Stream.queuespublishevents'),
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.StreamArn'),
        ),
        // IAM knows no resource for it, so that a grant on one stream would grant nothing.
        grant('dynamodb:ListStreams', '*'),
        ...['GetItem', 'PutItem', 'Query'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.Arn'),
        ),
        grant('sqs:SendMessage', 'Webhooks.Deliveries.Arn'),
        grant('sqs:SendMessage', 'Webhooks.SlowDeliveries.Arn'),
        grant('sqs:SendMessage', 'Sync.SyncQueue.Arn'),
        grant('sqs:SendMessage', 'Stream.Unpublished.Arn'),
      ].sort(),
    );
  });
});
