import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  paginateListTables,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { UsageError } from '../command-line/command.ts';

/** A replica that can be taken into service, as the settings of a deployment name it. */
export interface UsableReplica {
  readonly table: string;
  readonly streamArn: string;
  /** The Region whose stage it is a replica of. */
  readonly from: string;
  /** The number of items and bytes when DynamoDB counted them last, within about six hours. */
  readonly items: number | undefined;
  readonly bytes: number | undefined;
}

/**
 * Checks that the replica of a stage's table in this Region can be taken into service: it and its
 * indexes answer, its key decrypts, and it has a stream, time to live and recovery. Changes nothing,
 * and asks only this Region: the other one may be gone. Throws a UsageError with everything that is
 * missing.
 *
 * @param given the name of the table; without it, the one table of the stage in this Region
 */
export async function checkReplica(
  { stage, given, region }: { stage: string; given: string | undefined; region: string },
  client: DynamoDBClient,
): Promise<UsableReplica> {
  const table = given ?? (await tableOfStage(stage, region, client));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  if (!Table) throw new UsageError(`There is no table ${table} in ${region}.`);
  const others = (Table.Replicas ?? [])
    .flatMap(({ RegionName }) => RegionName ?? [])
    .filter((one) => one !== region);
  const [from, another] = others;
  const { LatestStreamArn: streamArn } = Table;
  const problems = [
    ...stateProblems(Table),
    ...(from === undefined
      ? ['It has no replica in another Region: it is a table of its own.']
      : []),
    ...(another === undefined ? [] : [`It has replicas in several Regions: ${others.join(', ')}.`]),
    ...(await settingProblems(table, client)),
  ];
  if (problems.length > 0 || from === undefined || streamArn === undefined) {
    throw new UsageError([`${table} cannot be taken into service:`, ...problems].join('\n  '));
  }
  return { table, streamArn, from, items: Table.ItemCount, bytes: Table.TableSizeBytes };
}

/** CloudFormation begins the name of a table with that of its stack; replicas have the same name. */
async function tableOfStage(stage: string, region: string, client: DynamoDBClient) {
  const beginning = `turnout-${stage}-data-`;
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    found.push(...TableNames.filter((name) => name.startsWith(beginning)));
  }
  const [only, another] = found;
  if (only === undefined) {
    throw new UsageError(
      `There is no table ${beginning}… in ${region}: was the stage deployed with replicaRegion=${region}?`,
    );
  }
  if (another === undefined) return only;
  throw new UsageError(`--table must name one of ${found.join(', ')}.`);
}

function stateProblems({
  TableStatus,
  GlobalSecondaryIndexes = [],
  StreamSpecification,
}: TableDescription): readonly string[] {
  const waiting = GlobalSecondaryIndexes.filter(({ IndexStatus }) => IndexStatus !== 'ACTIVE');
  return [
    ...(TableStatus === 'ACTIVE'
      ? []
      : TableStatus === 'INACCESSIBLE_ENCRYPTION_CREDENTIALS'
        ? ['Its key is disabled or denied: nothing in it can be decrypted.']
        : [`It is ${TableStatus}.`]),
    ...waiting.map(({ IndexName, IndexStatus }) => `Its index ${IndexName} is ${IndexStatus}.`),
    ...(StreamSpecification?.StreamViewType === 'NEW_AND_OLD_IMAGES'
      ? []
      : ['It has no stream with old and new images, which every replica has.']),
  ];
}

async function settingProblems(
  TableName: string,
  client: DynamoDBClient,
): Promise<readonly string[]> {
  const [expiry, backups] = await Promise.all([
    client.send(new DescribeTimeToLiveCommand({ TableName })),
    client.send(new DescribeContinuousBackupsCommand({ TableName })),
  ]);
  const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  return [
    ...(expiry.TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')
      ? []
      : ['Its items do not expire: time to live is off.']),
    ...(recovery?.PointInTimeRecoveryStatus === 'ENABLED'
      ? []
      : ['It has no point-in-time recovery.']),
  ];
}
