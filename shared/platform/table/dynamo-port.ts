import type {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { isJson, type Json } from '../aws/aws-client.ts';
import { asRefusal } from '../aws/transient.ts';
import { SwitchError } from '../errors.ts';
import { setOwnMember } from '../own-member.ts';
import { asItem, itemFromWire, itemOnWire, type WireItem } from './attribute-values.ts';
import { type Database, type DatabaseCalls, liveDatabase } from './database.ts';
import { isAboutSize, refusedByDatabase } from './item-size.ts';
import {
  type AttributeConditions,
  type Changes,
  type Condition,
  type Item,
  indexKeys,
  type Key,
  type Page,
  type TablePort,
  type Write,
} from './port.ts';

/** How often a transaction is tried that meets another one. */
const maxAttempts = 3;

/** DynamoDB counts a page in 32 bits; one ends after a megabyte in any case. */
const maxLimit = 2_147_483_647;

/**
 * DynamoDB behind our port: one table, and every refusal that it can give turned into an answer.
 *
 * @param tableName its name, or its ARN for a table of another account
 */
export function dynamoPort(
  tableName: string,
  database: Database = liveDatabase(),
  /**
   * Receives the units that a call consumed by the database's answer, for checking our own
   * calculator.
   */
  consumed?: (units: number) => void,
): TablePort {
  const report = consumed && ({ ReturnConsumedCapacity: 'TOTAL' } as const);
  const ask = async <Name extends keyof DatabaseCalls>(name: Name, input: DatabaseCalls[Name]) => {
    const answer = await withRetries(() => database.call(name, input));
    if (consumed) for (const units of unitsIn(answer)) consumed(units);
    return answer;
  };

  // The members of an input stand in the order of the SDK, so that both send the same bytes.
  const calls = { tableName, ask, report };
  return { ...itemCalls(calls), ...readsOfMany(calls), ...transactions(calls) };
}

interface Calls {
  readonly tableName: string;
  ask<Name extends keyof DatabaseCalls>(name: Name, input: DatabaseCalls[Name]): Promise<Json>;
  /** Asks the database what the call consumed. */
  readonly report: { readonly ReturnConsumedCapacity: 'TOTAL' } | undefined;
}

function itemCalls({
  tableName,
  ask,
  report,
}: Calls): Pick<TablePort, 'get' | 'put' | 'delete' | 'update' | 'updateWhere' | 'take'> {
  const table = { TableName: tableName };
  return {
    async get(key, { eventual = false } = {}) {
      const { Item: item } = await ask('GetItem', {
        ...table,
        Key: keyOnWire(key),
        ConsistentRead: !eventual,
        ...report,
      });
      return item === undefined ? undefined : read(item);
    },

    async put(item, condition) {
      return conditionally(() =>
        ask('PutItem', {
          ...table,
          Item: itemOnWire(item),
          ...report,
          ...expression(condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    },

    async delete(key, condition) {
      return conditionally(() =>
        ask('DeleteItem', {
          ...table,
          Key: keyOnWire(key),
          ...report,
          ...expression(condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    },

    async update(key, changes) {
      await ask('UpdateItem', {
        ...table,
        Key: keyOnWire(key),
        ...report,
        ...updateExpression(changes),
      });
    },

    async updateWhere(key, changes, condition) {
      return returning(() =>
        ask('UpdateItem', {
          ...table,
          Key: keyOnWire(key),
          ReturnValues: 'ALL_NEW',
          ...report,
          ...updateExpression(changes, condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    },

    async take(key, condition) {
      const { name, value, used } = placeholders();
      const conditions = conditionsOf(condition, name, value);
      return returning(() =>
        ask('DeleteItem', {
          ...table,
          Key: keyOnWire(key),
          ReturnValues: 'ALL_OLD',
          ...report,
          ConditionExpression: [`attribute_exists(${name('pk')})`, ...conditions].join(' AND '),
          ...used(),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    },
  };
}

function readsOfMany({ tableName, ask, report }: Calls): Pick<TablePort, 'query' | 'batchGet'> {
  const table = { TableName: tableName };
  return {
    async query(page) {
      const { index, limit, descending, eventual } = page;
      const items: Item[] = [];
      let from: WireItem | undefined;
      do {
        const answer = await ask('Query', {
          ...table,
          ...(index && { IndexName: index }),
          ...(limit !== undefined && { Limit: Math.min(limit - items.length, maxLimit) }),
          ...(!index && { ConsistentRead: !eventual }),
          ...(descending && { ScanIndexForward: false }),
          ...(from && { ExclusiveStartKey: from }),
          ...report,
          ...keyCondition(page),
        });
        items.push(...listIn(answer, 'Items').map(read));
        from = lastKeyOf(answer);
      } while (from && items.length < (limit ?? Number.POSITIVE_INFINITY));
      return items;
    },

    async batchGet(keys, { eventual = false } = {}) {
      const items: Item[] = [];
      let wanted: readonly WireItem[] = keys.map(keyOnWire);
      for (let attempt = 0; wanted.length > 0; attempt++) {
        if (attempt > 0) await pause(attempt);
        if (attempt > 5) throw new SwitchError('temporarily_unavailable');
        const { Responses: found, UnprocessedKeys: left } = await ask('BatchGetItem', {
          RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: !eventual } },
          ...report,
        });
        items.push(...listOf(ofTable(found)).map(read));
        wanted = listIn(ofTable(left), 'Keys').map((key) => keyOnWire(read(key)));
      }
      return items;
    },
  };
}

function transactions({ tableName, ask, report }: Calls): Pick<TablePort, 'transact'> {
  const table = { TableName: tableName };
  return {
    async transact(writes, token) {
      for (let attempt = 1; ; attempt++) {
        try {
          await ask('TransactWriteItems', {
            TransactItems: writes.map((write) => transactItem(table, write)),
            ...report,
            ClientRequestToken: token,
          });
          return { written: true };
        } catch (error) {
          if (!isCancelled(error)) throw error;
          const reasons = error.CancellationReasons ?? [];
          if (reasons.some(({ Message }) => isAboutSize(Message))) throw refusedByDatabase(error);
          const refused = reasons.flatMap(({ Code, Item: found }, index) =>
            Code === 'ConditionalCheckFailed'
              ? [{ index, ...(found && { existing: read(found) }) }]
              : [],
          );
          // Another transaction may have written only part of its items. Its finished writes refuse
          // ours, and its unfinished ones conflict with ours. Which items exist is known only when
          // it is over.
          const meetsAnother = reasons.some(({ Code }) => Code === 'TransactionConflict');
          if (refused.length > 0 && !meetsAnother) return { written: false, refused };
          // A concurrent transaction on one of the items, or throttling: worth another try.
          if (attempt === maxAttempts)
            throw new SwitchError('concurrent_update', {}, { cause: error });
          await pause(attempt);
        }
      }
    },
  };
}

async function conditionally(send: () => Promise<Json>) {
  try {
    await send();
    return { written: true } as const;
  } catch (error) {
    return refusedBy(error);
  }
}

async function returning(send: () => Promise<Json>) {
  try {
    const { Attributes: item } = await send();
    return { written: true, item: read(item) } as const;
  } catch (error) {
    return refusedBy(error);
  }
}

/** A condition that does not hold is an answer; anything else is thrown on. */
function refusedBy(error: unknown) {
  if (!isConditionFailed(error)) throw error;
  const existing = error.Item && read(error.Item);
  return { written: false, ...(existing && { existing }) } as const;
}

// The SDK's error classes are in a part that only failed calls load: errors are known by name.
const isConditionFailed = (error: unknown): error is ConditionalCheckFailedException =>
  hasName(error, 'ConditionalCheckFailedException');
const isCancelled = (error: unknown): error is TransactionCanceledException =>
  hasName(error, 'TransactionCanceledException');
const hasName = (error: unknown, name: string) => error instanceof Error && error.name === name;

const keyOnWire = ({ pk, sk }: Key): WireItem => ({ pk: { S: pk }, sk: { S: sk } });

const read = (wire: unknown): Item => asItem(itemFromWire(wire));

const listIn = (answer: unknown, name: 'Items' | 'Keys'): readonly unknown[] =>
  listOf(isJson(answer) && answer[name]);

const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** The part of a batch's answer about its one table, which AWS calls by its name or its ARN. */
const ofTable = (parts: unknown): unknown => isJson(parts) && Object.values(parts)[0];

/** Where the next page of a query begins: as it came, for it is only sent back. */
function lastKeyOf({ LastEvaluatedKey: place }: Json): WireItem | undefined {
  return place ? itemOnWire(itemFromWire(place)) : undefined;
}

/** The units that a call consumed by the database's answer: once, or for each table of a batch. */
function unitsIn({ ConsumedCapacity: capacity }: Json): readonly number[] {
  return [capacity].flat().map((one) => (isJson(one) ? Number(one.CapacityUnits ?? 0) : 0));
}

function expression(condition: Condition) {
  if (condition === 'absent') return { ConditionExpression: 'attribute_not_exists(pk)' };
  const [name, value] =
    'version' in condition ? ['version', condition.version] : [condition.attribute, condition.is];
  return {
    ConditionExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: itemOnWire({ ':value': value }),
  };
}

/** Names and values of an expression, which may stand in it only by words that we choose. */
function placeholders() {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  return {
    name(name: string) {
      const word = `#${Object.keys(names).length}`;
      setOwnMember(names, word, name);
      return word;
    },
    value(value: unknown) {
      const word = `:${Object.keys(values).length}`;
      setOwnMember(values, word, value);
      return word;
    },
    used: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: itemOnWire(values) }),
    }),
  };
}

function updateExpression(
  { add = {}, set = {}, append = {}, remove = [] }: Changes,
  condition: AttributeConditions = {},
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
  { atLeast = {}, atMost = {}, oneOf = {}, absent = [], present }: AttributeConditions,
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

function keyCondition({ index, pk, beginsWith, from, until, after }: Page) {
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
    KeyConditionExpression: conditions.join(' AND '),
    ...used(),
  };
}

function transactItem(table: { TableName: string }, write: Write) {
  const refusal = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  switch (write.kind) {
    case 'put': {
      const { item, condition } = write;
      return {
        Put: { Item: itemOnWire(item), ...table, ...expression(condition), ...refusal },
      };
    }
    case 'update': {
      const { UpdateExpression, ...rest } = updateExpression(write.changes, write.condition);
      return {
        Update: { Key: keyOnWire(write.key), UpdateExpression, ...table, ...rest, ...refusal },
      };
    }
    case 'delete':
      return {
        Delete: {
          Key: keyOnWire(write.key),
          ...table,
          ...expression(write.condition),
          ...refusal,
        },
      };
    case 'check':
      return {
        ConditionCheck: {
          Key: keyOnWire(write.key),
          ...table,
          ConditionExpression: 'attribute_exists(pk)',
        },
      };
  }
}

/**
 * Throws the error for "try again later" where the database asks for that; the client library has
 * made three attempts by then. The library does not repeat a call whose item is in a transaction.
 * That is over in a moment, so it is repeated here.
 */
async function withRetries<T>(send: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (hasName(error, 'TransactionConflictException') && attempt < maxAttempts) {
      await pause(attempt);
      return withRetries(send, attempt + 1);
    }
    if (error instanceof Error && isAboutSize(error.message)) throw refusedByDatabase(error);
    return asRefusal(error);
  }
}

const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt * (0.5 + Math.random() / 2)));
