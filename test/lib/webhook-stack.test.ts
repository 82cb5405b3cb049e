import { forOneMerchant, grant, grantsOf, ownLog } from '../support/deployment/role-grants.ts';
import { type StageName, synthesized } from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const days = (count: number) => count * 24 * 60 * 60;

describe.each(stages)('webhook delivery from %s', (stage) => {
  const app = synthesized(stage);

  it('webhook delivery goes through encrypted queues that refuse plain HTTP', () => {
    const queues = app.resources('AWS::SQS::Queue');
    const ours = queues.map(({ name }) => name).filter((name) => name.startsWith('Webhooks.'));
    expect(ours.sort()).toEqual([
      'Webhooks.Deliveries',
      'Webhooks.SlowDeliveries',
      'Webhooks.Undelivered',
    ]);
    for (const { name, properties } of queues) {
      expect([name, properties.KmsMasterKeyId]).toEqual([name, 'Data.Key.Arn']);
      // A queue that asks for a data key every five minutes costs more for keys than for messages.
      expect([name, properties.KmsDataKeyReusePeriodSeconds]).toEqual([name, 60 * 60]);
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

  it('webhook delivery survives seven hours without writes, and keeps parked messages two weeks', () => {
    for (const queue of ['Deliveries', 'SlowDeliveries']) {
      expect(app.resource(`Webhooks.${queue}`).properties).toMatchObject({
        RedrivePolicy: { deadLetterTargetArn: 'Webhooks.Undelivered.Arn', maxReceiveCount: 100 },
        MessageRetentionPeriod: days(4),
        VisibilityTimeout: 270,
      });
    }
    const { properties } = app.resource('Webhooks.Undelivered');
    expect(properties.MessageRetentionPeriod).toBe(days(14));
  });

  it.each([
    ['never takes more than 50 functions', 'Deliver', 'Deliveries', 50],
    ['gives slow receivers 10 that nobody else waits for', 'DeliverSlowly', 'SlowDeliveries', 10],
  ])(
    'webhook delivery %s, and a failed message is retried by itself',
    (_, mapping, queue, functions) => {
      expect(app.resource(`Webhooks.${mapping}`).properties).toEqual({
        EventSourceArn: `Webhooks.${queue}.Arn`,
        FunctionName: 'Webhooks.queuesdeliverwebhook',
        BatchSize: 10,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: functions },
      });
    },
  );

  it('webhook delivery gives its function the permissions to take messages, record results and sign', () => {
    expect(grantsOf(app.resource('Webhooks.queuesdeliverwebhookRole'))).toEqual(
      [
        ...ownLog('Webhooks.queuesdeliverwebhook'),
        ...['Deliveries', 'SlowDeliveries'].flatMap((queue) =>
          ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'SendMessage'].map((action) =>
            grant(`sqs:${action}`, `Webhooks.${queue}.Arn`),
          ),
        ),
        grant('sqs:SendMessage', 'Webhooks.Undelivered.Arn'),
        ...['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.Arn'),
        ),
        grant('kms:Decrypt', 'Data.Key.Arn', forOneMerchant),
      ].sort(),
    );
  });
});
