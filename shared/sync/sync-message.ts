import * as v from 'valibot';

/** A payment, a refund or a payout that waits for its processor and is to be looked at again. */
export const SyncMessage = v.object({
  pk: v.string(),
  sk: v.string(),
  /** When it was due, as the item had it; what is true now is for whoever looks. */
  dueAt: v.string(),
  /** How often a sync failed that this message asked for. */
  failures: v.optional(v.number()),
});
export type SyncMessage = v.InferOutput<typeof SyncMessage>;

/** Whether an item under this sort key is one that waits for a processor. */
export const maySync = (sk: string): boolean =>
  sk === 'PAYMENT' || sk === 'PAYOUT' || sk.startsWith('REFUND#');
