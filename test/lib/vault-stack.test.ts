import * as v from 'valibot';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { physicalName } from '../../lib/constructs/physical-name.ts';
import { vaultJobs } from '../../lib/vault/vault-roles.ts';
import { operations } from '../../shared/operations.ts';
import {
  grant,
  grantsOf,
  grantsOfPeople,
  ownLog,
  roleOf,
} from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type Resource,
  type StageName,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';
import { tablesIn } from '../support/table/table-settings.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const functionOf = (name: string) => `Vault.${name.replace(/[^a-z]/g, '')}`;
const minutes: Readonly<Record<number, string>> = {
  1: 'rate(1 minute)',
  60: 'rate(1 hour)',
  1440: 'rate(1 day)',
};

describe.each(stages)('the vault of %s', (stage) => {
  const app = synthesized(stage);
  const ours = (type: string) =>
    app.resources(type).filter(({ name }) => name.startsWith('Vault.'));

  it('the vault keeps cards, their keys, credentials and the audit trail recoverable, and cvcs not', () => {
    const tables = tablesIn(app).filter(({ name }) => name.startsWith('Vault.'));
    expect(Object.fromEntries(tables.map((one) => [one.name, one.isRecoverable]))).toEqual({
      'Vault.Cards': true,
      'Vault.Codes': false,
      'Vault.Keys': true,
      'Vault.Credentials': true,
      'Vault.Audit': true,
    });
    for (const { name, isRecoverable, ...settings } of tables) {
      expect([name, settings]).toEqual([
        name,
        {
          billingMode: 'PAY_PER_REQUEST',
          refusesDeletion: stage === 'production',
          timeToLive: 'expiresAtSeconds',
          encryptionKey: 'Vault.Storage.Arn',
          // A stream would be a copy, and so would a replica: of service codes there can be none.
          hasStream: false,
          replicas: isRecoverable ? ['<AWS::Region>'] : 'none ever',
          deletionPolicy: stage === 'production' ? 'RetainExceptOnCreate' : 'Delete',
        },
      ]);
    }
    const copies = app
      .resources()
      .filter(
        ({ type, properties }) =>
          /Backup|Pipes|Kinesis/.test(type) || 'ImportSourceSpecification' in properties,
      );
    expect(copies).toEqual([]);
    const described = JSON.stringify(app.resources('AWS::DynamoDB::GlobalTable'));
    expect(/KinesisStreamSpecification/.exec(described)).toBeNull();
  });

  it('the vault has a root key for each class of keys, which can be used in other Regions and is renewed', () => {
    const keys = ours('AWS::KMS::Key');
    expect(keys.map(({ name }) => name).sort()).toEqual([
      'Vault.CvcRoot',
      'Vault.DisplayRoot',
      'Vault.FingerprintRoot',
      'Vault.PanRoot',
      'Vault.Storage',
    ]);
    for (const { name, properties, deletionPolicy } of keys) {
      expect([name, properties.EnableKeyRotation]).toEqual([name, true]);
      expect([name, properties.MultiRegion ?? false]).toEqual([name, name !== 'Vault.Storage']);
      expect(deletionPolicy).toBe(stage === 'production' ? 'RetainExceptOnCreate' : 'Delete');
    }
  });

  it('the vault gives no root key to the account: administration by itself gives no access to data', () => {
    for (const key of ours('AWS::KMS::Key')) {
      for (const { Action, Principal, Condition } of statementsOf(key.properties.KeyPolicy)) {
        if (JSON.stringify(Principal).includes(':root') && Condition === undefined) {
          const using = Action.filter((action) =>
            /\*|crypt|DataKey|Mac|Sign|Secret|Grant$/.test(
              action.replace(/(List|Revoke)Grants?$/, ''),
            ),
          );
          expect([key.name, ...using]).toEqual([key.name]);
          // A second Region needs replicas of the roots; the storage key is of one Region.
          const replicates = Action.includes('kms:ReplicateKey');
          expect([key.name, replicates]).toEqual([key.name, key.name !== 'Vault.Storage']);
        }
      }
    }
  });

  it('the policy of each root key names the roles that may use it, in the context of one tenant', () => {
    for (const [id, keyClass] of Object.entries({
      Pan: 'pan',
      Display: 'display',
      Cvc: 'cvc',
      Fingerprint: 'fingerprint',
    })) {
      const statements = statementsOf(app.resource(`Vault.${id}Root`).properties.KeyPolicy);
      const using = statements.filter(({ Condition }) => Condition !== undefined);
      expect(using.length).toBeGreaterThan(0);
      for (const { Condition } of using) {
        expect(Condition).toEqual({
          StringEquals: {
            'kms:EncryptionContext:class': keyClass,
            'aws:PrincipalArn': expect.anything(),
          },
          StringLike: {
            'kms:EncryptionContext:tenant': '*',
            'kms:EncryptionContext:version': '*',
          },
          'ForAllValues:StringEquals': {
            'kms:EncryptionContextKeys': ['tenant', 'class', 'version'],
          },
        });
      }
    }
  });

  it("the vault's access log has each request without its path or its query, under its own key", () => {
    const { AccessLogSettings } = v.parse(Logged, app.resource('Vault.Stage').properties);
    expect(Object.values(AccessLogSettings.Format).sort()).toEqual([
      '$context.identity.sourceIp',
      '$context.integrationErrorMessage',
      '$context.integrationLatency',
      '$context.requestId',
      '$context.responseLatency',
      '$context.routeKey',
      '$context.status',
    ]);
    for (const group of ours('AWS::Logs::LogGroup')) {
      expect([group.name, group.properties.KmsKeyId]).toEqual([group.name, 'Vault.Storage.Arn']);
    }
  });

  it.each(vaultOperations.map((one) => [one.name, one] as const))(
    'the vault serves %s by its own function, whose environment names only its permitted resources',
    (name, operation) => {
      const fn = functionOf(name);
      const route = ours('AWS::ApiGatewayV2::Route').find(
        ({ properties }) => properties.RouteKey === `${operation.method} ${operation.path}`,
      );
      const integration = v
        .parse(v.string(), route?.properties.Target)
        .replace('integrations/', '');
      expect(app.resource(integration).properties).toMatchObject({
        ApiId: 'Vault.Api',
        IntegrationUri: `${fn}.Arn`,
        TimeoutInMillis: 30_000,
      });
      const { STAGE, FUNCTION_NAME, KEY_ENVIRONMENT, LOOPBACK_ALLOWED, VAULT_URL, ...reached } =
        environmentOf(app.resource(fn));
      expect([STAGE, FUNCTION_NAME]).toEqual([stage, name]);
      expect([KEY_ENVIRONMENT, LOOPBACK_ALLOWED, VAULT_URL]).toEqual([
        stage === 'production' ? 'prd' : 'snd',
        'false',
        'Vault.Api.ApiEndpoint',
      ]);
      const { role } = roleOf(app, fn);
      expect(role.properties.RoleName).toBe(roleName(stage, name.slice('vault.'.length)));
      const granted = grantsOf(role).filter((line) => !ownLog(fn).includes(line));
      expect(thingsOf(granted)).toEqual(new Set(Object.values(reached).map(withoutArn)));
      expect(granted.filter((line) => line.startsWith('secretsmanager:')).sort()).toEqual(
        secretsOf(operation).map((secret) => `secretsmanager:GetSecretValue on ${secret}`),
      );
    },
  );

  it.each(vaultJobs.map((job) => [job.name, job] as const))(
    'the vault does %s on its own schedule',
    (name, { everyMinutes }) => {
      const fn = functionOf(`vault-jobs.${name}`);
      const rule = app.resource(`Vault.${name.replace('-', '')}Rule`);
      expect(rule.properties).toMatchObject({
        ScheduleExpression: minutes[everyMinutes],
        State: 'ENABLED',
        Targets: [{ Arn: `${fn}.Arn`, RetryPolicy: { MaximumRetryAttempts: 0 } }],
      });
      const { role } = roleOf(app, fn);
      expect(role.properties.RoleName).toBe(roleName(stage, `job-${name}`));
      const { VAULT_URL } = environmentOf(app.resource(fn));
      expect(VAULT_URL).toBe(name === 'check-pages' ? 'Vault.Api.ApiEndpoint' : undefined);
    },
  );

  it('the vault has a role for auditors, for people of this account with a second factor', () => {
    const role = app.resource('Vault.Auditor');
    expect(role.properties.RoleName).toBe(roleName(stage, 'auditor'));
    expect(trustOf(role)).toEqual({
      Action: 'sts:AssumeRole',
      Effect: 'Allow',
      Principal: { AWS: expect.stringMatching(/:iam::<AWS::AccountId>:root$/) },
      Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
    });
    const lines = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } };
    expect(grantsOfPeople(role)).toEqual([
      grant('dynamodb:PutItem', 'Vault.Audit.Arn', lines),
      'dynamodb:Query on Vault.Audit.Arn',
      'dynamodb:Query on Vault.Audit.Arn/index/by-list',
      'logs:FilterLogEvents on Vault.vaultjobssealauditLog.Arn',
    ]);
    expect(app.outputs('Vault', 'AuditorRole')).toEqual(['Vault.Auditor.Arn']);
    expect(app.outputs('Vault', 'AuditTable')).toEqual(['Vault.Audit']);
    expect(app.outputs('Vault', 'AuditSealsLog')).toEqual(['Vault.vaultjobssealauditLog']);
  });

  it("each switch function that uses cards gets the vault's settings that it needs", () => {
    const users = operations.filter(({ access }) => access.vault !== undefined);
    const opensForms = (user: string) =>
      users.some(({ name, access }) => name === user && access.vault?.includes('open card forms'));
    for (const { name } of users) {
      const suffix = `.${name.replace(/[^a-z]/g, '')}`;
      const [fn] = app
        .resources('AWS::Lambda::Function')
        .filter((one) => one.name.endsWith(suffix) && !one.name.startsWith('Vault.'));
      if (!fn) throw new Error(`There is no function of ${name}.`);
      const { role, beside } = roleOf(app, fn.name);
      expect(role.properties.RoleName).toBe(roleName(stage, `for-${name.replace('.', '-')}`));
      // Beside, its own stack gives it its log and the rest, and nothing of the vault.
      expect(JSON.stringify(beside?.properties.PolicyDocument)).not.toContain('Vault.');
      expect(JSON.stringify(beside?.properties.PolicyDocument)).toContain(`${fn.name}Log.Arn`);
      const { VAULT_URL: url, ...environment } = environmentOf(fn);
      expect([name, url !== undefined]).toEqual([name, opensForms(name)]);
      const reached = Object.entries(environment).filter(([key]) => key.startsWith('VAULT_'));
      expect(thingsOf(grantsOf(role))).toEqual(
        new Set(reached.map(([, value]) => withoutArn(value))),
      );
    }
  });

  it("the function that stores typed cards reads operators' ranges of cards, and nothing else of the switch's table", () => {
    const grants = grantsOf(roleOf(app, functionOf('vault.capture-card')).role);
    expect(grants.filter((line) => !line.includes(' on Vault.') && !line.includes('kms:'))).toEqual(
      [
        expect.stringMatching(
          /^dynamodb:BatchGetItem on Data\.\S+ when .*"dynamodb:LeadingKeys":\["CARD_BIN#\*"\]/,
        ),
      ],
    );
  });

  it('the deployment of a vault without a domain states that its pages have no edge in front', () => {
    const [output] = app.outputs('Vault', 'EmbeddedPagesEdge');
    expect(output).toMatch(
      /^OPEN: no domain is configured, the embedded pages are reached directly/,
    );
    expect(app.stacks.map(({ name }) => name)).not.toContain('VaultEdge');
    for (const { name } of vaultOperations) {
      expect(environmentOf(app.resource(functionOf(name)))).not.toHaveProperty('VAULT_EDGE_SECRET');
    }
  });
});

