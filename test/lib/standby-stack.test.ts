import { inDeploymentOrder, readAssembly } from '../../local/assembly/assembly.ts';
import { idleCost } from '../../scripts/deploy/idle-cost.ts';
import {
  environmentOf,
  type Resource,
  synthesized,
  synthesizedIn,
} from '../support/deployment/synthesized-app.ts';

const [home, away] = ['eu-west-1', 'eu-central-1'];
const replicated = synthesized('production', { region: home, replicaRegion: away }, []);
const plain = synthesized('production', { region: home }, []);

const tableName = 'turnout-production-data-TableCD117FA1-1ABC';
const takeover = {
  region: away,
  takesOverFrom: home,
  tableName,
  tableStreamArn: `arn:aws:dynamodb:${away}:123456789012:table/${tableName}/stream/2026-03-01T12:00:00.000`,
};

const output = (name: string) => ({
  'Fn::GetStackOutput': {
    StackName: 'turnout-production-standby',
    OutputName: name,
    Region: away,
  },
});

describe('a stage with a replica in another Region', () => {
  it('only the standby is a stack for another Region, and it is deployed before the table', () => {
    const elsewhere = replicated.stacks.filter(
      ({ environment }) => !/unknown-region$/.test(environment),
    );
    expect(elsewhere).toEqual([
      {
        name: 'Standby',
        stackName: 'turnout-production-standby',
        environment: `aws://unknown-account/${away}`,
        terminationProtection: false,
        dependsOn: [],
      },
    ]);
    const context = { region: home, replicaRegion: away };
    const app = synthesizedIn('production', context, readAssembly, []);
    const inOrder = inDeploymentOrder(app);
    expect(inOrder.slice(0, 2).map(({ id, region }) => [id, region])).toEqual([
      ['Standby', away],
      ['Data', undefined],
    ]);
  });

  it('the table has a replica with the key of that Region, recovery, protection and the same tags', () => {
    const { Replicas, ...table } = replicated.resource('Data.Table').written;
    const { Replicas: before, ...tableBefore } = plain.resource('Data.Table').written;
    expect(table).toEqual(tableBefore);
    expect(Replicas).toEqual([
      ...Array.from(Object(before)),
      {
        Region: away,
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { KMSMasterKeyId: output('KeyArn') },
        Tags: [{ Key: 'stage', Value: 'production' }],
      },
    ]);
  });

  it('the replica of the key has the same uses as the key, through the services of its own Region', () => {
    const { KeyPolicy, PrimaryKeyArn } = replicated.resource('Standby.Key').properties;
    expect(replicated.resource('Standby.Key').written.PrimaryKeyArn).toEqual({
      'Fn::GetStackOutput': {
        StackName: 'turnout-production-data',
        OutputName: 'KeyArn',
        Region: home,
      },
    });
    expect(PrimaryKeyArn).toBeDefined();
    const ofPrimary = JSON.stringify(plain.resource('Data.Key').properties.KeyPolicy);
    const here = ofPrimary.replaceAll('<AWS::Region>', away).replaceAll('<AWS::Partition>', 'aws');
    // The CDK's construct of a secret adds the last statement, which the second one contains.
    const { Statement } = JSON.parse(here);
    expect(Object(KeyPolicy).Statement).toEqual(Statement.slice(0, -1));
    expect(JSON.stringify(KeyPolicy)).not.toContain(home);
  });

  it('each file and each deletion of a file is copied, and a deleted file is gone from both Regions after a day', () => {
    const { ReplicationConfiguration, LifecycleConfiguration, VersioningConfiguration } =
      replicated.resource('Data.Files').written;
    expect(ReplicationConfiguration).toMatchObject({
      Rules: [
        {
          Status: 'Enabled',
          Filter: { Prefix: '' },
          DeleteMarkerReplication: { Status: 'Enabled' },
          SourceSelectionCriteria: { SseKmsEncryptedObjects: { Status: 'Enabled' } },
          Destination: {
            Bucket: output('FilesArn'),
            EncryptionConfiguration: { ReplicaKmsKeyID: output('KeyArn') },
          },
        },
      ],
    });
    const there = replicated.resource('Standby.Files').written;
    for (const bucket of [{ LifecycleConfiguration, VersioningConfiguration }, there]) {
      expect(bucket).toMatchObject({
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: [
            { ExpirationInDays: 744 },
            { ExpiredObjectDeleteMarker: true, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
          ],
        },
      });
    }
    expect(there).not.toHaveProperty('ReplicationConfiguration');
    expect(there).toMatchObject({
      BucketEncryption: bucketKey,
      PublicAccessBlockConfiguration: closed,
    });
  });

  it('the role of the replication reads the files and writes their copies, and has no other permission', () => {
    const [policy, ...others] = replicated
      .resources('AWS::IAM::Policy')
      .filter(({ name }) => name.startsWith('Data.FilesReplication'));
    expect(others).toEqual([]);
    const { Statement } = Object(policy?.properties.PolicyDocument);
    const actions = Statement.map(({ Action }: { Action: string | string[] }) => Action);
    expect(actions).toEqual([
      ['s3:GetReplicationConfiguration', 's3:ListBucket'],
      ['s3:GetObjectVersionAcl', 's3:GetObjectVersionForReplication', 's3:GetObjectVersionTagging'],
      ['s3:ReplicateDelete', 's3:ReplicateObject', 's3:ReplicateTags'],
      'kms:Decrypt',
      'kms:Encrypt',
    ]);
    const role = replicated.resource('Data.FilesReplication').properties;
    expect(role.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Principal: { Service: 's3.amazonaws.com' } }],
    });
  });

  it('a stage without the setting has no standby, no versions of files and one replica of its table', () => {
    expect(plain.stacks.map(({ name }) => name)).not.toContain('Standby');
    expect(plain.resource('Data.Files').properties).not.toHaveProperty('VersioningConfiguration');
    expect(Object(plain.resource('Data.Table').properties.Replicas)).toHaveLength(1);
  });

  it('a standby costs a dollar a month while nothing uses it, for the replica of the key', () => {
    const context = { region: home, replicaRegion: away };
    const app = synthesizedIn('production', context, readAssembly, []);
    const standby = app.find(({ id }) => id === 'Standby');
    if (!standby) throw new Error('The app has no standby.');
    expect(idleCost(standby.template, away)).toBe('$1.00 a month while nothing uses it');
  });

  it('a sandbox is removed with its standby', () => {
    const sandbox = synthesized('sandbox', { region: home, replicaRegion: away }, []);
    const ofStandby = sandbox.resources().filter(({ name }) => name.startsWith('Standby.'));
    expect(ofStandby.length).toBeGreaterThan(2);
    expect(
      ofStandby.filter(({ deletionPolicy = 'Delete' }) => deletionPolicy !== 'Delete'),
    ).toEqual([]);
    const emptied = sandbox.resources('Custom::S3AutoDeleteObjects');
    expect(emptied.map(({ name }) => name.split('.')[0]).sort()).toEqual(['Data', 'Standby']);
  });
});

