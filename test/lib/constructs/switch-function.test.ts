import { grantsOf } from '../../support/role-grants.ts';
import { type StageName, synthesized } from '../../support/synthesized-app.ts';

const stages = [
  { stage: 'sandbox', retentionDays: 30 },
  { stage: 'production', retentionDays: 90 },
] as const satisfies readonly { stage: StageName; retentionDays: number }[];

describe.each(stages)('every function of $stage', ({ stage, retentionDays }) => {
  const app = synthesized(stage);
  const functions = app.resources('AWS::Lambda::Function');

  it('runs on Node.js 24 on Graviton, and can be followed from call to call', () => {
    expect(functions.length).toBeGreaterThan(0);
    for (const { name, properties } of functions) {
      expect([name, properties]).toEqual([
        name,
        expect.objectContaining({
          Runtime: 'nodejs24.x',
          Architectures: ['arm64'],
          TracingConfig: { Mode: 'Active' },
          Handler: 'index.handler',
        }),
      ]);
    }
  });

  it('is stopped before its caller gives up: after 28 s behind the API, 45 s for a delivery', () => {
    const timeouts = functions.map(({ name, properties }) => [name, properties.Timeout]);
    const others = timeouts.filter(([, timeout]) => timeout !== 28);
    expect(others).toEqual([['Webhooks.queuesdeliverwebhook', 45]]);
  });

  it('has a role and a log of its own', () => {
    for (const { name, properties } of functions) {
      expect([name, properties.Role, properties.LoggingConfig]).toEqual([
        name,
        `${name}Role.Arn`,
        { LogGroup: `${name}Log` },
      ]);
    }
    const roles = app.resources('AWS::IAM::Role').map(({ name }) => name);
    expect(roles.sort()).toEqual(functions.map(({ name }) => `${name}Role`).sort());
  });

  it('may do what its role spells out and nothing else: no wildcard, no policy beside it', () => {
    for (const role of app.resources('AWS::IAM::Role')) {
      const wildcards = grantsOf(role).filter((line) => line.split(' when ')[0]?.includes('*'));
      expect([role.name, ...wildcards]).toEqual([
        role.name,
        // X-Ray knows no resources.
        'xray:PutTelemetryRecords on *',
        'xray:PutTraceSegments on *',
      ]);
    }
    const policies = app.resources().filter(({ type }) => /IAM::(?!Role$)/.test(type));
    expect(policies).toEqual([]);
  });

  it('writes a log that is encrypted with our key and forgotten after a while', () => {
    for (const { name, properties } of app.resources('AWS::Logs::LogGroup')) {
      expect([name, properties]).toEqual([
        name,
        { KmsKeyId: 'Data.Key.Arn', RetentionInDays: retentionDays },
      ]);
    }
  });
});
