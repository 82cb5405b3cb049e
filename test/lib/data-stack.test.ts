import * as v from 'valibot';
import { type StageName, synthesized } from '../support/deployment/synthesized-app.ts';
import { tablesIn } from '../support/table/table-settings.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

describe.each(stages)('the resources that outlive every deployment of %s', (stage) => {
  const app = synthesized(stage);
  const key = 'Data.Key.Arn';

  /** Resources outside of the vault, which has its own. */
  const others = (type: string) =>
    app.resources(type).filter(({ name }) => !name.startsWith('Vault.'));

  it('the table is paid by the request and can be restored to any second of the last weeks', () => {
    const tables = tablesIn(app).filter(({ name }) => !name.startsWith('Vault.'));
    expect(tables.length).toBeGreaterThan(0);
    for (const { name, ...settings } of tables) {
      expect([name, settings]).toEqual([
        name,
        {
          billingMode: 'PAY_PER_REQUEST',
          isRecoverable: true,
          refusesDeletion: stage === 'production',
          timeToLive: 'expiresAtSeconds',
          encryptionKey: key,
          hasStream: name === 'Data.Table',
          // Of the type that accepts replicas later, only in the region of the deployment.
          replicas: ['<AWS::Region>'],
          deletionPolicy: stage === 'production' ? 'RetainExceptOnCreate' : 'Delete',
        },
      ]);
    }
  });

  it('the data stack has one table whose stream contains every change with both images', () => {
    expect(app.resource('Data.Table').properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-list',
          KeySchema: [
            { AttributeName: 'listPk', KeyType: 'HASH' },
            { AttributeName: 'listSk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        {
          IndexName: 'by-due',
          KeySchema: [
            { AttributeName: 'duePk', KeyType: 'HASH' },
            { AttributeName: 'dueAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
  });

  it("the stored data is encrypted with the company's own key, renewed every year and usable in other Regions", () => {
    expect(others('AWS::KMS::Key').map(({ name }) => name)).toEqual(['Data.Key']);
    expect(app.resource('Data.Key').properties).toMatchObject({
      EnableKeyRotation: true,
      MultiRegion: true,
    });
  });

  it("the stored data's key is usable only by the account, its services, alarms and logs", () => {
    const account = 'arn:<AWS::Partition>:iam::<AWS::AccountId>:root';
    expect(app.resource('Data.Key').properties.KeyPolicy).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: account },
          Action: 'kms:*',
          Resource: '*',
        },
        {
          Sid: 'ThroughServicesOnly',
          Effect: 'Allow',
          Principal: { AWS: '*' },
          Action: [
            'kms:CreateGrant',
            'kms:Decrypt',
            'kms:DescribeKey',
            'kms:Encrypt',
            'kms:GenerateDataKey*',
            'kms:ReEncrypt*',
          ],
          Resource: '*',
          Condition: {
            StringEquals: {
              'kms:CallerAccount': '<AWS::AccountId>',
              'kms:ViaService': [
                'dynamodb.<AWS::Region>.amazonaws.com',
                'sqs.<AWS::Region>.amazonaws.com',
                'secretsmanager.<AWS::Region>.amazonaws.com',
                's3.<AWS::Region>.amazonaws.com',
              ],
            },
          },
        },
        {
          Sid: 'OurAlarms',
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
          Resource: '*',
          Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
        },
        {
          Sid: 'OurLogGroups',
          Effect: 'Allow',
          Principal: { Service: 'logs.<AWS::Region>.amazonaws.com' },
          Action: [
            'kms:Decrypt',
            'kms:DescribeKey',
            'kms:Encrypt',
            'kms:GenerateDataKey*',
            'kms:ReEncrypt*',
          ],
          Resource: '*',
          Condition: {
            ArnLike: {
              'kms:EncryptionContext:aws:logs:arn':
                'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:*',
            },
          },
        },
        {
          Effect: 'Allow',
          Principal: { AWS: account },
          Action: [
            'kms:CreateGrant',
            'kms:Decrypt',
            'kms:DescribeKey',
            'kms:Encrypt',
            'kms:GenerateDataKey*',
            'kms:ReEncrypt*',
          ],
          Resource: '*',
          Condition: {
            StringEquals: { 'kms:ViaService': 'secretsmanager.<AWS::Region>.amazonaws.com' },
          },
        },
      ],
    });
  });

  describe('the files of merchants', () => {
    const bucket = app.resource('Data.Files');

    it("the bucket for merchants' uploads is the only one, encrypted with our key and not public", () => {
      expect(app.resources('AWS::S3::Bucket').map(({ name }) => name)).toEqual(['Data.Files']);
      expect(bucket.properties).toEqual({
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            {
              BucketKeyEnabled: true,
              ServerSideEncryptionByDefault: { KMSMasterKeyID: key, SSEAlgorithm: 'aws:kms' },
            },
          ],
        },
        LifecycleConfiguration: {
          Rules: [
            {
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
              ExpirationInDays: 744,
              Status: 'Enabled',
            },
          ],
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      });
      // This tag allows the CDK to delete the files when the stack is removed.
      expect(bucket.tags['aws-cdk:auto-delete-objects']).toBe(
        stage === 'sandbox' ? 'true' : undefined,
      );
    });

    it('the bucket for uploads remains when production is removed, and is deleted with a sandbox', () => {
      expect(bucket.deletionPolicy).toBe(
        stage === 'production' ? 'RetainExceptOnCreate' : 'Delete',
      );
    });

    it('the bucket for uploads is emptied before a sandbox is removed, and never in production', () => {
      const emptied = app.resources('Custom::S3AutoDeleteObjects');
      expect(emptied.map(({ properties }) => properties.BucketName)).toEqual(
        stage === 'production' ? [] : ['Data.Files'],
      );
      // A laptop is removed with its folder.
      expect(synthesized('laptop').resources('Custom::S3AutoDeleteObjects')).toEqual([]);
    });

    it('the bucket for uploads refuses reads and writes without TLS', () => {
      const [policy] = app.resources('AWS::S3::BucketPolicy');
      const document = v.parse(
        v.object({ PolicyDocument: v.object({ Statement: v.array(v.looseObject({})) }) }),
        policy?.properties,
      );
      const { Statement } = document.PolicyDocument;
      const [emptying, ...others] = Statement.filter(({ Effect }) => Effect === 'Allow');
      expect(others).toEqual([]);
      expect(emptying).toEqual(
        stage === 'production'
          ? undefined
          : expect.objectContaining({
              Principal: {
                AWS: 'Data.CustomS3AutoDeleteObjectsCustomResourceProviderRole.Arn',
              },
            }),
      );
      expect(Statement.filter(({ Effect }) => Effect !== 'Allow')).toEqual([
        {
          Effect: 'Deny',
          Action: 's3:*',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          Resource: ['Data.Files.Arn', 'Data.Files.Arn/*'],
        },
      ]);
    });
  });

  it("the data stack names the places of the operator's and the vault's keys", () => {
    expect(app.outputs('Data', 'AdminKeySecret')).toEqual(['Data.AdminKey']);
    expect(app.outputs('Vault', 'MasterKeySecret')).toEqual(['Vault.MasterKey']);
  });

  it('a deployment generates the keys of operators and of the probe, 64 letters and digits', () => {
    const secrets = others('AWS::SecretsManager::Secret');
    expect(secrets.map(({ name }) => name)).toEqual([
      'Data.AdminKey',
      ...(stage === 'sandbox' ? ['Probe.Key'] : []),
    ]);
    for (const { properties } of secrets) {
      expect(properties).toMatchObject({
        GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
        KmsKeyId: key,
      });
      expect(properties).not.toHaveProperty('SecretString');
    }
  });
});

