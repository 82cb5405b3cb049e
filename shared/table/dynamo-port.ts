import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  type ReturnConsumedCapacity,
  TransactionCanceledException,
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
import type { Changes, Condition, Item, Key, Page, TablePort, Write } from './port.ts';

/** One call may take this long before it is tried again; three tries in all. */
const callTimeoutMs = 1_000;
const tries = 3;

/** DynamoDB behind our port: one table, and every refusal that it can give turned into an answer. */
export function dynamoPort(
  tableName: string,
  client = new DynamoDBClient({
    maxAttempts: tries,
    requestHandler: { requestTimeout: callTimeoutMs, connectionTimeout: callTimeoutMs },
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

    async query(page) {
      const items: Item[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const command = new QueryCommand({
          ...table,
          ...report,
          ...queryExpression(page),
          ...(page.limit !== undefined && { Limit: page.limit - items.length }),
          ...(from && { ExclusiveStartKey: from }),
        });
        const answer = await speaking(() => documents.send(command));
        hear(answer.ConsumedCapacity);
        items.push(...(answer.Items ?? []).map(asItem));
        from = answer.LastEvaluatedKey;
      } while (from && items.length < (page.limit ?? Number.POSITIVE_INFINITY));
      return items;
    },

    async batchGet(keys) {
      const items: Item[] = [];
      let wanted: Record<string, unknown>[] = keys.map(exactly);
      for (let attempt = 0; wanted.length > 0; attempt++) {
        if (attempt > 0) await pause(attempt);
        if (attempt > 5) throw new SwitchError('temporarily_unavailable');
        const command = new BatchGetCommand({
          ...report,
          RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: true } },
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
          const refused = reasons.flatMap(({ Code, Item: found }, index) =>
            Code === 'ConditionalCheckFailed'
              ? [{ index, ...(found && { existing: asItem(unmarshall(found)) }) }]
              : [],
          );
          if (refused.length > 0) return { written: false, refused };
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
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const existing = error.Item && asItem(unmarshall(error.Item));
      return { written: false, ...(existing && { existing }) } as const;
    }
  }
}

const exactly = ({ pk, sk }: Key) => ({ pk, sk });

/** Every item of ours has both keys: DynamoDB itself sees to it. */
function asItem(attributes: Record<string, unknown>): Item {
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

function updateExpression({ add = {}, set = {}, append = {} }: Changes) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const word = (name: string, value: unknown) => {
    const index = Object.keys(names).length;
    names[`#${index}`] = name;
    values[`:${index}`] = value;
    return [`#${index}`, `:${index}`] as const;
  };
  const adds = Object.entries(add).map((one) => word(...one).join(' '));
  const sets = Object.entries(set).map((one) => word(...one).join(' = '));
  const appends = Object.entries(append).map((one) => {
    const [name, value] = word(...one);
    values[':none'] = [];
    return `${name} = list_append(if_not_exists(${name}, :none), ${value})`;
  });
  const clauses = [
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
    sets.length + appends.length > 0 ? `SET ${[...sets, ...appends].join(', ')}` : '',
  ];
  return {
    UpdateExpression: clauses.join(' ').trim(),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

function queryExpression({ index, pk, beginsWith, eventual }: Page) {
  const [pkName, skName] = index ? ['listPk', 'listSk'] : ['pk', 'sk'];
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: !eventual }),
    KeyConditionExpression: beginsWith ? '#pk = :pk AND begins_with(#sk, :sk)' : '#pk = :pk',
    ExpressionAttributeNames: { '#pk': pkName, ...(beginsWith && { '#sk': skName }) },
    ExpressionAttributeValues: { ':pk': pk, ...(beginsWith && { ':sk': beginsWith }) },
  };
}

function transactItem(table: { TableName: string }, write: Write) {
  const refusal = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  return write.kind === 'put'
    ? { Put: { ...table, Item: write.item, ...expression(write.condition), ...refusal } }
    : {
        ConditionCheck: {
          ...table,
          Key: exactly(write.key),
          ConditionExpression: 'attribute_exists(pk)',
        },
      };
}

/** Says "try again later" where the database does; the client library has tried three times by then. */
async function speaking<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (isPassing(error)) throw new SwitchError('temporarily_unavailable', {}, { cause: error });
    throw error;
  }
}

const passing = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
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
