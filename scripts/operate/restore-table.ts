import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { UsageError } from '../command-line/command.ts';

export interface Restore {
  /** The table that is restored from. It stays as it is. */
  readonly table: string;
  /** The table that is made of it. */
  readonly as: string;
  /** The time whose state is restored; the latest possible without it. */
  readonly to?: Date | undefined;
}

interface Services {
  readonly client: DynamoDBClient;
  readonly say: (line: string) => void;
  /** Resolves after so many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** How often it looks whether the table is there; a restore takes from minutes to hours. */
const lookEveryMs = 20_000;

/**
 * Restores a table to a time, as another table, and gives that one the settings which a restore
 * leaves out: stream, time to live, point-in-time recovery, deletion protection and tags. Each step
 * is left out where it is done already: a restore may be stopped anywhere and run again.
 *
 * Returns the ARN of the restored table's stream. Throws a UsageError when there is no such table,
 * the time cannot be restored, or the other name is that of another table.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery.Tutorial.html
 */
export async function restoreTable(restore: Restore, services: Services): Promise<string> {
  const { client, say } = services;
  const { table, as, to } = restore;
  if (table === as) throw new UsageError('--as must be another name than --table.');
  const source = await describe(client, table);
  if (!source) throw new UsageError(`There is no table ${table} in this account and Region.`);
  const before = await describe(client, as);
  if (!before) await begin(restore, source, services);
  else refuseAnother(before, source, restore);

  const restored = await active(as, services);
  const shape = (one: TableDescription) =>
    JSON.stringify([one.KeySchema, one.GlobalSecondaryIndexes?.map(shapeOfIndex).sort()]);
  if (shape(restored) !== shape(source)) {
    throw new UsageError(`${as} has other keys or indexes than ${table}: it cannot be used.`);
  }
  const time = restored.RestoreSummary?.RestoreDateTime;
  say(`${as} has the state of ${time?.toISOString() ?? to?.toISOString() ?? 'its restore'}.`);

  await copyStream(source, restored, services);
  await copyTimeToLive(restore, services);
  await copyRecovery(restore, services);
  await copyTags(source, restored, services);
  await copyProtection(source, restored, services);

  const { LatestStreamArn } = await active(as, services);
  if (LatestStreamArn === undefined) throw new Error(`${as} has no stream.`);
  return LatestStreamArn;
}

const shapeOfIndex = ({ IndexName, KeySchema, Projection }: IndexDescription) =>
  JSON.stringify([IndexName, KeySchema, Projection?.ProjectionType]);
type IndexDescription = NonNullable<TableDescription['GlobalSecondaryIndexes']>[number];

async function describe(client: DynamoDBClient, TableName: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function begin({ table, as, to }: Restore, source: TableDescription, services: Services) {
  const { client, say } = services;
  const asked = new DescribeContinuousBackupsCommand({ TableName: table });
  const { ContinuousBackupsDescription } = await client.send(asked);
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  const { EarliestRestorableDateTime: first, LatestRestorableDateTime: last } = recovery ?? {};
  if (!first || !last) throw new UsageError(`${table} has no point-in-time recovery.`);
  if (to && (to < first || to > last)) {
    throw new UsageError(
      `--to must be from ${first.toISOString()} to ${last.toISOString()}: that is what ${table} can be restored to.`,
    );
  }
  const key = source.SSEDescription?.KMSMasterKeyArn;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: as,
      ...(to ? { RestoreDateTime: to } : { UseLatestRestorableTime: true }),
      ...(key !== undefined && {
        SSESpecificationOverride: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: key },
      }),
    }),
  );
  say(`${as} is being restored from ${table}. This takes from minutes to hours.`);
}

/** The table of the other name must have been restored from this table, to this time. */
function refuseAnother(found: TableDescription, source: TableDescription, { as, to }: Restore) {
  const { SourceTableArn, RestoreDateTime } = found.RestoreSummary ?? {};
  if (SourceTableArn !== source.TableArn) {
    throw new UsageError(`There is a table ${as} already, which was not restored from this one.`);
  }
  const seconds = (time: Date | undefined) => Math.floor((time?.getTime() ?? 0) / 1_000);
  if (to && seconds(to) !== seconds(RestoreDateTime)) {
    throw new UsageError(
      `${as} was restored to ${RestoreDateTime?.toISOString()} already. Another time needs another name.`,
    );
  }
}

/** The table once it and its indexes can be used. */
async function active(name: string, { client, say, sleep }: Services): Promise<TableDescription> {
  for (let looks = 0; ; looks++) {
    const found = await describe(client, name);
    const isReady =
      found?.TableStatus === 'ACTIVE' &&
      found.RestoreSummary?.RestoreInProgress !== true &&
      (found.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE');
    if (found && isReady) return found;
    if (found?.TableStatus === 'INACCESSIBLE_ENCRYPTION_CREDENTIALS') {
      throw new UsageError(`${name} cannot be decrypted: its key is disabled or denied.`);
    }
    if (looks % 15 === 14) say(`${name} is ${found?.TableStatus ?? 'not there yet'} …`);
    await sleep(lookEveryMs);
  }
}

async function copyStream(
  source: TableDescription,
  restored: TableDescription,
  services: Services,
) {
  const wanted = source.StreamSpecification?.StreamViewType;
  if (wanted === undefined) throw new UsageError(`${source.TableName} has no stream to copy.`);
  if (restored.StreamSpecification?.StreamEnabled) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: wanted };
  const { TableName } = restored;
  await services.client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  await active(String(TableName), services);
  services.say('Stream: switched on.');
}

async function copyTimeToLive({ table, as }: Restore, { client, say }: Services) {
  const of = async (TableName: string) => {
    const answer = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    const { TimeToLiveStatus = 'DISABLED', AttributeName } = answer.TimeToLiveDescription ?? {};
    return TimeToLiveStatus.startsWith('ENABL') ? AttributeName : undefined;
  };
  const AttributeName = await of(table);
  if (AttributeName === undefined || (await of(as)) === AttributeName) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName };
  await client.send(new UpdateTimeToLiveCommand({ TableName: as, TimeToLiveSpecification }));
  say(`Time to live: by ${AttributeName}.`);
}

async function copyRecovery({ as }: Restore, { client, say }: Services) {
  const asked = new DescribeContinuousBackupsCommand({ TableName: as });
  const { ContinuousBackupsDescription } = await client.send(asked);
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  if (recovery?.PointInTimeRecoveryStatus === 'ENABLED') return;
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName: as,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  say('Point-in-time recovery: switched on.');
}

async function copyTags(
  { TableArn: from }: TableDescription,
  { TableArn: to }: TableDescription,
  { client, say }: Services,
) {
  const of = async (ResourceArn: string | undefined) => {
    const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
    return Tags.filter(({ Key = '' }) => !Key.startsWith('aws:'));
  };
  const present = new Map((await of(to)).map(({ Key, Value }) => [Key, Value]));
  const missing = (await of(from)).filter(({ Key, Value }) => present.get(Key) !== Value);
  if (missing.length === 0) return;
  await client.send(new TagResourceCommand({ ResourceArn: to, Tags: missing }));
  say(`Tags: ${missing.map(({ Key }) => Key).join(', ')}.`);
}

async function copyProtection(
  source: TableDescription,
  restored: TableDescription,
  { client, say }: Services,
) {
  if (!source.DeletionProtectionEnabled || restored.DeletionProtectionEnabled) return;
  const { TableName } = restored;
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  say('Deletion protection: switched on.');
}