const roleName = (stage: StageName, part: string) =>
  physicalName({ name: stage }, `vault-${part}`, '<AWS::Region>');

/** The secrets that are read to identify the caller. */
function secretsOf({ auth }: VaultOperation): readonly string[] {
  if (auth === 'api key') return ['Vault.MasterKey'];
  return auth === 'api key or admin key' ? ['Data.AdminKey', 'Vault.MasterKey'] : [];
}

/** The resources of grants: tables (with their indexes), keys and secrets. */
const thingsOf = (grants: readonly string[]) =>
  new Set(
    grants.map((line) =>
      withoutArn(
        (line.split(' on ')[1] ?? '').replace(/ when .*$/s, '').replace(/\/index\/.*$/, ''),
      ),
    ),
  );

const withoutArn = (text: string) => text.replace(/\.Arn$/, '');

const Logged = v.object({
  AccessLogSettings: v.object({
    Format: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
  }),
});

/** The principals that may take a role, and the conditions. */
function trustOf({ properties }: Resource): unknown {
  const Trust = v.object({
    AssumeRolePolicyDocument: v.object({ Statement: v.tuple([v.unknown()]) }),
  });
  return v.parse(Trust, properties).AssumeRolePolicyDocument.Statement[0];
}

const Policy = v.object({
  Statement: v.array(
    v.object({
      Action: v.pipe(
        v.union([v.string(), v.array(v.string())]),
        v.transform((value) => (typeof value === 'string' ? [value] : value)),
      ),
      Principal: v.unknown(),
      Condition: v.optional(v.unknown()),
    }),
  ),
});
const statementsOf = (policy: unknown) => v.parse(Policy, policy).Statement;

