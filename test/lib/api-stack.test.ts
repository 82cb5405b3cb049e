import * as v from 'valibot';
import type { Auth, Operation } from '#platform/http/operation/operation.ts';
import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import { vaultOperations } from '#vault/operations.ts';
import { movesMoney } from '../../lib/api/gradual-operations.ts';
import { operations, operationsByStack, sandboxOperations } from '../../shared/operations.ts';
import {
  forOneMerchant,
  grant,
  grantsOf,
  ownLog,
  roleOf,
} from '../support/deployment/role-grants.ts';
import {
  type StageName,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

/** The stack and API that serve an operation, and its table. */
interface Served {
  readonly operation: Operation;
  readonly stack: string;
  readonly api: string;
  readonly table: string;
}

const ofTheSwitch: readonly Served[] = Object.entries(operationsByStack).flatMap(
  ([group, members]) =>
    members.map((operation) => ({
      operation,
      stack: `Api${group.charAt(0).toUpperCase()}${group.slice(1)}`,
      api: 'Api.Api',
      table: 'Data.Table',
    })),
);
const ofTheSandbox: readonly Served[] = sandboxOperations.map((operation) => ({
  operation,
  stack: 'Sandbox',
  api: 'Sandbox.Api',
  table: 'Sandbox.Ledger',
}));
const served = (stage: StageName) =>
  stage === 'production' ? ofTheSwitch : [...ofTheSwitch, ...ofTheSandbox];

/** Callers that are identified without an item of the table. */
const withoutKeys: readonly Auth[] = ['none', 'admin key', 'processor key'];

/** The keys of an operation's routes. A GET without a key answers HEAD too, as RFC 9110 wants. */
const keysOf = ({ method, path, auth }: { method: string; path: string; auth: string }) =>
  method === 'GET' && /^(none|session token)$/.test(auth)
    ? [`GET ${path}`, `HEAD ${path}`]
    : [`${method} ${path}`];

const fileActions = { write: 's3:PutObject', read: 's3:GetObject', delete: 's3:DeleteObject' };

describe.each(stages)('the API of %s', (stage) => {
  const app = synthesized(stage);
  const apis =
    stage === 'production' ? ['Api.Api', 'Vault.Api'] : ['Api.Api', 'Sandbox.Api', 'Vault.Api'];

  // The API of the probe has one route, for its own webhooks, and no default route.
  const all = stage === 'production' ? apis : [...apis, 'Probe.Api'].sort();

  it('the API has every declared route exactly once, a default route, and no other', () => {
    const wanted = [
      ...apis.map((api) => `${api} $default`),
      ...(stage === 'production'
        ? []
        : ['Sandbox.Api ANY /stripe/{path+}', 'Probe.Api POST /webhooks']),
      ...served(stage).flatMap(({ operation, api }) =>
        keysOf(operation).map((key) => `${api} ${key}`),
      ),
      ...vaultOperations.flatMap((operation) => keysOf(operation).map((key) => `Vault.Api ${key}`)),
    ];
    const routes = app.resources('AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
    expect(routes.map(({ ApiId, RouteKey }) => `${ApiId} ${RouteKey}`).sort()).toEqual(
      wanted.sort(),
    );
    expect(
      app
        .resources('AWS::ApiGatewayV2::Api')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(all);
  });

  it('HEAD of each page leads to the function that answers its GET, with the same authorization', () => {
    const routes = app.resources('AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
    const heads = routes.filter(({ RouteKey }) => String(RouteKey).startsWith('HEAD '));
    const pages = [...served(stage).map(({ operation }) => operation), ...vaultOperations].filter(
      (one) =>
        one.method === 'GET' && ('isPage' in one || ('page' in one.access && one.access.page)),
    );
    expect(pages.length).toBeGreaterThanOrEqual(stage === 'production' ? 15 : 17);
    expect(heads.map(({ RouteKey }) => RouteKey)).toEqual(
      expect.arrayContaining(pages.map(({ path }) => `HEAD ${path}`)),
    );
    for (const head of heads) {
      const RouteKey = String(head.RouteKey).replace('HEAD ', 'GET ');
      expect(routes).toContainEqual({ ...head, RouteKey });
    }
  });

  it.each(served(stage).map((one) => [one.operation.name, one] as const))(
    'the API sends %s to the one function that serves it, and waits for its end',
    (_, { operation, stack, api }) => {
      const fn = `${stack}.${operation.name.replace(/[^a-z]/g, '')}`;
      const invoked = movesMoney(operation) ? `${fn}Live` : `${fn}.Arn`;
      const route = app
        .resources('AWS::ApiGatewayV2::Route')
        .find(({ properties: { ApiId, RouteKey } }) => {
          return ApiId === api && RouteKey === `${operation.method} ${operation.path}`;
        });
      const target = v.parse(v.string(), route?.properties.Target);
      expect(app.resource(target.replace('integrations/', '')).properties).toEqual({
        ApiId: api,
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: invoked,
        PayloadFormatVersion: '2.0',
        TimeoutInMillis: 30_000,
      });
      expect(app.resource(fn).properties.Timeout).toBe(28);
      // Only this route of this API may call the function.
      const permissions = app
        .resources('AWS::Lambda::Permission')
        .filter(({ properties }) => String(properties.FunctionName).startsWith(fn))
        .filter(({ properties }) =>
          /^(\.Arn|Live)$/.test(String(properties.FunctionName).slice(fn.length)),
        );
      expect(permissions.map(({ properties }) => properties)).toEqual([
        {
          Action: 'lambda:InvokeFunction',
          FunctionName: invoked,
          Principal: 'apigateway.amazonaws.com',
          SourceArn: `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:${api}/*/*${operation.path}`,
        },
      ]);
    },
  );

  it.each(served(stage).map((one) => [one.operation.name, one] as const))(
    'the API allows %s its declared actions, and no others',
    (_, { operation, stack, table }) => {
      const fn = `${stack}.${operation.name.replace(/[^a-z]/g, '')}`;
      const { indexes = [], secrets = [] } = operation.access;
      const actions = tableActionsOf(operation);
      const knowsAdmin = ['admin key', 'merchant of the path'].includes(operation.auth);
      const { role, beside } = roleOf(app, fn);
      const ofTheVault = grantsOf(role).filter(() => beside !== undefined);
      expect(grantsOf(role, beside)).toEqual(
        [
          // The vault's own tests check the vault's grants.
          ...ofTheVault,
          ...ownLog(fn),
          ...[...actions].map((action) => grant(`dynamodb:${action}`, `${table}.Arn`)),
          ...indexes.map((index) => grant('dynamodb:Query', `${table}.Arn/index/${index}`)),
          ...(knowsAdmin
            ? [
                grant('secretsmanager:GetSecretValue', 'Data.AdminKey'),
                ...['GetItem', 'UpdateItem'].map((action) =>
                  grant(`dynamodb:${action}`, `${table}.Arn`, ofOperatorsKeys),
                ),
              ]
            : []),
          ...(operation.access.connectors &&
          operation.name !== 'connector-accounts.check-credentials'
            ? (['BatchGetItem', 'UpdateItem'] as const)
                .filter((action) => !tableActionsOf(operation).has(action))
                .map((action) => grant(`dynamodb:${action}`, `${table}.Arn`, ofProcessors))
            : []),
          ...(operation.access.queue
            ? [grant('sqs:GetQueueAttributes', 'Webhooks.Deliveries.Arn')]
            : []),
          ...(secrets.includes('make key')
            ? [grant('kms:GenerateDataKey', 'Data.Key.Arn', forOneMerchant)]
            : []),
          ...(secrets.includes('use key')
            ? [grant('kms:Decrypt', 'Data.Key.Arn', forOneMerchant)]
            : []),
          // In production, merchants' requests are counted.
          ...(stage === 'production' && !uncounted.includes(operation.auth)
            ? ['dynamodb:UpdateItem', 'dynamodb:BatchGetItem'].map((action) =>
                grant(action, `${table}.Arn`, ofOneMerchantsRate),
              )
            : []),
          ...(operation.access.files ?? []).map((use) =>
            grant(fileActions[use], 'Data.Files.Arn/MERCHANT/*'),
          ),
          ...(operation.access.notifies
            ? [grant('sqs:SendMessage', 'Sandbox.Notifications.Arn')]
            : []),
        ].sort(),
      );
    },
  );

  const withKeys = ofTheSwitch.filter(({ operation: { auth } }) => !withoutKeys.includes(auth));
  it.each(withKeys.map((one) => [one.operation.name, one] as const))(
    "the API lets %s read the caller’s key and the caller's profile",
    (_, { operation, stack, table }) => {
      const { role, beside } = roleOf(app, `${stack}.${operation.name.replace(/[^a-z]/g, '')}`);
      expect(grantsOf(role, beside)).toEqual(
        expect.arrayContaining([
          grant('dynamodb:GetItem', `${table}.Arn`),
          grant('dynamodb:Query', `${table}.Arn`),
        ]),
      );
    },
  );

  it('the API answers unknown routes by a function without any permissions', () => {
    const unrecognized =
      stage === 'production'
        ? ['Api.httpnotfound', 'Vault.vaultnotfound']
        : ['Api.httpnotfound', 'Sandbox.sandboxnotfound', 'Vault.vaultnotfound'];
    for (const fn of unrecognized) {
      expect(grantsOf(app.resource(`${fn}Role`))).toEqual(ownLog(fn).sort());
    }
    expect(defaultTargets(app)).toEqual(unrecognized.map((fn) => `${fn}.Arn`));
  });

  it("the API's routes without a key each get their own rate limit, after the route exists", () => {
    const routes = app.resources('AWS::ApiGatewayV2::Route');
    for (const { api, keyless } of [
      { api: 'Api.Api', keyless: operations.filter(({ auth }) => auth === 'none') },
      {
        api: 'Vault.Api',
        keyless: vaultOperations.filter(({ auth }) => /^(none|session token)$/.test(auth)),
      },
    ]) {
      const { name, limited, dependsOn } = limitsOf(app, api);
      expect(Object.keys(limited).sort()).toEqual(['$default', ...keyless.flatMap(keysOf)].sort());
      const ofStack = (one: string) => one.split('.')[0];
      for (const route of routes.filter(({ properties }) => properties.ApiId === api)) {
        if (!Object.hasOwn(limited, String(route.properties.RouteKey))) continue;
        // Stacks are deployed one after the other; within a stack the template must state the
        // order.
        if (ofStack(route.name) === ofStack(name)) expect(dependsOn).toContain(route.name);
      }
    }
  });

  it("the API's authenticated requests get the account's concurrency, however many other requests arrive", () => {
    for (const api of ['Api.Api', 'Vault.Api']) {
      const { others, limited } = limitsOf(app, api);
      for (const one of Object.values(limited)) {
        expect(one.ThrottlingRateLimit).toBeLessThanOrEqual(others.ThrottlingRateLimit / 7);
      }
    }
  });

  it("the API's access log contains each request without its path or its query", () => {
    const logged = app.resources('AWS::ApiGatewayV2::Stage').map(({ properties }) => {
      const { AccessLogSettings, ...rest } = v.parse(LoggedStage, properties);
      expect(rest).toEqual({ StageName: '$default', AutoDeploy: true });
      expect(app.resource(AccessLogSettings.DestinationArn.replace(/\.Arn$/, '')).type).toBe(
        'AWS::Logs::LogGroup',
      );
      return Object.values(AccessLogSettings.Format);
    });
    expect(logged).toHaveLength(all.length);
    for (const variables of logged) {
      expect(variables.sort()).toEqual([
        '$context.identity.sourceIp',
        '$context.integrationErrorMessage',
        '$context.integrationLatency',
        '$context.requestId',
        '$context.responseLatency',
        '$context.routeKey',
        '$context.status',
      ]);
    }
  });
});

/** The rates of an API's one stage. */
function limitsOf(app: SynthesizedApp, api: string) {
  const stage = app
    .resources('AWS::ApiGatewayV2::Stage')
    .find(({ properties }) => properties.ApiId === api);
  if (!stage) throw new Error(`${api} has no stage.`);
  const { DefaultRouteSettings, RouteSettings } = v.parse(LimitedStage, stage.properties);
  const { name, dependsOn } = stage;
  return { name, dependsOn, others: DefaultRouteSettings, limited: RouteSettings };
}

const RouteLimits = v.object({ ThrottlingRateLimit: v.number(), ThrottlingBurstLimit: v.number() });

const LimitedStage = v.object({
  DefaultRouteSettings: RouteLimits,
  RouteSettings: v.optional(v.record(v.string(), RouteLimits), {}),
});

describe('the list of operations', () => {
  it('the list of operations has each of them once', () => {
    const names = [...operations, ...sandboxOperations].map(({ name }) => name);
    expect([...new Set(names)]).toEqual(names);
  });
});

/** Callers of these have no key of a merchant. */
const uncounted: readonly Operation['auth'][] = ['none', 'admin key', 'processor key'];
const ofOperatorsKeys = {
  'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['OPERATOR_KEYS'] },
};
const ofProcessors = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['PROCESSOR#*'] },
};
const ofOneMerchantsRate = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['MERCHANT#*#RATE#*'] },
};

const LoggedStage = v.object({
  StageName: v.string(),
  AutoDeploy: v.boolean(),
  AccessLogSettings: v.object({
    DestinationArn: v.string(),
    Format: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
  }),
});

/** The functions behind the default routes. */
function defaultTargets(app: SynthesizedApp) {
  return app
    .resources('AWS::ApiGatewayV2::Route')
    .filter(({ properties }) => properties.RouteKey === '$default')
    .map(({ properties }) => v.parse(v.string(), properties.Target).replace('integrations/', ''))
    .map((integration) => app.resource(integration).properties.IntegrationUri)
    .sort();
}
