import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { vaultRoles } from '../../lib/vault/vault-roles.ts';
import { withClient } from '../clients/with-client.ts';
import { iamSimulate, isAllowedByIam, policyDocument } from '../support/deployment/iam-simulate.ts';

const account = '123456789012';
const region = 'eu-west-1';

const Texts = v.union([v.string(), v.array(v.string())]);
const Statement = v.strictObject({
  Sid: v.string(),
  Effect: v.literal('Deny'),
  Action: v.array(v.string()),
  Resource: Texts,
  Condition: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
});
const Policy = v.strictObject({
  Version: v.literal('2012-10-17'),
  Statement: v.array(Statement),
});

const page = readFileSync('docs/card-keys.md', 'utf8');
const [, text = ''] =
  /^# Who may change what opens cards$[\s\S]*?```json\n([\s\S]*?)```/m.exec(page) ?? [];
const policy = v.parse(
  v.pipe(v.string(), v.parseJson(), Policy),
  text.replaceAll('ACCOUNT', account).replaceAll('REGION', region),
);

const everything = { Effect: 'Allow', Action: '*', Resource: '*' };

/** Leaves the decision to the policies of the account. */
const keyPolicy = policyDocument([
  {
    Effect: 'Allow',
    Principal: { AWS: `arn:aws:iam::${account}:root` },
    Action: 'kms:*',
    Resource: '*',
  },
]);

const roleArn = (name: string) => `arn:aws:iam::${account}:role/${name}`;
const bootstrapped = (kind: string) => `cdk-hnb659fds-${kind}-role-${account}-${region}`;

/**
 * Whether an administrator may do something that has the role of this name, by the judgement of an
 * independent evaluator.
 */
const may = (
  role: string,
  action: string,
  resource: string,
  context: Readonly<Record<string, string | string[]>> = {},
): Promise<boolean> =>
  isAllowedByIam(process.env[iamSimulate.variable] ?? '', {
    role,
    account,
    statements: [everything],
    action,
    resource,
    resourceAccount: account,
    resourcePolicy: action.startsWith('kms:') ? keyPolicy : undefined,
    serviceControlPolicies: [
      { name: 'FullAWSAccess', policy: policyDocument([everything]) },
      { name: 'ours', policy },
    ],
    context: { 'aws:PrincipalArn': roleArn(role), ...context },
  });

const administrators = [
  'admin',
  // Any administrator could make and take these, were it not for the policy.
  `cdk-mine-cfn-exec-role-${account}-${region}`,
  `cdk-hnb659fds-cfn-exec-role-${account}-us-west-2`,
  'cdk-x-cfn-exec-role-x',
  bootstrapped('deploy'),
];
const cloudFormation = bootstrapped('cfn-exec');

const changesOfRoles = [
  ...['AttachRolePolicy', 'CreateRole', 'DeleteRole', 'DeleteRolePermissionsBoundary'],
  ...['DeleteRolePolicy', 'DetachRolePolicy', 'PutRolePermissionsBoundary', 'PutRolePolicy'],
  'UpdateAssumeRolePolicy',
].map((name) => `iam:${name}`);

const ours = 'turnout-production-vault';
const regional = (service: string, rest: string) =>
  `arn:aws:${service}:${region}:${account}:${rest}`;
