import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EncryptedQueue } from './constructs/encrypted-queue.ts';
import type { TableResource } from './constructs/encrypted-table.ts';
import { secretGrants } from './constructs/operation-function.ts';
import { consumesQueues, SwitchFunction } from './constructs/switch-function.ts';
import type { Stage } from './stage.ts';

interface SyncStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
  /** Where retries of webhooks go when they are due. */
  readonly deliveries: IQueue;
  /** Base URL of the sandbox processor, where there is one. */
  readonly sandboxUrl?: string | undefined;
}

/** A processor has 20 s to say what became of a payment; the rest is for writing it down. */
const syncTimeout = Duration.seconds(28);
/**
 * Looks are gathered for so long. Most find that the answer came long ago; together they cost a third,
 * and one that is this late is still before `find-due`.
 */
const batchingWindow = Duration.seconds(20);
/** Processors that recover are not met by everything that waits for them at once. */
const syncConcurrency = 20;

/**
 * The function counts the looks that failed, and parks after five. What the queue counts beside them is
 * how often Lambda had no function free, or one was stopped half-way: that is to go on for hours first.
 */
const maxReceives = 100;

/** Nothing waits for ever: what is due is looked at again, whatever was lost on the way. */
export class SyncStack extends Stack {
  /** What could not be looked at however often it was tried. */
  readonly unsettled: EncryptedQueue;
  /** What waits, kept back until it is due. */
  readonly syncQueue: EncryptedQueue;
  private readonly props: SyncStackProps;

  constructor(scope: Construct, id: string, props: SyncStackProps) {
    super(scope, id, props);
    const { key } = props;
    this.props = props;
    this.unsettled = new EncryptedQueue(this, 'Unsettled', {
      key,
      retentionPeriod: Duration.days(14),
    });
    this.syncQueue = new EncryptedQueue(this, 'SyncQueue', {
      key,
      // Six times the function's, as Lambda asks for.
      visibilityTimeout: Duration.seconds(6 * syncTimeout.toSeconds() + batchingWindow.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.unsettled, maxReceiveCount: maxReceives },
    });
    this.addFindDue();
    this.addSync();
  }

  /** Everything that is due, every minute. */
  private addFindDue() {
    const { syncQueue } = this;
    const { stage, key, table, deliveries } = this.props;
    const search = new SwitchFunction(this, 'queues.find-due', {
      stage,
      key,
      bundle: 'queues/find-due',
      kind: 'waits',
      description:
        'Finds what is due. Without it webhooks are retried for 15 minutes only, and payments may wait for ever.',
      environment: {
        TABLE_NAME: table.tableName,
        SYNC_QUEUE_URL: syncQueue.queueUrl,
        DELIVERY_QUEUE_URL: deliveries.queueUrl,
      },
      grants: [
        { actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/by-due`] },
        { actions: ['sqs:SendMessage'], resources: [syncQueue.queueArn, deliveries.queueArn] },
      ],
    });
    new Rule(this, 'EveryMinute', {
      description: 'Finds what is due.',
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next minute is another chance, so a run that failed is not made up for.
      targets: [new LambdaFunction(search, { retryAttempts: 0 })],
    });
  }

  /** One look after the other at what waits for a processor. */
  private addSync() {
    const { syncQueue, unsettled } = this;
    const { stage, key, table, sandboxUrl } = this.props;
    const look = new SwitchFunction(this, 'queues.sync-pending', {
      stage,
      key,
      bundle: 'queues/sync-pending',
      kind: 'waits',
      description:
        'Asks processors what became of payments that wait. Without it they go on waiting.',
      timeout: syncTimeout,
      environment: {
        KEY_ENVIRONMENT: stage.keyEnvironment,
        TABLE_NAME: table.tableName,
        MERCHANT_KEY_ARN: key.keyArn,
        SYNC_QUEUE_URL: syncQueue.queueUrl,
        FAILED_SYNC_QUEUE_URL: unsettled.queueUrl,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
        ...(sandboxUrl && { SANDBOX_URL: sandboxUrl }),
      },
      grants: [
        consumesQueues(syncQueue.queueArn),
        {
          actions: ['sqs:SendMessage'],
          resources: [syncQueue.queueArn, unsettled.queueArn],
        },
        {
          actions: ['GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
            (action) => `dynamodb:${action}`,
          ),
          resources: [table.tableArn],
        },
        ...secretGrants({ secrets: ['use key'] }, key),
      ],
    });
    new EventSourceMapping(this, 'Sync', {
      target: look,
      eventSourceArn: syncQueue.queueArn,
      batchSize: 5,
      maxBatchingWindow: batchingWindow,
      reportBatchItemFailures: true,
      maxConcurrency: syncConcurrency,
    });
  }
}
