import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { edgeHeader, viewerHeader } from '#platform/http/callers/edge-headers.ts';
import { edgeTimeoutMs } from '#platform/time-limits.ts';
import { type EdgeFilterStack, webAclArnOf } from '../api/edge-filter-stack.ts';
import type { Stage } from '../settings/stage.ts';
import { suppress } from './nag-suppressions.ts';
import { physicalName } from './physical-name.ts';

/** The properties of CloudFront in front of an API, the same for each API. */
export interface EdgeProps {
  readonly stage: Stage;
  readonly domain: string;
  readonly certificateArn: string;
  readonly api: IHttpApi;
  /** CloudFront sends it to the API, which refuses requests that bypass CloudFront. */
  readonly secret: ISecret;
  readonly filter: EdgeFilterStack;
  /** The time of the secret's last rotation: see `edgeSecretsOf` in `lib/settings/settings.ts`. */
  readonly secretsOf?: string | undefined;
}

/** The API behind an edge, and all requests to it: every method and header, and nothing cached. */
export const everyRequest = (
  { api, secret }: Pick<EdgeProps, 'api' | 'secret'>,
  forwardViewer: Viewer,
): BehaviorOptions => ({
  origin: new HttpOrigin(hostOf(api), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    readTimeout: Duration.millis(edgeTimeoutMs),
    // A reference that CloudFormation resolves while it deploys: no template holds the secret.
    customHeaders: { [edgeHeader]: secret.secretValue.unsafeUnwrap() },
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  functionAssociations: [forwardViewer],
});

/**
 * An API's host, put together from its id. CloudFormation's reference does not list another stack's
 * output among the inputs of `Fn::Split`, so no template can cut it out of the API's URL.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-split.html
 */
function hostOf(api: IHttpApi): string {
  const { region, urlSuffix } = Stack.of(api);
  return `${api.apiId}.execute-api.${region}.${urlSuffix}`;
}

type EdgeDistributionProps = Omit<EdgeProps, 'api' | 'secret' | 'stage'> &
  Pick<DistributionProps, 'defaultBehavior' | 'additionalBehaviors' | 'enableIpv6'> & {
    readonly comment: string;
  };

/** CloudFront under a domain of the operator's, behind a filter. */
export class EdgeDistribution extends Distribution {
  constructor(scope: Construct, id: string, props: EdgeDistributionProps) {
    const { domain, certificateArn, filter, secretsOf, comment, ...rest } = props;
    Stack.of(scope).addStackDependency(filter);
    super(scope, id, {
      ...rest,
      // CloudFormation reads a secret again when something else of the distribution changes.
      comment: secretsOf === undefined ? comment : `${comment}; secret of ${secretsOf}`,
      domainNames: [domain],
      certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      webAclId: webAclArnOf(filter),
      // Its log would hold query strings, and secrets travel there.
      enableLogging: false,
      errorResponses: cachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    suppress(this, {
      'AwsSolutions-CFR1': 'Merchants and their customers are in every country.',
      'AwsSolutions-CFR3': 'Its log holds query strings, and secrets travel there.',
    });
    new CfnOutput(scope, 'PointTheDomainTo', { value: this.distributionDomainName });
  }
}

/**
 * Statuses that CloudFront would otherwise cache for ten seconds, with any cache policy. A cached
 * error would answer other callers, because no header and no query is part of its key.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const cachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** A function that runs for each request before anything else. */
type Viewer = NonNullable<BehaviorOptions['functionAssociations']>[number];

interface ViewerFunctionProps {
  readonly stage: Stage;
  /** The beginning of its name: `vault-edge`. */
  readonly part: string;
  readonly code: string;
}

export const viewerFunction = (
  scope: Construct,
  id: string,
  { stage, part, code }: ViewerFunctionProps,
): Viewer => ({
  function: new EdgeFunction(scope, id, {
    functionName: physicalName(stage, `${part}-${id.toLowerCase()}`),
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(code),
  }),
  eventType: FunctionEventType.VIEWER_REQUEST,
});

/**
 * Behind CloudFront every request has CloudFront's IP address. The function overwrites the address
 * that a caller claims.
 */
export const forwardViewerAddress = `function handler(event) {
  var request = event.request;
  request.headers['${viewerHeader}'] = { value: event.viewer.ip };
  return request;
}`;
