import * as v from 'valibot';
import { movesMoney } from '../../lib/api/gradual-operations.ts';
import { operations, operationsByStack } from '../../shared/operations.ts';
import { grant } from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const production = synthesized('production');

/** The functions that change gradually, by name in the app, with their place in the templates. */
function shifting(app: SynthesizedApp): ReadonlyMap<string, string> {
  return new Map(
    app.resources('AWS::Lambda::Alias').map(({ name }) => {
      const fn = name.replace(/Live$/, '');
      return [environmentOf(app.resource(fn)).FUNCTION_NAME ?? '', fn];
    }),
  );
}

const Alias = v.object({
  FunctionName: v.string(),
  FunctionVersion: v.pipe(v.string(), v.endsWith('.Version')),
  Name: v.literal('live'),
  ProvisionedConcurrencyConfig: v.optional(
    v.object({ ProvisionedConcurrentExecutions: v.number() }),
  ),
});

describe('a new version of a function', () => {
  it('a new version is deployed gradually if its function asks processors, or writes money, and at once if it does neither', () => {
    const asking = operations.filter(({ access }) => access.connectors).map(({ name }) => name);
    expect(asking.length).toBeGreaterThan(40);
    expect([...shifting(production).keys()].sort()).toEqual(
      [
        ...asking,
        'payments.manual-update',
        'payments.manual-status-update',
        'refunds.manual-update',
        'payouts.manual-update',
        'queues.sync-pending',
      ].sort(),
    );
  });

  it("a new version of a function is deployed gradually if its writes decide a merchant's payout", () => {
    // Operations whose contract states that they write, and that never ask a processor.
    const writers = operations.filter(
      ({ access }) => !access.connectors && access.table?.includes('PutItem'),
    );
    const aboutMoney = writers.filter(({ path }) => /^\/(payments|refunds|payouts)\//.test(path));
    const atOnce = aboutMoney.filter((one) => !movesMoney(one)).map(({ name }) => name);
    // A refund's reason and metadata, a payment's metadata, and tokens of a list.
    expect(atOnce.sort()).toEqual([
      'payments.list-payment-methods',
      'payments.update-metadata',
      'refunds.update',
    ]);
  });

  it('a new version gets a tenth of the requests for five minutes, and loses them by an alarm on its stack or by that on the API', () => {
    const groups = production.resources('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(shifting(production).size);
    for (const { name, properties } of groups) {
      const stack = name.split('.')[0];
      expect([name, properties]).toEqual([
        name,
        {
          ApplicationName: `${stack}.Releases`,
          ServiceRoleArn: expect.stringMatching(`^${stack}[.]Shift[2-9]?[.]Arn$`),
          DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
          DeploymentStyle: {
            DeploymentOption: 'WITH_TRAFFIC_CONTROL',
            DeploymentType: 'BLUE_GREEN',
          },
          AlarmConfiguration: {
            Enabled: true,
            Alarms: [{ Name: 'Api.Unhealthy' }, { Name: `${stack}.NewVersions` }],
          },
          AutoRollbackConfiguration: {
            Enabled: true,
            Events: [
              'DEPLOYMENT_FAILURE',
              'DEPLOYMENT_STOP_ON_REQUEST',
              'DEPLOYMENT_STOP_ON_ALARM',
            ],
          },
        },
      ]);
      const alias = production.resource(name.replace(/Shift$/, ''));
      expect(alias.updatePolicy).toEqual({
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: `${stack}.Releases`,
          DeploymentGroupName: name,
        },
      });
    }
  });

  it('a new version is published for each change, and earlier versions remain for a rollback', () => {
    for (const [name, fn] of shifting(production)) {
      const { FunctionName, FunctionVersion } = v.parse(
        Alias,
        production.resource(`${fn}Live`).properties,
      );
      const version = production.resource(FunctionVersion.replace(/\.Version$/, ''));
      expect([name, FunctionName, version.properties.FunctionName]).toEqual([name, fn, fn]);
      // Its name holds a hash of the function: a function that changes has a new version.
      expect(version.name).toMatch(/CurrentVersion[0-9A-F]{8}[0-9a-f]{24,32}$/);
      expect([version.deletionPolicy, version.updateReplacePolicy]).toEqual([
        'RetainExceptOnCreate',
        'Retain',
      ]);
    }
  });

  it('a new version is published when the table changes', () => {
    const versionOf = (app: SynthesizedApp) =>
      app.resource('ApiPayments.paymentsconfirmLive').properties.FunctionVersion;
    const tableName = 'turnout-restored';
    const tableStreamArn = `arn:aws:dynamodb:eu-west-1:123456789012:table/${tableName}/stream/2026-03-01T12:00:00.000`;
    const restored = synthesized('production', { tableName, tableStreamArn }, ['payments']);
    expect(versionOf(restored)).not.toBe(versionOf(production));
    // Lambda publishes only a version that differs from the one before, on the way back too.
    const tableOf = (app: SynthesizedApp) =>
      environmentOf(app.resource('ApiPayments.paymentsconfirm')).TABLE_NAME;
    expect([tableOf(production), tableOf(restored)]).toEqual(['Data.Table', 'turnout-restored']);
    expect(versionOf(synthesized('production', {}))).toBe(versionOf(production));
  });

  it('a new version is shifted by a role that shifts at most three others, because Lambda throttles by role', () => {
    const moved = Map.groupBy(
      production.resources('AWS::CodeDeploy::DeploymentGroup'),
      ({ properties }) => String(properties.ServiceRoleArn),
    );
    const counts = [...moved].map(([role, groups]) => [role, groups.length]);
    expect(counts.filter(([, count]) => Number(count) > 4)).toEqual([]);
    // As few as possible, because an account may have 1,000 roles.
    expect(counts.filter(([role]) => String(role).startsWith('ApiPayments.'))).toEqual([
      ['ApiPayments.Shift.Arn', 4],
      ['ApiPayments.Shift2.Arn', 4],
      ['ApiPayments.Shift3.Arn', 4],
      ['ApiPayments.Shift4.Arn', 1],
    ]);
  });

  it('a new version is shifted by a role that may move only the aliases of its stack', () => {
    const roles = production
      .resources('AWS::IAM::Role')
      .filter(({ name }) => /[.]Shift\d?$/.test(name));
    expect(roles.length).toBeGreaterThan(9);
    for (const { name, properties } of roles) {
      const stack = name.split('.')[0];
      const functions = [...shifting(production).values()].filter((fn) =>
        fn.startsWith(`${stack}.`),
      );
      const { AssumeRolePolicyDocument, Policies, ...rest } = v.parse(ShiftRole, properties);
      expect(rest).toEqual({});
      expect(AssumeRolePolicyDocument.Statement).toEqual([
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { Service: 'codedeploy.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
        },
      ]);
      const granted = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).flatMap(
        ({ Action, Resource }) =>
          [Action].flat().flatMap((action) => [Resource].flat().map((one) => grant(action, one))),
      );
      expect(granted.sort()).toEqual(
        [
          ...functions.map((fn) => grant('lambda:GetAlias', `${fn}.Arn`)),
          ...functions.map((fn) => grant('lambda:UpdateAlias', `${fn}.Arn`)),
          grant('cloudwatch:DescribeAlarms', 'Api.Unhealthy.Arn'),
          grant('cloudwatch:DescribeAlarms', `${stack}.NewVersions.Arn`),
        ].sort(),
      );
    }
  });

  it('a new version is rolled back when the API fails, beyond five requests of a minute, 0.1 % of all by its own fault', () => {
    const { Metrics, ...rest } = production.resource('Api.Unhealthy').properties;
    expect(rest).toEqual({
      AlarmDescription: expect.stringContaining('go back'),
      Threshold: 0.1,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    });
    expect(Metrics).toEqual([
      expect.objectContaining({ Expression: '100 * (failed - 5) / requests' }),
      expect.objectContaining({
        Id: 'failed',
        MetricStat: expect.objectContaining({
          Metric: { Namespace: 'Turnout/production', MetricName: 'ServerFailures' },
        }),
      }),
      expect.objectContaining({
        Id: 'requests',
        MetricStat: expect.objectContaining({
          Metric: {
            Namespace: 'AWS/ApiGateway',
            MetricName: 'Count',
            Dimensions: [{ Name: 'ApiId', Value: 'Api.Api' }],
          },
        }),
      }),
    ]);
    // Beside the functions' own counts: API Gateway's answers where a function does not answer.
    expect(production.resource('Api.ServerFailures').properties).toMatchObject({
      LogGroupName: 'Api.AccessLog',
      FilterPattern: '{ ($.status = "5*") && ($.error != "-") }',
      MetricTransformations: [
        { MetricName: 'ServerFailures', MetricNamespace: 'Turnout/production', MetricValue: '1' },
      ],
    });
  });
});

