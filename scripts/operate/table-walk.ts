import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { asItem } from '#platform/table/attribute-values.ts';
import { unpacked } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { UsageError } from '../command-line/command.ts';
import { awsSettings } from './aws-settings.ts';
import type { OperatedTable } from './operator-database.ts';

/** Which items of a table a walk reads. */
interface Walk {
  /** The merchant account whose items are read; all merchants' without it. */
  readonly merchant?: string | undefined;
  readonly sortKeys: { readonly are: readonly string[]; readonly beginWith: readonly string[] };
  /** Where an earlier walk stopped. */
  readonly from?: string | undefined;
  /** One of several walks that divide the table between them. */
  readonly segment?: { readonly number: number; readonly of: number } | undefined;
}

/** The items of one page of the table. */
interface WalkedPage {
  readonly items: readonly Item[];
  /** Where the walk continues after this page; undefined after the last one. */
  readonly next: string | undefined;
}

/** Reads the whole table, one page of a scan at a time, and hands on the items that are wanted. */
export async function* walkTable(
  { environment, name: TableName }: OperatedTable,
  { merchant, sortKeys: { are, beginWith }, from, segment }: Walk,
): AsyncGenerator<WalkedPage> {
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient(awsSettings(environment, 'DYNAMODB')),
  );
  const owner = merchant === undefined ? undefined : `MERCHANT#${merchant}`;
  const sortKeys = [
    ...are.map((_, index) => `sk = :is${index}`),
    ...beginWith.map((_, index) => `begins_with(sk, :begins${index})`),
  ];
  const owners = owner ? ['pk = :owner', 'begins_with(pk, :below)'] : ['begins_with(pk, :owner)'];
  const pages = paginateScan(
    { client: documents, ...(from !== undefined && { startingToken: placeOf(from) }) },
    {
      TableName,
      FilterExpression: `(${owners.join(' OR ')}) AND (${sortKeys.join(' OR ')})`,
      ExpressionAttributeValues: {
        ':owner': owner ?? 'MERCHANT#',
        ...(owner && { ':below': `${owner}#` }),
        ...Object.fromEntries(are.map((sk, index) => [`:is${index}`, sk])),
        ...Object.fromEntries(beginWith.map((sk, index) => [`:begins${index}`, sk])),
      },
      ...(segment && { Segment: segment.number - 1, TotalSegments: segment.of }),
    },
  );
  for await (const { Items = [], LastEvaluatedKey } of pages) {
    yield {
      items: Items.map((one) => unpacked(asItem(one))),
      next: LastEvaluatedKey && Buffer.from(JSON.stringify(LastEvaluatedKey)).toString('base64url'),
    };
  }
}

const Place = v.pipe(
  v.string(),
  v.transform((given) => Buffer.from(given, 'base64url').toString()),
  v.parseJson(),
  v.strictObject({ pk: v.string(), sk: v.string() }),
);

/** The key that a walk continues after. Throws a UsageError. */
function placeOf(given: string) {
  const place = v.safeParse(Place, given);
  if (place.success) return place.output;
  throw new UsageError(`--from must be a place that an earlier run printed, and is "${given}".`);
}