describe('a vault with a domain of the operator', () => {
  const app: SynthesizedApp = synthesized(
    'production',
    {
      region: 'eu-west-1',
      vaultDomain: 'cards.shop.example',
      vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
    },
    [],
  );
  const pages = vaultOperations.filter(({ access }) => access.page);
  const distribution = v.parse(
    Distribution(),
    app.resource('VaultEdge.Edge').properties,
  ).DistributionConfig;

  it('the pages say that they are there', () => {
    expect(app.outputs('Vault', 'EmbeddedPagesEdge')).toEqual(['https://cards.shop.example']);
    for (const { name } of pages) {
      const { VAULT_URL } = environmentOf(app.resource(functionOf(name)));
      expect([name, VAULT_URL]).toEqual([name, 'https://cards.shop.example']);
    }
  });

  it('CloudFront and its filter stand in front of the pages, and of nothing else', () => {
    expect(distribution.WebACLId).toBe('VaultFilter.Filter.Arn in us-east-1');
    expect(distribution.Aliases).toEqual(['cards.shop.example']);
    expect(distribution.CacheBehaviors.map(({ PathPattern }) => PathPattern).sort()).toEqual(
      [...new Set(pages.map(({ path }) => path.replaceAll(/\{\w+\}/g, '*')))].sort(),
    );
    const filter = app.stacks.find(({ name }) => name === 'VaultFilter');
    expect(filter?.environment).toBe('aws://unknown-account/us-east-1');
    expect(filter?.stackName).toBe('turnout-production-vault-filter-eu-west-1');
    const acl = app.resource('VaultFilter.Filter').properties;
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    const rules = JSON.stringify(acl.Rules);
    for (const rule of ['AWSManagedRulesCommonRuleSet', 'AWSManagedRulesKnownBadInputsRuleSet']) {
      expect(rules).toContain(rule);
    }
    expect(rules).toContain('"AggregateKeyType":"IP"');
    // All who pay in a shop, and many of a mobile network, come from one address: 600 payers a minute.
    expect(rules).toContain('"EvaluationWindowSec":60,"Limit":3000');
    for (const page of ['/api/v1/capture_form', '/api/v1/show_card', '/api/v1/show_service_code']) {
      expect(rules).toContain(`"SearchString":"${page}"`);
    }
  });

  it("the edge of the vault's pages stores no URL with its query: no log, no sample of a request", () => {
    expect(distribution.Logging).toBeUndefined();
    const acl = JSON.stringify(app.resource('VaultFilter.Filter').properties);
    expect(acl).toContain('"SampledRequestsEnabled":false');
    expect(acl).not.toContain('"SampledRequestsEnabled":true');
    const logged = app.resources().filter(({ type }) => /WAFv2::Logging|RealtimeLog/.test(type));
    expect(logged).toEqual([]);
  });

  it("the vault's pages answer only requests through the edge: it sends a secret that no template contains", () => {
    const [origin] = distribution.Origins;
    expect(origin?.OriginCustomHeaders).toEqual([
      {
        HeaderName: 'x-turnout-edge',
        HeaderValue: '{{resolve:secretsmanager:Vault.EdgeSecret:SecretString:::}}',
      },
    ]);
    for (const operation of vaultOperations) {
      const isPage = operation.access.page === true;
      const fn = functionOf(operation.name);
      const knows = environmentOf(app.resource(fn)).VAULT_EDGE_SECRET;
      expect([fn, knows]).toEqual([fn, isPage ? 'Vault.EdgeSecret' : undefined]);
      const reads = grantsOf(roleOf(app, fn).role).includes(
        'secretsmanager:GetSecretValue on Vault.EdgeSecret',
      );
      expect([fn, reads]).toEqual([fn, isPage]);
    }
  });

  it("the edge of the vault's pages caches only files named by their content", () => {
    const cached = distribution.CacheBehaviors.filter(
      ({ CachePolicyId }) => CachePolicyId !== cachingDisabled,
    );
    expect(cached.map(({ PathPattern }) => PathPattern)).toEqual(['/assets/*']);
    expect(distribution.DefaultCacheBehavior.CachePolicyId).toBe(cachingDisabled);
  });

  it('all other stacks of a vault with a domain can still go to any account and region', () => {
    for (const { name, environment } of app.stacks.filter((one) => one.name !== 'VaultFilter')) {
      expect([name, environment]).toEqual([name, 'aws://unknown-account/unknown-region']);
    }
  });
});

