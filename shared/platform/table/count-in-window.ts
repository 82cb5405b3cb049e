import type { Key } from './port.ts';
import type { Table } from './table.ts';

interface Window {
  /** Its length, in milliseconds. */
  readonly windowMs: number;
  /** How often one window admits. */
  readonly limit: number;
  readonly now: Date;
}

/**
 * Counts one use in its time window, exactly and across all containers. A use above the limit is
 * not counted.
 *
 * @param keyOf the item of a window; DynamoDB deletes it a minute after its end
 * @returns undefined within the limit, else the milliseconds until the window ends
 */
export async function countInWindow(
  table: Pick<Table, 'changeWhere'>,
  keyOf: (window: number) => Key,
  { windowMs, limit, now }: Window,
): Promise<number | undefined> {
  const window = Math.floor(now.getTime() / windowMs);
  const endsAtMs = (window + 1) * windowMs;
  const done = await table.changeWhere(
    keyOf(window),
    { add: { count: 1 }, set: { expiresAtSeconds: Math.ceil(endsAtMs / 1_000) + 60 } },
    { atMost: { count: limit - 1 } },
  );
  return done ? undefined : endsAtMs - now.getTime();
}
