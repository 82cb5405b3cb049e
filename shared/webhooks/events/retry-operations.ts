import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { anyOf } from '#platform/lists/list-request.ts';
import { given, Identifier, integer, Timestamp } from '#platform/schema.ts';
import { EventClass, EventType } from '#vocabulary/event-types.ts';
import { EventRetry, highestRate } from './event-retry.ts';

/** Which undelivered events are sent again: those that fit all that is stated. */
export const RetryEventsRequest = v.strictObject({
  /** Within the last 90 days, as `created_before`; both inclusive. */
  created_after: given(Timestamp),
  /** Now, unless stated. */
  created_before: given(Timestamp),
  event_classes: anyOf(EventClass),
  event_types: anyOf(EventType),
  object_id: given(Identifier),
  profile_id: given(Identifier),
  /** The identifier of the profile stands for its `webhook_url`. */
  endpoint_id: given(Identifier),
  /** 10 unless stated. */
  events_per_second: given(integer(1, highestRate)),
});
export type RetryEventsRequest = v.InferOutput<typeof RetryEventsRequest>;

export const EventRetryResponse = v.object({
  retry_id: v.string(),
  merchant_id: v.string(),
  status: EventRetry.entries.state,
  reason: EventRetry.entries.reason,
  stopped_because: EventRetry.entries.stoppedBecause,
  created_after: v.string(),
  created_before: v.string(),
  event_classes: v.optional(v.array(v.string())),
  event_types: v.optional(v.array(v.string())),
  object_id: v.optional(v.string()),
  profile_id: v.optional(v.string()),
  endpoint_id: v.optional(v.string()),
  events_per_second: v.number(),
  /** How many events it has sent again, at least: of a step that died it counts none. */
  sent: v.number(),
  /** How many it left out, because their receiver is gone or switched off. */
  skipped: v.number(),
  /** Events up to this time were handled; null at the beginning. */
  reached: v.nullable(v.string()),
  created: v.string(),
  ended: v.nullable(v.string()),
});
export type EventRetryResponse = v.InferOutput<typeof EventRetryResponse>;

const Merchant = { merchant_id: Identifier };
const ofOne = {
  auth: 'merchant of the path',
  params: v.object({ ...Merchant, retry_id: Identifier }),
  response: EventRetryResponse,
  notFound: 'event_retry_not_found',
  example: { params: { merchant_id: 'merchant_example', retry_id: 'evr_example' } },
} as const;

export const retryEvents = defineOperation({
  name: 'events.retry-many',
  method: 'POST',
  path: '/events/{merchant_id}/retry',
  summary: 'Send all undelivered events that fit once more, oldest first',
  about: {
    description:
      'Orders that all undelivered events that fit are sent again, oldest first, at a rate. Asked for twice it is one order, for as long as it runs.',
  },
  auth: 'merchant of the path',
  params: v.object(Merchant),
  body: RetryEventsRequest,
  response: EventRetryResponse,
  errors: [
    'merchant_account_not_found',
    'profile_not_found',
    'invalid_request',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query', 'PutItem'] },
  impact: 'Merchants cannot order many webhooks again; each can still be sent by itself.',
  example: {
    params: { merchant_id: 'merchant_example' },
    body: { event_types: ['payment_succeeded'] },
  },
});

export const retrieveEventRetry = defineOperation({
  ...ofOne,
  name: 'events.retrieve-retry',
  method: 'GET',
  path: '/events/{merchant_id}/retry/{retry_id}',
  summary: 'Show the progress of a retry of many events',
  about: { description: 'Shows how far an order to send events again is, for 30 days.' },
  errors: ['event_retry_not_found'],
  access: { table: ['GetItem'] },
  impact: 'Merchants cannot see how far a retry of many webhooks is; it goes on.',
});

export const stopEventRetry = defineOperation({
  ...ofOne,
  name: 'events.stop-retry',
  method: 'POST',
  path: '/events/{merchant_id}/retry/{retry_id}/stop',
  summary: 'Stop a retry of many events',
  about: {
    description:
      'Stops an order to send events again. Up to ten seconds of its events are still sent.',
  },
  errors: ['event_retry_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Merchants cannot stop a retry of many webhooks, which goes on to its end.',
});