it.each([
  [{ vaultDomain: 'cards.shop.example' }, 'vaultCertificateArn must be'],
  [
    { vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' },
    'vaultDomain must be',
  ],
  [{ vaultDomain: 'https://cards.shop.example', vaultCertificateArn: 'x' }, 'vaultDomain must be'],
  [
    {
      vaultDomain: 'cards.shop.example',
      vaultCertificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
    },
    'vaultCertificateArn must be',
  ],
  [
    {
      region: 'somewhere',
      vaultDomain: 'cards.shop.example',
      vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    },
    'region must be a Region such as eu-west-1.',
  ],
])("the pages' domain %j is refused", (context, message) => {
  expect(() => synthesized('sandbox', context)).toThrow(message);
});

it("the vault lets only the operator's named roles audit", () => {
  const names = [
    'arn:aws:iam::123456789012:role/aws-reserved/sso.amazonaws.com/eu-west-1/AWSReservedSSO_Auditor_*',
    'arn:aws:iam::123456789012:user/ana.lima',
  ];
  const app = synthesized('production', { vaultAuditors: names.join(',') }, []);
  expect(trustOf(app.resource('Vault.Auditor'))).toMatchObject({
    Condition: { ArnLike: { 'aws:PrincipalArn': names } },
  });
});

it.each([
  ['*'],
  ['arn:aws:iam::123456789012:role/*'],
  ['arn:aws:iam::123456789012:root'],
  ['arn:aws:iam::*:role/auditor'],
  ['arn:aws:sts::123456789012:assumed-role/auditor/ana'],
  ['arn:aws:iam::123456789012:role/auditor, arn:aws:iam::123456789012:role/other'],
  [7],
])("the auditors' setting %j is refused", (vaultAuditors) => {
  expect(() => synthesized('sandbox', { vaultAuditors })).toThrow('vaultAuditors must be ARNs');
});

/** CloudFront's own policy `CachingDisabled`. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

function Distribution() {
  const behavior = { CachePolicyId: v.string() };
  return v.object({
    DistributionConfig: v.object({
      Aliases: v.array(v.string()),
      WebACLId: v.unknown(),
      Logging: v.optional(v.unknown()),
      DefaultCacheBehavior: v.object(behavior),
      CacheBehaviors: v.array(v.object({ ...behavior, PathPattern: v.string() })),
      Origins: v.array(v.object({ OriginCustomHeaders: v.unknown() })),
    }),
  });
}
