import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type IndexName, indexKeys } from '../../shared/table/port.ts';
import type { Stage } from '../stage.ts';

interface EncryptedTableProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly stream?: boolean;
  readonly indexes?: readonly IndexName[];
  /** Whether it can be brought back to any second of the last weeks: unless what is gone must be gone. */
  readonly recoverable?: boolean;
  /** What it says itself of who may use it. */
  readonly policy?: PolicyDocument;
}

/** A table the way all of ours are: paid by the request, recoverable to the second, our own key. */
export class EncryptedTable extends Table {
  constructor(scope: Construct, id: string, props: EncryptedTableProps) {
    const { stage, key, stream = false, indexes = [], recoverable = true, policy } = props;
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(recoverable && {
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      }),
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      timeToLiveAttribute: 'expiresAtSeconds',
      deletionProtection: stage.refusesDeletion,
      removalPolicy: stage.removalPolicy,
      ...(stream && { stream: StreamViewType.NEW_AND_OLD_IMAGES }),
      ...(policy && { resourcePolicy: policy }),
    });
    for (const indexName of indexes) {
      const [pk, sk] = indexKeys[indexName];
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: pk, type: AttributeType.STRING },
        sortKey: { name: sk, type: AttributeType.STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
  }
}
