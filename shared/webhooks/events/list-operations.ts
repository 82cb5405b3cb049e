import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { anyOf, maxUint16 } from '#platform/lists/list-request.ts';
import { given, Identifier, integer, Timestamp } from '#platform/schema.ts';
import { EventClass, EventType } from '#vocabulary/event-types.ts';
import { described } from './operations.ts';

/** Unknown members are ignored. */
export const ListEventsRequest = v.object({
  /** Within the last 90 days, as `created_before`; both inclusive. */
  created_after: given(Timestamp),
  created_before: given(Timestamp),
  /** At most 100, which is the default. */
  limit: given(integer(0, maxUint16)),
  offset: given(integer(0, maxUint16)),
  /**
   * A payment, a refund, a dispute …; without other filters, except a profile and whether it was
   * delivered.
   */
  object_id: given(Identifier),
  /** As `object_id`. */
  event_id: given(Identifier),
  profile_id: given(Identifier),
  event_classes: anyOf(EventClass),
  event_types: anyOf(EventType),
  is_delivered: given(v.boolean()),
});
export type ListEventsRequest = v.InferOutput<typeof ListEventsRequest>;

export const ListEventsResponse = v.object({
  events: v.array(v.object(described)),
  /** The number of events on all pages. */
  total_count: v.number(),
  /** Events of earlier times have ended, or end within two days. */
  listed_since: v.string(),
});

const listing = {
  method: 'POST',
  body: ListEventsRequest,
  repeats: 'only read',
  response: ListEventsResponse,
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list their webhook events; webhooks are still sent.',
} as const;

export const listEvents = defineOperation({
  ...listing,
  name: 'events.list',
  path: '/events/{merchant_id}',
  summary: 'List events, newest first',
  about: { description: 'Lists the events that fit all conditions in the body.' },
  auth: 'merchant of the path',
  params: v.object({ merchant_id: Identifier }),
  errors: [
    'merchant_account_not_found',
    'profile_not_found',
    'invalid_request',
    'precondition_failed',
  ],
  notFound: 'merchant_account_not_found',
  example: { params: { merchant_id: 'merchant_example' }, body: { limit: 5 } },
});

export const listEventsOfProfile = defineOperation({
  ...listing,
  name: 'events.list-of-profile',
  path: '/events/profile/list',
  summary: 'List the events of the profile that the request names, newest first',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    differs:
      'Takes a secret key. Published for tokens of Hyperswitch’s dashboard, which the switch does not have.',
  },
  auth: 'secret key',
  errors: ['profile_not_found', 'invalid_request', 'precondition_failed'],
  example: { body: { limit: 5 } },
});
