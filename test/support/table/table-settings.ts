import * as v from 'valibot';
import type { Resource, SynthesizedApp } from '../deployment/synthesized-app.ts';

/** The settings of a table of either of DynamoDB's two types. */
export interface TableSettings {
  readonly name: string;
  readonly billingMode: string;
  readonly isRecoverable: boolean;
  readonly refusesDeletion: boolean;
  readonly timeToLive: string | undefined;
  readonly encryptionKey: string | undefined;
  readonly hasStream: boolean;
  /** Where copies of it are kept up to date; a table of the older type can have none. */
  readonly replicas: readonly string[] | 'none ever';
  readonly deletionPolicy: string | undefined;
}

export const tableTypes = ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'] as const;

export const tablesIn = (app: SynthesizedApp): readonly TableSettings[] =>
  tableTypes.flatMap((type) => app.resources(type).map(settingsOf));

function settingsOf({ type, name, properties, deletionPolicy }: Resource): TableSettings {
  const { Replicas, ...table } = v.parse(Table, properties);
  const [here = {}] = Replicas ?? [];
  const own = { ...table, ...here };
  const encryption = { ...table.SSESpecification, ...here.SSESpecification };
  return {
    name,
    billingMode: table.BillingMode,
    isRecoverable: own.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false,
    refusesDeletion: own.DeletionProtectionEnabled ?? false,
    timeToLive: table.TimeToLiveSpecification?.AttributeName,
    encryptionKey:
      encryption.SSEEnabled && encryption.SSEType === 'KMS' ? encryption.KMSMasterKeyId : undefined,
    hasStream: table.StreamSpecification !== undefined,
    replicas:
      type === 'AWS::DynamoDB::Table'
        ? 'none ever'
        : (Replicas ?? []).map(({ Region = '' }) => Region),
    deletionPolicy,
  };
}

/** The settings that one type has of the table, and the other of each of its replicas. */
const here = {
  PointInTimeRecoverySpecification: v.optional(
    v.object({ PointInTimeRecoveryEnabled: v.boolean() }),
  ),
  DeletionProtectionEnabled: v.optional(v.boolean()),
  SSESpecification: v.optional(
    v.object({
      SSEEnabled: v.optional(v.boolean()),
      SSEType: v.optional(v.string()),
      KMSMasterKeyId: v.optional(v.string()),
    }),
  ),
};
const Table = v.object({
  BillingMode: v.string(),
  TimeToLiveSpecification: v.optional(
    v.object({ AttributeName: v.string(), Enabled: v.literal(true) }),
  ),
  StreamSpecification: v.optional(v.unknown()),
  ...here,
  Replicas: v.optional(v.array(v.object({ Region: v.optional(v.string()), ...here }))),
});
