import { Stack, type StackProps } from 'aws-cdk-lib';
import { ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import {
  EdgeDistribution,
  type EdgeProps,
  everyRequest,
  forwardViewerAddress,
  viewerFunction,
} from '../constructs/edge-distribution.ts';
import { physicalName } from '../constructs/physical-name.ts';
import { receiveWebhook } from './deployed-operations.ts';
import { anyOf, limitByAddress, managedRules } from './edge-filter-stack.ts';

/**
 * How many requests without a secret key one IP address may make in a minute. A customer who pays
 * makes about twenty, with the preflights of the browser and the questions whether the payment is
 * done. The limit allows 600 customers a minute behind one address, as the vault's filter does: a
 * shop's tills, a call centre, the gateway of a mobile network. It is 200 requests a second, a
 * twenty-fifth of the API's rate for all callers.
 */
const maxRequestsPerAddress = 12_000;

/**
 * Rules of AWS's common set that would block lawful requests. The switch parses each body, query
 * and cookie by its own contract, or does not read it.
 *
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const countedRules = [
  // Merchants' servers call with programs, which need not name themselves.
  'NoUserAgent_HEADER',
  // It blocks bodies of more than 8 KB. A request may have 32 KB, and a dispute's file 4 MiB.
  'SizeRestrictions_BODY',
  // Merchants state addresses in bodies (return_url, webhook_url), in a sandbox also with numbers
  // for a host, and any text in metadata and descriptions. The switch itself refuses an address
  // that leads into its own network, before it sends anything there. Files of disputes are any
  // bytes.
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'CrossSiteScripting_BODY',
  // Customers come back from a bank with the query that the bank or the processor made: results of
  // several KB, addresses, and tokens in which any letters may follow a dot, as in `.ini`.
  'SizeRestrictions_QUERYSTRING',
  'RestrictedExtensions_QUERYARGUMENTS',
  'GenericRFI_QUERYARGUMENTS',
  // A browser sends the cookies of the shop's whole domain along. The switch reads none.
  'SizeRestrictions_Cookie_HEADER',
  'CrossSiteScripting_COOKIE',
];

/** The rules of the filter in front of the API. */
export const apiFilterRules = (): readonly CfnWebACL.RuleProperty[] => [
  limitByAddress({
    limit: maxRequestsPerAddress,
    counted: { notStatement: { statement: anyOf([hasSecretKey, isWebhook]) } },
    answer: {
      customResponseBodyKey: tooManyRequests,
      responseHeaders: [
        { name: 'retry-after', value: '60' },
        // A page of the merchant's may read the answer, as it may read each of the API's own.
        { name: 'access-control-allow-origin', value: '*' },
      ],
    },
  }),
  ...managedRules(countedRules),
];

const tooManyRequests = 'TooManyRequests';

/** The answer to a blocked address: an error in the API's own shape. */
export const apiFilterBodies = {
  [tooManyRequests]: {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({
      error: {
        type: 'invalid_request',
        message: 'Too many requests from this address. Please try again later',
        code: 'HE_00',
      },
    }),
  },
};

const apiKey = { singleHeader: { Name: 'api-key' } };
const asItIs = [{ priority: 0, type: 'NONE' }];

const keyBeginsWith = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: apiKey,
    textTransformations: asItIs,
    searchString,
    positionalConstraint: 'STARTS_WITH',
  },
});

const hasNoKeyOfBrowsers = ['pk_', 'epk_'].map((prefix) => ({
  notStatement: { statement: keyBeginsWith(prefix) },
}));

/**
 * A call of a merchant's server or an operator: with a key, and with none that is made for browsers
 * and apps. The filter cannot check the key; the function does, with one read.
 */
const hasSecretKey: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      {
        sizeConstraintStatement: {
          fieldToMatch: apiKey,
          textTransformations: asItIs,
          comparisonOperator: 'GT',
          size: 0,
        },
      },
      ...hasNoKeyOfBrowsers,
    ],
  },
};

/** A processor calls. It sends the webhooks of all merchants from a few addresses. */
const isWebhook: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: receiveWebhook.path.replace(/\{.*$/, ''),
    // As API Gateway matches it. A path in another spelling is no webhook, and is counted.
    textTransformations: asItIs,
  },
};

/**
 * CloudFront in front of the API, for all its routes.
 *
 * The stack is in the API's Region, because the secret only resolves there; any Region works. Its
 * web ACL has to be in us-east-1.
 */
export class ApiEdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & EdgeProps) {
    const { stage, domain, certificateArn, api, secret, filter, secretsOf, ...rest } = props;
    super(scope, id, rest);
    const part = 'api-edge';
    const viewer = viewerFunction(this, 'Viewer', { stage, part, code: forwardViewerAddress });
    new EdgeDistribution(this, 'Edge', {
      domain,
      certificateArn,
      filter,
      secretsOf,
      comment: 'The API of the switch',
      // As API Gateway's own address: processors get customers' addresses in the form that they
      // always had, and the many addresses of one network do not evade the limit.
      enableIpv6: false,
      defaultBehavior: {
        ...everyRequest({ api, secret }, viewer),
        responseHeadersPolicy: new ResponseHeadersPolicy(this, 'Readable', {
          responseHeadersPolicyName: physicalName(stage, `${part}-readable`),
          comment: 'Pages read refusals of API Gateway, such as 413, 429 and 503.',
          corsBehavior: {
            accessControlAllowCredentials: false,
            accessControlAllowOrigins: ['*'],
            accessControlAllowHeaders: ['*'],
            accessControlAllowMethods: ['ALL'],
            accessControlExposeHeaders: ['*'],
            // The switch's own answers have these headers already, each as its page needs them.
            originOverride: false,
          },
        }),
      },
    });
  }
}
