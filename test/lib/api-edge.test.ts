import * as v from 'valibot';
import { publicError } from '#platform/http/response/error-catalogue.ts';
import { grantsOf, ownLog, roleOf } from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type StageName,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd';
const domain = { apiDomain: 'pay.shop.example', apiCertificateArn: certificateArn };
const withEdge = { region: 'eu-west-1', apiEdge: 'on', ...domain };
const stages: readonly StageName[] = ['sandbox', 'production'];

const app = synthesized('production', withEdge);
const { DistributionConfig: distribution } = v.parse(
  v.object({ DistributionConfig: v.looseObject({ Origins: v.tuple([v.looseObject({})]) }) }),
  app.resource('ApiEdge.Edge').properties,
);
const acl = app.resource('ApiFilter.Filter').properties;

/** How each route of each API is authorized: `Api.Api GET /health: CUSTOM Api.ApiEdgeCheck`. */
const authorizationsIn = ({ resources }: SynthesizedApp, isSwitch: boolean) =>
  resources('AWS::ApiGatewayV2::Route')
    .map(({ properties }) => properties)
    .filter(({ ApiId }) => (ApiId === 'Api.Api') === isSwitch)
    .map(({ AuthorizationType, AuthorizerId }) => `${AuthorizationType} ${AuthorizerId}`);

describe.each(stages)('the edge in %s', (stage) => {
  it('every route of the switch refuses requests around the edge, its default route too, and no other API asks for an edge', () => {
    const routes = synthesized(stage, withEdge);
    const ofSwitch = authorizationsIn(routes, true);
    expect(ofSwitch.length).toBeGreaterThan(150);
    expect(new Set(ofSwitch)).toEqual(new Set(['CUSTOM Api.ApiEdgeCheck']));
    expect(new Set(authorizationsIn(routes, false))).toEqual(new Set(['NONE undefined']));
  });

  it.each([
    ['nothing is said of an edge', {}, undefined],
    ['the edge is off', { ...domain, apiEdge: 'off' }, ['payments']],
  ])('a deployment where %s has no authorizer on a route, and no edge', (_, context, groups) => {
    const without = synthesized(stage, context, groups);
    expect(new Set(authorizationsIn(without, true))).toEqual(new Set(['NONE undefined']));
    expect(without.resources('AWS::ApiGatewayV2::Authorizer')).toEqual([]);
    expect(without.resources('AWS::CloudFront::Distribution')).toEqual([]);
    expect(without.resources('AWS::WAFv2::WebACL')).toEqual([]);
    expect(without.resources().map(({ name }) => name)).not.toContain('Api.EdgeSecret');
  });
});

