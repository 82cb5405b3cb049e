import { isObject, type Json, type JsonObject, listOf, objectOf } from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';
import { carryOut, deleteAction, type Tables } from './actions.ts';
import type { Table } from './catalogue.ts';
import { expiryOf, moveExpiry, passedExpiries } from './expiry.ts';
import { itemBy, itemsAfter } from './items.ts';
import { answerText, count, flag, optionalText, tableNameIn, text } from './request.ts';
import { keyNames, pick } from './schema.ts';
import { sizeOf } from './sizes.ts';
import { invalid, TableError } from './table-error.ts';
import { membersOf } from './values.ts';

const account = '000000000000';

export const tableArn = (region: string, name: string): string =>
  `arn:aws:dynamodb:${region}:${account}:table/${name}`;

/** Members of a CreateTable request that define the table. */
const defining = [
  'TableName',
  'AttributeDefinitions',
  'KeySchema',
  'LocalSecondaryIndexes',
  'GlobalSecondaryIndexes',
  'StreamSpecification',
  'DeletionProtectionEnabled',
];

export function createTable(tables: Tables, request: JsonObject): string {
  const name = tableNameIn(request);
  if (tables.catalogue.find(name)) {
    throw new TableError('ResourceInUseException', `Table already exists: ${name}`);
  }
  const definition = Object.fromEntries(
    defining.flatMap((member) => {
      const value = ownMember(request, member);
      return value === undefined || value === null ? [] : [[member, value]];
    }),
  );
  const table = tables.catalogue.create(name, { ...definition, TableName: name });
  return answerText({ TableDescription: JSON.stringify(description(tables, table)) });
}

export const describeTable = (tables: Tables, request: JsonObject): string =>
  answerText({ Table: JSON.stringify(description(tables, tableIn(tables, request))) });

