import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';
import { type EventStore, eventStore } from '../../shared/webhooks/event-store.ts';
import { listEventAttempts } from '../../shared/webhooks/operations.ts';
import { checkOwnEvent } from '../../shared/webhooks/own-event.ts';
import { eventIdOf, presentAttempt } from '../../shared/webhooks/present-attempt.ts';

interface Services {
  readonly events: EventStore;
}

/** Lists the tries at telling a merchant of one event, newest first. */
export const attempts = implement(listEventAttempts, async (request, { events }: Services) => {
  const { merchant_id: merchantId, event_id } = request.params;
  const kept = await events.get({ merchantId, eventId: eventIdOf(event_id) });
  checkOwnEvent(kept, request.caller);
  const made = kept.delivery?.attempts.toReversed() ?? [];
  return made.length > 0
    ? made.map((attempt) => presentAttempt(kept, attempt))
    : [presentAttempt(kept, undefined)];
});

export const handler = lambda(attempts, () => ({ events: eventStore(liveTable()) }), liveAdminKey);