/** Resources that protect the cards, with the actions that end the protection. */
const protections: Readonly<Record<string, readonly string[]>> = {
  [regional('kms', 'key/1234abcd-12ab-34cd-56ef-1234567890ab')]: [
    ...['kms:PutKeyPolicy', 'kms:ReplicateKey', 'kms:UpdatePrimaryRegion'],
    ...['kms:DisableKey', 'kms:ScheduleKeyDeletion'],
  ],
  [regional('dynamodb', `table/${ours}-Cards`)]: [
    ...['dynamodb:PutResourcePolicy', 'dynamodb:DeleteResourcePolicy'],
    ...['dynamodb:DeleteTable', 'dynamodb:UpdateTable', 'dynamodb:UpdateContinuousBackups'],
  ],
  'arn:aws:s3:::turnout-production-data-files': [
    ...['s3:DeleteBucket', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy'],
  ],
  [regional('backup', 'backup-vault:weekly')]: [
    ...['backup:DeleteBackupVault', 'backup:DeleteBackupVaultLockConfiguration'],
  ],
  [regional('lambda', `function:${ours}-store-card-${region}`)]: [
    ...['lambda:UpdateFunctionCode', 'lambda:UpdateFunctionConfiguration'],
    ...['lambda:PutFunctionCodeSigningConfig', 'lambda:DeleteFunctionCodeSigningConfig'],
  ],
  [regional('logs', 'log-group:turnout')]: [
    ...['logs:DeleteLogGroup', 'logs:PutRetentionPolicy', 'logs:DeleteRetentionPolicy'],
  ],
  // The alarm depends on rules, and the rules on CloudTrail.
  [regional('events', 'rule/turnout-production-ops-VaultRoleChanges')]: [
    ...['events:DisableRule', 'events:DeleteRule', 'events:PutRule'],
    ...['events:PutTargets', 'events:RemoveTargets'],
  ],
  [regional('cloudwatch', 'alarm:turnout-production-ops-VaultRoleChanged')]: [
    ...['cloudwatch:DeleteAlarms', 'cloudwatch:DisableAlarmActions'],
  ],
  [regional('cloudtrail', 'trail/all')]: [
    ...['cloudtrail:StopLogging', 'cloudtrail:DeleteTrail', 'cloudtrail:PutEventSelectors'],
  ],
};

it('the service control policy to copy fits the limit of AWS, 5,120 characters', () => {
  expect(JSON.stringify(policy).length).toBeLessThanOrEqual(5_120);
});

withClient(
  {
    what: 'the service control policy, judged by iam-simulate 0.1.173',
    ...iamSimulate,
  },
  () => {
    it.each(administrators)(
      'the service control policy to copy denies %s to end a protection of the cards',
      async (administrator) => {
        for (const [resource, actions] of Object.entries(protections)) {
          for (const action of actions) {
            const judged = [
              await may(administrator, action, resource),
              await may(cloudFormation, action, resource),
            ];
            expect([action, resource, ...judged]).toEqual([action, resource, false, true]);
          }
        }
      },
    );

    const vaultRoleNames = vaultRoles({ name: 'production' }).map(({ roleName }) =>
      // The Region is a token of the CDK.
      roleName.replace(/\$\{Token\[[^\]]+\]\}/, region),
    );

    it.each(vaultRoleNames)(
      'the service control policy to copy protects the trust, the grants, the passing and the keys of the role %s',
      async (name) => {
        const role = roleArn(name);
        const pass = { 'iam:PassedToService': 'lambda.amazonaws.com' };
        for (const action of changesOfRoles) {
          const judged = await Promise.all(
            [...administrators, cloudFormation].map((one) => may(one, action, role)),
          );
          expect([action, judged]).toEqual([action, [...administrators.map(() => false), true]]);
        }
        for (const one of administrators) {
          expect(await may(one, 'iam:PassRole', role, pass)).toBe(false);
        }
        expect(await may(cloudFormation, 'iam:PassRole', role, pass)).toBe(true);
        const key = regional('kms', 'key/1234abcd-12ab-34cd-56ef-1234567890ab');
        const fromFunction = (functionName: string) => ({
          'kms:EncryptionContextKeys': ['tenant', 'class'],
          'lambda:SourceFunctionArn': regional('lambda', `function:${functionName}`),
        });
        for (const action of ['kms:Decrypt', 'kms:GenerateDataKey']) {
          expect(await may(name, action, key, fromFunction(name))).toBe(true);
          expect(await may(name, action, key, fromFunction('mine'))).toBe(false);
          expect(await may(name, action, key, { 'kms:EncryptionContextKeys': ['class'] })).toBe(
            false,
          );
        }
      },
    );

    it.each([
      cloudFormation,
      `cdk-mine-cfn-exec-role-${account}-${region}`,
      bootstrapped('deploy'),
    ])(
      'the service control policy to copy lets no role make, change or trust the role %s',
      async (name) => {
        for (const action of changesOfRoles) {
          for (const one of [...administrators, cloudFormation]) {
            expect([one, action, await may(one, action, roleArn(name))]).toEqual([
              one,
              action,
              false,
            ]);
          }
        }
      },
    );

    it('the service control policy to copy lets only deployments pass their role, and only to CloudFormation', async () => {
      const passed = (by: string, role: string, service: string) =>
        may(by, 'iam:PassRole', roleArn(role), {
          'iam:PassedToService': `${service}.amazonaws.com`,
        });
      const deploy = bootstrapped('deploy');
      expect(await passed(deploy, cloudFormation, 'cloudformation')).toBe(true);
      expect(await passed(deploy, cloudFormation, 'lambda')).toBe(false);
      for (const one of administrators.filter((name) => name !== deploy)) {
        expect(await passed(one, cloudFormation, 'cloudformation')).toBe(false);
        expect(await passed(one, cloudFormation, 'lambda')).toBe(false);
      }
    });

    it('the service control policy to copy leaves administrators all resources of other programs', async () => {
      const others = [
        ['iam:CreateRole', roleArn('mine')],
        ['iam:PutRolePolicy', roleArn('turnout-production-probe')],
        ['dynamodb:DeleteTable', regional('dynamodb', 'table/mine')],
        ['s3:DeleteBucket', 'arn:aws:s3:::mine'],
        ['events:PutRule', regional('events', 'rule/mine')],
        ['lambda:InvokeFunction', regional('lambda', `function:${ours}-store-card-${region}`)],
      ] as const;
      for (const [action, resource] of others) {
        expect([action, await may('admin', action, resource)]).toEqual([action, true]);
      }
    });
  },
);
