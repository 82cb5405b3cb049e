import * as v from 'valibot';
import {
  type MessageQueue,
  maxDelaySeconds,
  secondsUntil,
} from '#platform/queues/message-queue.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { traceContext } from '#platform/traces/trace.ts';
import { maySync, SyncMessage } from './sync-message.ts';

interface Services {
  readonly clock: () => Date;
}

/**
 * Sends a delayed sync message for each payment, refund, payout, dispute or blocklist job with a new
 * due time. Due times beyond SQS's 15 minutes, relays, and lost messages are found by `find-due`.
 */
export const scheduleSync =
  ({ clock }: Services) =>
  async ({ before, after }: Change): Promise<SyncMessage[]> => {
    const message = v.safeParse(SyncMessage, after);
    if (!message.success || !maySync(message.output.sk)) return [];
    const { dueAt } = message.output;
    const isKnown = before?.dueAt === dueAt;
    const isNear = secondsUntil(new Date(dueAt), clock()) <= maxDelaySeconds;
    return isKnown || !isNear ? [] : [{ ...message.output, trace: traceContext() }];
  };

/**
 * Sends sync messages, each delayed until it is due; returns those that the queue did not accept.
 */
export const sendSyncMessages = async (
  queue: MessageQueue<SyncMessage>,
  messages: readonly SyncMessage[],
  { clock }: Services,
): Promise<readonly SyncMessage[]> => {
  const now = clock();
  return queue.send(messages, ({ dueAt }) => secondsUntil(new Date(dueAt), now));
};
