import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { EncryptedTable, type TableResource } from '../constructs/encrypted-table.ts';
import { FilesBucket, type FilesResource, standbyFiles } from '../constructs/files-bucket.ts';
import { ofStoredData } from '../constructs/key-statements.ts';
import { suppress } from '../constructs/nag-suppressions.ts';
import { RestoredTable } from '../constructs/restored-table.ts';
import { WeeklyBackups } from '../constructs/weekly-backups.ts';
import { sizingFor } from '../settings/sizing.ts';
import type { RestoredTableName, Stage } from '../settings/stage.ts';
import { keyArnOutput, standbyNameOf } from './standby-names.ts';
import { type Replicas, standbyKey } from './standby-stack.ts';

export interface DataStackProps extends StackProps {
  readonly stage: Stage;
  /** A table that is used in place of the stack's own, which stays as it is. */
  readonly restoredTable?: RestoredTableName | undefined;
  readonly hasWeeklyBackups?: boolean;
  /** Another Region that gets copies of all data. */
  readonly replicas?: Replicas | undefined;
  /** Whether the stage uses the key and the files that stood by here for another Region. */
  readonly takesOver?: boolean;
}

/**
 * Resources that outlive every deployment: the table, the files, the encryption key, the admin key.
 */
export class DataStack extends Stack {
  readonly key: IKey;
  /** The table that the switch uses. */
  readonly table: TableResource;
  readonly adminKey: Secret;
  /** The files that merchants upload. */
  readonly files: FilesResource;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    const { stage, restoredTable, hasWeeklyBackups = false, ...others } = props;
    const { replicas, takesOver = false, ...rest } = others;
    super(scope, id, rest);
    this.key = takesOver ? standbyKey(this, stage) : this.addKey(stage, hasWeeklyBackups);
    const ownTable = takesOver ? undefined : this.addTable(stage, replicas);
    this.table = tableInService(this, restoredTable, ownTable);
    if (hasWeeklyBackups) {
      new WeeklyBackups(this, 'Backups', { stage, key: this.key, table: this.table });
    }
    this.files = takesOver
      ? standbyFiles(this, standbyNameOf(stage))
      : new FilesBucket(this, 'Files', { stage, key: this.key, replica: replicas });
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
      // Cannot be changed later. Merchants' sealed secrets can be decrypted in another Region.
      multiRegion: true,
      removalPolicy: stage.removalPolicy,
    });
    for (const statement of ofStoredData(this, hasBackups)) key.addToResourcePolicy(statement);
    new CfnOutput(this, keyArnOutput, {
      description: 'The key of the table, files, queues, logs and secrets',
      value: key.keyArn,
    });
    return key;
  }

  private addTable(stage: Stage, replica: Replicas | undefined): EncryptedTable {
    const { warm, capacity } = sizingFor(stage);
    return new EncryptedTable(this, 'Table', {
      stage,
      key: this.key,
      stream: true,
      indexes: ['by-list', 'by-due'],
      warm,
      capacity,
      replica,
    });
  }
}

/** The restored table, or else the stack's own. Throws without either. */
function tableInService(
  stack: Stack,
  restored: RestoredTableName | undefined,
  own: EncryptedTable | undefined,
): TableResource {
  const table = restored ? new RestoredTable(stack, 'RestoredTable', restored) : own;
  if (!table) throw new Error('takesOverFrom needs tableName and tableStreamArn.');
  return table;
}
