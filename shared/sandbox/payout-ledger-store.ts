import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';
import { LedgerPayout, type PayoutDecision, standingPayout } from './payout-ledger.ts';
import type { RefusalCode } from './refusal.ts';

/** The sandbox processor's ledger of payouts. */
export interface PayoutLedger {
  /** Stores a payout and returns it, or returns the earlier one with its reference. */
  enter(payout: LedgerPayout): Promise<LedgerPayout>;
  find(keyHash: string, reference: string): Promise<LedgerPayout | undefined>;
  /**
   * Changes the stored payout, and decides anew when another request saved first.
   *
   * @throws SwitchError `concurrent_update` when it loses every race
   */
  change(
    place: { readonly keyHash: string; readonly reference: string },
    now: Date,
    decide: (payout: LedgerPayout) => PayoutDecision,
  ): Promise<
    { readonly payout: LedgerPayout; readonly isNew: boolean } | { readonly refused: RefusalCode }
  >;
}

/** The key of a payout: its owner's key hash and the owner's reference. */
const payoutKey = ({ keyHash, reference }: Pick<LedgerPayout, 'keyHash' | 'reference'>) => ({
  pk: `SANDBOX#${keyHash}#PAYOUT#${reference}`,
  sk: 'PAYOUT',
});

/** How often a change is retried, so that each of many concurrent callers succeeds. */
const tries = 200;

export function tablePayoutLedger(table: Table): PayoutLedger {
  const find = async (keyHash: string, reference: string) => {
    const item = await table.get(payoutKey({ keyHash, reference }));
    return item && v.parse(LedgerPayout, item);
  };
  return {
    find,

    async enter(payout) {
      const earlier = await table.putNew({ ...payout, ...payoutKey(payout) });
      return earlier ? v.parse(LedgerPayout, earlier) : payout;
    },

    async change({ keyHash, reference }, now, decide) {
      for (let attempt = 1; attempt <= tries; attempt++) {
        const found = await find(keyHash, reference);
        if (!found) return { refused: 'DC_16' };
        const payout = standingPayout(found, now);
        const decision = decide(payout);
        if ('refused' in decision) return decision;
        if (decision.payout === payout) return { payout, isNew: false };
        const saved = await table
          .save({ ...decision.payout, ...payoutKey(payout) })
          .catch((error: unknown) => {
            if (!isSwitchError(error, 'concurrent_update')) throw error;
          });
        if (saved) return { payout: v.parse(LedgerPayout, saved), isNew: true };
      }
      throw new SwitchError('concurrent_update');
    },
  };
}
