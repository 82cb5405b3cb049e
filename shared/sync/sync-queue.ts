import { messageGroup } from '../queues/message-group.ts';
import { type MessageQueue, messageQueue } from '../queues/message-queue.ts';
import type { SyncMessage } from './sync-message.ts';

/**
 * Each merchant has a message group of its own, so that what waits for one whose processor does not
 * answer holds up no other.
 */
export const syncGroup = ({ pk }: SyncMessage): string => {
  const [, merchantId = ''] = pk.split('#');
  return messageGroup(merchantId);
};

/** Where a copy waits for a person of what could not be looked at. */
export const failedSyncQueue = (): MessageQueue<SyncMessage> =>
  messageQueue(process.env.FAILED_SYNC_QUEUE_URL ?? '', syncGroup);

/** Where what waits is kept back until it is looked at. */
export const syncQueue = (): MessageQueue<SyncMessage> =>
  messageQueue(process.env.SYNC_QUEUE_URL ?? '', syncGroup);