describe('a table with -c steadyRate', () => {
  const app = synthesized('production', { steadyRate: '10', expectedRate: '100' });
  const { BillingMode, ...table } = v.parse(
    v.looseObject({
      BillingMode: v.string(),
      GlobalSecondaryIndexes: v.array(v.looseObject({})),
      Replicas: v.array(v.looseObject({ GlobalSecondaryIndexes: v.array(v.looseObject({})) })),
    }),
    app.resource('Data.Table').properties,
  );
  const following = (least: number, most: number) => ({
    MinCapacity: least,
    MaxCapacity: most,
    SeedCapacity: most,
    TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
  });
  const writes = (least: number, most: number) => ({
    WriteProvisionedThroughputSettings: {
      WriteCapacityAutoScalingSettings: following(least, most),
    },
  });
  const reads = (least: number, most: number) => ({
    ReadProvisionedThroughputSettings: { ReadCapacityAutoScalingSettings: following(least, most) },
  });

  it('the table and its indexes have capacity for the steady rate at least, and for the expected rate at most', () => {
    expect(BillingMode).toBe('PROVISIONED');
    // 35 units of a payment are the table's own; ten payments use 70 % of the least, and a hundred
    // and a half as many have the most.
    expect(table).toMatchObject(writes((10 * 35 * 100) / 70, 150 * 35));
    expect(table.GlobalSecondaryIndexes).toEqual([
      expect.objectContaining({ IndexName: 'by-list', ...writes(29, 300) }),
      expect.objectContaining({ IndexName: 'by-due', ...writes(86, 900) }),
    ]);
    expect(table.Replicas).toHaveLength(1);
    expect(table.Replicas[0]).toMatchObject(reads(Math.ceil((10 * 15.5) / 0.7), 150 * 15.5));
    expect(table.Replicas[0]?.GlobalSecondaryIndexes).toEqual([
      { IndexName: 'by-list', ...reads(15, 150) },
      { IndexName: 'by-due', ...reads(15, 150) },
    ]);
  });

  it('the tables of the vault stay paid by the request', () => {
    const others = tablesIn(app).filter(({ name }) => name !== 'Data.Table');
    expect(others.length).toBeGreaterThan(0);
    for (const { name, billingMode } of others) {
      expect([name, billingMode]).toEqual([name, 'PAY_PER_REQUEST']);
    }
  });

  it('a steady rate above the expected one is refused', () => {
    expect(() => synthesized('production', { steadyRate: '30' })).toThrow(
      'steadyRate must be at most expectedRate, which is 20.',
    );
  });
});
