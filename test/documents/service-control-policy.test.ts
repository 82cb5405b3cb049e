import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { vaultRoles } from '../../lib/vault-roles.ts';

const Statement = v.object({
  Sid: v.string(),
  Effect: v.literal('Deny'),
  Action: v.array(v.string()),
  Resource: v.string(),
  Condition: v.record(v.string(), v.record(v.string(), v.string())),
});
const Policy = v.object({ Version: v.literal('2012-10-17'), Statement: v.array(Statement) });

const page = readFileSync('docs/deploy.md', 'utf8');
const [, text = ''] =
  /^### Who may change what opens cards$[\s\S]*?```json\n([\s\S]*?)```/m.exec(page) ?? [];
const policy = v.parse(v.pipe(v.string(), v.parseJson(), Policy), text);

const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.split('*').join('.*')}$`).test(name);

it('the service control policy to copy fits the limit of AWS, 5,120 characters', () => {
  expect(JSON.stringify(policy).length).toBeLessThanOrEqual(5_120);
});

it('the service control policy for copying protects the policies of tables and keys, the code, the logs and the records of changes', () => {
  const [, statement] = policy.Statement;
  expect([statement?.Sid, statement?.Resource]).toEqual(['CodeKeysAndLogs', '*']);
  expect(statement?.Action).toEqual(
    expect.arrayContaining([
      // A table without its policy admits every role that may read tables.
      ...['dynamodb:PutResourcePolicy', 'dynamodb:DeleteResourcePolicy'],
      // A replica of a key has a policy of its own.
      ...['kms:PutKeyPolicy', 'kms:ReplicateKey'],
      ...['lambda:UpdateFunctionCode', 'lambda:UpdateFunctionConfiguration'],
      ...['lambda:PutFunctionCodeSigningConfig', 'lambda:DeleteFunctionCodeSigningConfig'],
      ...['logs:DeleteLogGroup', 'logs:DeleteLogStream', 'logs:PutRetentionPolicy'],
      'logs:PutLogGroupDeletionProtection',
      // The alarm VaultRoleChanged depends on a rule, and the rule on CloudTrail.
      ...['events:DisableRule', 'events:DeleteRule', 'events:RemoveTargets'],
      ...['cloudtrail:StopLogging', 'cloudtrail:DeleteTrail'],
    ]),
  );
});

it.each(vaultRoles({ name: 'production' }).map(({ roleName }) => roleName))(
  'the service control policy to copy protects the trust, the passing and the keys of the role %s',
  (name) => {
    const arn = `arn:aws:iam::123456789012:role/${name}`;
    const [roles, , keys] = policy.Statement;
    expect(matches(roles?.Resource ?? '', arn)).toBe(true);
    expect(roles?.Action).toEqual(
      expect.arrayContaining(['iam:UpdateAssumeRolePolicy', 'iam:PassRole', 'iam:PutRolePolicy']),
    );
    expect(matches(keys?.Condition.ArnLike?.['aws:PrincipalArn'] ?? '', arn)).toBe(true);
    expect(keys?.Condition.ArnNotLike).toHaveProperty(['lambda:SourceFunctionArn']);
    expect(keys?.Action).toContain('kms:Decrypt');
  },
);
