import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { metric } from '../metrics.ts';
import { dueKeys } from '../table/due.ts';
import { maxItemBytes } from '../table/item-size.ts';
import { putIdempotently } from '../table/put-idempotently.ts';
import { checkRequestSize, trimToFit } from '../table/request-size.ts';
import type { Item, Table } from '../table/table.ts';
import { Payout } from './payout.ts';

export interface PayoutStore {
  /** Throws `payout_not_found`. */
  get(merchantId: string, id: string): Promise<Payout>;
  /**
   * Writes a new payout, with the key of its request beside it where there is a `claim`. Throws
   * `payout_exists`, `idempotency_key_reused`, `item_too_large`, and `RepeatedCreate` when the one that is there was
   * made by the same request under the same key for repeats.
   */
  create(payout: Payout, claim?: Item): Promise<Payout>;
  /**
   * Writes what a request has stated over the version that was read. Throws `concurrent_update` when
   * another request was faster, and `item_too_large`.
   */
  save(payout: Payout): Promise<Payout>;
  /** The same of what happens to a payout, which is never refused for its size. */
  saveProgress(payout: Payout): Promise<Payout>;
  /**
   * Where every answer lands. Applies `news` and saves; when somebody else saved first, reads again
   * and applies it to what is there. When it cannot be saved the payout stays as it was, waiting to be
   * asked about again, and that is what is returned.
   */
  settle(payout: Payout, news: (current: Payout) => Payout): Promise<Payout>;
  /** The same for news that comes again when we say that we did not take it: throws what went wrong. */
  settleOrThrow(payout: Payout, news: (current: Payout) => Payout): Promise<Payout>;
}

/** A payout has a partition of its own: its name is its merchant's to choose, once. */
export const payoutKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#PAYOUT#${id}`,
  sk: 'PAYOUT',
});

/** What waits for a processor is on the due index, and nothing else. */
function toItem(payout: Payout): Item & { version: number } {
  const { duePk: _, dueAt: __, ...item } = { duePk: '', dueAt: '', ...payout };
  const key = payoutKey(payout.merchantId, payout.id);
  const { pendingSync } = payout;
  return { ...item, ...key, ...(pendingSync && dueKeys(key.pk, new Date(pendingSync.nextAt))) };
}

/** Reads a payout out of the table or its stream. Attributes that we do not know are kept. */
export const parsePayout = (item: unknown): Payout => v.parse(Payout, item);

/** How often an answer is applied anew to a payout that others keep changing. */
const settleTries = 5;

export function payoutStore(table: Table): PayoutStore {
  const store: PayoutStore = {
    async get(merchantId, id) {
      const item = await table.get(payoutKey(merchantId, id));
      if (!item) throw new SwitchError('payout_not_found');
      return parsePayout(item);
    },

    async create(payout, claim) {
      checkRequestSize(payout);
      const taken = () => new SwitchError('payout_exists', { payout_id: payout.id });
      await putIdempotently(table, toItem(payout), claim, { taken });
      return payout;
    },

    async save(payout) {
      checkRequestSize(payout);
      return parsePayout(await table.save(toItem(payout)));
    },

    async saveProgress(payout) {
      return parsePayout(await table.save(toItem(trimToFit(payout)), { upTo: maxItemBytes }));
    },

    async settle(payout, news) {
      try {
        return await store.settleOrThrow(payout, news);
      } catch (error) {
        // The connector may have paid: an error would say that it has not. The payout stays as it is,
        // to be asked about again.
        log.error('outcome of a payout not saved', error, { payoutId: payout.id });
        return payout;
      }
    },

    async settleOrThrow(payout, news) {
      let current = payout;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = news(current);
          if (next === current) return current;
          const saved = await store.saveProgress(next);
          if (isMismatch(saved) && !isMismatch(current)) metric('IntegrityFailure', 1);
          return saved;
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          current = await store.get(payout.merchantId, payout.id);
        }
      }
    },
  };
  return store;
}

/** Whether its processor speaks of another amount than we asked for. */
const isMismatch = ({ attempt }: Payout) => attempt.error?.code === 'IE';