describe('the edge of the API', () => {
  it("the API's edge forwards every method and header, and caches nothing, not even an error", () => {
    expect(distribution).toMatchObject({
      Aliases: ['pay.shop.example'],
      Enabled: true,
      HttpVersion: 'http2and3',
      IPV6Enabled: false,
      ViewerCertificate: {
        AcmCertificateArn: certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
      WebACLId: 'ApiFilter.Filter.Arn in us-east-1',
      DefaultCacheBehavior: {
        AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
        CachePolicyId: cachingDisabled,
        OriginRequestPolicyId: allButHost,
        ViewerProtocolPolicy: 'https-only',
      },
    });
    expect(distribution).not.toHaveProperty('CacheBehaviors');
    expect(distribution.CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
  });

  it("the API's edge lets pages read refusals of API Gateway too, and leaves the headers of the switch's own answers", () => {
    const policy = 'ApiEdge.Readable';
    expect(distribution.DefaultCacheBehavior).toMatchObject({ ResponseHeadersPolicyId: policy });
    expect(app.resource(policy).properties.ResponseHeadersPolicyConfig).toMatchObject({
      CorsConfig: {
        AccessControlAllowCredentials: false,
        AccessControlAllowOrigins: { Items: ['*'] },
        AccessControlExposeHeaders: { Items: ['*'] },
        OriginOverride: false,
      },
    });
  });

  it("the API's edge calls the API over TLS, longer than the API may take, with a secret that no template contains", () => {
    const [origin] = distribution.Origins;
    expect(origin).toMatchObject({
      DomainName: 'Api.Api.execute-api.<AWS::Region>.<AWS::URLSuffix>',
      OriginCustomHeaders: [
        {
          HeaderName: 'x-turnout-edge',
          HeaderValue: '{{resolve:secretsmanager:Api.EdgeSecret:SecretString:::}}',
        },
      ],
      CustomOriginConfig: {
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
        OriginReadTimeout: 60,
      },
    });
  });

  it("the API's edge stores no URL with its query: no log, no sample of a request", () => {
    expect(distribution.Logging).toBeUndefined();
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
    const logged = app.resources().filter(({ type }) => /WAFv2::Logging|RealtimeLog/.test(type));
    expect(logged).toEqual([]);
  });

  it("the API's edge overwrites the header with the caller’s address, whatever the caller sent", () => {
    const { FunctionCode } = app.resource('ApiEdge.Viewer').properties;
    const run = new Function(`${FunctionCode}; return handler;`)();
    const request = { headers: { 'x-turnout-viewer': { value: '192.0.2.1', multiValue: [] } } };
    expect(run({ request, viewer: { ip: '203.0.113.9' } })).toEqual({
      headers: { 'x-turnout-viewer': { value: '203.0.113.9' } },
    });
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      FunctionAssociations: [
        { EventType: 'viewer-request', FunctionARN: 'ApiEdge.Viewer.FunctionARN' },
      ],
    });
  });

  it("the API's edge has the domain: customers and processors are sent there, and API Gateway has none of its own", () => {
    const { PUBLIC_URL } = environmentOf(app.resource('ApiPayments.paymentsconfirm'));
    expect(PUBLIC_URL).toBe('https://pay.shop.example');
    const probe = synthesized('sandbox', withEdge).resource('Probe.proberun');
    expect(environmentOf(probe).PUBLIC_URL).toBe('https://pay.shop.example');
    expect(app.resources('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    expect(app.resources('AWS::ApiGatewayV2::ApiMapping')).toEqual([]);
    expect(app.outputs('ApiEdge', 'PointTheDomainTo')).toEqual(['ApiEdge.Edge.DomainName']);
    expect(app.outputs('Api', 'PointTheDomainTo')).toEqual([]);
  });

  it("the API's edge is filtered in us-east-1, and all other stacks can still go to any account and region", () => {
    for (const { name, environment, stackName } of app.stacks) {
      const region = name === 'ApiFilter' ? 'us-east-1' : 'unknown-region';
      expect([name, environment]).toEqual([name, `aws://unknown-account/${region}`]);
      if (name === 'ApiFilter') expect(stackName).toBe('turnout-production-api-filter-eu-west-1');
    }
  });

  it("the API's edge is on the dashboard: its filter's blocked requests, and the share of failed ones", () => {
    const bodyOf = (one: SynthesizedApp) =>
      JSON.stringify(one.resource('Ops.Machinery').properties.DashboardBody);
    expect(bodyOf(app)).toMatch(/BlockedRequests.{1,4} turnout production/);
    expect(bodyOf(app)).toContain('5xxErrorRate');
    // The dimension of a web ACL's metrics is the name that its own settings give them.
    expect(acl.VisibilityConfig).toMatchObject({ MetricName: 'turnout-production-api-eu-west-1' });
    expect(bodyOf(synthesized('production'))).not.toMatch(/BlockedRequests|5xxErrorRate/);
  });

  it("the API's edge sends its new secret after a deployment that names the rotation", () => {
    const rotated = synthesized(
      'production',
      {
        ...withEdge,
        vaultDomain: 'cards.shop.example',
        vaultCertificateArn: certificateArn,
        edgeSecretsOf: '2026-02-01',
      },
      [],
    );
    const comments = ['ApiEdge.Edge', 'VaultEdge.Edge'].map((name) =>
      Reflect.get(Object(rotated.resource(name).properties.DistributionConfig), 'Comment'),
    );
    expect(distribution.Comment).toBe('The API of the switch');
    expect(comments).toEqual([
      'The API of the switch; secret of 2026-02-01',
      'The embedded pages of the card vault; secret of 2026-02-01',
    ]);
  });
});

describe('the check of the edge', () => {
  it("the edge's check runs once an hour for each shown secret, and never for a request without one", () => {
    const [authorizer, ...more] = app.resources('AWS::ApiGatewayV2::Authorizer');
    expect(more).toEqual([]);
    expect(authorizer?.properties).toMatchObject({
      ApiId: 'Api.Api',
      AuthorizerType: 'REQUEST',
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.x-turnout-edge'],
      AuthorizerResultTtlInSeconds: 3_600,
    });
  });

  it("the edge's check may read only the edge's secret, and answers before API Gateway times out", () => {
    const fn = 'Api.httpcheckedge';
    expect(grantsOf(roleOf(app, fn).role)).toEqual(
      [...ownLog(fn), 'secretsmanager:GetSecretValue on Api.EdgeSecret'].sort(),
    );
    const check = app.resource(fn);
    expect(environmentOf(check).EDGE_SECRET).toBe('Api.EdgeSecret');
    expect(check.properties.Timeout).toBe(8);
    const permissions = app
      .resources('AWS::Lambda::Permission')
      .map(({ properties }) => properties)
      .filter(({ FunctionName }) => FunctionName === `${fn}.Arn`);
    expect(permissions).toEqual([
      expect.objectContaining({
        Principal: 'apigateway.amazonaws.com',
        SourceArn: expect.stringMatching(/:Api\.Api\/authorizers\/Api\.ApiEdgeCheck$/),
      }),
    ]);
  });
});

describe('the filter of the API', () => {
  const [limit, common, badInputs, ...others] = v.parse(Rules(), acl.Rules);
  const { RateBasedStatement: rate } = limit?.Statement ?? {};

  it("the API's filter has a limit by address, and AWS’s rules against common attacks and known bad inputs", () => {
    expect(acl).toMatchObject({
      Name: 'turnout-production-api-eu-west-1',
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
    });
    expect(others).toEqual([]);
    expect(common?.Statement.ManagedRuleGroupStatement?.Name).toBe('AWSManagedRulesCommonRuleSet');
    expect(badInputs?.Statement.ManagedRuleGroupStatement).toEqual({
      VendorName: 'AWS',
      Name: 'AWSManagedRulesKnownBadInputsRuleSet',
    });
  });

  it("the API's filter only counts where a rule would block lawful requests: large bodies, addresses and texts in them, programs without a name, returns from banks, cookies of the shop", () => {
    const { RuleActionOverrides = [] } = common?.Statement.ManagedRuleGroupStatement ?? {};
    expect(RuleActionOverrides).toEqual(
      [
        'NoUserAgent_HEADER',
        'SizeRestrictions_BODY',
        'GenericRFI_BODY',
        'EC2MetaDataSSRF_BODY',
        'GenericLFI_BODY',
        'CrossSiteScripting_BODY',
        'SizeRestrictions_QUERYSTRING',
        'RestrictedExtensions_QUERYARGUMENTS',
        'GenericRFI_QUERYARGUMENTS',
        'SizeRestrictions_Cookie_HEADER',
        'CrossSiteScripting_COOKIE',
      ].map((Name) => ({ Name, ActionToUse: { Count: {} } })),
    );
  });

  it.each([
    ['a customer’s browser with a publishable key', { key: 'pk_snd_1' }, true],
    ['a customer’s app with an ephemeral key', { key: 'epk_1' }, true],
    [
      'a customer’s browser that comes back from a bank',
      { path: '/payments/pay_1/shop/redirect/response/stripe' },
      true,
    ],
    ['a browser that asks before it calls', { path: '/payments' }, true],
    ['an empty key', { key: '' }, true],
    ['a path that only looks like one of webhooks', { path: '/webhook/shop/stripe' }, true],
    ['a webhook in another spelling', { path: '/%77ebhooks/shop/stripe' }, true],
    ['a merchant’s server', { key: `snd_${'a'.repeat(64)}` }, false],
    ['an operator', { key: 'test_admin' }, false],
    ['a processor’s webhook', { path: '/webhooks/shop/stripe' }, false],
  ])(
    'the request of %s counts towards the limit of its address or does not: %j',
    (_, request, isCounted) => {
      expect(matches(rate?.ScopeDownStatement, request)).toBe(isCounted);
    },
  );

  it("the API's filter lets 600 customers a minute pay behind one address, and answers more with an API error that pages may read", () => {
    expect(rate).toMatchObject({
      AggregateKeyType: 'IP',
      EvaluationWindowSec: 60,
      Limit: 600 * 20,
    });
    expect(limit?.Action).toEqual({
      Block: {
        CustomResponse: {
          ResponseCode: 429,
          CustomResponseBodyKey: 'TooManyRequests',
          ResponseHeaders: [
            { Name: 'retry-after', Value: '60' },
            { Name: 'access-control-allow-origin', Value: '*' },
          ],
        },
      },
    });
    const { TooManyRequests } = v.parse(Bodies, acl.CustomResponseBodies);
    expect(TooManyRequests.ContentType).toBe('APPLICATION_JSON');
    const { status, body } = publicError('too_many_requests', { rate: 1, retryAfter: 1 });
    expect(status).toBe(429);
    expect(JSON.parse(TooManyRequests.Content)).toEqual({
      error: { ...body.error, message: expect.stringMatching(/^Too many requests/) },
    });
  });
});

describe.each([
  [{ apiEdge: 'on' }, 'apiEdge needs a domain: -c apiDomain=… -c apiCertificateArn=….'],
  [{ ...withEdge, apiEdge: 'yes' }, 'apiEdge must be on or off.'],
  [{ ...withEdge, apiEdge: true }, 'apiEdge must be on or off.'],
  [{ apiEdge: '' }, 'apiEdge must be on or off.'],
  [
    { ...withEdge, apiCertificateArn: certificateArn.replace('us-east-1', 'eu-west-1') },
    'apiCertificateArn must be of a certificate in us-east-1 with apiEdge.',
  ],
  [{ ...withEdge, apiDomain: undefined }, 'apiDomain must be a name'],
  [{ ...withEdge, apiCertificateArn: undefined }, 'apiCertificateArn must be the ARN'],
  [{ ...withEdge, region: 'somewhere' }, 'region must be a Region such as eu-west-1.'],
  [{ ...withEdge, region: undefined }, 'An API with an edge needs to know its region'],
  [{ edgeSecretsOf: 'last week' }, 'edgeSecretsOf must be a word such as 2026-02-01.'],
])('%j', (context, message) => {
  it(`an edge setting is refused: ${message}`, () => {
    expect(() => synthesized('sandbox', context)).toThrow(message);
  });
});

/** CloudFront's own policies `CachingDisabled` and `AllViewerExceptHostHeader`. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allButHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const Bodies = v.object({
  TooManyRequests: v.object({ ContentType: v.string(), Content: v.string() }),
});

function Rules() {
  return v.array(
    v.object({
      Action: v.optional(v.unknown()),
      Statement: v.object({
        RateBasedStatement: v.optional(v.looseObject({ ScopeDownStatement: v.unknown() })),
        ManagedRuleGroupStatement: v.optional(
          v.looseObject({ Name: v.string(), RuleActionOverrides: v.optional(v.unknown()) }),
        ),
      }),
    }),
  );
}

interface FilteredRequest {
  readonly key?: string;
  readonly path?: string;
}

const Statement: v.GenericSchema<WafStatement> = v.union([
  v.strictObject({ NotStatement: v.object({ Statement: v.lazy(() => Statement) }) }),
  v.strictObject({ OrStatement: v.object({ Statements: v.array(v.lazy(() => Statement)) }) }),
  v.strictObject({ AndStatement: v.object({ Statements: v.array(v.lazy(() => Statement)) }) }),
  v.strictObject({
    ByteMatchStatement: v.strictObject({
      FieldToMatch: v.unknown(),
      PositionalConstraint: v.literal('STARTS_WITH'),
      SearchString: v.string(),
      TextTransformations: v.tuple([v.object({ Priority: v.literal(0), Type: v.literal('NONE') })]),
    }),
  }),
  v.strictObject({
    SizeConstraintStatement: v.strictObject({
      FieldToMatch: v.unknown(),
      ComparisonOperator: v.literal('GT'),
      Size: v.literal(0),
      TextTransformations: v.unknown(),
    }),
  }),
]);

type WafStatement =
  | { readonly NotStatement: { readonly Statement: WafStatement } }
  | { readonly OrStatement: { readonly Statements: readonly WafStatement[] } }
  | { readonly AndStatement: { readonly Statements: readonly WafStatement[] } }
  | {
      readonly ByteMatchStatement: {
        readonly FieldToMatch: unknown;
        readonly SearchString: string;
      };
    }
  | { readonly SizeConstraintStatement: { readonly FieldToMatch: unknown } };

/** Whether a request matches a statement, as WAF evaluates it: a missing header matches nothing. */
function matches(statement: unknown, request: FilteredRequest): boolean {
  const one = v.parse(Statement, statement);
  const within = (inner: unknown) => matches(inner, request);
  if ('NotStatement' in one) return !within(one.NotStatement.Statement);
  if ('OrStatement' in one) return one.OrStatement.Statements.some(within);
  if ('AndStatement' in one) return one.AndStatement.Statements.every(within);
  const { FieldToMatch, SearchString = '' } =
    'ByteMatchStatement' in one
      ? one.ByteMatchStatement
      : { ...one.SizeConstraintStatement, SearchString: '' };
  const field = JSON.stringify(FieldToMatch);
  if (field === '{"SingleHeader":{"Name":"api-key"}}') {
    if ('SizeConstraintStatement' in one) return (request.key ?? '').length > 0;
    return request.key?.startsWith(SearchString) ?? false;
  }
  expect(field).toBe('{"UriPath":{}}');
  return (request.path ?? '/health').startsWith(SearchString);
}
