import { type MessageQueue, messageQueue } from '../queues/message-queue.ts';
import type { DeliveryMessage } from './delivery-message.ts';

export type DeliveryQueue = MessageQueue<DeliveryMessage>;

/** The queue that every delivery goes through first. */
export const deliveryQueue = (url = process.env.DELIVERY_QUEUE_URL ?? ''): DeliveryQueue =>
  messageQueue(url);

/** Receivers that let us wait have a queue of their own, so that nobody waits with them. */
export const slowDeliveryQueue = (): DeliveryQueue =>
  messageQueue(process.env.SLOW_DELIVERY_QUEUE_URL ?? '');

/** Where a copy of what was never accepted waits for somebody to look. */
export const undeliveredQueue = (): DeliveryQueue =>
  messageQueue(process.env.UNDELIVERED_QUEUE_URL ?? '');