function tableIn({ catalogue }: Tables, request: JsonObject): Table {
  const name = tableNameIn(request);
  const table = catalogue.find(name);
  if (table) return table;
  throw new TableError(
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${name} not found`,
  );
}

export function deleteTable(tables: Tables, request: JsonObject): string {
  const table = tableIn(tables, request);
  if (table.definition.DeletionProtectionEnabled === true) {
    throw invalid(
      `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.`,
    );
  }
  const before = description(tables, table);
  tables.catalogue.remove(table);
  return answerText({
    TableDescription: JSON.stringify({ ...before, TableStatus: 'DELETING' }),
  });
}

const maxNames = 100;

export function listTables({ catalogue }: Tables, request: JsonObject): string {
  const after = optionalText(request, 'ExclusiveStartTableName') ?? '';
  const limit = count(request, 'Limit', maxNames) ?? maxNames;
  const names = catalogue.names().filter((name) => name > after);
  const page = names.slice(0, limit);
  return answerText({
    TableNames: JSON.stringify(page),
    LastEvaluatedTableName: names.length > limit ? JSON.stringify(page.at(-1)) : undefined,
  });
}

export function updateTable(tables: Tables, request: JsonObject): string {
  const table = tableIn(tables, request);
  const { definition } = table;
  let indexes = listOf(definition.GlobalSecondaryIndexes);
  const nameOf = (index: Json) => objectOf(index, 'An index').IndexName;
  for (const one of listOf(request.GlobalSecondaryIndexUpdates ?? undefined)) {
    const { Create: created, Delete: removed } = objectOf(one, 'An update of an index');
    if (isObject(created)) indexes = [...indexes, created];
    if (!isObject(removed)) continue;
    if (!indexes.some((index) => nameOf(index) === removed.IndexName)) {
      throw new TableError('ResourceNotFoundException', 'Requested resource not found');
    }
    indexes = indexes.filter((index) => nameOf(index) !== removed.IndexName);
  }
  const { StreamSpecification: stream } = request;
  if (isObject(stream) && stream.StreamEnabled === true && table.stream) {
    throw new TableError('ResourceInUseException', 'Table already has an enabled stream');
  }
  const isProtected = flag(request, 'DeletionProtectionEnabled');
  const changed: JsonObject = {
    ...definition,
    GlobalSecondaryIndexes: indexes.length > 0 ? indexes : undefined,
    AttributeDefinitions: usedAttributes(
      listOf(request.AttributeDefinitions ?? definition.AttributeDefinitions),
      [
        definition.KeySchema,
        ...[...indexes, ...listOf(definition.LocalSecondaryIndexes)].map(
          (index) => objectOf(index, 'An index').KeySchema,
        ),
      ],
    ),
    ...(isObject(stream) && { StreamSpecification: stream }),
    ...(isProtected !== undefined && { DeletionProtectionEnabled: isProtected }),
  };
  const updated = tables.catalogue.update(table, changed);
  return answerText({ TableDescription: JSON.stringify(description(tables, updated)) });
}

/** Definitions of the attributes that are keys: of an index that is gone, none is left. */
function usedAttributes(
  definitions: readonly Json[],
  schemas: readonly (Json | undefined)[],
): readonly Json[] {
  const used = schemas.flatMap((schema) =>
    listOf(schema).map((key) => objectOf(key, 'A key').AttributeName),
  );
  return definitions.filter((one) => used.includes(objectOf(one, 'An attribute').AttributeName));
}

function description(tables: Tables, table: Table): JsonObject {
  const { definition, name, stream } = table;
  const arn = tableArn(tables.region, name);
  const { items, bytes } = sizeOf(tables.database, table);
  const throughput = { NumberOfDecreasesToday: 0, ReadCapacityUnits: 0, WriteCapacityUnits: 0 };
  const indexes = (isLocal: boolean) => {
    const some = table.indexes.filter((index) => index.isLocal === isLocal);
    return some.length === 0
      ? undefined
      : some.map(({ name: IndexName, definition: { KeySchema, Projection } }) => ({
          IndexName,
          KeySchema,
          Projection,
          IndexArn: `${arn}/index/${IndexName}`,
          ...(!isLocal && { IndexStatus: 'ACTIVE', ProvisionedThroughput: throughput }),
        }));
  };
  return {
    AttributeDefinitions: definition.AttributeDefinitions,
    TableName: name,
    KeySchema: definition.KeySchema,
    TableStatus: 'ACTIVE',
    CreationDateTime: table.createdAtSeconds,
    ProvisionedThroughput: throughput,
    TableSizeBytes: bytes,
    ItemCount: items,
    TableArn: arn,
    TableId: `${String(table.id).padStart(8, '0')}-0000-4000-8000-000000000000`,
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    LocalSecondaryIndexes: indexes(true),
    GlobalSecondaryIndexes: indexes(false),
    ...(stream && {
      StreamSpecification: definition.StreamSpecification,
      LatestStreamLabel: stream.label,
      LatestStreamArn: `${arn}/stream/${stream.label}`,
    }),
    DeletionProtectionEnabled: definition.DeletionProtectionEnabled === true,
  };
}

export function updateTimeToLive(tables: Tables, request: JsonObject): string {
  const table = tableIn(tables, request);
  const settings = membersOf(request.TimeToLiveSpecification, 'TimeToLiveSpecification');
  const name = text(settings, 'AttributeName');
  const isEnabled = flag(settings, 'Enabled') ?? false;
  if (isEnabled && table.timeToLive !== undefined && table.timeToLive !== name) {
    throw invalid('TimeToLive is active on a different AttributeName');
  }
  if (isEnabled === (table.timeToLive !== undefined)) {
    throw invalid(`TimeToLive is already ${isEnabled ? 'enabled' : 'disabled'}`);
  }
  tables.catalogue.setTimeToLive(table, isEnabled ? name : undefined);
  return answerText({
    TimeToLiveSpecification: JSON.stringify({ AttributeName: name, Enabled: isEnabled }),
  });
}

export function describeTimeToLive(tables: Tables, request: JsonObject): string {
  const { timeToLive } = tableIn(tables, request);
  const described: JsonObject =
    timeToLive === undefined
      ? { TimeToLiveStatus: 'DISABLED' }
      : { AttributeName: timeToLive, TimeToLiveStatus: 'ENABLED' };
  return answerText({ TimeToLiveDescription: JSON.stringify(described) });
}

/**
 * Removes items whose time has passed, which their table's stream shows as done by DynamoDB. Does
 * so in short steps, between which calls are answered.
 */
export function* removeExpired(tables: Tables): Generator<void> {
  for (const name of tables.catalogue.names()) {
    while (readExpiries(tables, name)) yield;
    while (removeSomeExpired(tables, name)) yield;
  }
}

/**
 * Reads some items for their time of expiry which were there before the table had a time to live,
 * or were stored without such an index. Returns whether there are more.
 */
function readExpiries({ database, catalogue }: Tables, name: string): boolean {
  const table = catalogue.find(name);
  const { timeToLive, expiryReadTo } = table ?? {};
  if (!table || timeToLive === undefined || expiryReadTo === undefined) return false;
  return database.atomically(() => {
    const items = itemsAfter(database, table, expiryReadTo);
    for (const one of items) {
      moveExpiry(database, table, one.id, undefined, expiryOf(one, timeToLive));
    }
    const last = items.at(-1);
    catalogue.setExpiryReadTo(table, last?.id);
    return last !== undefined;
  });
}

/** Items removed at one time. */
const removedAtOnce = 25;

/** Returns whether there may be more. */
function removeSomeExpired(tables: Tables, name: string): boolean {
  const { database, catalogue } = tables;
  const table = catalogue.find(name);
  const timeToLive = table?.timeToLive;
  if (!table || timeToLive === undefined) return false;
  const nowSeconds = Math.floor(tables.now() / 1_000);
  return database.atomically(() => {
    const passed = passedExpiries(database, table, nowSeconds, removedAtOnce);
    for (const { item: id, at } of passed) {
      const before = itemBy(database, table, id);
      // An earlier version of this program, which has no such index, may have changed the item.
      if (!before || expiryOf(before, timeToLive) !== at) {
        moveExpiry(database, table, id, at, before && expiryOf(before, timeToLive));
        continue;
      }
      const Key = pick(before.item, keyNames(table.keys));
      const action = deleteAction(tables, { TableName: name, Key });
      carryOut(tables, { action, before, after: undefined }, true);
    }
    return passed.length === removedAtOnce;
  });
}
