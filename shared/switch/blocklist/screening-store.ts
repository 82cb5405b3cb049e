import type { Item, Key, Table } from '#platform/table/table.ts';
import type { Counter } from './card-testing.ts';

export interface ScreeningStore {
  /**
   * Reads the screening items in one consistent call: a card blocked, or a failure counted, just
   * before stops the next payment.
   */
  read(keys: readonly Key[]): Promise<readonly Item[]>;
  /** Counts a failed payment. An expired counter starts again. */
  count(counter: Counter, now: Date): Promise<void>;
}

export const screeningStore = (table: Table): ScreeningStore => ({
  read: async (keys) => (keys.length === 0 ? [] : table.batchGet(keys)),

  async count({ key, seconds }, now) {
    const nowSeconds = Math.floor(now.getTime() / 1_000);
    const more = { add: { count: 1 } };
    const goesOn = { atLeast: { expiresAtSeconds: nowSeconds + 1 } };
    if (await table.changeWhere(key, more, goesOn)) return;
    const expiresAtSeconds = nowSeconds + seconds;
    const first = { set: { count: 1, expiresAtSeconds } };
    const isOver = { atMost: { expiresAtSeconds: nowSeconds } };
    if (await table.changeWhere(key, first, isOver)) return;
    // A concurrent payment has started the counter.
    await table.changeWhere(key, more, goesOn);
  },
});
