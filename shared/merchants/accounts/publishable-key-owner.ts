import { publishableKeyKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';

/** The id of the merchant whose publishable key this is; undefined for every other text. */
export async function publishableKeyOwner(
  table: Pick<Table, 'getRecent'>,
  key: string,
): Promise<string | undefined> {
  const merchantId = (await table.getRecent(publishableKeyKey(key)))?.merchantId;
  return typeof merchantId === 'string' ? merchantId : undefined;
}
