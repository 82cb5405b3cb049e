import * as v from 'valibot';
import { auditRetentionSeconds } from '#vault/audit/audit-trail.ts';
import { synthesized } from '../../../support/deployment/synthesized-app.ts';
import { tablesIn } from '../../../support/table/table-settings.ts';
import { aVault } from '../../../support/vault/a-vault.ts';

const app = synthesized('production');
const daySeconds = 86_400;

const Environment = v.object({
  Environment: v.optional(
    v.object({ Variables: v.optional(v.record(v.string(), v.unknown()), {}) }),
    {},
  ),
});
const LogGroup = v.object({ RetentionInDays: v.number() });

describe('the audit trail', () => {
  it('the audit trail is kept for a year at least, and searchable for all of it', async () => {
    expect(auditRetentionSeconds).toBeGreaterThanOrEqual(365 * daySeconds);
    const vault = aVault();
    const now = new Date('2030-01-31T10:00:00.000Z');
    await vault.audit.record({
      tenant: 'shop',
      type: 'card.shown',
      reason: 'test',
      result: 'allowed',
      actor: { kind: 'session token', id: 't' },
      origin: '203.0.113.7',
      requestId: 'r',
      now,
    });
    const [line] = vault.ports.audit.items();
    // The one attribute by which DynamoDB removes items, in seconds.
    const ttlSeconds = Number(line?.expiresAtSeconds) - now.getTime() / 1_000;
    expect(ttlSeconds).toBeGreaterThanOrEqual(365 * daySeconds);
  });

  it('the audit trail is in a table of production that cannot be deleted, and can be restored', () => {
    const table = tablesIn(app).find(({ name }) => name === 'Vault.Audit');
    expect(table).toMatchObject({
      timeToLive: 'expiresAtSeconds',
      isRecoverable: true,
      refusesDeletion: true,
      deletionPolicy: 'RetainExceptOnCreate',
    });
  });

  it("the audit trail's seals are logged to log groups with thirteen months of retention in production", () => {
    const groups = app.resources('AWS::Logs::LogGroup').filter(({ name }) => /^Vault\./.test(name));
    expect(groups.length).toBeGreaterThan(20);
    for (const { name, properties, deletionPolicy } of groups) {
      const { RetentionInDays } = v.parse(LogGroup, properties);
      expect([name, RetentionInDays >= 365, deletionPolicy]).toEqual([
        name,
        true,
        'RetainExceptOnCreate',
      ]);
    }
  });
});

describe('the environment of a function', () => {
  const variables = app
    .resources('AWS::Lambda::Function')
    .flatMap(({ name, properties }) =>
      Object.entries(v.parse(Environment, properties).Environment.Variables).map(
        ([variable, value]) => ({ name, variable, value: String(value) }),
      ),
    );

  it("a function's environment contains no key: names of resources, addresses and plain words", () => {
    expect(variables.length).toBeGreaterThan(100);
    // References to other resources: tables, keys and secrets by ARN, endpoints.
    const isReference = (value: string) => /^[A-Z]\w+\.[\w.]+$/.test(value);
    const isPlain = (value: string) =>
      /^(true|false|prd|snd|production|\d{1,6}|--[\w-]+|https:\/\/[\w.-]+)?$/.test(value);
    // The name under which a function writes its log: `payments.confirm`.
    const isOperation = (value: string) => /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(value);
    const isKnown = (value: string) => isReference(value) || isPlain(value) || isOperation(value);
    const others = variables.filter(({ value }) => !isKnown(value));
    expect(others).toEqual([]);
  });

  it("a function's environment names secrets by their ARN, and no function has the value of one", () => {
    const secrets = variables.filter(({ variable }) => /SECRET/.test(variable));
    expect(secrets.length).toBeGreaterThan(5);
    for (const { value } of secrets)
      expect(value).toMatch(/^(Vault|Data)\.(MasterKey|AdminKey|EdgeSecret)$/);
    expect(JSON.stringify(variables)).not.toContain('{{resolve:');
  });
});
