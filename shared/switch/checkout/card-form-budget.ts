import { countInWindow } from '#platform/table/count-in-window.ts';
import type { Table } from '#platform/table/table.ts';
import type { Payment } from '../payments/payment.ts';

/** How often in a minute the pages of one link get the vault's card form. */
export const formsPerMinute = 20;

/** The limit on card forms that the visitors of a link can open: each makes a token in the vault. */
export interface CardFormBudget {
  /** Counts a visit. Returns whether its page may have a card form. */
  count(payment: Pick<Payment, 'merchantId' | 'id'>, now: Date): Promise<boolean>;
}

export const cardFormBudget = (table: Pick<Table, 'changeWhere'>): CardFormBudget => ({
  async count({ merchantId, id }, now) {
    const waitMs = await countInWindow(
      table,
      (window) => ({ pk: `MERCHANT#${merchantId}#FORMS#${id}#${window}`, sk: 'FORMS' }),
      { windowMs: 60_000, limit: formsPerMinute, now },
    );
    return waitMs === undefined;
  },
});
