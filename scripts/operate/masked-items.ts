import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { maskItem } from '#platform/table/masked-item.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import { type OperatedTable, operatorDatabase } from './operator-database.ts';

/** The items under a key without their secrets: all of a partition, or the one of a sort key. */
export async function maskedItems(
  { environment, name }: OperatedTable,
  pk: string,
  sk: string | undefined,
): Promise<readonly ReturnType<typeof maskItem>[]> {
  const port = packedPort(dynamoPort(name, await operatorDatabase(environment)));
  const found = await port.query({ pk, ...(sk !== undefined && { from: sk, until: sk }) });
  return found.map(maskItem);
}
