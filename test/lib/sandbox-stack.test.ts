import { grant, grantsOf, ownLog } from '../support/deployment/role-grants.ts';
import { environmentOf, synthesized } from '../support/deployment/synthesized-app.ts';

const sandbox = synthesized('sandbox');

describe('the webhooks of the sandbox processor', () => {
  it("the sandbox processor's webhooks wait in an encrypted queue, and are dropped when all attempts fail", () => {
    expect(sandbox.resource('Sandbox.Notifications').properties).toEqual({
      KmsMasterKeyId: 'Data.Key.Arn',
      KmsDataKeyReusePeriodSeconds: 3_600,
      VisibilityTimeout: 168,
      MessageRetentionPeriod: 3_600,
    });
    expect(sandbox.resource('Sandbox.NotificationsPolicy').properties).toMatchObject({
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Action: 'sqs:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    });
  });

  it("the sandbox processor's webhooks are sent by a function that can only read the ledger and store an event", () => {
    expect(grantsOf(sandbox.resource('Sandbox.queuesnotifyfromsandboxRole'))).toEqual(
      [
        ...ownLog('Sandbox.queuesnotifyfromsandbox'),
        ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) =>
          grant(`sqs:${action}`, 'Sandbox.Notifications.Arn'),
        ),
        ...['GetItem', 'PutItem'].map((action) =>
          grant(`dynamodb:${action}`, 'Sandbox.Ledger.Arn'),
        ),
      ].sort(),
    );
    expect(sandbox.resource('Sandbox.Notify').properties).toEqual({
      EventSourceArn: 'Sandbox.Notifications.Arn',
      FunctionName: 'Sandbox.queuesnotifyfromsandbox',
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 10 },
    });
  });

  it("the sandbox processor's webhooks reach the sending machine itself only on a laptop", () => {
    const allowed = (stage: 'sandbox' | 'laptop') =>
      environmentOf(synthesized(stage).resource('Sandbox.queuesnotifyfromsandbox'))
        .LOOPBACK_ALLOWED;
    expect([allowed('sandbox'), allowed('laptop')]).toEqual(['false', 'true']);
  });
});

it('Stripe’s API is served by a function that can reach its own ledger and its webhooks alone', () => {
  expect(grantsOf(sandbox.resource('Sandbox.sandboxstripeRole'))).toEqual(
    [
      ...ownLog('Sandbox.sandboxstripe'),
      ...['GetItem', 'PutItem', 'DeleteItem', 'Query'].map((action) =>
        grant(`dynamodb:${action}`, 'Sandbox.Ledger.Arn'),
      ),
      grant('sqs:SendMessage', 'Sandbox.Notifications.Arn'),
    ].sort(),
  );
});
