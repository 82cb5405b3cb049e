import * as v from 'valibot';
import { type MessageQueue, maxDelaySeconds, secondsUntil } from '../queues/message-queue.ts';
import type { Change } from '../queues/stream-function.ts';
import { maySync, SyncMessage } from './sync-message.ts';

interface Services {
  readonly clock: () => Date;
}

/**
 * Has what waits for a processor looked at when it is due: a payment, a refund or a payout whose due
 * time is new becomes a message that is kept back until then. What is due later than a message can be
 * kept back, and whatever is lost here, is found when it is due.
 */
export const scheduleSync =
  ({ clock }: Services) =>
  async ({ before, after }: Change): Promise<SyncMessage[]> => {
    const message = v.safeParse(SyncMessage, after);
    if (!message.success || !maySync(message.output.sk)) return [];
    const { dueAt } = message.output;
    const isKnown = before?.dueAt === dueAt;
    const isNear = secondsUntil(new Date(dueAt), clock()) <= maxDelaySeconds;
    return isKnown || !isNear ? [] : [message.output];
  };

/** Sends what waits to those who look, each kept back until it is due; returns what was not taken. */
export const sendSyncMessages = async (
  queue: MessageQueue<SyncMessage>,
  messages: readonly SyncMessage[],
  { clock }: Services,
): Promise<readonly SyncMessage[]> => {
  const now = clock();
  return queue.send(messages, ({ dueAt }) => secondsUntil(new Date(dueAt), now));
};
