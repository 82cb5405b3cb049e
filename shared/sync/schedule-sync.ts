import * as v from 'valibot';
import { longestDelaySeconds, type MessageQueue, secondsUntil } from '../queues/message-queue.ts';
import type { Change } from '../queues/stream-function.ts';
import { mayWait, WaitingMessage } from './sync-message.ts';

interface Services {
  readonly clock: () => Date;
}

/**
 * Has what waits for a processor looked at when it is due: a payment, a refund or a payout whose due
 * time is new becomes a message that is kept back until then. What is due later than a message can be
 * kept back, and whatever is lost here, is found when it is due.
 */
export const watchWaiting =
  ({ clock }: Services) =>
  async ({ before, after }: Change): Promise<WaitingMessage[]> => {
    const waiting = v.safeParse(WaitingMessage, after);
    if (!waiting.success || !mayWait(waiting.output.sk)) return [];
    const { dueAt } = waiting.output;
    const isKnown = before?.dueAt === dueAt;
    const isNear = secondsUntil(new Date(dueAt), clock()) <= longestDelaySeconds;
    return isKnown || !isNear ? [] : [waiting.output];
  };

/** Sends what waits to those who look, each kept back until it is due; returns what was not taken. */
export const sendToLook = async (
  queue: MessageQueue<WaitingMessage>,
  messages: readonly WaitingMessage[],
  { clock }: Services,
): Promise<readonly WaitingMessage[]> => {
  const now = clock();
  return queue.send(messages, ({ dueAt }) => secondsUntil(new Date(dueAt), now));
};
