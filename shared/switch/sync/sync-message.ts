import * as v from 'valibot';
import { isBlocklistJob } from '../blocklist/blocklist-job.ts';

/**
 * Asks for a sync of a pending payment, refund, payout, relay or dispute, or for the next step of a
 * blocklist job.
 */
export const SyncMessage = v.object({
  pk: v.string(),
  sk: v.string(),
  /** The due time that the message was sent for; the sync job compares it with the item. */
  dueAt: v.string(),
  /** The trace and the span that the message was sent by. */
  trace: v.optional(v.string()),
});
export type SyncMessage = v.InferOutput<typeof SyncMessage>;

/** Whether an item with this sort key can have a pending sync or step. */
export const maySync = (sk: string): boolean =>
  ['PAYMENT', 'PAYOUT', 'RELAY'].includes(sk) ||
  sk.startsWith('REFUND#') ||
  sk.startsWith('DISPUTE#') ||
  isBlocklistJob({ sk });
