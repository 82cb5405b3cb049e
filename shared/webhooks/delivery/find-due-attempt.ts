import * as v from 'valibot';
import { isSwitchError } from '#platform/errors.ts';
import { addSubject, type Subject, subjectIn } from '#platform/log-subject.ts';
import type { EventStore } from '../events/event-store.ts';
import { type DueAttempt, firstAttempt, laterAttempt } from './attempt.ts';
import type { DeliveryMessage } from './delivery-message.ts';

/**
 * The attempt that a message asks for; undefined when there is nothing to do. Every log line that
 * follows names the object of the event.
 */
export async function findDueAttempt(
  message: DeliveryMessage,
  { events, clock }: { readonly events: Pick<EventStore, 'get'>; readonly clock: () => Date },
): Promise<DueAttempt | undefined> {
  const due =
    firstAttempt(message) ?? laterAttempt(message, await findEvent(message, events), clock());
  if (due) addSubject(subjectOfBody(due.event.body));
  return due;
}

async function findEvent(
  { merchantId, eventId }: DeliveryMessage,
  events: Pick<EventStore, 'get'>,
): Promise<Awaited<ReturnType<EventStore['get']>> | undefined> {
  try {
    return await events.get({ merchantId, eventId });
  } catch (error) {
    if (!isSwitchError(error, 'event_not_found')) throw error;
    return undefined;
  }
}

/** The ids in the object of a webhook's body. Earlier releases wrote other bodies. */
function subjectOfBody(body: string): Subject {
  const parsed = v.safeParse(WebhookBody, body);
  return parsed.success ? subjectIn(parsed.output.content.object) : {};
}

const WebhookBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ content: v.object({ object: v.unknown() }) }),
);
