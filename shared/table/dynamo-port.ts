import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  type ReturnConsumedCapacity,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { SwitchError } from '../errors.ts';
import { isAboutSize, refusedByDatabase } from './item-size.ts';
import {
  type Changes,
  type Condition,
  type Holding,
  type Item,
  indexKeys,
  type Key,
  type Page,
  type TablePort,
  type Write,
} from './port.ts';

/** One call may take this long before it is tried again; three tries in all. */
const callTimeoutMs = 1_000;
const tries = 3;

/** DynamoDB counts a page in 32 bits; one ends after a megabyte in any case. */
const largestLimit = 2_147_483_647;

/** DynamoDB behind our port: one table, and every refusal that it can give turned into an answer. */
export function dynamoPort(
  tableName: string,
  client = new DynamoDBClient({
    maxAttempts: tries,
    requestHandler: {
      requestTimeout: callTimeoutMs,
      connectionTimeout: callTimeoutMs,
      // Without this the client writes a warning to the log and goes on waiting.
      throwOnRequestTimeout: true,
    },
  }),
  /** Hears what the database says a call consumed, for checking our own calculator. */
  consumed?: (units: number) => void,
): TablePort {
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const table = { TableName: tableName };
  const report: { ReturnConsumedCapacity?: ReturnConsumedCapacity } = consumed
    ? { ReturnConsumedCapacity: 'TOTAL' }
    : {};
  const hear = (capacity: { CapacityUnits?: number | undefined } | undefined) =>
    consumed?.(capacity?.CapacityUnits ?? 0);

  return {
    async get(key, { eventual = false } = {}) {
      const command = new GetCommand({
        ...table,
        ...report,
        Key: exactly(key),
        ConsistentRead: !eventual,
      });
      const { Item: item, ConsumedCapacity } = await speaking(() => documents.send(command));
      hear(ConsumedCapacity);
      return item && asItem(item);
    },

    async put(item, condition) {
      const command = new PutCommand({
        ...table,
        ...report,
        Item: item,
        ...expression(condition),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return conditionally(async () => hear((await documents.send(command)).ConsumedCapacity));
    },

    async delete(key, condition) {
      const command = new DeleteCommand({
        ...table,
        ...report,
        Key: exactly(key),
        ...expression(condition),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return conditionally(async () => hear((await documents.send(command)).ConsumedCapacity));
    },

    async update(key, changes) {
      const command = new UpdateCommand({
        ...table,
        ...report,
        Key: exactly(key),
        ...updateExpression(changes),
      });
      hear((await speaking(() => documents.send(command))).ConsumedCapacity);
    },

    async updateWhere(key, changes, condition) {
      const command = new UpdateCommand({
        ...table,
        ...report,
        Key: exactly(key),
        ...updateExpression(changes, condition),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return returning(() => documents.send(command));
    },

    async take(key, condition) {
      const { name, value, used } = placeholders();
      const conditions = conditionsOf(condition, name, value);
      const command = new DeleteCommand({
        ...table,
        ...report,
        Key: exactly(key),
        ConditionExpression: [`attribute_exists(${name('pk')})`, ...conditions].join(' AND '),
        ...used(),
        ReturnValues: 'ALL_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return returning(() => documents.send(command));
    },

    async query(page) {
      const items: Item[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const command = new QueryCommand({
          ...table,
          ...report,
          ...queryExpression(page),
          ...(page.limit !== undefined && {
            Limit: Math.min(page.limit - items.length, largestLimit),
          }),
          ...(from && { ExclusiveStartKey: from }),
        });
        const answer = await speaking(() => documents.send(command));
        hear(answer.ConsumedCapacity);
        items.push(...(answer.Items ?? []).map(asItem));
        from = answer.LastEvaluatedKey;
      } while (from && items.length < (page.limit ?? Number.POSITIVE_INFINITY));
      return items;
    },

    async batchGet(keys, { eventual = false } = {}) {
      const items: Item[] = [];
      let wanted: Record<string, unknown>[] = keys.map(exactly);
      for (let attempt = 0; wanted.length > 0; attempt++) {
        if (attempt > 0) await pause(attempt);
        if (attempt > 5) throw new SwitchError('temporarily_unavailable');
        const command = new BatchGetCommand({
          ...report,
          RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: !eventual } },
        });
        const answer = await speaking(() => documents.send(command));
        answer.ConsumedCapacity?.forEach(hear);
        items.push(...(answer.Responses?.[tableName] ?? []).map(asItem));
        wanted = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
      }
      return items;
    },

    async transact(writes, token) {
      for (let attempt = 1; ; attempt++) {
        const command = new TransactWriteCommand({
          ClientRequestToken: token,
          TransactItems: writes.map((write) => transactItem(table, write)),
        });
        try {
          await speaking(() => documents.send(command));
          return { written: true };
        } catch (error) {
          if (!(error instanceof TransactionCanceledException)) throw error;
          const reasons = error.CancellationReasons ?? [];
          if (reasons.some(({ Message }) => isAboutSize(Message))) throw refusedByDatabase(error);
          const refused = reasons.flatMap(({ Code, Item: found }, index) =>
            Code === 'ConditionalCheckFailed'
              ? [{ index, ...(found && { existing: asItem(unmarshall(found)) }) }]
              : [],
          );
          // One that is half written by somebody else is refused by what that has written already, and
          // meets it at the rest: what stands in its way is known once the other one is over.
          const meetsAnother = reasons.some(({ Code }) => Code === 'TransactionConflict');
          if (refused.length > 0 && !meetsAnother) return { written: false, refused };
          // A concurrent transaction on one of the items, or throttling: worth another try.
          if (attempt === tries) throw new SwitchError('concurrent_update', {}, { cause: error });
          await pause(attempt);
        }
      }
    },
  };

  async function conditionally(send: () => Promise<void>) {
    try {
      await speaking(send);
      return { written: true } as const;
    } catch (error) {
      return refusedBy(error);
    }
  }

  async function returning(
    send: () => Promise<{
      Attributes?: Record<string, unknown> | undefined;
      ConsumedCapacity?: { CapacityUnits?: number | undefined } | undefined;
    }>,
  ) {
    try {
      const { Attributes: item, ConsumedCapacity } = await speaking(send);
      hear(ConsumedCapacity);
      return { written: true, item: asItem(item ?? {}) } as const;
    } catch (error) {
      return refusedBy(error);
    }
  }
}

/** A condition that does not hold is an answer; anything else is thrown on. */
function refusedBy(error: unknown) {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
  const existing = error.Item && asItem(unmarshall(error.Item));
  return { written: false, ...(existing && { existing }) } as const;
}

const exactly = ({ pk, sk }: Key) => ({ pk, sk });

/** Every item of ours has both keys: DynamoDB itself sees to it. */
export function asItem(attributes: Record<string, unknown>): Item {
  const { pk, sk } = attributes;
  if (typeof pk !== 'string' || typeof sk !== 'string')
    throw new Error('An item without its keys.');
  return { ...attributes, pk, sk };
}

function expression(condition: Condition) {
  if (condition === 'absent') return { ConditionExpression: 'attribute_not_exists(pk)' };
  const [name, value] =
    'version' in condition ? ['version', condition.version] : [condition.attribute, condition.is];
  return {
    ConditionExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': value },
  };
}

/** Names and values of an expression, which may stand in it only by words that we choose. */
function placeholders() {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  return {
    name(name: string) {
      const word = `#${Object.keys(names).length}`;
      names[word] = name;
      return word;
    },
    value(value: unknown) {
      const word = `:${Object.keys(values).length}`;
      values[word] = value;
      return word;
    },
    used: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

function updateExpression(
  { add = {}, set = {}, append = {}, remove = [] }: Changes,
  condition: Holding = {},
) {
  const { name, value, used } = placeholders();
  const adds = Object.entries(add).map(([one, by]) => `${name(one)} ${value(by)}`);
  const sets = Object.entries(set).map(([one, to]) => `${name(one)} = ${value(to)}`);
  const appends = Object.entries(append).map(([one, more]) => {
    const list = name(one);
    return `${list} = list_append(if_not_exists(${list}, ${value([])}), ${value(more)})`;
  });
  const clauses = [
    ['ADD', adds],
    ['SET', [...sets, ...appends]],
    ['REMOVE', remove.map(name)],
  ] as const;
  const conditions = conditionsOf(condition, name, value);
  return {
    UpdateExpression: clauses
      .flatMap(([verb, some]) => (some.length > 0 ? [`${verb} ${some.join(', ')}`] : []))
      .join(' '),
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ...used(),
  };
}

function conditionsOf(
  { atLeast = {}, atMost = {}, oneOf = {}, absent = [], present }: Holding,
  name: (name: string) => string,
  value: (value: unknown) => string,
): readonly string[] {
  return [
    ...(present === undefined
      ? []
      : [`${present ? 'attribute_exists' : 'attribute_not_exists'}(${name('pk')})`]),
    ...Object.entries(atLeast).map(([one, least]) => `${name(one)} >= ${value(least)}`),
    ...Object.entries(atMost).map(([one, most]) => {
      const held = `${name(one)} <= ${value(most)}`;
      return most < 0 ? held : `(attribute_not_exists(${name(one)}) OR ${held})`;
    }),
    ...Object.entries(oneOf).map(([one, few]) => `${name(one)} IN (${few.map(value).join(', ')})`),
    ...absent.map((one) => `attribute_not_exists(${name(one)})`),
  ];
}

function queryExpression(page: Page) {
  const { index, pk, beginsWith, from, until, after, descending, eventual } = page;
  const [pkName, skName] = index ? indexKeys[index] : (['pk', 'sk'] as const);
  const { name, value, used } = placeholders();
  const conditions = [`${name(pkName)} = ${value(pk)}`];
  if (after !== undefined) conditions.push(`${name(skName)} > ${value(after)}`);
  else if (from !== undefined && until !== undefined)
    conditions.push(`${name(skName)} BETWEEN ${value(from)} AND ${value(until)}`);
  else if (from !== undefined) conditions.push(`${name(skName)} >= ${value(from)}`);
  else if (until !== undefined) conditions.push(`${name(skName)} <= ${value(until)}`);
  else if (beginsWith) conditions.push(`begins_with(${name(skName)}, ${value(beginsWith)})`);
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: !eventual }),
    ...(descending && { ScanIndexForward: false }),
    KeyConditionExpression: conditions.join(' AND '),
    ...used(),
  };
}

function transactItem(table: { TableName: string }, write: Write) {
  const refusal = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  switch (write.kind) {
    case 'put':
      return { Put: { ...table, Item: write.item, ...expression(write.condition), ...refusal } };
    case 'update':
      return {
        Update: {
          ...table,
          Key: exactly(write.key),
          ...updateExpression(write.changes, write.condition),
          ...refusal,
        },
      };
    case 'delete':
      return {
        Delete: {
          ...table,
          Key: exactly(write.key),
          ...expression(write.condition),
          ...refusal,
        },
      };
    case 'check':
      return {
        ConditionCheck: {
          ...table,
          Key: exactly(write.key),
          ConditionExpression: 'attribute_exists(pk)',
        },
      };
  }
}

/**
 * Says "try again later" where the database does; the client library has tried three times by then. It
 * does not try again where an item is in a transaction, which is over in a moment: that we do.
 */
async function speaking<T>(send: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TransactionConflictException && attempt < tries) {
      await pause(attempt);
      return speaking(send, attempt + 1);
    }
    if (isPassing(error)) throw new SwitchError('temporarily_unavailable', {}, { cause: error });
    if (error instanceof Error && isAboutSize(error.message)) throw refusedByDatabase(error);
    throw error;
  }
}

const passing = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  // Of a single item that is in somebody's transaction, and of a transaction that we repeat too soon.
  'TransactionConflictException',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'ECONNRESET',
  'ECONNREFUSED',
]);

const isPassing = (error: unknown) =>
  error instanceof Error &&
  (passing.has(error.name) ||
    ('code' in error && typeof error.code === 'string' && passing.has(error.code)) ||
    (error instanceof DynamoDBServiceException && (error.$metadata.httpStatusCode ?? 0) >= 500));

const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt * (0.5 + Math.random() / 2)));
