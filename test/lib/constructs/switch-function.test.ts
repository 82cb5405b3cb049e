import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../shared/operations.ts';
import {
  manySettings,
  moreSettings,
  sandboxSettings,
} from '../../support/deployment/common-settings.ts';
import {
  grantsOf,
  isOfTheCdk,
  ourFunctions,
  roleOf,
} from '../../support/deployment/role-grants.ts';
import {
  environmentOf,
  type StageName,
  synthesized,
} from '../../support/deployment/synthesized-app.ts';

const functionsFolder = join(import.meta.dirname, '../../../functions');

const streamReaders = ['Lists.queuesprojectlists', 'Stream.queuespublishevents'];

const stages = [
  { stage: 'sandbox', retentionDays: 30 },
  { stage: 'production', retentionDays: 400 },
] as const satisfies readonly { stage: StageName; retentionDays: number }[];

describe.each(stages)('every function of $stage', ({ stage, retentionDays }) => {
  const app = synthesized(stage);
  const functions = ourFunctions(app);

  it('every function runs on Node.js 24 on Graviton, untraced, because a trace costs more than the invocation', () => {
    expect(functions.length).toBeGreaterThan(0);
    for (const { name, properties } of functions) {
      expect([name, properties]).toEqual([
        name,
        expect.objectContaining({
          Runtime: 'nodejs24.x',
          Architectures: ['arm64'],
          Handler: 'index.handler',
        }),
      ]);
      expect(properties).not.toHaveProperty('TracingConfig');
    }
  });

  it('every function has 192 MB when it waits for external servers, 256 MB with a batch, a file or a page, and otherwise 512 MB', () => {
    const waiting = operations.filter(({ access }) => access.connectors || access.webhooks);
    const expected = functions.map((one) => {
      const { FUNCTION_NAME = '' } = environmentOf(one);
      const operation = waiting.find(({ name }) => name === FUNCTION_NAME);
      if (FUNCTION_NAME === 'vault-jobs.rotate-keys') return [one.name, 1_024];
      const gathers = /^vault-jobs\.|^queues\.(publish|project|check)/.test(FUNCTION_NAME);
      if (gathers || operation?.access.files) return [one.name, 256];
      const waits = operation ?? /^queues\.(?!find-due)|^probe\./.test(FUNCTION_NAME);
      return [one.name, waits ? 192 : 512];
    });
    const sizes = functions.map(({ name, properties }) => [name, properties.MemorySize]);
    expect(sizes).toEqual(expected);
  });

  it("every function stops before its caller's timeout: after 28 s behind the API; queue functions may take longer", () => {
    const timeouts = functions.map(({ name, properties }) => [name, properties.Timeout]);
    const others = timeouts.filter(([, timeout]) => timeout !== 28);
    expect(others.sort()).toEqual([
      ...(stage === 'production' ? [] : [['Probe.proberun', 180]]),
      ['Sync.queueschecklinkpages', 60],
      ['Vault.vaultjobscheckpages', 60],
      ['Vault.vaultjobsrotatekeys', 900],
      ['Vault.vaultjobssealaudit', 55],
      ['Vault.vaultjobssweep', 55],
      ['Webhooks.queuesdeliverwebhook', 45],
    ]);
  });

  it("every function's environment has its stage and its own name, as files and operations have it", () => {
    for (const one of functions) {
      const { STAGE, FUNCTION_NAME = '' } = environmentOf(one);
      expect([one.name, STAGE]).toEqual([one.name, stage]);
      expect(one.name).toMatch(new RegExp(`\\.${FUNCTION_NAME.replace(/[^a-z]/g, '')}$`));
      expect(existsSync(join(functionsFolder, `${FUNCTION_NAME.replace('.', '/')}.ts`))).toBe(true);
    }
  });

  it('every function has its own role and log', () => {
    for (const { name, properties } of functions) {
      expect([name, properties.Role, properties.LoggingConfig]).toEqual([
        name,
        `${roleOf(app, name).role.name}.Arn`,
        {
          LogGroup: `${name}Log`,
          LogFormat: 'JSON',
          ApplicationLogLevel: 'INFO',
          // Of Lambda's own lines, those that report a failure.
          SystemLogLevel: 'WARN',
        },
      ]);
    }
    // The one role of people is of auditors, and one rule reports changed roles to operators.
    const ofOthers = new Set(['Vault.Auditor', 'Ops.VaultRoleChangesRole']);
    const roles = app
      .resources('AWS::IAM::Role')
      .map(({ name }) => name)
      // Other tests check the roles that people, CodeDeploy and EventBridge take.
      .filter((name) => !ofOthers.has(name) && !/\.Shift\d*$/.test(name) && !isOfTheCdk(name));
    expect(roles.sort()).toEqual(functions.map(({ name }) => roleOf(app, name).role.name).sort());
  });

  it('every function may do exactly the actions of its role: no wildcard, and no other policy', () => {
    const beside = new Set<string>();
    for (const { name } of functions) {
      const own = roleOf(app, name);
      if (own.beside) beside.add(own.beside.name);
      const wildcards = grantsOf(own.role, own.beside).filter((line) => {
        // IAM knows no resource for it; only readers of the table's stream have it.
        if (line === 'dynamodb:ListStreams on *') return !streamReaders.includes(name);
        // Objects of a bucket can be named no other way.
        const [named = ''] = line.replace('Data.Files.Arn/MERCHANT/*', '').split(' when ');
        return named.includes('*');
      });
      expect([name, ...wildcards]).toEqual([name]);
    }
    const policies = app.resources().filter(({ type }) => /IAM::(?!Role$)/.test(type));
    expect(policies.map(({ name }) => name).sort()).toEqual([...beside].sort());
  });

  it('every function writes an encrypted log that expires', () => {
    for (const { name, properties } of app.resources('AWS::Logs::LogGroup')) {
      expect([name, properties]).toEqual([
        name,
        {
          KmsKeyId: name.startsWith('Vault.') ? 'Vault.Storage.Arn' : 'Data.Key.Arn',
          RetentionInDays: retentionDays,
        },
      ]);
    }
  });
});

