import { lazy } from '../lazy.ts';
import type { MessageQueue } from './message-queue.ts';
import { sqsQueue } from './sqs-queue.ts';

/**
 * A queue in SQS, whose client is loaded with the first messages.
 *
 * @param groupOf the message group. In a fair queue, a group with many messages in flight does not
 * delay other groups; a message without a group is a group of its own.
 */
export const messageQueue = <M>(
  url: string,
  groupOf: (message: M) => string | undefined = () => undefined,
): MessageQueue<M> => lazy(() => sqsQueue(url, groupOf));
