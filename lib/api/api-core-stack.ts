import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { DomainName, HttpApi, type IHttpApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { edgeHeader } from '#platform/http/callers/edge-headers.ts';
import { edgeCheckTimeoutMs } from '#platform/time-limits.ts';
import { readServerFailures } from '../constructs/line-metrics.ts';
import { accessLog } from '../constructs/logged-stage.ts';
import { suppress } from '../constructs/nag-suppressions.ts';
import { SwitchFunction } from '../constructs/switch-function.ts';
import { mostPercentBeyond, ofAws, ours, percentBeyondFew } from '../ops/alarm.ts';
import type { ApiDomain, Stage } from '../settings/stage.ts';

interface ApiCoreStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
  /** Where callers find the API, beside the address that API Gateway gives. */
  readonly domain?: ApiDomain | undefined;
}

/**
 * The HTTP API itself, and the default route for every request that no other route matches. Its
 * stage is a stack of its own: it comes after all routes.
 */
export class ApiCoreStack extends Stack {
  readonly api: IHttpApi;
  /**
   * On while the API fails by its own fault. Deployments watch it; it sends no message to
   * operators.
   */
  readonly unhealthy: Alarm;
  /** The log of all requests. */
  readonly accessLog: LogGroup;
  /** The domain that leads to the API itself, where there is one. */
  readonly domainName: DomainName | undefined;
  /** The secret that CloudFront sends to the API, where it stands in front of the API. */
  readonly edgeSecret: ISecret | undefined;

  constructor(scope: Construct, id: string, { stage, key, domain, ...props }: ApiCoreStackProps) {
    super(scope, id, props);
    const unrecognized = new SwitchFunction(this, 'http.not-found', {
      stage,
      key,
      bundle: 'http/not-found',
      description: 'Answers unknown routes and methods, and CORS preflight requests of browsers.',
      isKeyless: true,
    });
    this.edgeSecret = domain?.hasEdge ? this.addEdgeSecret(stage, key) : undefined;
    const edgeCheck = this.edgeSecret && this.addEdgeCheck(stage, key, this.edgeSecret);
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}`,
      description: 'The switch',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
      // Each route of each stack gets it.
      ...(edgeCheck && { defaultAuthorizer: edgeCheck }),
    });
    if (!edgeCheck) {
      suppress(api, {
        'AwsSolutions-APIG4':
          'The default route reveals nothing: it only answers that the route is unknown.',
      });
    }
    this.accessLog = accessLog(this, { stage, key });
    readServerFailures(this, { stage, logGroup: this.accessLog });
    this.domainName = domain && !domain.hasEdge ? this.addDomain(domain) : undefined;
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
    this.api = api;
    this.unhealthy = new Alarm(this, 'Unhealthy', {
      alarmDescription:
        'The API failed by its own fault, so new versions that just took over go back.',
      // Also requests that no version answered, because its function crashed or was refused. API
      // Gateway does not name the version then.
      metric: percentBeyondFew({
        failed: ours(stage.name)('ServerFailures', Stats.SUM),
        requests: ofAws('ApiGateway', 'Count', Stats.SUM, { ApiId: api.apiId }),
      }),
      threshold: mostPercentBeyond,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  /** The secret that CloudFront sends to the API with each request. */
  private addEdgeSecret(stage: Stage, key: IKey): ISecret {
    const secret = new Secret(this, 'EdgeSecret', {
      description:
        'The secret that CloudFront sends to the API. After a change, deploy the edge again.',
      encryptionKey: key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    suppress(secret, {
      'AwsSolutions-SMG4':
        'A deployment hands it to CloudFront, so only a deployment can rotate it.',
    });
    new CfnOutput(this, 'EdgeSecretArn', {
      description: 'The secret that CloudFront sends to the API',
      value: secret.secretArn,
    });
    return secret;
  }

  /**
   * Refuses requests that did not come through CloudFront. API Gateway itself refuses a request
   * without the header, and caches each decision for an hour, its longest time.
   */
  private addEdgeCheck(stage: Stage, key: IKey, secret: ISecret): HttpLambdaAuthorizer {
    const check = new SwitchFunction(this, 'http.check-edge', {
      stage,
      key,
      bundle: 'http/check-edge',
      description: 'Refuses requests that did not come through CloudFront.',
      grants: [{ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }],
      environment: { EDGE_SECRET: secret.secretArn },
      timeout: Duration.millis(edgeCheckTimeoutMs),
    });
    return new HttpLambdaAuthorizer('EdgeCheck', check, {
      identitySource: [`$request.header.${edgeHeader}`],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.hours(1),
    });
  }

  /** Lets callers find the API at a domain. API Gateway's own address goes on working. */
  private addDomain({ domain, certificateArn }: ApiDomain): DomainName {
    const domainName = new DomainName(this, 'Domain', {
      domainName: domain,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new CfnOutput(this, 'PointTheDomainTo', { value: domainName.regionalDomainName });
    return domainName;
  }
}
