import {
  AttributeType,
  BillingMode,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

interface EncryptedTableProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly stream?: boolean;
}

/** A table the way all of ours are: paid by the request, recoverable to the second, our own key. */
export class EncryptedTable extends Table {
  constructor(scope: Construct, id: string, { stage, key, stream = false }: EncryptedTableProps) {
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      timeToLiveAttribute: 'expiresAtSeconds',
      deletionProtection: stage.keepsData,
      removalPolicy: stage.removalPolicy,
      ...(stream && { stream: StreamViewType.NEW_AND_OLD_IMAGES }),
    });
  }
}
