import * as v from 'valibot';
import { isSwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';
import { paymentPartition } from '../payments/payment-store.ts';

/** Of many callers, one at a time may send the receipt of a payment, until it is sent. */
export interface ReceiptClaims {
  /** `mine`: the caller sends it; `taken`: another caller does at this moment. */
  claim(merchantId: string, paymentId: string, now: Date): Promise<'mine' | 'taken' | 'sent'>;
  /** Records that the receipt was sent. */
  markSent(merchantId: string, paymentId: string, now: Date): Promise<void>;
}

/** A claim is a part of its payment. */
const claimKey = (merchantId: string, paymentId: string) => ({
  pk: paymentPartition(merchantId, paymentId),
  sk: 'RECEIPT',
});

const Claim = v.looseObject({
  pk: v.string(),
  sk: v.string(),
  claimedUntil: v.string(),
  sentAt: v.optional(v.string()),
  version: v.number(),
});

/** Longer than the function runs, shorter than the time until its message comes again. */
const claimMs = 60_000;
/** No stream repeats a change and no queue a message for so long. */
const storedSeconds = 90 * 86_400;

export const receiptClaims = (table: Table): ReceiptClaims => ({
  async claim(merchantId, paymentId, now) {
    const claimed = {
      claimedUntil: new Date(now.getTime() + claimMs).toISOString(),
      expiresAtSeconds: Math.floor(now.getTime() / 1_000) + storedSeconds,
    };
    const key = claimKey(merchantId, paymentId);
    const found = await table.putNew({ ...key, ...claimed, version: 1 });
    if (!found) return 'mine';
    const claim = v.parse(Claim, found);
    if (claim.sentAt !== undefined) return 'sent';
    if (Date.parse(claim.claimedUntil) > now.getTime()) return 'taken';
    try {
      await table.save({ ...claim, ...claimed });
      return 'mine';
    } catch (error) {
      if (isSwitchError(error, 'concurrent_update')) return 'taken';
      throw error;
    }
  },

  markSent: (merchantId, paymentId, now) =>
    table.change(claimKey(merchantId, paymentId), { set: { sentAt: now.toISOString() } }),
});
