import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { sandboxOperations } from '../shared/operations.ts';
import { EncryptedQueue } from './constructs/encrypted-queue.ts';
import { EncryptedTable, type MadeTable } from './constructs/encrypted-table.ts';
import { loggedStage } from './constructs/logged-stage.ts';
import { oneGroupAfterAnother } from './constructs/one-group-after-another.ts';
import { OperationFunction } from './constructs/operation-function.ts';
import { SwitchFunction, takesMessages } from './constructs/switch-function.ts';
import { acknowledge } from './findings.ts';
import type { Stage } from './stage.ts';

interface SandboxStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** Tests come in bursts, and nobody is hurt when their webhooks take turns. */
const notificationsAtOnce = 10;

/**
 * A processor for tests, a service of its own: its API, its ledger, its 3-D Secure page, its webhooks.
 */
export class SandboxStack extends Stack {
  readonly url: string;
  private readonly around: { readonly stage: Stage; readonly key: IKey };

  constructor(scope: Construct, id: string, { stage, key, ...props }: SandboxStackProps) {
    super(scope, id, props);
    this.around = { stage, key };
    const unrecognized = new SwitchFunction(this, 'sandbox.unrecognized', {
      stage,
      key,
      bundle: 'sandbox/unrecognized',
      description: 'Answers unknown routes and methods of the sandbox processor.',
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}-processor`,
      description: 'The sandbox processor',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
    });
    acknowledge(api, { 'AwsSolutions-APIG4': 'There is no money in it: test cards only.' });
    loggedStage(this, { stage, key, api });
    this.url = api.apiEndpoint;

    const table = new EncryptedTable(this, 'Ledger', { stage, key });
    const notifications = this.addNotifications(table);
    const sandboxUrl = this.url;
    const served = { stage, key, api, table, sandboxUrl, notifications };
    oneGroupAfterAnother(
      sandboxOperations.map((operation) => new OperationFunction(this, operation, served)),
    );
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
  }

  /** The webhooks of the processor itself, and the function that sends them. */
  private addNotifications(table: MadeTable): Queue {
    const { stage, key } = this.around;
    const queue = new EncryptedQueue(this, 'Notifications', {
      key,
      // Six times the function's, as Lambda asks for.
      visibilityTimeout: Duration.seconds(6 * 28),
      retentionPeriod: Duration.hours(1),
    });
    acknowledge(queue, {
      'AwsSolutions-SQS3': 'Nobody needs the webhooks of tests that nobody took: they are dropped.',
    });
    const notifier = new SwitchFunction(this, 'queues.notify-from-sandbox', {
      ...this.around,
      bundle: 'queues/notify-from-sandbox',
      kind: 'waits',
      description: "Sends the sandbox processor's webhooks. Without it tests hear nothing from it.",
      environment: {
        TABLE_NAME: table.tableName,
        SANDBOX_URL: this.url,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
      may: [
        takesMessages(queue.queueArn),
        { actions: ['dynamodb:GetItem'], resources: [table.tableArn] },
      ],
    });
    new EventSourceMapping(this, 'Notify', {
      target: notifier,
      eventSourceArn: queue.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency: notificationsAtOnce,
    });
    return queue;
  }
}
