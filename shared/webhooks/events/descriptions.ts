import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { events: 'What merchants are told by webhooks, and every attempt at telling them.' },
  properties: {
    body: 'The body, as text.',
    created_after: 'Only events that came about after this time, ISO 8601.',
    created_before: 'Only events that came about before this time, ISO 8601.',
    delivery_attempt:
      'Which attempt it is: the first, an automatic one, or one that was asked for.',
    ended: 'When it was completed or stopped, ISO 8601 in UTC.',
    endpoint_id: 'The endpoint that gets the event; absent for the `webhook_url`.',
    event_class: 'What the event is about.',
    event_classes: 'Only events about these.',
    event_type: 'What happened.',
    event_types: 'Only events of these types.',
    events: 'The events.',
    events_per_second:
      'How many events are sent again in a second, from 1 to 50; 10 unless stated.',
    gave_up: 'When the last attempt was made, ISO 8601 in UTC.',
    initial_attempt_id: 'The event of the first attempt.',
    is_delivered: 'Only events that arrived, or only those that did not.',
    is_delivery_successful: 'Whether the event arrived.',
    listed_since: 'From when on events are listed, ISO 8601 in UTC. Earlier ones have ended.',
    object_id: 'The payment, refund, dispute, mandate or payout that the event is about.',
    reached: 'Events up to this time were handled, ISO 8601 in UTC.',
    reason: 'Why it was ordered: `requested`, or because an endpoint was `switched_on` again.',
    request: 'What was sent.',
    response: 'What the server of the merchant answered.',
    retry_id: 'The order to send events again.',
    sent: 'How many events it has sent again, at least: of a step that died it counts none.',
    skipped: 'How many events it left out, because their receiver is gone or switched off.',
    status: 'Whether it is running, completed or stopped.',
    status_code: 'The HTTP status that the server of the merchant answered.',
    stopped_because:
      'Who stopped it: `requested`, or `endpoint_gone` when its endpoint is gone or switched off.',
    tries: 'How many attempts were made.',
  },
};
