import type { Log } from '#platform/log.ts';
import type { Delivery } from '../events/delivery.ts';
import type { EventRef, EventStore } from '../events/event-store.ts';
import type { AttemptResult } from './delivery-changes.ts';

/** An answer up to this size is stored with its attempt, which costs nothing more. In bytes. */
const shortAnswerBytes = 256;

/**
 * Records an attempt and the receiver's answer. A long answer is an item of its own, written
 * afterwards; when that fails, the attempt is shown without it. Throws as `EventStore.record`.
 */
export async function recordAttempt(
  {
    events,
    log,
  }: { readonly events: Pick<EventStore, 'record' | 'keepAnswer'>; readonly log: Log },
  place: EventRef,
  known: Delivery | undefined,
  result: AttemptResult,
  change: (current: Delivery, result: AttemptResult) => Delivery,
): Promise<Delivery> {
  const { answer = '', ...rest } = result;
  const isLong = Buffer.byteLength(answer) > shortAnswerBytes;
  const after = await events.record(place, known, (current) =>
    change(current, isLong ? rest : result),
  );
  const attempt = isLong && after.attempts.findLast(({ at }) => at === result.at);
  if (attempt) {
    // Throwing would send the same webhook again.
    await events
      .keepAnswer(place, attempt, answer)
      .catch((error: unknown) => log.error('answer not kept', error, { ...place }));
  }
  return after;
}
