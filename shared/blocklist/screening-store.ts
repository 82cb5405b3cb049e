import type { Item, Key, Table } from '../table/table.ts';
import type { Counter } from './card-testing.ts';

export interface ScreeningStore {
  /**
   * Reads what a card is checked against, all at once, and what was last written: a card that was
   * blocked, or a failure that was counted, stops the next payment.
   */
  read(keys: readonly Key[]): Promise<readonly Item[]>;
  /** Counts one more payment that failed. A counter whose time is over begins anew. */
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
    // Somebody else has begun it at the same moment.
    await table.changeWhere(key, more, goesOn);
  },
});
