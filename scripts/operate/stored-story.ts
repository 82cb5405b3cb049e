import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import type { Entry } from '../../console/answers.ts';
import { storyOf } from '../../console/story.ts';
import { type OperatedTable, operatorDatabase } from './operator-database.ts';

/** The story of a payment as a table stores it; empty where there is no such payment. */
export async function storedStory(
  { environment, name }: OperatedTable,
  merchantId: string,
  paymentId: string,
): Promise<readonly Entry[]> {
  const port = packedPort(dynamoPort(name, await operatorDatabase(environment)));
  const items = await port.query({ pk: `MERCHANT#${merchantId}#PAYMENT#${paymentId}` });
  return storyOf({ items, events: [], changes: [], lines: [], receipts: [] });
}
