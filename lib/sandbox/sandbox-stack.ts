import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { functionTimeoutMs, visibilityTimeoutMs } from '#platform/time-limits.ts';
import { sandboxOperations } from '../api/deployed-operations.ts';
import { sandboxRates } from '../api/route-rates.ts';
import { deployInBatches } from '../constructs/deploy-in-batches.ts';
import { EncryptedQueue } from '../constructs/encrypted-queue.ts';
import { EncryptedTable, type TableResource } from '../constructs/encrypted-table.ts';
import { accessLog, loggedStage } from '../constructs/logged-stage.ts';
import { suppress } from '../constructs/nag-suppressions.ts';
import { OperationFunction } from '../constructs/operation-function.ts';
import { StripeWireFunction } from '../constructs/stripe-wire-function.ts';
import { consumesQueues, SwitchFunction } from '../constructs/switch-function.ts';
import { sizingFor } from '../settings/sizing.ts';
import type { Stage } from '../settings/stage.ts';

interface SandboxStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/**
 * The sandbox processor, a service of its own: its API, its ledger, its 3-D Secure page, its
 * webhooks.
 */
export class SandboxStack extends Stack {
  readonly url: string;
  private readonly functionProps: { readonly stage: Stage; readonly key: IKey };

  constructor(scope: Construct, id: string, { stage, key, ...props }: SandboxStackProps) {
    super(scope, id, props);
    this.functionProps = { stage, key };
    const unrecognized = new SwitchFunction(this, 'sandbox.not-found', {
      stage,
      key,
      bundle: 'sandbox/not-found',
      description: 'Answers unknown routes and methods of the sandbox processor.',
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}-processor`,
      description: 'The sandbox processor',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
    });
    suppress(api, { 'AwsSolutions-APIG4': 'It moves no money: test cards only.' });
    const logGroup = accessLog(this, { stage, key });
    loggedStage(this, { stage, api, logGroup, rates: sandboxRates(stage) });
    this.url = api.apiEndpoint;

    const table = new EncryptedTable(this, 'Ledger', { stage, key });
    const notifications = this.addNotifications(table);
    const sandboxUrl = this.url;
    const served = { stage, key, api, table, sandboxUrl, notifications };
    deployInBatches([
      ...sandboxOperations.map((operation) => new OperationFunction(this, operation, served)),
      new StripeWireFunction(this, served),
    ]);
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
  }

  /** The sandbox processor's webhooks, and the function that sends them. */
  private addNotifications(table: TableResource): Queue {
    const { stage, key } = this.functionProps;
    const queue = new EncryptedQueue(this, 'Notifications', {
      key,
      visibilityTimeout: Duration.millis(visibilityTimeoutMs(functionTimeoutMs)),
      retentionPeriod: Duration.hours(1),
    });
    suppress(queue, {
      'AwsSolutions-SQS3': 'Webhooks of tests that no server accepted are dropped.',
    });
    const notifier = new SwitchFunction(this, 'queues.notify-from-sandbox', {
      ...this.functionProps,
      bundle: 'queues/notify-from-sandbox',
      kind: 'waits',
      description: "Sends the sandbox processor's webhooks. Without it tests get none.",
      environment: {
        TABLE_NAME: table.tableName,
        SANDBOX_URL: this.url,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
      grants: [
        consumesQueues(queue.queueArn),
        // It stores the events of Stripe's wire API as it sends them.
        { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], resources: [table.tableArn] },
      ],
    });
    new EventSourceMapping(this, 'Notify', {
      target: notifier,
      eventSourceArn: queue.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      // Tests come in bursts; their webhooks may wait.
      maxConcurrency: sizingFor(stage).notifications,
    });
    return queue;
  }
}
