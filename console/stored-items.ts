import * as v from 'valibot';
import { asItem, itemFromWire } from '#platform/table/attribute-values.ts';
import { unpacked } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { type JsonObject, listOf } from '../local/assembly/json.ts';
import type { AwsCall } from '../local/aws/aws-call.ts';

const dynamo = 'DynamoDB_20120810';

/** An item as it came from the database, with its packed values unpacked. */
export const itemFrom = (wire: unknown): Item => unpacked(asItem(itemFromWire(wire)));

/** All items of a partition whose sort key begins so, at most `limit`. */
export async function queryPartition(
  dynamodb: AwsCall,
  TableName: string,
  { pk, beginsWith, limit = 500 }: { pk: string; beginsWith?: string; limit?: number },
): Promise<readonly Item[]> {
  const { Items } = await dynamodb(`${dynamo}.Query`, {
    TableName,
    KeyConditionExpression: `pk = :pk${beginsWith ? ' AND begins_with(sk, :sk)' : ''}`,
    ExpressionAttributeValues: {
      ':pk': { S: pk },
      ...(beginsWith && { ':sk': { S: beginsWith } }),
    },
    ConsistentRead: true,
    Limit: limit,
  });
  return listOf(Items).map(itemFrom);
}

/** The keys on an index below one of its partitions, in its order. */
export async function queryIndex(
  dynamodb: AwsCall,
  TableName: string,
  { index, name, value, limit }: { index: string; name: string; value: string; limit: number },
): Promise<readonly Item[]> {
  const { Items } = await dynamodb(`${dynamo}.Query`, {
    TableName,
    IndexName: index,
    KeyConditionExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': { S: value } },
    Limit: limit,
  });
  return listOf(Items).map(itemFrom);
}

/** One page of a table. */
export interface TablePage {
  readonly items: readonly Item[];
  /** Where the next page begins, for `from`; undefined after the last. */
  readonly next: string | undefined;
}

/** A part of a key: not empty, without half a character, and within DynamoDB's limit in bytes. */
const keyPart = (maxBytes: number) =>
  v.strictObject({
    S: v.pipe(
      v.string(),
      v.nonEmpty(),
      v.maxBytes(maxBytes),
      v.check((given) => given.isWellFormed(), 'Not a text'),
    ),
  });

/** A place in a table, as a page states it: a whole key in Base64url. */
const Place = v.pipe(
  v.string(),
  v.maxLength(8_192),
  v.transform((given) => Buffer.from(given, 'base64url').toString()),
  v.parseJson(),
  v.strictObject({ pk: keyPart(2_048), sk: keyPart(1_024) }),
);

/** The most reads that one page may take, of at most 1 MB each. */
const maxReads = 20;

/**
 * One page of a table: at most `limit` items whose partition key begins with a text. A page that
 * would take too many reads ends early, and the next one continues.
 *
 * @throws ValiError for a `from` that no page stated
 */
export async function scanPage(
  dynamodb: AwsCall,
  TableName: string,
  asked: {
    readonly beginning?: string;
    readonly from?: string | undefined;
    readonly limit: number;
    readonly filter?: JsonObject;
  },
): Promise<TablePage> {
  const { beginning = '', filter, limit } = asked;
  const items: Item[] = [];
  let from: JsonObject | undefined =
    asked.from === undefined ? undefined : v.parse(Place, asked.from);
  for (let read = 0; read < maxReads; read += 1) {
    const { Items, LastEvaluatedKey } = await dynamodb(`${dynamo}.Scan`, {
      TableName,
      ...(beginning && {
        FilterExpression: 'begins_with(pk, :beginning)',
        ExpressionAttributeValues: { ':beginning': { S: beginning } },
      }),
      ...filter,
      // Without a filter every item that is read is shown.
      Limit: beginning || filter ? 1_000 : limit,
      ...(from && { ExclusiveStartKey: from }),
    });
    items.push(...listOf(Items).map(itemFrom));
    const last = LastEvaluatedKey ?? undefined;
    if (last === undefined) return cutPage(items, limit, undefined);
    from = v.parse(
      v.custom<JsonObject>((one) => typeof one === 'object' && one !== null),
      last,
    );
    if (items.length >= limit) break;
  }
  return cutPage(items, limit, from);
}

/** Items beyond the limit belong to the next page, which begins after the last item shown. */
function cutPage(items: readonly Item[], limit: number, from: JsonObject | undefined): TablePage {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const after = items.length > limit && last ? { pk: { S: last.pk }, sk: { S: last.sk } } : from;
  return { items: shown, next: after && Buffer.from(JSON.stringify(after)).toString('base64url') };
}
