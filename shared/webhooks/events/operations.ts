import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';
import { DeliveryAttempt, DeliveryState } from './delivery.ts';

/** The fields that an event shares with each of its delivery attempts. */
export const described = {
  /** The first attempt has the event's own id; a later attempt's id ends in its number. */
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
  /** The endpoint that gets it; absent for the profile's `webhook_url`. */
  endpoint_id: v.optional(v.string()),
};

const Headers = v.array(v.strictTuple([v.string(), v.string()]));

/** One delivery attempt, with its request and the receiver's answer. */
export const EventAttemptResponse = v.object({
  ...described,
  request: v.object({ body: v.string(), headers: Headers }),
  response: v.object({
    /** Up to 4 KB, masked, for 30 days; null when the receiver answered nothing. */
    body: v.nullable(v.string()),
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
      /** `undelivered` after all attempts, `stopped` when the merchant or its URL was gone. */
      state: DeliveryState,
      /** How many scheduled attempts were made. */
      tries: v.number(),
      gave_up: v.string(),
      /** Why it was `stopped`. */
      reason: v.optional(v.string()),
    }),
  ),
  /** The value of `after` for the next page; `null` on the last one. */
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
  about: {
    description:
      "Lists every attempt at delivering one event, with what was sent and what the merchant's server answered.",
  },
  auth: 'merchant of the path',
  params,
  response: v.array(EventAttemptResponse),
  errors: ['event_not_found'],
  notFound: 'event_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see how deliveries of their webhooks went; webhooks are still sent.',
  example,
});

export const retryEvent = defineOperation({
  name: 'events.retry',
  method: 'POST',
  path: '/events/{merchant_id}/{event_id}/retry',
  summary: 'Send an event once more, now',
  about: { description: 'Sends one event again now, with the same body, and answers how it went.' },
  auth: 'merchant of the path',
  params,
  response: EventAttemptResponse,
  errors: ['event_not_found', 'precondition_failed', 'concurrent_update'],
  notFound: 'event_not_found',
  access: { table: ['GetItem', 'Query', 'PutItem'], secrets: ['use key'], webhooks: true },
  impact: 'Merchants cannot resend webhooks by hand; scheduled retries continue.',
  example,
});

/** The most events on one page. */
const maxPageSize = 100;

export const listUndeliveredEvents = defineOperation({
  name: 'events.undelivered',
  method: 'GET',
  path: '/events/{merchant_id}/undelivered',
  summary: 'List the events that were given up, oldest first',
  about: {
    description: 'Lists events whose attempts have all failed. They can be sent again by a retry.',
  },
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
      v.pipe(v.string(), v.nonEmpty('expected what a page gave'), maxCharacters(200)),
    ),
  }),
  response: UndeliveredEventsResponse,
  errors: [],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Merchants cannot list undelivered webhooks, which stay stored.',
  example: { params: { merchant_id: 'merchant_example' } },
});
