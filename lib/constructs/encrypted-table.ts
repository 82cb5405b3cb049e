import { Aws } from 'aws-cdk-lib';
import { AttributeType, CfnGlobalTable, ProjectionType } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct, type IConstruct } from 'constructs';
import { type IndexName, indexKeys } from '#platform/table/port.ts';
import {
  capacityTarget,
  type ProvisionedUnits,
  type Sizing,
  type WarmUnits,
} from '../settings/sizing.ts';
import type { Stage } from '../settings/stage.ts';

/** A table as other constructs reach it. */
export interface TableResource extends IConstruct {
  readonly tableName: string;
  readonly tableArn: string;
  readonly tableStreamArn?: string | undefined;
}

export interface EncryptedTableProps {
  readonly stage: Stage;
  readonly key: IKey;
  readonly stream?: boolean;
  readonly indexes?: readonly IndexName[];
  /** The units that the table and its indexes take from the first moment; as every new one without it. */
  readonly warm?: Sizing['warm'];
  /** Provisioned capacity of the table and its indexes; on-demand without it. */
  readonly capacity?: Sizing['capacity'];
  /** The table's own name, where another account has to know it. */
  readonly tableName?: string | undefined;
  /** The table's resource policy, which states which roles may use it. */
  readonly policy?: PolicyDocument;
  /** Another Region that gets all changes; it needs the stream. */
  readonly replica?: TableReplica | undefined;
}

/** A replica in another Region, and the key there. */
interface TableReplica {
  readonly region: string;
  readonly keyArn: string;
}

/**
 * A table with our own key, on-demand billing unless capacity is stated, and point-in-time recovery. It is an
 * `AWS::DynamoDB::GlobalTable`, so it can get replicas in other Regions later; a plain table would
 * have to be created anew.
 *
 * The CDK's own construct of this type needs to know the Region when the key is ours. This app does
 * not know it: its templates are deployed to any Region.
 */
export class EncryptedTable extends Construct implements TableResource {
  readonly tableName: string;
  readonly tableArn: string;
  readonly tableStreamArn: string | undefined;

  constructor(scope: Construct, id: string, props: EncryptedTableProps) {
    super(scope, id);
    const {
      stage,
      key,
      stream = false,
      indexes = [],
      warm = {},
      capacity,
      policy,
      replica,
      tableName,
    } = props;
    const keys = [primaryKey, ...indexes.map((name) => indexKeys[name])];
    const table = new CfnGlobalTable(this, 'Resource', {
      ...(tableName && { tableName }),
      keySchema: keySchema(primaryKey),
      attributeDefinitions: [...new Set(keys.flat())].map((attributeName) => ({
        attributeName,
        attributeType: 'S',
      })),
      billingMode: capacity ? 'PROVISIONED' : 'PAY_PER_REQUEST',
      ...writesOf(capacity?.table),
      sseSpecification: { sseEnabled: true, sseType: 'KMS' },
      ...warmThroughput(warm.table),
      timeToLiveSpecification: { attributeName: timeToLiveAttribute, enabled: true },
      ...(indexes.length > 0 && {
        globalSecondaryIndexes: indexes.map((indexName) => ({
          indexName,
          keySchema: keySchema(indexKeys[indexName]),
          projection: { projectionType: ProjectionType.KEYS_ONLY },
          ...warmThroughput(warm[indexName]),
          ...writesOf(capacity?.[indexName]),
        })),
      }),
      ...(stream && { streamSpecification: { streamViewType: 'NEW_AND_OLD_IMAGES' } }),
      replicas: [
        { region: Aws.REGION, keyArn: key.keyArn, resourcePolicy: policy },
        ...(replica
          ? [{ region: replica.region, keyArn: replica.keyArn, resourcePolicy: undefined }]
          : []),
      ].map(({ region, keyArn, resourcePolicy }) => ({
        region,
        ...readsOf(capacity?.table),
        ...(capacity &&
          indexes.length > 0 && {
            globalSecondaryIndexes: indexes.map((indexName) => ({
              indexName,
              ...readsOf(capacity[indexName]),
            })),
          }),
        deletionProtectionEnabled: stage.refusesDeletion,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        sseSpecification: { kmsMasterKeyId: keyArn },
        ...(resourcePolicy && { resourcePolicy: { policyDocument: resourcePolicy } }),
      })),
    });
    table.applyRemovalPolicy(stage.removalPolicy);
    this.tableName = table.ref;
    this.tableArn = table.attrArn;
    this.tableStreamArn = stream ? table.attrStreamArn : undefined;
  }
}

/** Writes are stated for all replicas together, reads for each one. */
const writesOf = (units: ProvisionedUnits | undefined) =>
  units && {
    writeProvisionedThroughputSettings: {
      writeCapacityAutoScalingSettings: following(units, 'writeUnits'),
    },
  };

const readsOf = (units: ProvisionedUnits | undefined) =>
  units && {
    readProvisionedThroughputSettings: {
      readCapacityAutoScalingSettings: following(units, 'readUnits'),
    },
  };

/**
 * Capacity begins at the most, so that traffic of the moment of the change is not throttled, and
 * follows the traffic down.
 */
const following = ({ least, most }: ProvisionedUnits, units: keyof WarmUnits) => ({
  minCapacity: least[units],
  maxCapacity: most[units],
  seedCapacity: most[units],
  targetTrackingScalingPolicyConfiguration: { targetValue: capacityTarget },
});

/** AWS lowers it never: a smaller number than before fails the deployment. */
const warmThroughput = (warm: WarmUnits | undefined) =>
  warm && {
    warmThroughput: {
      readUnitsPerSecond: warm.readUnits,
      writeUnitsPerSecond: warm.writeUnits,
    },
  };

/** The names of a partition key and a sort key. */
type Keys = readonly [partition: string, sort: string];

const primaryKey: Keys = ['pk', 'sk'];

const keySchema = ([partition, sort]: Keys) => [
  { attributeName: partition, keyType: 'HASH' },
  { attributeName: sort, keyType: 'RANGE' },
];

/** The same keys in the form that the CDK's constructs take. */
export const textKeys = ([partition, sort]: Keys) => ({
  partitionKey: { name: partition, type: AttributeType.STRING },
  sortKey: { name: sort, type: AttributeType.STRING },
});

export const primaryKeys = textKeys(primaryKey);
export const timeToLiveAttribute = 'expiresAtSeconds';