describe('a function with -c traces=on', () => {
  it('every function is traced, and may write its traces', () => {
    const app = synthesized('production', manySettings);
    const functions = ourFunctions(app);
    expect(functions.length).toBeGreaterThan(0);
    for (const { name, properties } of functions) {
      const own = roleOf(app, name);
      expect([name, properties.TracingConfig]).toEqual([name, { Mode: 'Active' }]);
      expect(grantsOf(own.role, own.beside)).toEqual(
        expect.arrayContaining(['xray:PutTelemetryRecords on *', 'xray:PutTraceSegments on *']),
      );
    }
  });

  it('the traces in the log stay off with -c traces=on, because they have their own share', () => {
    const app = synthesized('production', manySettings);
    const sampled = ourFunctions(app).filter((one) => 'TRACE_SAMPLING' in environmentOf(one));
    expect(sampled).toEqual([]);
  });

  it('the setting traces accepts only on and off', () => {
    expect(() => synthesized('production', { traces: 'some' })).toThrow('traces must be on or off');
  });
});

describe('a function with -c codeSigningConfig', () => {
  it('Lambda holds the code of every function against it, and else of none', () => {
    const configsOf = (context: Readonly<Record<string, unknown>>) =>
      new Set(
        ourFunctions(synthesized('production', context)).map(
          ({ properties }) => properties.CodeSigningConfigArn,
        ),
      );
    expect(configsOf(manySettings)).toEqual(new Set([manySettings.codeSigningConfig]));
    expect(configsOf({})).toEqual(new Set([undefined]));
  });

  it('the setting codeSigningConfig accepts only an ARN of such a config', () => {
    const other = 'arn:aws:lambda:eu-west-1:123456789012:function:f';
    expect(() => synthesized('production', { codeSigningConfig: other })).toThrow(
      'codeSigningConfig must be the ARN of a code signing config of Lambda',
    );
  });
});

describe('a function with -c traceSampling', () => {
  it('each function of the switch samples that share, and none of the vault or of a processor', () => {
    const app = synthesized('sandbox', sandboxSettings);
    for (const one of ourFunctions(app)) {
      const isTraced = !/^(vault|vault-jobs|sandbox)[./]/.test(
        environmentOf(one).FUNCTION_NAME ?? '',
      );
      const share = isTraced ? '0.05' : undefined;
      expect([one.name, environmentOf(one).TRACE_SAMPLING]).toEqual([one.name, share]);
    }
  });

  it('no function gets a permission for -c traceSampling', () => {
    const grants = (context: Readonly<Record<string, unknown>>) => {
      const app = synthesized('production', context);
      return ourFunctions(app).map(({ name }) => {
        const { role, beside } = roleOf(app, name);
        return grantsOf(role, beside);
      });
    };
    expect(moreSettings.traceSampling).toBe(1);
    expect(grants(moreSettings)).toEqual(grants({}));
  });

  it.each(['1.5', '-1', '5%', '', 'on', '0.1234567'])(
    'the setting traceSampling %j is refused',
    (traceSampling) => {
      expect(() => synthesized('production', { traceSampling })).toThrow(
        'traceSampling must be a number from 0 to 1, such as 0.05.',
      );
    },
  );
});
