import * as v from 'valibot';

/** A payment, a refund or a payout that waits for its processor and is to be looked at again. */
export const WaitingMessage = v.object({
  pk: v.string(),
  sk: v.string(),
  /** When it was due, as the item had it; what is true now is for whoever looks. */
  dueAt: v.string(),
  /** How often a look failed that this message asked for. */
  failures: v.optional(v.number()),
});
export type WaitingMessage = v.InferOutput<typeof WaitingMessage>;

/** Whether an item under this sort key is one that waits for a processor. */
export const mayWait = (sk: string): boolean =>
  sk === 'PAYMENT' || sk === 'PAYOUT' || sk.startsWith('REFUND#');
