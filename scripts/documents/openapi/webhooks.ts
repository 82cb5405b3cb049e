import type { Operation } from '#platform/http/operation/operation.ts';
import { retrieveDispute } from '#switch/disputes/operations.ts';
import { retrieveMandate } from '#switch/mandates/operations.ts';
import { retrievePayment } from '#switch/payments/operations.ts';
import { retrievePayout } from '#switch/payouts/operations.ts';
import { retrieveRefund } from '#switch/refunds/operations.ts';
import { eventTypesOf } from '#vocabulary/event-types.ts';
import { maxAttempts } from '#webhooks/delivery/retry-schedule.ts';
import { DisabledWebhookEndpoint } from '#webhooks/endpoints/operations.ts';
import type { WebhookEvent } from '#webhooks/events/event.ts';
import { eventTypeDescriptions } from '#webhooks/events/event-type-descriptions.ts';
import type { ExampleAnswers } from './operations.ts';
import type { Contract } from './schemas.ts';

/** The events that merchants receive, by class: most have the object that an operation answers. */
const toldOf: Readonly<
  Record<WebhookEvent['class'], { readonly type: string; readonly as: Pick<Operation, 'response'> }>
> = {
  payments: { type: 'payment_details', as: retrievePayment },
  refunds: { type: 'refund_details', as: retrieveRefund },
  disputes: { type: 'dispute_details', as: retrieveDispute },
  mandates: { type: 'mandate_details', as: retrieveMandate },
  payouts: { type: 'payout_details', as: retrievePayout },
  webhook_endpoints: {
    type: 'webhook_endpoint_details',
    as: { response: DisabledWebhookEndpoint },
  },
};

/** The requests that the switch sends to merchants' servers, by the class of the event. */
export const webhooksOf = (contract: Contract, examples: ExampleAnswers) =>
  Object.fromEntries(
    classes.map((eventClass) => {
      const { type, as } = toldOf[eventClass];
      const example = examples[`webhook ${eventClass}`];
      return [
        eventClass,
        {
          post: {
            operationId: `webhook.${eventClass.replace('_', '-')}`,
            summary: `Report a change in a merchant’s ${eventClass.replace('_', ' ')}`,
            description,
            tags: ['events'],
            // The sender proves itself by the signatures among the headers, not by a key.
            security: [],
            parameters: headers,
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: envelope(eventClass, type, contract.schemaOf(as.response)),
                  ...(example !== undefined && { example }),
                },
              },
            },
            responses: {
              '2XX': { description: 'The event has arrived. It is not sent again.' },
              default: {
                description: `Any other status, and no answer in time: the event is sent again, up to ${maxAttempts - 1} times in about a day.`,
              },
            },
          },
        },
      ];
    }),
  );

const classes = [
  'payments',
  'refunds',
  'disputes',
  'mandates',
  'payouts',
  'webhook_endpoints',
] as const;

const description = `Sent to the \`webhook_url\` of the profile, or of the merchant account where the profile has none. Check \`webhook-signature\` over the bytes of the body exactly as they came, before parsing them, and the age of \`webhook-timestamp\`; \`x-webhook-signature-512\` signs no time, so a recorded webhook would pass at any age. The key of both is the \`payment_response_hash_key\` of the profile. An event may arrive more than once and events may arrive out of order: \`event_id\` says which one it is, and the object's own \`status\` says how things stood when the event was made.`;

const header = (name: string, required: boolean, text: string, example: string) => ({
  name,
  in: 'header',
  required,
  description: text,
  schema: { type: 'string' },
  example,
});

const headers = [
  header(
    'x-webhook-signature-512',
    true,
    'HMAC-SHA512 of the body, in lower-case hex.',
    'c1b1a5d3f1…',
  ),
  header(
    'webhook-id',
    true,
    'The event, as in `event_id`. The same on every attempt.',
    'evt_0190163d8694739bb05aefd4a3ee3e40',
  ),
  header(
    'webhook-timestamp',
    true,
    'When this attempt was made, in seconds since 1970. Refuse what is older than a few minutes.',
    '1893492000',
  ),
  header(
    'webhook-signature',
    true,
    '`v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by dots, as the Standard Webhooks specification has it. While an older key signs beside a new one there are several, separated by spaces, newest first. Its libraries take `whsec_` and the base64 of the key as their secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'authorization',
    false,
    'HTTP Basic, where the profile has a `webhook_username`.',
    'Basic c2hvcDpzZWNyZXQ=',
  ),
  header(
    'webhook-version',
    false,
    'The `webhook_version` of `webhook_details`, where it names one.',
    '1.0.2',
  ),
  header(
    'traceparent',
    false,
    'Where the operator samples traces: the trace that the webhook belongs to, as W3C Trace Context has it.',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ),
] as const;

/** A line for each type of event that is sent. */
const whatHappened = (eventClass: (typeof classes)[number]) =>
  eventTypesOf[eventClass]
    .flatMap((type) => {
      const described = eventTypeDescriptions[type];
      return 'sentWhen' in described ? [`- \`${type}\`: ${described.sentWhen}`] : [];
    })
    .join('\n');

const envelope = (eventClass: (typeof classes)[number], type: string, object: object) => ({
  type: 'object',
  required: ['merchant_id', 'event_id', 'event_type', 'content', 'timestamp'],
  properties: {
    merchant_id: {
      type: 'string',
      description: 'The merchant account that the object belongs to.',
    },
    event_id: {
      type: 'string',
      description: 'The event: `evt_` and a UUID without dashes. The same on every attempt.',
    },
    event_type: { enum: eventTypesOf[eventClass], description: whatHappened(eventClass) },
    content: {
      type: 'object',
      required: ['type', 'object'],
      description: 'The object that the event is about.',
      properties: {
        type: { const: type, description: 'What kind of object it is.' },
        object: { description: 'The object as it was when the event was made.', ...object },
      },
    },
    timestamp: { type: 'string', description: 'When it happened, ISO 8601 in UTC.' },
    processor_merchant_id: {
      type: 'string',
      description: 'The merchant account that processed it: the same as `merchant_id`.',
    },
  },
});
