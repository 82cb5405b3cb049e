import * as v from 'valibot';
import { forOneMerchant, grant, grantsOf, ownLog } from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type StageName,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const days = (count: number) => count * 24 * 60 * 60;

describe.each(stages)('the pending work in %s', (stage) => {
  const app = synthesized(stage);

  it('due items are searched for every minute, whatever was lost', () => {
    expect(app.resource('Sync.EveryMinute').properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: 'Sync.queuesfinddue.Arn', RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    const permitted = app
      .resources('AWS::Lambda::Permission')
      .filter(({ properties }) => properties.FunctionName === 'Sync.queuesfinddue.Arn');
    expect(permitted.map(({ properties }) => properties)).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: 'Sync.queuesfinddue.Arn',
        Principal: 'events.amazonaws.com',
        SourceArn: 'Sync.EveryMinute.Arn',
      },
    ]);
  });

  it('pending syncs are done by at most 20 functions, each failure alone, and are not parked for want of a free function', () => {
    expect(app.resource('Sync.Sync').properties).toEqual({
      EventSourceArn: 'Sync.SyncQueue.Arn',
      FunctionName: 'Sync.queuessyncpendingLive',
      BatchSize: 5,
      MaximumBatchingWindowInSeconds: 20,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    });
    expect(app.resource('Sync.SyncQueue').properties).toMatchObject({
      KmsMasterKeyId: 'Data.Key.Arn',
      VisibilityTimeout: 6 * 28 + 20,
      MessageRetentionPeriod: days(4),
      RedrivePolicy: { deadLetterTargetArn: 'Sync.Unsettled.Arn', maxReceiveCount: 100 },
    });
    expect(app.resource('Sync.Unsettled').properties).toMatchObject({
      KmsMasterKeyId: 'Data.Key.Arn',
      MessageRetentionPeriod: days(14),
    });
  });

  it('the two sync functions each have only their own permissions', () => {
    const roles = (fn: string) => grantsOf(app.resource(`Sync.${fn}Role`));
    const waiting = 'Sync.SyncQueue.Arn';
    expect(roles('queuesfinddue')).toEqual(
      [
        ...ownLog('Sync.queuesfinddue'),
        grant('dynamodb:Query', 'Data.Table.Arn/index/by-due'),
        grant('sqs:SendMessage', waiting),
        grant('sqs:SendMessage', 'Webhooks.Deliveries.Arn'),
      ].sort(),
    );
    expect(roles('queuessyncpending')).toEqual(
      [
        grant('dynamodb:BatchGetItem', 'Data.Table.Arn', {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['PROCESSOR#*'] },
        }),
        ...ownLog('Sync.queuessyncpending'),
        ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) =>
          grant(`sqs:${action}`, waiting),
        ),
        grant('sqs:SendMessage', 'Sync.Unsettled.Arn'),
        ...['GetItem', 'PutItem', 'Query', 'UpdateItem'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.Arn'),
        ),
        grant('kms:Decrypt', 'Data.Key.Arn', forOneMerchant),
      ].sort(),
    );
  });

  it('a pending sync uses the sandbox processor where it exists', () => {
    const environment = environmentOf(app.resource('Sync.queuessyncpending'));
    expect('SANDBOX_URL' in environment).toBe(stage === 'sandbox');
  });
});

const Mapping = v.looseObject({
  EventSourceArn: v.string(),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() })),
});
const Queue = v.looseObject({
  RedrivePolicy: v.optional(v.looseObject({ maxReceiveCount: v.number() })),
});

describe.each(stages)('the messages of every queue of %s', (stage) => {
  const app = synthesized(stage);
  const fed = app
    .resources('AWS::Lambda::EventSourceMapping')
    .map(({ name, properties }) => ({ name, ...v.parse(Mapping, properties) }))
    .filter(({ EventSourceArn }) => !EventSourceArn.includes('Stream'));

  it('the messages of every queue are taken by a stated number of functions, and not parked for want of a free one', () => {
    expect(fed.length).toBeGreaterThanOrEqual(3);
    for (const { name, EventSourceArn, ScalingConfig } of fed) {
      expect([name, ScalingConfig?.MaximumConcurrency]).toEqual([name, expect.any(Number)]);
      const queue = app.resource(EventSourceArn.replace(/\.Arn$/, ''));
      const { RedrivePolicy } = v.parse(Queue, queue.properties);
      const receives = RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
      expect([name, receives >= 100]).toEqual([name, true]);
    }
  });
});
