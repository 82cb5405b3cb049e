import type { DeliveryMessage } from './delivery-message.ts';

/**
 * The kinds of messages of the two delivery queues, in the only order in which one may cause another:
 * the step of a retry, an event, an event in the queue of slow receivers.
 */
const rankOf = ({ retryId, slow }: DeliveryMessage): number => {
  if (retryId !== undefined) return 2;
  return slow ? 0 : 1;
};

/**
 * Throws unless the function may send a message while it handles another one. Each message ranks
 * below the one that caused it, so the function reaches itself through its queues twice at most.
 * Lambda's own detection of recursive loops is off for it.
 */
export function assertRanksBelow(sent: DeliveryMessage, handled: DeliveryMessage): void {
  if (rankOf(sent) < rankOf(handled)) return;
  throw new Error('A message of a delivery queue would cause another one of its kind.');
}
