import type { Key } from './port.ts';
import type { Table } from './table.ts';

/** How old the noted last use of a key may become while the key is used, in ms. */
const noteEveryMs = 3_600_000;

/**
 * Notes the use of a stored key as its `lastUsedAt`, at most once an hour. A note that fails is
 * left out: the log names the key in each line anyway, so no request fails for this.
 *
 * @param lastUsedAt the last use that is noted, ISO 8601
 */
export async function noteUse(
  table: Table,
  key: Key,
  { lastUsedAt, now }: { readonly lastUsedAt: string | undefined; readonly now: Date },
): Promise<void> {
  if (lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < noteEveryMs) return;
  const changes = { set: { lastUsedAt: now.toISOString() } };
  await table.updateWhere(key, changes, { present: true }).catch(() => undefined);
}
