import { Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, ProjectionType, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { indexKeys } from '../shared/table/port.ts';
import { EncryptedTable } from './constructs/encrypted-table.ts';
import { acknowledge } from './findings.ts';
import type { Stage } from './stage.ts';

/** What must outlive every deployment: the table, the key that everything is encrypted with, the admin key. */
export class DataStack extends Stack {
  readonly key: Key;
  readonly table: Table;
  readonly adminKey: Secret;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    this.key = this.addKey(stage);
    this.table = new EncryptedTable(this, 'Table', { stage, key: this.key, stream: true });
    for (const [indexName, [pk, sk]] of Object.entries(indexKeys)) {
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: pk, type: AttributeType.STRING },
        sortKey: { name: sk, type: AttributeType.STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    this.adminKey = new Secret(this, 'AdminKey', {
      description:
        'The key of the operator: put another value here and it is taken within a minute.',
      encryptionKey: this.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    acknowledge(this.adminKey, {
      'AwsSolutions-SMG4':
        'Only people hold the admin key, so only people can rotate it: no schedule.',
    });
  }

  private addKey(stage: Stage) {
    const key = new Key(this, 'Key', {
      description: `Turnout ${stage.name}: table, queues, logs, secrets.`,
      enableKeyRotation: true,
      removalPolicy: stage.removalPolicy,
    });
    // Whoever may use a table, a queue or a secret of ours may have it decrypted, through that
    // service alone: the pattern of AWS's own keys. No role needs the key for that.
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ThroughServicesOnly',
        effect: Effect.ALLOW,
        principals: [new AnyPrincipal()],
        actions: [
          'kms:Decrypt',
          'kms:Encrypt',
          'kms:GenerateDataKey*',
          'kms:ReEncrypt*',
          'kms:DescribeKey',
          'kms:CreateGrant',
        ],
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': this.account,
            'kms:ViaService': ['dynamodb', 'sqs', 'secretsmanager'].map(
              (service) => `${service}.${this.region}.amazonaws.com`,
            ),
          },
        },
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OurAlarms',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OurLogGroups',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal(`logs.${this.region}.amazonaws.com`)],
        actions: [
          'kms:Decrypt',
          'kms:Encrypt',
          'kms:GenerateDataKey*',
          'kms:ReEncrypt*',
          'kms:DescribeKey',
        ],
        resources: ['*'],
        conditions: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': `arn:${this.partition}:logs:${this.region}:${this.account}:log-group:*`,
          },
        },
      }),
    );
    return key;
  }
}
