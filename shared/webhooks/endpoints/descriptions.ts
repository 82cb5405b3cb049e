import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    'webhook-endpoints': 'Servers of a merchant that get webhooks. An addition to Hyperswitch.',
  },
  properties: {
    delivered: 'Whether the endpoint answered with a status of 2xx.',
    deleted: 'Whether it is deleted.',
    disabled_reason:
      'Why it is switched off: `requested` where the merchant asked for it, `failing` where it took nothing for five days.',
    disabled_since: 'Since when it is switched off, ISO 8601 in UTC.',
    enabled: 'Whether it is on.',
    endpoint_id: 'The endpoint; the identifier of the profile for its `webhook_url`.',
    event_types: 'Only events of these types; an empty list stands for the usual ones.',
    headers: 'Headers that webhooks are sent with. They are stored encrypted and shown masked.',
    modified: 'When it was changed last, ISO 8601 in UTC.',
    response_body: 'What the endpoint answered, up to 4 KB, with secrets masked.',
    response_ms: 'Milliseconds until the endpoint had answered.',
    retry_id:
      'The order that sends what the endpoint missed while it was switched off for failing.',
    secret: 'The secret that signs the webhooks of the endpoint.',
    secret_overlap_hours:
      'For how many hours the secret before a new one signs as well, from 0 to 72; 0 unless stated.',
    status_code: 'The HTTP status that the endpoint answered.',
  },
};