describe('a stage that takes over in the Region of the replica', () => {
  const whole = synthesized('production', takeover);

  it('no other key, table or bucket of stored data is made', () => {
    const made = (of: readonly Resource[]) =>
      of.filter(({ name }) => !name.startsWith('Vault.')).map(({ name }) => name);
    for (const type of ['AWS::KMS::Key', 'AWS::S3::Bucket', 'AWS::DynamoDB::GlobalTable']) {
      expect([type, made(whole.resources(type))]).toEqual([type, []]);
    }
  });

  it('everything that decrypts or stores uses the key and the files that stood by, and the named table', () => {
    const environments = whole.resources('AWS::Lambda::Function').map(environmentOf);
    const valuesOf = (name: string) => environments.flatMap(({ [name]: value }) => value ?? []);
    expect(valuesOf('MERCHANT_KEY_ARN').length).toBeGreaterThan(50);
    expect([...new Set(valuesOf('MERCHANT_KEY_ARN'))]).toEqual([
      'turnout-production-standby.KeyArn',
    ]);
    expect([...new Set(valuesOf('FILES_BUCKET'))]).toEqual([
      'turnout-production-standby.FilesName',
    ]);
    expect([...new Set(valuesOf('TABLE_NAME'))]).toEqual([tableName]);
  });
});

describe('wrong settings of a replica', () => {
  it.each([
    [{ region: home, replicaRegion: home }, 'replicaRegion must be another Region than eu-west-1'],
    [{ ...takeover, takesOverFrom: away }, 'takesOverFrom must be another Region'],
    [{ region: away, takesOverFrom: home }, 'takesOverFrom needs the replica'],
    [{ ...takeover, replicaRegion: home }, 'replicaRegion is for the table of the stack'],
    [{ replicaRegion: 'somewhere' }, 'replicaRegion must be a Region such as eu-central-1'],
  ])('the settings %j are refused', (context, message) => {
    expect(() => synthesized('production', context, [])).toThrow(message);
  });
});

const bucketKey = {
  ServerSideEncryptionConfiguration: [
    { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } },
  ],
};
const closed = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
};
