import * as v from 'valibot';
import { mayWait, WaitingMessage } from '../../shared/guard/waiting-message.ts';
import { log } from '../../shared/log.ts';
import {
  longestDelaySeconds,
  type MessageQueue,
  messageQueue,
  secondsUntil,
} from '../../shared/queues/message-queue.ts';
import { type Change, streamFunction } from '../../shared/queues/stream-function.ts';

interface Services {
  readonly clock: () => Date;
}

/**
 * Has what waits for a processor looked at when it is due: a payment or a refund whose due time is new
 * becomes a message that is kept back until then. What is due later than a message can be kept back,
 * and whatever is lost here, is found when it is due.
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

let queue: MessageQueue<WaitingMessage> | undefined;

export const handler = streamFunction(
  watchWaiting({ clock: () => new Date() }),
  (messages) => {
    queue ??= messageQueue(process.env.WAITING_QUEUE_URL ?? '');
    const now = new Date();
    return queue.send(messages, ({ dueAt }) => secondsUntil(new Date(dueAt), now));
  },
  log,
);
