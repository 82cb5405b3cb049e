import { forOneMerchant, grant, grantsOf, ownLogAndTraces } from '../support/role-grants.ts';
import { type StageName, synthesized } from '../support/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const days = (count: number) => count * 24 * 60 * 60;

describe.each(stages)('telling merchants from %s', (stage) => {
  const app = synthesized(stage);

  it('goes through queues that are encrypted and that nobody reaches in clear', () => {
    const queues = app.resources('AWS::SQS::Queue');
    const ours = queues.map(({ name }) => name).filter((name) => name.startsWith('Webhooks.'));
    expect(ours.sort()).toEqual([
      'Webhooks.Deliveries',
      'Webhooks.SlowDeliveries',
      'Webhooks.Undelivered',
      'Webhooks.Unpublished',
    ]);
    for (const { name, properties } of queues) {
      expect([name, properties.KmsMasterKeyId]).toEqual([name, 'Data.Key.Arn']);
      expect(app.resource(`${name}Policy`).properties).toMatchObject({
        Queues: [name],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: 'sqs:*',
              Resource: `${name}.Arn`,
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            },
          ],
        },
      });
    }
  });

  it('outlasts seven hours in which nothing can be written, and keeps what is parked two weeks', () => {
    for (const queue of ['Deliveries', 'SlowDeliveries']) {
      expect(app.resource(`Webhooks.${queue}`).properties).toMatchObject({
        RedrivePolicy: { deadLetterTargetArn: 'Webhooks.Undelivered.Arn', maxReceiveCount: 100 },
        MessageRetentionPeriod: days(4),
        VisibilityTimeout: 270,
      });
    }
    for (const parked of ['Undelivered', 'Unpublished']) {
      const { properties } = app.resource(`Webhooks.${parked}`);
      expect([parked, properties.MessageRetentionPeriod]).toEqual([parked, days(14)]);
    }
  });

  it('begins with every committed change of a payment, refund or dispute; one that cannot be told holds up no other', () => {
    expect(app.resource('Webhooks.PublishChanges').properties).toEqual({
      EventSourceArn: 'Data.Table.StreamArn',
      FunctionName: 'Webhooks.queuespublishevents',
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 20,
      // An hour before the stream itself forgets, so that nothing is lost without a trace.
      MaximumRecordAgeInSeconds: days(1) - 60 * 60,
      DestinationConfig: { OnFailure: { Destination: 'Webhooks.Unpublished.Arn' } },
      FilterCriteria: {
        Filters: [
          { Pattern: '{"dynamodb":{"NewImage":{"sk":{"S":["PAYMENT","PAYOUT","MANDATE"]}}}}' },
          { Pattern: '{"dynamodb":{"NewImage":{"sk":{"S":[{"prefix":"REFUND#"}]}}}}' },
          { Pattern: '{"dynamodb":{"NewImage":{"sk":{"S":[{"prefix":"DISPUTE#"}]}}}}' },
        ],
      },
    });
  });

  it.each([
    ['never takes more than 50 functions', 'Deliver', 'Deliveries', 50],
    ['gives slow receivers 10 that nobody else waits for', 'DeliverSlowly', 'SlowDeliveries', 10],
  ])('%s, and one that fails is retried alone', (_, mapping, queue, functions) => {
    expect(app.resource(`Webhooks.${mapping}`).properties).toEqual({
      EventSourceArn: `Webhooks.${queue}.Arn`,
      FunctionName: 'Webhooks.queuesdeliverwebhook',
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: functions },
    });
  });

  it('lets the function that makes events read changes, write events and hand them on', () => {
    expect(grantsOf(app.resource('Webhooks.queuespublisheventsRole'))).toEqual(
      [
        ...ownLogAndTraces('Webhooks.queuespublishevents'),
        ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.StreamArn'),
        ),
        ...['GetItem', 'PutItem', 'Query'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.Arn'),
        ),
        grant('sqs:SendMessage', 'Webhooks.Deliveries.Arn'),
        grant('sqs:SendMessage', 'Webhooks.Unpublished.Arn'),
      ].sort(),
    );
  });

  it('lets the function that delivers take messages, note how it went and sign', () => {
    expect(grantsOf(app.resource('Webhooks.queuesdeliverwebhookRole'))).toEqual(
      [
        ...ownLogAndTraces('Webhooks.queuesdeliverwebhook'),
        ...['Deliveries', 'SlowDeliveries'].flatMap((queue) =>
          ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'SendMessage'].map((action) =>
            grant(`sqs:${action}`, `Webhooks.${queue}.Arn`),
          ),
        ),
        grant('sqs:SendMessage', 'Webhooks.Undelivered.Arn'),
        ...['PutItem', 'Query'].map((action) => grant(`dynamodb:${action}`, 'Data.Table.Arn')),
        grant('kms:Decrypt', 'Data.Key.Arn', forOneMerchant),
      ].sort(),
    );
  });
});
