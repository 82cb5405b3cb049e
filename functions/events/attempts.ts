import { lambda } from '#merchants/lambda.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkEventAccess } from '#webhooks/events/event-access.ts';
import { type EventStore, eventStore } from '#webhooks/events/event-store.ts';
import { listEventAttempts } from '#webhooks/events/operations.ts';
import { answerShownOf, eventIdOf, presentAttempt } from '#webhooks/events/present-attempt.ts';

interface Services {
  readonly events: EventStore;
}

/** Lists the delivery attempts of one event, newest first. */
export const attempts = implement(listEventAttempts, async (request, { events }: Services) => {
  const { merchant_id: merchantId, event_id } = request.params;
  const place = { merchantId, eventId: eventIdOf(event_id) };
  const stored = await events.getWithAnswers(place);
  checkEventAccess(stored, request.caller);
  const made = stored.delivery?.attempts.toReversed() ?? [];
  return made.length > 0
    ? made.map((attempt) =>
        presentAttempt(stored, attempt, answerShownOf(attempt, stored.answers, request.now)),
      )
    : [presentAttempt(stored, undefined)];
});

export const handler = lambda(attempts, () => ({ events: eventStore(liveTable()) }), liveAdminKey);
