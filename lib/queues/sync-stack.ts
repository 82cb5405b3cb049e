import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnEventSourceMapping, EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { functionTimeoutMs, syncGatheringMs, visibilityTimeoutMs } from '#platform/time-limits.ts';
import { EncryptedQueue } from '../constructs/encrypted-queue.ts';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { addLiveAlias, deployGradually } from '../constructs/gradual-deployment.ts';
import { processorsGrant, secretGrants } from '../constructs/operation-function.ts';
import { consumesQueues, SwitchFunction } from '../constructs/switch-function.ts';
import type { OutgoingNetwork } from '../network/network-stack.ts';
import { sizingFor } from '../settings/sizing.ts';
import type { Stage } from '../settings/stage.ts';

interface SyncStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
  /** Where retries of webhooks go when they are due. */
  readonly deliveries: IQueue;
  /** While it is on, no new version of the sync takes over. */
  readonly unhealthy: IAlarm;
  /** Where the function runs that asks processors. */
  readonly network?: OutgoingNetwork | undefined;
  /** Base URL of the sandbox processor, where there is one. */
  readonly sandboxUrl?: string | undefined;
  /** Base URLs of connectors in place of the processors' own, as JSON. */
  readonly connectorUrls?: string | undefined;
  /** Base URL at which browsers find the pages of links. */
  readonly publicUrl: string;
}

/** Most syncs find that the outcome arrived long ago, and batches cost a third. */
const batchingWindow = Duration.millis(syncGatheringMs);

/**
 * sync-pending parks a message whose sync fails at its fifth receive or later. The queue also counts
 * receives when Lambda had no free function or stopped one half-way. Those retries should continue
 * for hours.
 */
const maxReceives = 100;

/** Syncs every pending payment, refund and payout that is due, even when a message was lost. */
export class SyncStack extends Stack {
  /** Messages whose syncs failed every time. */
  readonly unsettled: EncryptedQueue;
  /** Delayed sync messages. */
  readonly syncQueue: EncryptedQueue;
  readonly findDue: SwitchFunction;
  readonly syncPending: SwitchFunction;
  readonly checkLinkPages: SwitchFunction;
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
      visibilityTimeout: Duration.millis(visibilityTimeoutMs(functionTimeoutMs) + syncGatheringMs),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.unsettled, maxReceiveCount: maxReceives },
    });
    this.findDue = this.addFindDue();
    this.syncPending = this.addSync();
    this.checkLinkPages = this.addPageCheck();
  }

  /** Finds everything that is due, every minute. */
  private addFindDue(): SwitchFunction {
    const { syncQueue } = this;
    const { stage, key, table, deliveries } = this.props;
    const search = new SwitchFunction(this, 'queues.find-due', {
      stage,
      key,
      bundle: 'queues/find-due',
      // After an outage it sends a thousand messages a second, which takes CPU.
      kind: 'computes',
      description:
        'Finds what is due. Without it webhooks are attempted only once, and payments may stay pending for ever.',
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
      // The next minute's run replaces a failed one.
      targets: [new LambdaFunction(search, { retryAttempts: 0 })],
    });
    return search;
  }

  /** Compares the pages of links, as browsers receive them, with the approved ones, every hour. */
  private addPageCheck(): SwitchFunction {
    const { stage, key, publicUrl } = this.props;
    const check = new SwitchFunction(this, 'queues.check-link-pages', {
      stage,
      key,
      bundle: 'queues/check-link-pages',
      kind: 'gathers',
      description: 'Compares the pages of links as browsers receive them with the approved ones.',
      timeout: Duration.seconds(60),
      environment: {
        PUBLIC_URL: publicUrl,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
    });
    new Rule(this, 'EveryHour', {
      description: 'Compares the pages of links with the approved ones.',
      schedule: Schedule.rate(Duration.hours(1)),
      // The next hour's run replaces a failed one.
      targets: [new LambdaFunction(check, { retryAttempts: 0 })],
    });
    return check;
  }

  /** Syncs pending payments, refunds and payouts one by one. */
  private addSync(): SwitchFunction {
    const { syncQueue, unsettled } = this;
    const { stage, key, table, sandboxUrl, connectorUrls, network } = this.props;
    const look = new SwitchFunction(this, 'queues.sync-pending', {
      stage,
      key,
      bundle: 'queues/sync-pending',
      network,
      kind: 'waits',
      description:
        'Asks processors for the result of pending payments. Without it they stay pending.',
      counted: 'connector outcome',
      environment: {
        KEY_ENVIRONMENT: stage.keyEnvironment,
        TABLE_NAME: table.tableName,
        MERCHANT_KEY_ARN: key.keyArn,
        FAILED_SYNC_QUEUE_URL: unsettled.queueUrl,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
        CONCURRENCY: String(stage.accountConcurrency),
        ...(sandboxUrl && { SANDBOX_URL: sandboxUrl }),
        ...(connectorUrls && { CONNECTOR_URLS: connectorUrls }),
      },
      grants: [
        consumesQueues(syncQueue.queueArn),
        { actions: ['sqs:SendMessage'], resources: [unsettled.queueArn] },
        {
          actions: ['GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
            (action) => `dynamodb:${action}`,
          ),
          resources: [table.tableArn],
        },
        ...processorsGrant(table, new Set(['UpdateItem'])),
        ...secretGrants({ secrets: ['use key'] }, key),
      ],
    });
    const live = addLiveAlias(look);
    deployGradually(this, {
      stage,
      functions: [{ alias: live, logGroup: look.logGroup }],
      measuredBy: 'runs',
      unhealthy: this.props.unhealthy,
    });
    const mapping = new EventSourceMapping(this, 'Sync', {
      target: live,
      eventSourceArn: syncQueue.queueArn,
      batchSize: 5,
      maxBatchingWindow: batchingWindow,
      reportBatchItemFailures: true,
      // Limits the load on a processor that recovers from an outage.
      maxConcurrency: sizingFor(stage).syncs,
    });
    // The CDK would take the alias's ARN apart and put its name together again.
    if (mapping.node.defaultChild instanceof CfnEventSourceMapping) {
      mapping.node.defaultChild.functionName = live.functionArn;
    }
    return look;
  }
}
