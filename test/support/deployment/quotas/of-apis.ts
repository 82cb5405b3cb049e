import * as v from 'valibot';
import { bytes, docs, each, inAll, listAt, type Quotas, sumsBy } from './measured-assembly.ts';
import { webAclCapacity } from './web-acl-capacity.ts';

const httpApi = `${docs}/apigateway/latest/developerguide/http-api-quotas.html`;
const apiGateway = `${docs}/apigateway/latest/developerguide/limits.html`;
const cloudFront = `${docs}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`;
const waf = `${docs}/waf/latest/developerguide/limits.html`;

const rateOf = (settings: unknown) => v.parse(RouteSettings, settings);
const RouteSettings = v.optional(
  v.looseObject({
    ThrottlingRateLimit: v.optional(v.number(), 0),
    ThrottlingBurstLimit: v.optional(v.number(), 0),
  }),
  {},
);

const Bodies = v.optional(v.record(v.string(), v.looseObject({ Content: v.string() })), {});

/** Limits of the HTTP APIs, and of the edges in front of them. */
export const quotasOfApis: Quotas = {
  'routes of an HTTP API': {
    limit: 300,
    // Pages answer by two methods, so there are more routes than integrations.
    mayBeFull: 'AWS raises it on request',
    source: httpApi,
    figures: sumsBy('AWS::ApiGatewayV2::Route', 'ApiId'),
  },
  'integrations of an HTTP API, which AWS does not raise': {
    limit: 300,
    source: httpApi,
    figures: sumsBy('AWS::ApiGatewayV2::Integration', 'ApiId'),
  },
  'stages of an HTTP API': {
    limit: 10,
    source: httpApi,
    figures: sumsBy('AWS::ApiGatewayV2::Stage', 'ApiId'),
  },
  'authorizers of an HTTP API': {
    limit: 10,
    source: httpApi,
    figures: sumsBy('AWS::ApiGatewayV2::Authorizer', 'ApiId'),
  },
  'bytes of the format of an access log': {
    limit: 3_072,
    source: httpApi,
    figures: each('AWS::ApiGatewayV2::Stage', ({ AccessLogSettings }) => bytes(AccessLogSettings)),
  },
  'requests a second that a stage takes, of those of the account': {
    limit: 10_000,
    source: apiGateway,
    figures: each(
      'AWS::ApiGatewayV2::Stage',
      ({ DefaultRouteSettings }) => rateOf(DefaultRouteSettings).ThrottlingRateLimit,
    ),
  },
  'requests at once that a stage takes, of those of the account': {
    limit: 5_000,
    source: apiGateway,
    figures: each(
      'AWS::ApiGatewayV2::Stage',
      ({ DefaultRouteSettings }) => rateOf(DefaultRouteSettings).ThrottlingBurstLimit,
    ),
  },
  'distributions of an account': {
    limit: 200,
    source: cloudFront,
    figures: inAll('AWS::CloudFront::Distribution'),
  },
  'cache policies of an account': {
    limit: 20,
    source: cloudFront,
    figures: inAll('AWS::CloudFront::CachePolicy'),
  },
  'CloudFront functions of an account': {
    limit: 100,
    source: cloudFront,
    figures: inAll('AWS::CloudFront::Function'),
  },
  'bytes of a CloudFront function': {
    limit: 10_240,
    source: cloudFront,
    figures: each('AWS::CloudFront::Function', ({ FunctionCode }) => bytes(FunctionCode)),
  },
  'cache behaviours of a distribution': {
    limit: 75,
    source: cloudFront,
    // One is the default behaviour.
    figures: each(
      'AWS::CloudFront::Distribution',
      ({ DistributionConfig }) => listAt(DistributionConfig, 'CacheBehaviors').length + 1,
    ),
  },
  'origins of a distribution': {
    limit: 100,
    source: cloudFront,
    figures: each(
      'AWS::CloudFront::Distribution',
      ({ DistributionConfig }) => listAt(DistributionConfig, 'Origins').length,
    ),
  },
  'headers that a distribution adds for an origin': {
    limit: 30,
    source: cloudFront,
    figures: each('AWS::CloudFront::Distribution', ({ DistributionConfig }) =>
      Math.max(
        ...listAt(DistributionConfig, 'Origins').map(
          (origin) => listAt(origin, 'OriginCustomHeaders').length,
        ),
      ),
    ),
  },
  'web ACLs of an account': { limit: 100, source: waf, figures: inAll('AWS::WAFv2::WebACL') },
  'capacity units of a web ACL, above which a request costs more': {
    limit: 1_500,
    // 5,000 is the most that a web ACL may have.
    source: `${docs}/waf/latest/developerguide/aws-waf-capacity-units.html`,
    figures: each('AWS::WAFv2::WebACL', ({ Rules }) => webAclCapacity(Rules)),
  },
  'bytes of a custom response body of a web ACL': {
    limit: 4_096,
    source: waf,
    figures: each('AWS::WAFv2::WebACL', ({ CustomResponseBodies }) =>
      Math.max(
        0,
        ...Object.values(v.parse(Bodies, CustomResponseBodies)).map((one) => bytes(one.Content)),
      ),
    ),
  },
};
