import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnRoute,
  CfnStage,
  type HttpRoute,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { defaultRoute, type StageRates } from '../api/route-rates.ts';
import type { Stage } from '../settings/stage.ts';
import { readAccessMetrics } from './line-metrics.ts';

interface AccessLogProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** The log of all requests to an API, and the metrics that are read from it. */
export function accessLog(scope: Construct, { stage, key }: AccessLogProps): LogGroup {
  const logGroup = new LogGroup(scope, 'AccessLog', {
    retention: stage.logRetention,
    encryptionKey: key,
    removalPolicy: stage.removalPolicy,
  });
  readAccessMetrics(scope, { stage, logGroup });
  return logGroup;
}

interface LoggedStageProps {
  readonly stage: Stage;
  readonly api: IHttpApi;
  readonly logGroup: ILogGroup;
  /** The rates of its routes. */
  readonly rates: StageRates;
  /** The API's own routes, among them all those that have rates of their own. */
  readonly routes?: readonly HttpRoute[];
}

/**
 * One stage for all routes. Its access log never holds a query string, because secrets travel
 * there.
 */
export function loggedStage(
  scope: Construct,
  { stage, api, logGroup, rates, routes = [] }: LoggedStageProps,
): HttpStage {
  const httpStage = new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    // A metric for each route and stage would cost up to $350 a month. Metrics of the whole API are
    // free, each function has free ones of its own, and refused and failed requests are counted
    // from the log.
    detailedMetricsEnabled: false,
    throttle: { rateLimit: rates.others.rate, burstLimit: rates.others.burst },
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
  limitRoutes(httpStage, { api, rates, routes });
  return httpStage;
}

/**
 * Gives routes rates of their own. API Gateway refuses a stage that names a route before it is
 * there, so the stage is made after them.
 */
function limitRoutes(
  httpStage: HttpStage,
  { api, rates, routes }: Required<Pick<LoggedStageProps, 'api' | 'rates' | 'routes'>>,
): void {
  const limited = Object.entries(rates.routes);
  if (limited.length === 0) return;
  const { defaultChild } = httpStage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error(`What is ${httpStage.node.path}?`);
  defaultChild.routeSettings = Object.fromEntries(
    limited.map(([key, { rate, burst }]) => [
      key,
      // A route does not inherit missing settings from the stage.
      {
        DetailedMetricsEnabled: false,
        ThrottlingRateLimit: rate,
        ThrottlingBurstLimit: burst,
      },
    ]),
  );
  for (const [key] of limited) {
    const route =
      key === defaultRoute
        ? api.node.findChild('DefaultRoute')
        : routes.find(({ node }) =>
            node.findAll().some((one) => one instanceof CfnRoute && one.routeKey === key),
          );
    if (!route) throw new Error(`There is no route ${key} that could have a rate.`);
    httpStage.node.addDependency(route);
  }
}
