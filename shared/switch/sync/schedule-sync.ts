import * as v from 'valibot';
import { type MessageQueue, secondsUntil } from '#platform/queues/message-queue.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { dueSoonMs } from '#platform/time-limits.ts';
import { traceContext } from '#platform/traces/trace.ts';
import { isBlocklistJob } from '../blocklist/blocklist-job.ts';
import { maySync, SyncMessage } from './sync-message.ts';

interface Services {
  readonly clock: () => Date;
}

/**
 * Sends a sync message for each payment, refund, payout or dispute that becomes due within half a
 * minute, because of a webhook or an operator, and for each new blocklist job. `find-due` sends the
 * messages of all later due times, and those of relays and of a job's later steps.
 *
 * A sync moves its item's due time on by minutes, and only a new job gets a message here. So no sync
 * causes another one through the stream.
 */
export const scheduleSync =
  ({ clock }: Services) =>
  async ({ before, after }: Change): Promise<SyncMessage[]> => {
    const message = v.safeParse(SyncMessage, after);
    if (!message.success || !maySync(message.output.sk)) return [];
    const { dueAt } = message.output;
    const isKnown = before?.dueAt === dueAt;
    const isSoon = Date.parse(dueAt) - clock().getTime() <= dueSoonMs;
    const isLaterStep = isBlocklistJob(message.output) && before !== undefined;
    return isKnown || !isSoon || isLaterStep ? [] : [{ ...message.output, trace: traceContext() }];
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
