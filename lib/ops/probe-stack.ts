import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { probeRates } from '../api/route-rates.ts';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { accessLog, loggedStage } from '../constructs/logged-stage.ts';
import { suppress } from '../constructs/nag-suppressions.ts';
import { operatorKeyGrant } from '../constructs/operation-function.ts';
import { SwitchFunction } from '../constructs/switch-function.ts';
import type { Stage } from '../settings/stage.ts';

interface ProbeStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** The table with the keys of operators, of whom the probe is one. */
  readonly table: TableResource;
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
    const { stage, key, table, publicUrl, ...rest } = props;
    super(scope, id, rest);
    const ownKey = new Secret(this, 'Key', {
      description: 'The random part of the key that the probe has as an operator.',
      encryptionKey: key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    suppress(ownKey, {
      'AwsSolutions-SMG4': 'The probe takes another value of it by itself, at any time.',
    });
    const readsKey = {
      actions: ['secretsmanager:GetSecretValue'],
      resources: [ownKey.secretArn],
    };
    const common = { stage, key, kind: 'waits' as const };
    const environment = {
      KEY_ENVIRONMENT: stage.keyEnvironment,
      PROBE_KEY_SECRET: ownKey.secretArn,
    };

    const receive = new SwitchFunction(this, 'probe.receive', {
      ...common,
      bundle: 'probe/receive',
      description: 'Takes the webhooks of the probe, if their signature is right.',
      grants: [readsKey],
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
    const logGroup = accessLog(this, { stage, key });
    loggedStage(this, { stage, api, logGroup, rates: probeRates });

    this.run = new SwitchFunction(this, 'probe.run', {
      ...common,
      bundle: 'probe/run',
      description: 'Takes a test payment as a merchant does, and waits for its webhook.',
      timeout: Duration.minutes(3),
      grants: [readsKey, operatorKeyGrant(table)],
      environment: {
        ...environment,
        TABLE_NAME: table.tableName,
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
