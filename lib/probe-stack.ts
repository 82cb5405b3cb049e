import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { accessLog, loggedStage } from './constructs/logged-stage.ts';
import { SwitchFunction } from './constructs/switch-function.ts';
import { suppress } from './nag-suppressions.ts';
import type { Stage } from './stage.ts';

interface ProbeStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly adminKey: ISecret;
  /** Where merchants reach the switch. */
  readonly publicUrl: string;
}

/**
 * A merchant that is no person: every five minutes it takes a payment at the test processor, and
 * waits for the signed webhook at an API of its own. Only where there is a test processor.
 */
export class ProbeStack extends Stack {
  /** Pays, and waits for the webhook. */
  readonly run: SwitchFunction;

  constructor(scope: Construct, id: string, props: ProbeStackProps) {
    const { stage, key, adminKey, publicUrl, ...rest } = props;
    super(scope, id, rest);
    const readsKey = {
      actions: ['secretsmanager:GetSecretValue'],
      resources: [adminKey.secretArn],
    };
    const common = { stage, key, grants: [readsKey], kind: 'waits' as const };
    const environment = { ADMIN_KEY_SECRET: adminKey.secretArn };

    const receive = new SwitchFunction(this, 'probe.receive', {
      ...common,
      bundle: 'probe/receive',
      description: 'Takes the webhooks of the probe, if their signature is right.',
      environment,
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}-probe`,
      description: 'The receiver of the probe’s webhooks',
      createDefaultStage: false,
    });
    const route = new HttpRoute(this, 'Receive', {
      httpApi: api,
      routeKey: HttpRouteKey.with('/webhooks', HttpMethod.POST),
      integration: new HttpLambdaIntegration('ReceiveIntegration', receive),
    });
    suppress(route, { 'AwsSolutions-APIG4': 'The signature of the webhook is its key.' });
    loggedStage(this, { stage, api, logGroup: accessLog(this, { stage, key }) });

    this.run = new SwitchFunction(this, 'probe.run', {
      ...common,
      bundle: 'probe/run',
      description: 'Takes a test payment as a merchant does, and waits for its webhook.',
      timeout: Duration.minutes(3),
      environment: {
        ...environment,
        PUBLIC_URL: publicUrl,
        RECEIVER_URL: `${api.apiEndpoint}/webhooks`,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
    });
    new Rule(this, 'EveryFiveMinutes', {
      description: 'Runs the probe.',
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaFunction(this.run, { retryAttempts: 0 })],
    });
  }
}
