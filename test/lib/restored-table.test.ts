import {
  type Resource,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const tableName = 'turnout-production-restored-1';
const tableStreamArn = `arn:aws:dynamodb:eu-west-1:123456789012:table/${tableName}/stream/2026-03-01T12:00:00.000`;
const app = synthesized('production', { tableName, tableStreamArn });
const plain = synthesized('production');

/**
 * The resources of a deployment that name a table: a policy, an environment, a mapping, an alarm.
 */
const naming = (of: SynthesizedApp, text: string) =>
  of.resources().filter(({ properties }) => JSON.stringify(properties).includes(text));

const typesOf = (resources: readonly Resource[]) =>
  [...new Set(resources.map(({ type }) => type))].sort();

describe('a restored table that is taken into service', () => {
  it('a restored table in service is used by everything that used the table of the stack', () => {
    const namesBefore = naming(plain, 'Data.Table').map(({ name }) => name);
    const namesNow = naming(app, tableName).map(({ name }) => name);
    expect(namesBefore.length).toBeGreaterThan(100);
    // A version's own name follows its function.
    const stable = (names: readonly string[]) =>
      names.filter((name) => !name.includes('CurrentVersion')).sort();
    expect(stable(namesNow)).toEqual(stable(namesBefore));
    expect(naming(app, 'Data.Table').map(({ name }) => name)).toEqual([]);
    expect(typesOf(naming(app, tableName))).toEqual(typesOf(naming(plain, 'Data.Table')));
  });

  it('a deployment creates, changes and deletes neither a restored table in service nor the table before it', () => {
    expect(app.resource('Data.Table')).toEqual(plain.resource('Data.Table'));
    const made = app.resources('AWS::DynamoDB::GlobalTable').map(({ properties }) => properties);
    expect(made.filter(({ TableName }) => TableName !== undefined)).toEqual([]);
  });

  it('both readers read the stream of a restored table in service', () => {
    const read = app
      .resources('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => String(properties.EventSourceArn))
      .filter((arn) => arn.includes('/stream/'));
    expect(read).toEqual([tableStreamArn, tableStreamArn]);
  });

  it.each([
    [{ tableName }, 'tableStreamArn must be the ARN of the stream of tableName'],
    [{ tableStreamArn }, 'tableName must be the name of a restored table'],
    [{ tableName: 'no table!', tableStreamArn }, 'tableName must be the name'],
    [{ tableName: 'another', tableStreamArn }, 'tableStreamArn must be the ARN of the stream'],
    [
      { tableName, tableStreamArn: tableStreamArn.replace(/\/stream.*/, '') },
      'tableStreamArn must',
    ],
    [{ backups: 'daily' }, 'backups must be weekly or off'],
  ])('a restored table given as %j is refused', (context, message) => {
    expect(() => synthesized('production', context)).toThrow(message);
  });
});

describe('weekly backups', () => {
  const backed = synthesized('production', { backups: 'weekly' }, []);

  it('weekly backups are an option', () => {
    expect(plain.resources().filter(({ type }) => type.startsWith('AWS::Backup::'))).toEqual([]);
  });

  it('weekly backups are taken of the active table, and expire after 35 days unless deleted before', () => {
    const [plan] = backed.resources('AWS::Backup::BackupPlan');
    expect(plan?.properties).toMatchObject({
      BackupPlan: {
        BackupPlanRule: [
          { ScheduleExpression: 'cron(0 2 ? * SUN *)', Lifecycle: { DeleteAfterDays: 35 } },
        ],
      },
    });
    const [vault] = backed.resources('AWS::Backup::BackupVault');
    expect(vault).toMatchObject({
      properties: {
        EncryptionKeyArn: 'Data.Key.Arn',
        LockConfiguration: { MinRetentionDays: 35 },
      },
      deletionPolicy: 'RetainExceptOnCreate',
    });
    const selected = backed.resources('AWS::Backup::BackupSelection');
    expect(selected.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({
        BackupSelection: expect.objectContaining({ Resources: ['Data.Table.Arn'] }),
      }),
    ]);
    const restored = synthesized(
      'production',
      { backups: 'weekly', tableName, tableStreamArn },
      [],
    );
    const [ofRestored] = restored.resources('AWS::Backup::BackupSelection');
    expect(JSON.stringify(ofRestored?.properties)).toContain(`table/${tableName}"`);
  });

  it('weekly backups contain nothing of the vault, where an erased card is gone', () => {
    const selected = backed.resources('AWS::Backup::BackupSelection');
    expect(selected).toHaveLength(1);
    expect(JSON.stringify(selected)).not.toMatch(/Vault\.\w+Table|vault-/);
  });
});