const ShiftRole = v.strictObject({
  AssumeRolePolicyDocument: v.object({ Statement: v.array(v.unknown()) }),
  Description: v.pipe(
    v.string(),
    v.transform(() => undefined),
  ),
  Policies: v.array(
    v.object({
      PolicyDocument: v.object({
        Statement: v.array(
          v.strictObject({
            Action: v.union([v.string(), v.array(v.string())]),
            Effect: v.literal('Allow'),
            Resource: v.union([v.string(), v.array(v.string())]),
          }),
        ),
      }),
    }),
  ),
});

describe('the takeover by new versions', () => {
  const configs = (app: SynthesizedApp) => [
    ...new Set(
      app
        .resources('AWS::CodeDeploy::DeploymentGroup')
        .map(({ properties }) => properties.DeploymentConfigName),
    ),
  ];

  const gradualSandbox = synthesized(
    'sandbox',
    {
      shift: 'gradual',
      // A version may have lost a function that was led back before.
      unshifted: 'payments.confirm,queues.sync-pending,payments.of-the-version-before',
    },
    ['payments'],
  );

  it('new versions take over at once in a sandbox, and with -c shift=at-once', () => {
    expect(configs(synthesized('sandbox'))).toEqual(['CodeDeployDefault.LambdaAllAtOnce']);
    expect(configs(synthesized('production', { shift: 'at-once' }, ['payments']))).toEqual([
      'CodeDeployDefault.LambdaAllAtOnce',
    ]);
    expect(configs(gradualSandbox)).toEqual(['CodeDeployDefault.LambdaCanary10Percent5Minutes']);
  });

  it('new versions take over without CodeDeploy only for the functions in -c unshifted', () => {
    const unshifted = gradualSandbox
      .resources('AWS::Lambda::Alias')
      .filter(({ updatePolicy }) => updatePolicy === undefined);
    expect(unshifted.map(({ name }) => name).sort()).toEqual([
      'ApiPayments.paymentsconfirmLive',
      'Sync.queuessyncpendingLive',
    ]);
  });

  it('new versions take over without CodeDeploy with -c shift=off, so that the alarm stops no repaired version', () => {
    const off = synthesized('production', { shift: 'off' });
    const aliases = off.resources('AWS::Lambda::Alias');
    expect(aliases).toHaveLength(shifting(production).size);
    expect(aliases.map(({ updatePolicy }) => updatePolicy)).toEqual(aliases.map(() => undefined));
    const withoutPolicy = (app: SynthesizedApp) =>
      app.resources().map(({ updatePolicy, after, ...rest }) => rest);
    // No part of CodeDeploy is removed or changed, so the next deployment shifts as before.
    expect(withoutPolicy(off)).toEqual(withoutPolicy(production));
  });

  it.each(['fast', '', true])('the setting for shifts cannot be %j', (shift) => {
    expect(() => synthesized('sandbox', { shift })).toThrow(
      'shift must be gradual, at-once or off.',
    );
  });
});

