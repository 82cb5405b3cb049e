import { batchSender } from '#platform/queues/batch-sender.ts';
import type { AttemptDecision, DueAttempt } from './attempt.ts';
import { postponed, stopped } from './delivery-changes.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import { type AttemptServices, makeAttempt } from './make-attempt.ts';
import { assertRanksBelow } from './message-rank.ts';
import type { Receiver } from './receiver.ts';

/** An attempt is postponed by five minutes, and up to ten more at random. In milliseconds. */
const postponeMs = 5 * 60_000;

/** Carries out the decision of `attemptOf`. */
export function carryOut(
  services: AttemptServices,
): (due: DueAttempt, decision: AttemptDecision) => Promise<void> {
  const { events, queues, log, clock, random } = services;
  const sendToSlowQueue = batchSender(queues.slow, () => 0);

  return async (due, decision) => {
    switch (decision.kind) {
      case 'send':
        return makeAttempt(due, decision, services);
      case 'forward':
        return forward(due.message, decision.receiver);
      case 'postpone':
        return postpone(due);
      case 'drop':
        return drop(due, decision.reason);
    }
  };

  async function forward(message: DeliveryMessage, receiver: Receiver | undefined): Promise<void> {
    const named = receiver && { receiver: receiver.id };
    const slowly = { ...message, ...named, slow: true };
    assertRanksBelow(slowly, message);
    const isTaken = await sendToSlowQueue(slowly);
    if (!isTaken) throw new Error('The queue of slow receivers did not take a message.');
  }

  /** Moves the due time on, at which `find-due` sends another message. */
  async function postpone({ message: { dueAt }, event, delivery }: DueAttempt): Promise<void> {
    const ids = { merchantId: event.merchantId, eventId: event.eventId };
    const until = new Date(clock().getTime() + postponeMs * (1 + 2 * random()));
    await events.record(ids, delivery, (one) => postponed(one, until, { dueAt }));
  }

  async function drop({ event, delivery }: DueAttempt, reason: string): Promise<void> {
    const ids = { merchantId: event.merchantId, eventId: event.eventId };
    log.info('webhook stopped', { ...ids, reason });
    await events.record(ids, delivery, (current) => stopped(current, clock(), reason));
  }
}
