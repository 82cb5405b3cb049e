import { type DeliveryAttempt, plainHeaders } from './delivery.ts';
import { answersKeptSeconds } from './event-life.ts';
import type { EventWithDelivery } from './event-store.ts';
import type { EventAttemptResponse } from './operations.ts';

/** An event as lists show it. */
export const describeEvent = ({ event, delivery }: EventWithDelivery) => ({
  event_id: event.id,
  merchant_id: event.merchantId,
  profile_id: event.profileId,
  object_id: event.objectId,
  event_type: event.type,
  event_class: event.class,
  is_delivery_successful: delivery?.state === 'delivered',
  initial_attempt_id: event.id,
  processor_merchant_id: event.merchantId,
  created: event.createdAt,
  ...(event.endpointId !== undefined && { endpoint_id: event.endpointId }),
});

/**
 * The receiver's answer to an attempt; undefined when there was none, or when it is 30 days old.
 * `stored` has the long answers, by the number of their attempt.
 */
export function answerShownOf(
  { number, answer, at }: DeliveryAttempt,
  stored: ReadonlyMap<number, string>,
  now: Date,
): string | undefined {
  const isShown = Date.parse(at) + answersKeptSeconds * 1_000 > now.getTime();
  return isShown ? (answer ?? stored.get(number)) : undefined;
}

/**
 * One delivery attempt with the receiver's answer; undefined for an event without any. The first
 * attempt stands for the whole event, so it is successful when any attempt was. A later attempt
 * stands for itself.
 */
export function presentAttempt(
  stored: EventWithDelivery,
  attempt: DeliveryAttempt | undefined,
  answer?: string,
): EventAttemptResponse {
  const { event } = stored;
  const described = describeEvent(stored);
  const isLater = attempt !== undefined && attempt.number > 1;
  return {
    ...described,
    ...(isLater && {
      event_id: `${event.id}_${attempt.number}`,
      is_delivery_successful: attempt.delivered,
      created: attempt.at,
    }),
    request: {
      body: event.body,
      headers: [
        ...Object.entries(plainHeaders),
        ['webhook-id', event.id],
        ...signed(attempt?.signature),
      ],
    },
    response: {
      body: answer ?? null,
      headers: null,
      status_code: attempt?.status ?? null,
      error_message: attempt?.error === undefined ? null : unsent,
    },
    delivery_attempt: attempt?.kind ?? 'initial_attempt',
  };
}

/** The error that a merchant sees when its server gave no answer. */
const unsent = 'Unable to send request to merchant server';

const signed = (signature: string | undefined): [string, string][] =>
  signature === undefined ? [] : [['x-webhook-signature-512', signature]];

/** The id of the event that an attempt's id names. */
export const eventIdOf = (attemptId: string) => attemptId.replace(/^(evt_[^_]+)_\d+$/, '$1');
