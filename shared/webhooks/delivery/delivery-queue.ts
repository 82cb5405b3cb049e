import { messageGroup } from '#platform/queues/message-group.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import type { DeliveryMessage } from './delivery-message.ts';

export type DeliveryQueue = MessageQueue<DeliveryMessage>;

/**
 * Each receiver has a message group of its own, so that one receiver's backlog holds up no other.
 * When the sender knows only the merchant, the merchant is the group.
 */
export const deliveryGroup = ({ merchantId, receiver }: DeliveryMessage) =>
  receiver ?? messageGroup(merchantId);

/** The queue in which every delivery starts. */
export const deliveryQueue = (url = process.env.DELIVERY_QUEUE_URL ?? ''): DeliveryQueue =>
  sqsQueue(url, deliveryGroup);

/** Slow receivers have a queue of their own, so that they hold up no other. */
export const slowDeliveryQueue = (): DeliveryQueue =>
  sqsQueue(process.env.SLOW_DELIVERY_QUEUE_URL ?? '', deliveryGroup);

/** Holds copies of events that no attempt delivered, for the operator. */
export const undeliveredQueue = (): DeliveryQueue =>
  sqsQueue(process.env.UNDELIVERED_QUEUE_URL ?? '', deliveryGroup);
