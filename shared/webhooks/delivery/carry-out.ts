import { batchSender } from '#platform/queues/batch-sender.ts';
import { secondsUntil } from '#platform/queues/message-queue.ts';
import { traceContext } from '#platform/traces/trace.ts';
import type { AttemptDecision, DueAttempt } from './attempt.ts';
import { postponed, stopped } from './delivery-changes.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import { type AttemptServices, makeAttempt } from './make-attempt.ts';
import type { Receiver } from './receiver.ts';

/** An attempt is postponed by five minutes, and up to ten more at random. In milliseconds. */
const postponeMs = 5 * 60_000;

/** Carries out the decision of `attemptOf`. */
export function carryOut(
  services: AttemptServices,
): (due: DueAttempt, decision: AttemptDecision) => Promise<void> {
  const { events, queues, log, clock, random } = services;
  const sendToSlowQueue = batchSender(queues.slow, ({ dueAt }) =>
    dueAt ? secondsUntil(new Date(dueAt), clock()) : 0,
  );

  return async (due, decision) => {
    switch (decision.kind) {
      case 'send':
        return makeAttempt(due, decision, services);
      case 'forward':
        return forward(due.message, decision.receiver);
      case 'postpone':
        return postpone(due, decision.receiver);
      case 'drop':
        return drop(due, decision.reason);
    }
  };

  async function forward(message: DeliveryMessage, receiver: Receiver | undefined): Promise<void> {
    const named = receiver && { receiver: receiver.id };
    const isTaken = await sendToSlowQueue({ ...message, ...named, slow: true });
    if (!isTaken) throw new Error('The queue of slow receivers did not take a message.');
  }

  async function postpone(
    { message: { dueAt }, event, delivery }: DueAttempt,
    receiver: Receiver,
  ): Promise<void> {
    const ids = { merchantId: event.merchantId, eventId: event.eventId };
    const until = new Date(clock().getTime() + postponeMs * (1 + 2 * random()));
    const after = await events.record(ids, delivery, (one) => postponed(one, until, { dueAt }));
    // Another message made the attempt meanwhile.
    if (after.dueAt !== until.toISOString()) return;
    const message = { ...ids, dueAt: after.dueAt, slow: true, receiver: receiver.id };
    // `find-due` finds it as well.
    await sendToSlowQueue({ ...message, trace: traceContext() }).catch((error: unknown) =>
      log.error('retry not queued', error, ids),
    );
  }

  async function drop({ event, delivery }: DueAttempt, reason: string): Promise<void> {
    const ids = { merchantId: event.merchantId, eventId: event.eventId };
    log.info('webhook stopped', { ...ids, reason });
    await events.record(ids, delivery, (current) => stopped(current, clock(), reason));
  }
}
