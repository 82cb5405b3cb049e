import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Stage } from '../settings/stage.ts';
import type { TableResource } from './encrypted-table.ts';
import { allow } from './switch-function.ts';

/** How long a backup is kept: as long as the table itself can be brought back to any second. */
const keptFor = Duration.days(35);

interface WeeklyBackupsProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly table: TableResource;
}

/**
 * A copy of a table each week, which stays for its whole retention. It outlives a deletion of the
 * table, which also deletes all data of point-in-time recovery.
 *
 * @see https://docs.aws.amazon.com/aws-backup/latest/devguide/vault-lock.html
 */
export class WeeklyBackups extends Construct {
  constructor(scope: Construct, id: string, { stage, key, table }: WeeklyBackupsProps) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const vault = new BackupVault(this, 'Vault', {
      encryptionKey: key,
      // In every stage: AWS Backup deletes no vault with copies in it, so a stack that had to
      // delete it could not be removed:
      // https://docs.aws.amazon.com/aws-backup/latest/devguide/deleting-backups.html
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // Without a date from which it cannot be changed, an administrator may still open the lock.
      lockConfiguration: { minRetention: keptFor },
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: `turnout-${stage.name}`,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'weekly',
          scheduleExpression: Schedule.cron({ weekDay: 'SUN', hour: '2', minute: '0' }),
          deleteAfter: keptFor,
        }),
      ],
    });
    const backups = `arn:${partition}:dynamodb:${region}:${account}:table/${table.tableName}/backup/*`;
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
      description: 'Lets AWS Backup copy the table, and delete copies whose time is over.',
      inlinePolicies: {
        Exactly: new PolicyDocument({
          statements: [
            allow({
              actions: [
                ...['dynamodb:CreateBackup', 'dynamodb:DescribeTable'],
                ...['dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'],
              ],
              resources: [table.tableArn],
            }),
            allow({
              actions: ['dynamodb:DeleteBackup', 'dynamodb:DescribeBackup'],
              resources: [backups],
            }),
            allow({
              actions: ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
              resources: [vault.backupVaultArn],
            }),
          ],
        }),
      },
    });
    plan.addSelection('Table', {
      role: role.withoutPolicyUpdates(),
      disableDefaultBackupPolicy: true,
      resources: [BackupResource.fromArn(table.tableArn)],
    });
  }
}
