import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpStage, type IHttpApi, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { readAccessMetrics } from './line-metrics.ts';

interface LoggedStageProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly api: IHttpApi;
}

/**
 * One stage for all routes. Its access log never holds a query string, because secrets travel
 * there.
 */
export function loggedStage(scope: Construct, { stage, key, api }: LoggedStageProps) {
  const logGroup = new LogGroup(scope, 'AccessLog', {
    retention: stage.logRetention,
    encryptionKey: key,
    removalPolicy: stage.removalPolicy,
  });
  readAccessMetrics(scope, { stage, logGroup });
  const httpStage = new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    // A metric for each route and stage would cost up to $350 a month. Metrics of the whole API are
    // free, each function has free ones of its own, and what is refused or fails is read from the log.
    detailedMetricsEnabled: false,
    throttle: { rateLimit: 5_000, burstLimit: 2_500 },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          ...(stage.logsAddresses && { ip: '$context.identity.sourceIp' }),
          route: '$context.routeKey',
          status: '$context.status',
          ms: '$context.responseLatency',
          integrationMs: '$context.integrationLatency',
          error: '$context.integrationErrorMessage',
        }),
      ),
    },
  });
  return { httpStage, logGroup };
}
