import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { AllowedMethods, type BehaviorOptions, CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { vaultOperations } from '../api/deployed-operations.ts';
import { anyOf, limitByAddress, managedRules } from '../api/edge-filter-stack.ts';
import {
  EdgeDistribution,
  type EdgeProps,
  everyRequest,
  forwardViewerAddress,
  viewerFunction,
} from '../constructs/edge-distribution.ts';
import { physicalName } from '../constructs/physical-name.ts';

/**
 * How many requests for the pages one IP address may make in a minute. A customer's form makes
 * about five, so this allows 600 customers a minute behind one address: a shop's tills, a call
 * centre, the gateway of a mobile network. The limit only stops one address from using up the
 * API's shared rate. The vault itself counts refusals and blocks addresses that guess tokens.
 */
const maxRequestsPerAddress = 3_000;

/** The rules of the filter in front of the embedded pages. */
export const vaultFilterRules = (): readonly CfnWebACL.RuleProperty[] => [
  limitByAddress({ limit: maxRequestsPerAddress, counted: anyOf(limitedPaths().map(beginsWith)) }),
  ...managedRules(),
];

/**
 * CloudFront in front of the embedded pages, and of nothing else of the vault.
 *
 * The stack is in the vault's Region, because the vault's secret only resolves there; any Region
 * works. Its web ACL has to be in us-east-1.
 */
export class VaultEdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & EdgeProps) {
    const { stage, domain, certificateArn, api, secret, filter, secretsOf, ...rest } = props;
    super(scope, id, rest);
    const part = 'vault-edge';
    const viewer = viewerFunction(this, 'Viewer', { stage, part, code: forwardViewerAddress });
    const page = everyRequest({ api, secret }, viewer);
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
    const nothing = viewerFunction(this, 'Nothing', { stage, part, code: answerNotFound });
    new EdgeDistribution(this, 'Edge', {
      domain,
      certificateArn,
      filter,
      secretsOf,
      comment: 'The embedded pages of the card vault',
      defaultBehavior: { ...page, functionAssociations: [nothing] },
      additionalBehaviors: Object.fromEntries(
        pagePatterns().map((pattern) => [pattern, pattern.startsWith('/assets/') ? asset : page]),
      ),
    });
  }
}

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
