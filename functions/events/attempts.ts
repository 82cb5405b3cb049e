import { checkEventAccess } from '../../shared/events/event-access.ts';
import { type EventStore, eventStore } from '../../shared/events/event-store.ts';
import { listEventAttempts } from '../../shared/events/operations.ts';
import { answerShownOf, eventIdOf, presentAttempt } from '../../shared/events/present-attempt.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly events: EventStore;
}

/** Lists the tries at telling a merchant of one event, newest first. */
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
