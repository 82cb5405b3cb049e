import { quickMs, type SlowReceiver } from '#merchants/accounts/slow-receiver.ts';
import { receiverTimeoutMs } from '#platform/time-limits.ts';
import type { Delivery } from '../events/delivery.ts';
import type { EventWithDelivery } from '../events/event-store.ts';
import { isDue, lastTimedOut } from './delivery-changes.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import type { Receiver } from './receiver.ts';
import type { SentEvent } from './send-webhook.ts';

/** An attempt that is due: its message, its event, and the delivery so far. */
export interface DueAttempt {
  readonly message: DeliveryMessage;
  readonly event: SentEvent;
  /** Undefined for the first message of an event, which is sent without reading the table. */
  readonly delivery: Delivery | undefined;
}

/** A receiver at the moment of an attempt. */
export interface ReceiverState extends Receiver {
  /** Its record as a slow receiver; undefined for a quick one. */
  readonly slow: SlowReceiver | undefined;
  /** Whether this container handles a crowd of its messages: see `receiver-slots.ts`. */
  readonly isCrowded: boolean;
  /** Whether all of its slots were found taken. */
  readonly areSlotsTaken: boolean;
}

/** The decision about a due attempt. */
export type AttemptDecision =
  /** The webhook is sent now; with `needsSlot`, within a slot of its receiver only. */
  | {
      readonly kind: 'send';
      readonly receiver: ReceiverState;
      readonly needsSlot: boolean;
      readonly timeoutMs: number;
    }
  /** Its message goes on to the queue of slow receivers. */
  | { readonly kind: 'forward'; readonly receiver: Receiver | undefined }
  /** It is due again some minutes later, as the same attempt. */
  | { readonly kind: 'postpone' }
  /** The delivery is stopped. */
  | { readonly kind: 'drop'; readonly reason: 'no address' | 'endpoint gone or off' };

/** Clock skew: an attempt that arrives up to 5 s early is made at once. */
const earlyMs = 5_000;

/** The first attempt of an event; undefined for later messages, which name only a due time. */
export function firstAttempt(message: DeliveryMessage): DueAttempt | undefined {
  const { merchantId, eventId, profileId, body, endpointId } = message;
  if (profileId === undefined || body === undefined) return undefined;
  return {
    message,
    event: { merchantId, eventId, profileId, body, endpointId },
    delivery: undefined,
  };
}

/**
 * The attempt that a later message asks for. Undefined when there is nothing to do: the event was
 * deleted, another message made the attempt, the delivery has ended, or the message came too early.
 * `find-due` sends a message for every attempt that is overdue.
 */
export function laterAttempt(
  message: DeliveryMessage,
  stored: EventWithDelivery | undefined,
  now: Date,
): DueAttempt | undefined {
  const { eventId, dueAt } = message;
  if (!stored?.delivery || !dueAt || !isDue(stored.delivery, dueAt)) return undefined;
  if (Date.parse(dueAt) > now.getTime() + earlyMs) return undefined;
  return { message, event: { ...stored.event, eventId }, delivery: stored.delivery };
}

/**
 * Decides about an attempt that is due. `receiver` is undefined when the event has none any more.
 *
 * A receiver that takes longer than 5 s to answer is recorded as slow for all containers. From then
 * on its events go through the queue of slow receivers, where it has 30 s, and where only a few of
 * its deliveries run at once. The attempt that found it slow counts as one on the schedule. While
 * it is unknown how quickly a receiver answers, many of its events at once use no more functions
 * than that. The other events go through the queue of slow receivers, at the receiver's pace.
 */
export function attemptOf(
  { message, event, delivery }: DueAttempt,
  receiver: ReceiverState | undefined,
): AttemptDecision {
  const isFromSlowQueue = message.slow === true;
  const isSlow = receiver?.slow !== undefined;
  if (!isFromSlowQueue && (isSlow || lastTimedOut(delivery))) return { kind: 'forward', receiver };
  if (!receiver) {
    const isUrl = event.endpointId === undefined;
    return { kind: 'drop', reason: isUrl ? 'no address' : 'endpoint gone or off' };
  }
  const needsSlot = isSlow || (!isFromSlowQueue && receiver.isCrowded);
  if (needsSlot && receiver.areSlotsTaken) {
    return isFromSlowQueue ? { kind: 'postpone' } : { kind: 'forward', receiver };
  }
  const timeoutMs = isFromSlowQueue ? receiverTimeoutMs : quickMs;
  return { kind: 'send', receiver, needsSlot, timeoutMs };
}
