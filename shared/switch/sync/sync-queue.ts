import { messageGroup } from '#platform/queues/message-group.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import type { SyncMessage } from './sync-message.ts';

/**
 * Each merchant has a message group of its own: pending syncs of a merchant whose processor does
 * not answer hold up no other merchant.
 */
export const syncGroup = ({ pk }: SyncMessage): string => {
  const [, merchantId = ''] = pk.split('#');
  return messageGroup(merchantId);
};

/** Holds copies of messages whose syncs failed, for the operator. */
export const failedSyncQueue = (): MessageQueue<SyncMessage> =>
  sqsQueue(process.env.FAILED_SYNC_QUEUE_URL ?? '', syncGroup);

/** Holds delayed sync messages. */
export const syncQueue = (): MessageQueue<SyncMessage> =>
  sqsQueue(process.env.SYNC_QUEUE_URL ?? '', syncGroup);
