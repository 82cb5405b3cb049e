import { quickMs } from '#merchants/accounts/slow-receiver.ts';
import type { Delivery } from '../events/delivery.ts';
import type { ReceiverState } from './attempt.ts';
import type { AttemptResult } from './delivery-changes.ts';
import type { DeliveryMessage } from './delivery-message.ts';
import type { SentEvent } from './send-webhook.ts';

/** An attempt that was made and recorded. */
export interface RecordedAttempt {
  readonly event: SentEvent;
  readonly receiver: Pick<ReceiverState, 'slow'>;
  readonly result: AttemptResult;
  /** The delivery as it was read before the attempt; undefined when it was not read. */
  readonly before: Delivery | undefined;
  /** The delivery with the attempt, as `withScheduledAttempt` recorded it. */
  readonly delivery: Delivery;
}

/** The consequences of a recorded attempt. */
export interface AfterAttempt {
  /** How quick the receiver is from now on; undefined when nothing has to be recorded. */
  readonly speed: 'slow' | 'recovered' | undefined;
  /** Whether the receiver takes events; undefined while that is open. */
  readonly health: 'taking' | 'failing' | undefined;
  /**
   * Whether the metric `DestinationFailing` counts the event: once, an hour after its first
   * attempt.
   */
  readonly isFailingNow: boolean;
  readonly next: NextStep;
}

type NextStep =
  /** All attempts failed: a copy of the event is parked for the operator. */
  | { readonly kind: 'park'; readonly message: DeliveryMessage }
  /** The receiver answered that it is gone for good. */
  | { readonly kind: 'stopped' }
  /**
   * It was delivered, another function has made the due attempt, or `find-due` sends the message of
   * the next one.
   */
  | { readonly kind: 'none' };

/** After so many failed attempts, an hour after the first, a receiver counts as failing. */
const failingAttempts = 9;

export function afterAttempt(attempt: RecordedAttempt): AfterAttempt {
  const { result, before, delivery } = attempt;
  const isFailing = delivery.scheduledAttempts >= failingAttempts ? 'failing' : undefined;
  return {
    speed: speedAfter(attempt),
    health: result.delivered ? 'taking' : isFailing,
    // A receiver that asks to wait gets another attempt that does not count.
    isFailingNow:
      delivery.dueAt !== undefined &&
      delivery.scheduledAttempts === failingAttempts &&
      before?.scheduledAttempts !== failingAttempts,
    next: nextStep(attempt),
  };
}

function speedAfter({ result, receiver }: RecordedAttempt): AfterAttempt['speed'] {
  if (result.ms >= quickMs || result.error?.startsWith('timeout')) return 'slow';
  return result.delivered && receiver.slow ? 'recovered' : undefined;
}

function nextStep({ event, delivery: { state } }: RecordedAttempt): NextStep {
  const { merchantId, eventId, profileId, body, endpointId } = event;
  if (state === 'undelivered') {
    const parked = { merchantId, eventId, profileId, body, ...(endpointId && { endpointId }) };
    return { kind: 'park', message: parked };
  }
  return { kind: state === 'stopped' ? 'stopped' : 'none' };
}
