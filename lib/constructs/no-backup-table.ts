import { BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { indexKeys } from '#platform/table/port.ts';
import {
  type EncryptedTableProps,
  primaryKeys,
  textKeys,
  timeToLiveAttribute,
} from './encrypted-table.ts';

type NoBackupTableProps = Omit<EncryptedTableProps, 'stream'>;

/**
 * A table that must have no copy: deleted items cannot come back. It has no point-in-time recovery
 * and no stream. It is of the older type, to which a template can add no replica.
 */
export class NoBackupTable extends Table {
  constructor(scope: Construct, id: string, props: NoBackupTableProps) {
    const { stage, key, indexes = [], policy, tableName } = props;
    super(scope, id, {
      ...(tableName && { tableName }),
      ...primaryKeys,
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      timeToLiveAttribute,
      deletionProtection: stage.refusesDeletion,
      removalPolicy: stage.removalPolicy,
      ...(policy && { resourcePolicy: policy }),
    });
    for (const indexName of indexes) {
      this.addGlobalSecondaryIndex({
        indexName,
        ...textKeys(indexKeys[indexName]),
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
  }
}
