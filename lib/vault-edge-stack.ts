import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
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
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';

import type { Construct } from 'constructs';
import { edgeHeader, viewerHeader } from '../shared/http/edge-headers.ts';
import { vaultOperations } from '../shared/vault/operations.ts';
import { suppress } from './nag-suppressions.ts';
import { physicalName } from './physical-name.ts';
import type { Stage } from './stage.ts';

/** AWS requires web ACLs for CloudFront in this Region, whichever Region the rest is in. */
const filterRegion = 'us-east-1';
const outputName = 'WebAclArn';

/**
 * How many requests for the pages one IP address may make in a minute. A customer's form makes
 * about five, so this allows 600 customers a minute behind one address: a shop's tills, a call
 * centre, the gateway of a mobile network. The limit only stops one address from using up the API's
 * shared 5,000 requests a second. The vault itself counts refusals and blocks addresses that guess
 * tokens.
 */
const maxRequestsPerAddress = 3_000;

interface VaultFilterStackProps extends StackProps {
  readonly stage: Stage;
  /** The Region of the vault whose pages it protects: each vault has a web ACL of its own. */
  readonly vaultRegion: string;
}

/** The web ACL that filters requests before CloudFront serves them. */
export class VaultFilterStack extends Stack {
  constructor(scope: Construct, id: string, props: VaultFilterStackProps) {
    const { stage, vaultRegion, ...rest } = props;
    super(scope, id, { ...rest, env: { region: filterRegion } });
    const acl = new CfnWebACL(this, 'Filter', {
      name: physicalName(stage, 'vault-pages', vaultRegion),
      description: 'In front of the embedded pages of the card vault',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityOf('VaultPages'),
      rules: [
        {
          name: 'TooManyOfOneAddress',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          visibilityConfig: visibilityOf('TooManyOfOneAddress'),
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: 60,
              limit: maxRequestsPerAddress,
              scopeDownStatement: oneOf(limitedPaths().map(beginsWith)),
            },
          },
        },
        managed('AWSManagedRulesCommonRuleSet', 1),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 2),
      ],
    });
    new CfnOutput(this, outputName, { value: acl.attrArn });
  }
}

interface VaultEdgeStackProps extends StackProps {
  readonly stage: Stage;
  readonly domain: string;
  readonly certificateArn: string;
  readonly api: HttpApi;
  /** CloudFront sends it to the pages, which refuse requests that bypass CloudFront. */
  readonly secret: ISecret;
  readonly filter: VaultFilterStack;
}

/**
 * CloudFront in front of the embedded pages, and of nothing else of the vault.
 *
 * The stack is in the vault's Region, because the vault's secret only resolves there; any Region
 * works. Its web ACL has to be in us-east-1. CloudFormation reads the ACL's ARN from that stack's
 * outputs during deployment, which needs no copying function and no Region by name here.
 */
export class VaultEdgeStack extends Stack {
  private readonly stage: Stage;

  constructor(scope: Construct, id: string, props: VaultEdgeStackProps) {
    const { stage, domain, certificateArn, api, secret, filter, ...rest } = props;
    super(scope, id, rest);
    this.stage = stage;
    this.addStackDependency(filter);
    const origin = new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      readTimeout: Duration.seconds(30),
      // A reference that CloudFormation resolves while it deploys: no template holds the secret.
      customHeaders: { [edgeHeader]: secret.secretValue.unsafeUnwrap() },
    });
    const behavior = {
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
    const page: BehaviorOptions = {
      ...behavior,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      functionAssociations: [this.addViewerFunction('Viewer', forwardViewerAddress)],
    };
    const asset: BehaviorOptions = {
      ...page,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: new CachePolicy(this, 'Assets', {
        cachePolicyName: physicalName(stage, 'vault-assets'),
        comment: 'The name of an asset changes with its content.',
        // The vault forbids caching of all it serves. These limits apply to assets all the same.
        minTtl: Duration.days(1),
        defaultTtl: Duration.days(1),
        maxTtl: Duration.days(365),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
    };
    const distribution = new Distribution(this, 'Edge', {
      comment: 'The embedded pages of the card vault',
      domainNames: [domain],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      webAclId: Fn.getStackOutput(filter.stackName, outputName, filterRegion),
      // Its log would hold query strings, and secrets travel there.
      enableLogging: false,
      defaultBehavior: {
        ...page,
        functionAssociations: [this.addViewerFunction('Nothing', answerNotFound)],
      },
      additionalBehaviors: Object.fromEntries(
        pagePatterns().map((pattern) => [pattern, pattern.startsWith('/assets/') ? asset : page]),
      ),
    });
    suppress(distribution, {
      'AwsSolutions-CFR1': 'Merchants and their customers are in every country.',
      'AwsSolutions-CFR3': 'Its log holds query strings, and secrets travel there.',
    });
    new CfnOutput(this, 'PointTheDomainTo', { value: distribution.distributionDomainName });
  }

  private addViewerFunction(id: string, code: string) {
    const run = new EdgeFunction(this, id, {
      functionName: physicalName(this.stage, `vault-edge-${id.toLowerCase()}`),
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    });
    return { function: run, eventType: FunctionEventType.VIEWER_REQUEST };
  }
}

/**
 * Behind CloudFront every request has CloudFront's IP address. The function overwrites what a
 * browser claims as its own.
 */
const forwardViewerAddress = `function handler(event) {
  var request = event.request;
  request.headers['${viewerHeader}'] = { value: event.viewer.ip };
  return request;
}`;

const answerNotFound = `function handler() {
  return { statusCode: 404, statusDescription: 'Not Found' };
}`;

/** The paths that CloudFront serves, in its own notation. */
const pagePatterns = (): readonly string[] => [
  ...new Set(
    vaultOperations
      .filter(({ access }) => access.page)
      .map(({ path }) => path.replaceAll(/\{\w+\}/g, '*')),
  ),
];

/**
 * Pages on which an attacker could try out tokens or cards. Assets are public and have no limit.
 */
const limitedPaths = () => pagePatterns().filter((pattern) => pattern.startsWith('/api/'));

const beginsWith = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
});

/** WAF's OR needs at least two statements, so a single one stands alone. */
function oneOf(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  const [first, ...others] = statements;
  if (!first) throw new Error('There are no pages to protect.');
  return others.length === 0 ? first : { orStatement: { statements: [...statements] } };
}

const managed = (name: string, priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
  visibilityConfig: visibilityOf(name),
});

/** Counts requests and stores no samples, because a sampled URL would hold a token. */
const visibilityOf = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});
