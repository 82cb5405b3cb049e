import { messageGroup } from '../queues/message-group.ts';
import { type MessageQueue, messageQueue } from '../queues/message-queue.ts';
import type { WaitingMessage } from './sync-message.ts';

/**
 * Each merchant has a message group of its own, so that what waits for one whose processor does not
 * answer holds up no other.
 */
export const waitingGroup = ({ pk }: WaitingMessage): string => {
  const [, merchantId = ''] = pk.split('#');
  return messageGroup(merchantId);
};

/** Where a copy waits for a person of what could not be looked at. */
export const unsettledQueue = (): MessageQueue<WaitingMessage> =>
  messageQueue(process.env.UNSETTLED_QUEUE_URL ?? '', waitingGroup);

/** Where what waits is kept back until it is looked at. */
export const waitingQueue = (): MessageQueue<WaitingMessage> =>
  messageQueue(process.env.WAITING_QUEUE_URL ?? '', waitingGroup);
