import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ApiMapping,
  DomainName,
  HttpApi,
  type HttpStage,
  type IHttpApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { loggedStage } from './constructs/logged-stage.ts';
import { SwitchFunction } from './constructs/switch-function.ts';
import { suppress } from './nag-suppressions.ts';
import type { ApiDomain, Stage } from './stage.ts';

interface ApiCoreStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** Where callers find the API, beside the address that API Gateway gives. */
  readonly domain?: ApiDomain | undefined;
}

/**
 * A deployment goes back when the API answers a minute's requests with more server errors than this.
 * Declines and mistakes of callers are no server errors. A version that fails always is noticed if
 * it is asked sixty times a minute, because a tenth of the requests reaches it.
 */
const mostServerErrors = 5;

/** The HTTP API itself, and the default route for every request that no other route matches. */
export class ApiCoreStack extends Stack {
  readonly api: IHttpApi;
  /** On while the API answers with server errors. Deployments watch it; it wakes nobody. */
  readonly unhealthy: Alarm;
  /** The log of all requests. */
  readonly accessLogName: string;

  constructor(scope: Construct, id: string, { stage, key, domain, ...props }: ApiCoreStackProps) {
    super(scope, id, props);
    const unrecognized = new SwitchFunction(this, 'http.not-found', {
      stage,
      key,
      bundle: 'http/not-found',
      description: 'Answers unknown routes and methods, and CORS preflight requests of browsers.',
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}`,
      description: 'The switch',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
    });
    suppress(api, {
      'AwsSolutions-APIG4':
        'The default route reveals nothing: it only answers that the route is unknown.',
    });
    const { httpStage, logGroup } = loggedStage(this, { stage, key, api });
    this.accessLogName = logGroup.logGroupName;
    if (domain) this.addDomain(domain, api, httpStage);
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
    this.api = api;
    this.unhealthy = new Alarm(this, 'Unhealthy', {
      alarmDescription:
        'The API answered with server errors, so new versions that just took over go back.',
      metric: api.metricServerError({ period: Duration.minutes(1), statistic: 'Sum' }),
      threshold: mostServerErrors,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  /** Lets callers find the API at a domain. API Gateway's own address goes on working. */
  private addDomain({ domain, certificateArn }: ApiDomain, api: HttpApi, stage: HttpStage): void {
    const domainName = new DomainName(this, 'Domain', {
      domainName: domain,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'DomainMapping', { api, domainName, stage });
    new CfnOutput(this, 'PointTheDomainTo', { value: domainName.regionalDomainName });
  }
}
