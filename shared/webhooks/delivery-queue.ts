import { messageGroup } from '../queues/message-group.ts';
import { type MessageQueue, messageQueue } from '../queues/message-queue.ts';
import type { DeliveryMessage } from './delivery-message.ts';

export type DeliveryQueue = MessageQueue<DeliveryMessage>;

/**
 * Each receiver has a message group of its own, so that the backlog of one holds up no other. Where the
 * sender knows the merchant alone, the merchant is the group.
 */
export const deliveryGroup = ({ merchantId, receiver }: DeliveryMessage) =>
  receiver ?? messageGroup(merchantId);

/** The queue that every delivery goes through first. */
export const deliveryQueue = (url = process.env.DELIVERY_QUEUE_URL ?? ''): DeliveryQueue =>
  messageQueue(url, deliveryGroup);

/** Receivers that let us wait have a queue of their own, so that nobody waits with them. */
export const slowDeliveryQueue = (): DeliveryQueue =>
  messageQueue(process.env.SLOW_DELIVERY_QUEUE_URL ?? '', deliveryGroup);

/** Where a copy of what was never accepted waits for somebody to look. */
export const undeliveredQueue = (): DeliveryQueue =>
  messageQueue(process.env.UNDELIVERED_QUEUE_URL ?? '', deliveryGroup);
