import {
  CfnIntegration,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { apiTimeoutMs } from '#platform/time-limits.ts';
import type { Stage } from '../settings/stage.ts';
import type { RoutedFunction } from './deploy-in-batches.ts';
import type { TableResource } from './encrypted-table.ts';
import { suppress } from './nag-suppressions.ts';
import { SwitchFunction } from './switch-function.ts';

interface StripeWireFunctionProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly api: IHttpApi;
  readonly table: TableResource;
  /** Base URL of the sandbox processor. */
  readonly sandboxUrl: string;
  readonly notifications: IQueue;
}

/** Stripe's wire API of the sandbox processor: one function for every route below `/stripe/`. */
export class StripeWireFunction extends SwitchFunction implements RoutedFunction {
  readonly route: HttpRoute;

  constructor(scope: Construct, props: StripeWireFunctionProps) {
    const { stage, key, api, table, sandboxUrl, notifications } = props;
    super(scope, 'sandbox.stripe', {
      stage,
      key,
      bundle: 'sandbox/stripe',
      description: "Speaks Stripe's API. Test payments by the connector stripe fail without it.",
      grants: [
        {
          actions: ['GetItem', 'PutItem', 'DeleteItem', 'Query'].map((one) => `dynamodb:${one}`),
          resources: [table.tableArn],
        },
        { actions: ['sqs:SendMessage'], resources: [notifications.queueArn] },
      ],
      environment: {
        TABLE_NAME: table.tableName,
        SANDBOX_URL: sandboxUrl,
        NOTIFICATION_QUEUE_URL: notifications.queueUrl,
        LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
      },
    });
    this.route = new HttpRoute(scope, 'sandbox.stripeRoute', {
      httpApi: api,
      routeKey: HttpRouteKey.with('/stripe/{path+}', HttpMethod.ANY),
      integration: new HttpLambdaIntegration('sandbox.stripeIntegration', this),
    });
    for (const child of this.route.node.findAll()) {
      if (child instanceof CfnIntegration) child.timeoutInMillis = apiTimeoutMs;
    }
    suppress(this.route, {
      'AwsSolutions-APIG4': 'Any test key is valid: it selects a ledger of test payments.',
    });
  }
}
