import type { Deployment } from '../assembly/deployment.ts';
import {
  isObject,
  isTrue,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  stringOf,
} from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';

/** A DynamoDB table of the assembly. */
export interface LocalTable {
  readonly name: string;
  readonly arn: string;
  readonly streamArn: string;
  readonly hasStream: boolean;
  /** The customer-managed key it is encrypted with, as the template names it. */
  readonly encryptionKey: string | undefined;
  readonly policy: Json | undefined;
  readonly definition: JsonObject;
  readonly timeToLive: JsonObject | undefined;
}

export function tablesOf(deployment: Deployment): readonly LocalTable[] {
  return deployment.ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map((resource) => {
    const replica = listOf(resource.property('Replicas'))
      .filter(isObject)
      .find(({ Region }) => Region === undefined || Region === deployment.region);
    const stream = resource.property('StreamSpecification');
    const encryption = {
      ...objectOf(resource.property('SSESpecification'), 'SSESpecification'),
      ...objectOf(replica?.SSESpecification, 'SSESpecification'),
    };
    const timeToLive = resource.property('TimeToLiveSpecification');
    const policy = resource.property('ResourcePolicy') ?? replica?.ResourcePolicy;
    const name = resource.reference();
    return {
      name,
      arn: stringOf(resource.attribute('Arn'), 'Arn'),
      streamArn: stringOf(resource.attribute('StreamArn'), 'StreamArn'),
      hasStream: isObject(stream),
      encryptionKey: optionalString(encryption.KMSMasterKeyId),
      policy: isObject(policy) ? policy.PolicyDocument : undefined,
      timeToLive: isObject(timeToLive) ? timeToLive : undefined,
      definition: {
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: resource.property('KeySchema'),
        AttributeDefinitions: resource.property('AttributeDefinitions'),
        GlobalSecondaryIndexes: indexes(resource.property('GlobalSecondaryIndexes')),
        LocalSecondaryIndexes: indexes(resource.property('LocalSecondaryIndexes')),
        ...(isObject(stream) && {
          StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType },
        }),
      },
    };
  });
}

/** A table that no template makes: one that was restored from a table of the assembly. */
export interface RestoredTable {
  readonly name: string;
  /** The name of the table that it was restored from. */
  readonly from: string;
}

/** The tables of the assembly, and those that were restored from one of them. */
export function withRestored(
  tables: readonly LocalTable[],
  restored: readonly RestoredTable[],
): readonly LocalTable[] {
  const more = restored.map(({ name, from }) => {
    const table = tables.find((one) => one.name === from);
    if (!table) throw new Error(`There is no table ${from}, from which ${name} was restored.`);
    const renamed = (arn: string) => arn.replace(`:table/${from}`, `:table/${name}`);
    return {
      ...table,
      name,
      arn: renamed(table.arn),
      streamArn: renamed(table.streamArn),
      definition: { ...table.definition, TableName: name },
    };
  });
  return [...tables, ...more];
}

/** Only an index's shape matters here; its capacity and alarms do not. */
function indexes(value: Json | undefined): Json | undefined {
  const all = listOf(value).map((entry) => {
    const { IndexName, KeySchema, Projection } = objectOf(entry, 'An index');
    return { IndexName, KeySchema, Projection };
  });
  return all.length > 0 ? all : undefined;
}

/**
 * Creates missing tables, and missing indexes of tables that an earlier run kept. Returns the ARN
 * of each table's stream in the emulator, by table name.
 */
export async function createTables(
  tables: readonly LocalTable[],
  dynamodb: AwsCall,
): Promise<ReadonlyMap<string, string>> {
  const streams = await Promise.all(
    tables.map(async (table): Promise<[string, string][]> => {
      const description = await createTable(table, dynamodb);
      await enableTimeToLive(table, dynamodb);
      const stream = optionalString(description.LatestStreamArn);
      return stream ? [[table.name, stream]] : [];
    }),
  );
  return new Map(streams.flat());
}

async function createTable(table: LocalTable, dynamodb: AwsCall): Promise<JsonObject> {
  const TableName = table.name;
  try {
    const { TableDescription } = await dynamodb('DynamoDB_20120810.CreateTable', table.definition);
    return objectOf(TableDescription, 'TableDescription');
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error;
  }
  const describe = () => dynamodb('DynamoDB_20120810.DescribeTable', { TableName });
  await addIndexes(table, objectOf((await describe()).Table, 'Table'), dynamodb);
  return objectOf((await describe()).Table, 'Table');
}

async function addIndexes({ definition }: LocalTable, existing: JsonObject, dynamodb: AwsCall) {
  const names = (value: Json | undefined) =>
    listOf(value).map((index) => objectOf(index, 'An index').IndexName);
  const present = names(existing.GlobalSecondaryIndexes);
  for (const index of listOf(definition.GlobalSecondaryIndexes)) {
    if (present.includes(objectOf(index, 'An index').IndexName)) continue;
    await dynamodb('DynamoDB_20120810.UpdateTable', {
      TableName: definition.TableName,
      AttributeDefinitions: definition.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
  }
  if (definition.StreamSpecification && !existing.StreamSpecification) {
    await dynamodb('DynamoDB_20120810.UpdateTable', {
      TableName: definition.TableName,
      StreamSpecification: definition.StreamSpecification,
    });
  }
}

async function enableTimeToLive({ name, timeToLive }: LocalTable, dynamodb: AwsCall) {
  if (!timeToLive || !isTrue(timeToLive.Enabled)) return;
  try {
    await dynamodb('DynamoDB_20120810.UpdateTimeToLive', {
      TableName: name,
      TimeToLiveSpecification: timeToLive,
    });
  } catch (error) {
    // A kept table has the setting already, and DynamoDB refuses to set it twice.
    if (!(error instanceof Error) || !error.message.includes('already enabled')) throw error;
  }
}
