import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { functionTimeoutMs, visibilityTimeoutMs } from '#platform/time-limits.ts';
import { EncryptedQueue } from '../constructs/encrypted-queue.ts';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { consumesQueues, SwitchFunction } from '../constructs/switch-function.ts';
import type { Stage } from '../settings/stage.ts';

interface ReceiptStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
  /** The address of the sender, which SES has verified itself or by its domain. */
  readonly from: string;
}

/** With the queue's pauses, a mail is tried for an hour. */
const maxReceives = 20;

/** SES sends 14 mails a second in an account that has just left its sandbox. */
const maxConcurrency = 2;

/** From a paid link to the mail with its receipt: queue, sending, dead letters. */
export class ReceiptStack extends Stack {
  readonly receipts: EncryptedQueue;
  /** Receipts that no attempt sent. */
  readonly unsent: EncryptedQueue;

  constructor(scope: Construct, id: string, props: ReceiptStackProps) {
    const { stage, key, table, from, ...rest } = props;
    super(scope, id, rest);
    this.unsent = new EncryptedQueue(this, 'Unsent', {
      key,
      retentionPeriod: Duration.days(14),
    });
    this.receipts = new EncryptedQueue(this, 'Receipts', {
      key,
      visibilityTimeout: Duration.millis(visibilityTimeoutMs(functionTimeoutMs)),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.unsent, maxReceiveCount: maxReceives },
    });
    const send = new SwitchFunction(this, 'queues.send-receipt', {
      stage,
      key,
      bundle: 'queues/send-receipt',
      kind: 'waits',
      description: 'Mails receipts. Without it payers find them only on their links.',
      environment: { TABLE_NAME: table.tableName, RECEIPTS_FROM: from },
      grants: [
        consumesQueues(this.receipts.queueArn),
        {
          actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'].map(
            (action) => `dynamodb:${action}`,
          ),
          resources: [table.tableArn],
        },
        {
          actions: ['ses:SendEmail'],
          // SES checks the address where that is verified itself, else its domain.
          resources: [from, from.slice(from.indexOf('@') + 1)].map((resourceName) =>
            this.formatArn({ service: 'ses', resource: 'identity', resourceName }),
          ),
          conditions: { StringEquals: { 'ses:FromAddress': from } },
        },
      ],
    });
    new EventSourceMapping(this, 'Send', {
      target: send,
      eventSourceArn: this.receipts.queueArn,
      batchSize: 5,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
  }
}
