import {
  type Account,
  emptyAccount,
  stackIn,
  type Thing,
} from '../support/deployment/cloudformation/account.ts';
import { liveVersion, moveAlias } from '../support/deployment/cloudformation/code-deploy.ts';
import { smallStack } from '../support/deployment/cloudformation/small-stack.ts';
import { applyStack } from '../support/deployment/cloudformation/stack-operations.ts';

/** Functions that shift to a version of each release, under one role. */
function release(timeout: number, { aliases = 1, chained = false, shifts = true } = {}) {
  const numbers = Array.from({ length: aliases }, (_, index) => index + 1);
  const functions = numbers.map((n) => ({
    [`Function${n}`]: {
      Type: 'AWS::Lambda::Function',
      Properties: { Code: {}, Role: 'role', FunctionName: `fn${n}`, Timeout: timeout },
    },
    [`Version${n}of${timeout}`]: {
      Type: 'AWS::Lambda::Version',
      Properties: { FunctionName: { Ref: `Function${n}` } },
      DeletionPolicy: 'RetainExceptOnCreate',
    },
    [`Alias${n}`]: {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        FunctionName: { Ref: `Function${n}` },
        FunctionVersion: { 'Fn::GetAtt': [`Version${n}of${timeout}`, 'Version'] },
        Name: 'live',
      },
      ...(chained && n > 4 && { DependsOn: `Alias${n - 4}` }),
      ...(shifts && {
        UpdatePolicy: {
          CodeDeployLambdaAliasUpdate: {
            ApplicationName: { Ref: 'Releases' },
            DeploymentGroupName: { Ref: `Group${n}` },
          },
        },
      }),
    },
    [`Group${n}`]: {
      Type: 'AWS::CodeDeploy::DeploymentGroup',
      Properties: {
        ApplicationName: { Ref: 'Releases' },
        ServiceRoleArn: 'arn:aws:iam::123456789012:role/shift',
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: 'unhealthy' }] },
      },
    },
  }));
  const releases = {
    Type: 'AWS::CodeDeploy::Application',
    Properties: { ComputePlatform: 'Lambda' },
  };
  return smallStack({ Resources: Object.assign({ Releases: releases }, ...functions) });
}

const aliasesOf = (account: Account): readonly Thing[] =>
  [...account.things].filter(({ type }) => type === 'AWS::Lambda::Alias');

const versionsOf = (account: Account) => aliasesOf(account).map(liveVersion);

it('an alias shifts to the version of the next release', () => {
  const account = emptyAccount();
  expect(applyStack(account, release(1))).toBeUndefined();
  expect(applyStack(account, release(2))).toBeUndefined();
  expect(versionsOf(account)).toEqual(['2']);
});

it('an alias that was led elsewhere by hand is not shifted, and takes a version without a shift', () => {
  const account = emptyAccount();
  applyStack(account, release(1));
  applyStack(account, release(2));
  for (const alias of aliasesOf(account)) moveAlias(alias, '1');
  expect(applyStack(account, release(3))).toContain('INVALID_LAMBDA_CONFIGURATION');
  expect(versionsOf(account)).toEqual(['1']);
  expect(applyStack(account, release(3, { shifts: false }))).toBeUndefined();
  expect(versionsOf(account)).toEqual(['4']);
  expect(applyStack(account, release(4))).toBeUndefined();
});

it('no alias shifts while its alarm is on, and the stack goes back', () => {
  const account = emptyAccount();
  applyStack(account, release(1));
  account.alarmsOn.add('unhealthy');
  expect(applyStack(account, release(2))).toContain('ALARM_ACTIVE');
  expect(versionsOf(account)).toEqual(['1']);
  expect(stackIn(account, 'eu-west-1', 'small')?.status).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(applyStack(account, release(2, { shifts: false }))).toBeUndefined();
});

it('more than four aliases that shift at once under one role are throttled', () => {
  const outcome = (options: object) => {
    const account = emptyAccount();
    applyStack(account, release(1, options));
    return applyStack(account, release(2, options));
  };
  expect(outcome({ aliases: 4 })).toBeUndefined();
  expect(outcome({ aliases: 5 })).toContain('THROTTLED');
  expect(outcome({ aliases: 9, chained: true })).toBeUndefined();
});
