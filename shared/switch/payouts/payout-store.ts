import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { connectorIdKeys } from '#platform/table/connector-ids.ts';
import { dueKeys } from '#platform/table/due.ts';
import { withoutIndexKeys } from '#platform/table/index-keys.ts';
import { maxItemBytes } from '#platform/table/item-size.ts';
import { putIdempotently } from '#platform/table/put-idempotently.ts';
import { checkRequestSize, trimToFit } from '#platform/table/request-size.ts';
import type { Item, Table } from '#platform/table/table.ts';
import { Payout } from './payout.ts';

export interface PayoutStore {
  /** Throws `payout_not_found`. */
  get(merchantId: string, id: string): Promise<Payout>;
  /**
   * Saves a new payout. A `claim` (the item of the idempotency key) is written in the same
   * transaction. Throws `payout_exists`, `idempotency_key_reused`, `item_too_large`, and
   * `RepeatedCreate` when the same request created the payout earlier under the same idempotency
   * key.
   */
  create(payout: Payout, claim?: Item): Promise<Payout>;
  /**
   * Writes a merchant's changes over the version that was read. Throws `concurrent_update` when
   * another writer saved first, and `item_too_large`.
   */
  save(payout: Payout): Promise<Payout>;
  /** Writes a payout's progress like `save`, but at any size up to the table's limit. */
  saveProgress(payout: Payout): Promise<Payout>;
  /**
   * Applies a change and saves. When another writer saved first, reads again and applies the change
   * to the saved version. When nothing can be saved, the payout keeps its pending sync and is
   * returned as it was.
   */
  settle(payout: Payout, change: (current: Payout) => Payout): Promise<Payout>;
  /**
   * Like `settle`, but throws when the save fails. For webhooks, which the processor sends again
   * after our error.
   */
  settleOrThrow(payout: Payout, change: (current: Payout) => Payout): Promise<Payout>;
}

/** Each payout has a partition of its own. The merchant may choose the id, unique per merchant. */
export const payoutKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#PAYOUT#${id}`,
  sk: 'PAYOUT',
});

/**
 * Only a payout with a pending sync is on the due index. It is on the list index by its processor's
 * id, if the processor's webhooks may have no other.
 */
function toItem(payout: Payout): Item & { version: number } {
  const key = payoutKey(payout.merchantId, payout.id);
  const { pendingSync, merchantId, attempt } = payout;
  const { connectorAccountId: accountId, connectorTransactionId: connectorId } = attempt;
  return {
    ...withoutIndexKeys(payout),
    version: payout.version,
    ...key,
    ...(pendingSync && dueKeys(key.pk, new Date(pendingSync.nextAt))),
    ...(attempt.isFoundByConnectorId &&
      connectorIdKeys({
        merchantId,
        accountId,
        connectorId,
        kind: 'PAYOUT',
        reference: attempt.id,
      })),
  };
}

/** Parses a payout from the table or its stream. Unknown attributes stay. */
export const parsePayout = (item: unknown): Payout => v.parse(Payout, item);

/** How often a change is applied again to a payout that other writers keep saving. */
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

    async settle(payout, change) {
      try {
        return await store.settleOrThrow(payout, change);
      } catch (error) {
        // The connector may have paid, and an error would say to the merchant that it has not. The
        // payout keeps its pending sync instead.
        log.error('outcome of a payout not saved', error, { payoutId: payout.id });
        return payout;
      }
    },

    async settleOrThrow(payout, change) {
      let current = payout;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = change(current);
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

/** Whether the processor reported another amount than we requested. */
const isMismatch = ({ attempt }: Payout) => attempt.error?.code === 'IE';
