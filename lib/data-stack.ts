import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { EncryptedTable, type TableResource } from './constructs/encrypted-table.ts';
import { FilesBucket } from './constructs/files-bucket.ts';
import { forLogGroups, throughServicesOnly } from './constructs/key-statements.ts';
import { RestoredTable } from './constructs/restored-table.ts';
import { WeeklyBackups } from './constructs/weekly-backups.ts';
import { suppress } from './nag-suppressions.ts';
import { sizingFor } from './sizing.ts';
import type { RestoredTableName, Stage } from './stage.ts';

export interface DataStackProps extends StackProps {
  readonly stage: Stage;
  /** A table that is used in place of the stack's own, which stays as it is. */
  readonly restoredTable?: RestoredTableName | undefined;
  readonly hasWeeklyBackups?: boolean;
}

/**
 * Resources that outlive every deployment: the table, the files, the encryption key, the admin key.
 */
export class DataStack extends Stack {
  readonly key: Key;
  /** The table that the switch uses. */
  readonly table: TableResource;
  readonly adminKey: Secret;
  /** The files that merchants upload. */
  readonly files: FilesBucket;

  constructor(
    scope: Construct,
    id: string,
    { stage, restoredTable, hasWeeklyBackups = false, ...props }: DataStackProps,
  ) {
    super(scope, id, props);
    this.key = this.addKey(stage, hasWeeklyBackups);
    const { warm, capacity } = sizingFor(stage);
    const ownTable = new EncryptedTable(this, 'Table', {
      stage,
      key: this.key,
      stream: true,
      indexes: ['by-list', 'by-due'],
      warm,
      capacity,
    });
    this.table = restoredTable ? new RestoredTable(this, 'RestoredTable', restoredTable) : ownTable;
    if (hasWeeklyBackups) {
      new WeeklyBackups(this, 'Backups', { stage, key: this.key, table: this.table });
    }
    this.files = new FilesBucket(this, 'Files', { stage, key: this.key });
    this.adminKey = new Secret(this, 'AdminKey', {
      description:
        'The admin key that all operators share. A new value put here is valid within a minute.',
      encryptionKey: this.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    new CfnOutput(this, 'AdminKeySecret', {
      description: 'The secret that holds the admin key that all operators share',
      value: this.adminKey.secretArn,
    });
    suppress(this.adminKey, {
      'AwsSolutions-SMG4':
        'Only people hold the admin key, so only people can rotate it: no schedule.',
    });
  }

  private addKey(stage: Stage, hasBackups: boolean) {
    const key = new Key(this, 'Key', {
      description: `Turnout ${stage.name}: table, files, queues, logs, secrets.`,
      enableKeyRotation: true,
      // Cannot be changed later. Merchants' sealed secrets can be decrypted in another Region one
      // day.
      multiRegion: true,
      removalPolicy: stage.removalPolicy,
    });
    key.addToResourcePolicy(
      throughServicesOnly(this, [
        ...(['dynamodb', 'sqs', 'secretsmanager', 's3'] as const),
        ...(hasBackups ? (['backup'] as const) : []),
      ]),
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
    key.addToResourcePolicy(forLogGroups(this));
    return key;
  }
}
