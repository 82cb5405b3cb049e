import { grant, grantsOf, ownLog } from '../support/deployment/role-grants.ts';
import { environmentOf, synthesized } from '../support/deployment/synthesized-app.ts';

const receiptsFrom = 'receipts@shop.example';

describe.each(['sandbox', 'production'] as const)('receipts by mail in %s', (stage) => {
  const app = synthesized(stage, { receiptsFrom }, ['payments']);

  it('the function that mails receipts may send from the one address, and do nothing else', () => {
    const one = app.resource('Receipts.queuessendreceipt');
    expect(environmentOf(one)).toEqual({
      STAGE: stage,
      FUNCTION_NAME: 'queues.send-receipt',
      TABLE_NAME: 'Data.Table',
      RECEIPTS_FROM: receiptsFrom,
    });
    const role = app.resource('Receipts.queuessendreceiptRole');
    const identity = (name: string) =>
      grant(
        'ses:SendEmail',
        `arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/${name}`,
        { StringEquals: { 'ses:FromAddress': receiptsFrom } },
      );
    expect(grantsOf(role)).toEqual(
      [
        ...ownLog('Receipts.queuessendreceipt'),
        ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) =>
          grant(`sqs:${action}`, 'Receipts.Receipts.Arn'),
        ),
        ...['GetItem', 'Query', 'PutItem', 'UpdateItem'].map((action) =>
          grant(`dynamodb:${action}`, 'Data.Table.Arn'),
        ),
        identity('receipts@shop.example'),
        identity('shop.example'),
      ].sort(),
    );
  });

  it('the reader of the stream may send to the queue of receipts, which parks them after twenty attempts', () => {
    expect(environmentOf(app.resource('Stream.queuespublishevents'))).toMatchObject({
      RECEIPT_QUEUE_URL: 'Receipts.Receipts',
    });
    expect(grantsOf(app.resource('Stream.queuespublisheventsRole'))).toContainEqual(
      grant('sqs:SendMessage', 'Receipts.Receipts.Arn'),
    );
    expect(app.resource('Receipts.Receipts').properties).toMatchObject({
      KmsMasterKeyId: 'Data.Key.Arn',
      RedrivePolicy: { deadLetterTargetArn: 'Receipts.Unsent.Arn', maxReceiveCount: 20 },
    });
    expect(app.resource('Receipts.Send').properties).toMatchObject({
      EventSourceArn: 'Receipts.Receipts.Arn',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('an alarm is on receipts that no attempt mailed', () => {
    const [alarm, ...others] = app
      .resources('AWS::CloudWatch::Alarm')
      .filter(({ properties }) => JSON.stringify(properties).includes('Receipts.Unsent'));
    expect(others).toEqual([]);
    expect(alarm?.properties).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
    });
  });

  it('nothing mails receipts without the setting', () => {
    const without = synthesized(stage, {}, ['payments']);
    expect(environmentOf(without.resource('Stream.queuespublishevents'))).not.toHaveProperty(
      'RECEIPT_QUEUE_URL',
    );
    expect(without.resources('AWS::Lambda::Function').map(({ name }) => name)).not.toContain(
      'Receipts.queuessendreceipt',
    );
  });
});
