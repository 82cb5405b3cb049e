import * as v from 'valibot';
import { defineOperation } from '../http/operation.ts';
import { Identifier } from '../schema.ts';
import { DeliveryAttempt, DeliveryState } from '../webhooks/delivery.ts';

/** An event of a merchant, or one of the tries at telling it, which share its identifier. */
export const described = {
  /** The first try has the event's own identifier; of a later one the number of the try follows. */
  event_id: v.string(),
  merchant_id: v.string(),
  profile_id: v.string(),
  object_id: v.string(),
  event_type: v.string(),
  event_class: v.string(),
  is_delivery_successful: v.boolean(),
  initial_attempt_id: v.string(),
  processor_merchant_id: v.string(),
  created: v.string(),
};

const Headers = v.array(v.strictTuple([v.string(), v.string()]));

/** One try at telling a merchant, with what was sent. What the receiver said beside its status is not kept. */
export const EventAttemptResponse = v.object({
  ...described,
  request: v.object({ body: v.string(), headers: Headers }),
  response: v.object({
    body: v.null(),
    headers: v.null(),
    status_code: v.nullable(v.number()),
    error_message: v.nullable(v.string()),
  }),
  delivery_attempt: DeliveryAttempt.entries.kind,
});
export type EventAttemptResponse = v.InferOutput<typeof EventAttemptResponse>;

export const UndeliveredEventsResponse = v.object({
  events: v.array(
    v.object({
      ...described,
      /** `undelivered` after all tries, `stopped` when there was nobody to tell any more. */
      state: DeliveryState,
      /** Tries on the schedule that were made. */
      tries: v.number(),
      gave_up: v.string(),
    }),
  ),
  /** What `after` has to be for the next page; `null` on the last one. */
  after: v.nullable(v.string()),
});
export type UndeliveredEventsResponse = v.InferOutput<typeof UndeliveredEventsResponse>;

const params = v.object({ merchant_id: Identifier, event_id: Identifier });
const example = { params: { merchant_id: 'merchant_example', event_id: 'evt_example' } };

export const listEventAttempts = defineOperation({
  name: 'events.attempts',
  method: 'GET',
  path: '/events/{merchant_id}/{event_id}/attempts',
  summary: 'List the attempts at delivering an event',
  auth: 'merchant of the path',
  params,
  response: v.array(EventAttemptResponse),
  errors: ['event_not_found'],
  notFound: 'event_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Nobody can see how deliveries of webhooks went; they go on.',
  example,
});

export const retryEvent = defineOperation({
  name: 'events.retry',
  method: 'POST',
  path: '/events/{merchant_id}/{event_id}/retry',
  summary: 'Send an event once more, now',
  auth: 'merchant of the path',
  params,
  response: EventAttemptResponse,
  errors: ['event_not_found', 'precondition_failed', 'concurrent_update'],
  notFound: 'event_not_found',
  access: { table: ['GetItem', 'Query', 'PutItem'], secrets: ['use key'], webhooks: true },
  impact: 'Undelivered webhooks cannot be sent again by hand; retries on the schedule go on.',
  example,
});

/** The most events on one page. */
const maxPageSize = 100;

export const listUndeliveredEvents = defineOperation({
  name: 'events.undelivered',
  method: 'GET',
  path: '/events/{merchant_id}/undelivered',
  summary: 'List the events that were given up, oldest first',
  auth: 'merchant of the path',
  params: v.object({ merchant_id: Identifier }),
  query: v.strictObject({
    limit: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,3}$/, 'invalid digit found in string'),
        v.transform(Number),
        v.minValue(1, `expected a number from 1 to ${maxPageSize}`),
        v.maxValue(maxPageSize, `expected a number from 1 to ${maxPageSize}`),
      ),
      String(maxPageSize),
    ),
    after: v.optional(
      v.pipe(v.string(), v.nonEmpty('expected what a page gave'), v.maxLength(200)),
    ),
  }),
  response: UndeliveredEventsResponse,
  errors: [],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Nobody can see which webhooks were given up; they are kept.',
  example: { params: { merchant_id: 'merchant_example' } },
});
