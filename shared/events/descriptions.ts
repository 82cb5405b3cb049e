import type { Descriptions } from '../http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { events: 'What merchants are told by webhooks, and every attempt at telling them.' },
  operations: {
    'GET /events/{merchant_id}/{event_id}/attempts':
      "Lists every attempt at delivering one event, with what was sent and what the merchant's server answered.",
    'POST /events/{merchant_id}/{event_id}/retry':
      'Sends one event again now, with the same body, and answers how it went.',
    'GET /events/{merchant_id}/undelivered':
      'Lists events whose attempts have all failed. They can be sent again by a retry.',
    'POST /events/{merchant_id}': 'Lists the events that fit all conditions in the body.',
    'POST /events/profile/list':
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
  properties: {
    body: 'The body, as text.',
    created_after: 'Only events that came about after this time, ISO 8601.',
    created_before: 'Only events that came about before this time, ISO 8601.',
    delivery_attempt:
      'Which attempt it is: the first, an automatic one, or one that was asked for.',
    endpoint_id: 'The endpoint that gets the event; absent for the `webhook_url`.',
    event_class: 'What the event is about.',
    event_classes: 'Only events about these.',
    event_type: 'What happened.',
    event_types: 'Only events of these types.',
    events: 'The events.',
    gave_up: 'When the last attempt was made, ISO 8601 in UTC.',
    initial_attempt_id: 'The event of the first attempt.',
    is_delivered: 'Only events that arrived, or only those that did not.',
    is_delivery_successful: 'Whether the event arrived.',
    listed_since: 'From when on events are listed, ISO 8601 in UTC. Earlier ones have ended.',
    object_id: 'The payment, refund, dispute, mandate or payout that the event is about.',
    request: 'What was sent.',
    response: 'What the server of the merchant answered.',
    status_code: 'The HTTP status that the server of the merchant answered.',
    tries: 'How many attempts were made.',
  },
};