describe('functions for which a payer waits', () => {
  const warm = (app: SynthesizedApp) =>
    app.resources('AWS::Lambda::Alias').flatMap(({ name, properties }) => {
      const { ProvisionedConcurrencyConfig: config } = v.parse(Alias, properties);
      return config ? [[name, config.ProvisionedConcurrentExecutions]] : [];
    });

  it('functions for which a payer waits are kept warm as often as -c keepWarm states, and not without it', () => {
    expect(warm(production)).toEqual([]);
    expect(warm(synthesized('production', { keepWarm: '3' }, ['payments']))).toEqual([
      ['ApiPayments.paymentscreateLive', 3],
      ['ApiPayments.paymentsconfirmLive', 3],
      ['ApiPayments.paymentsreturnLive', 3],
      ['ApiPayments.paymentscompleteLive', 3],
    ]);
  });

  it('functions that are kept warm may be invoked by CodeDeploy, because it waits for them', () => {
    const { Policies } = v.parse(
      ShiftRole,
      synthesized('production', { keepWarm: '3' }, ['payments']).resource('ApiPayments.Shift')
        .properties,
    );
    const [statement] = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).filter(
      ({ Action }) => Action === 'lambda:GetProvisionedConcurrencyConfig',
    );
    expect(statement?.Resource).toContain('ApiPayments.paymentsconfirm.Arn:live');
    expect(statement?.Resource).not.toContain('ApiPayments.paymentsconfirm.Arn');
  });

  it.each(['-1', '21', 'two', 1.5])('functions cannot be kept warm %j times', (keepWarm) => {
    expect(() => synthesized('production', { keepWarm })).toThrow(
      'keepWarm must be a number from 0 to 20.',
    );
  });
});

it('each function of a group that moves money is in a stack of that group', () => {
  const groups = Object.entries(operationsByStack).filter(([, members]) =>
    members.some(movesMoney),
  );
  expect(production.resources('AWS::CodeDeploy::Application')).toHaveLength(groups.length + 1);
});
