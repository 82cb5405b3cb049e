import * as v from 'valibot';
import { maxOverlapHours } from '#merchants/accounts/hash-keys.ts';
import { receiverUrl } from '#platform/http/egress/receiver-url.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, integer, pastedSecret, text } from '#platform/schema.ts';
import { EventType } from '#vocabulary/event-types.ts';

const settings = {
  /** Empty for the types that a `webhook_url` gets without further settings. */
  event_types: given(v.pipe(v.array(EventType), v.maxLength(50))),
  /** Signs the endpoint's webhooks. Made by us where it is not stated. */
  secret: given(pastedSecret(255, 16)),
  /** Replaces all headers from before. */
  headers: given(v.record(text(128, 1), text(1_024))),
  enabled: given(v.boolean()),
};

export const CreateWebhookEndpointRequest = v.strictObject({
  /** By default the caller's profile, or the merchant's default. */
  profile_id: given(Identifier),
  url: receiverUrl(2_048),
  ...settings,
});
export type CreateWebhookEndpointRequest = v.InferOutput<typeof CreateWebhookEndpointRequest>;

/** Absent and `null` members stay as they are. */
export const UpdateWebhookEndpointRequest = v.strictObject({
  url: given(receiverUrl(2_048)),
  ...settings,
  /** For how many hours the secret before a new one signs as well. */
  secret_overlap_hours: given(integer(0, maxOverlapHours)),
});
export type UpdateWebhookEndpointRequest = v.InferOutput<typeof UpdateWebhookEndpointRequest>;

export const WebhookEndpointResponse = v.object({
  /** The profile's id for its `webhook_url`. */
  endpoint_id: v.string(),
  merchant_id: v.string(),
  profile_id: v.string(),
  url: v.string(),
  /** Empty for the types that follow from the profile's settings. */
  event_types: v.array(v.string()),
  /** In clear only in the answer to the request that set it. */
  secret: v.string(),
  /** Values are masked. */
  headers: v.record(v.string(), v.string()),
  enabled: v.boolean(),
  /**
   * `requested` where the merchant switched it off, `failing` where it took nothing for five days.
   */
  disabled_reason: v.nullable(v.string()),
  disabled_since: v.nullable(v.string()),
  /** The retry of the events that it missed while it was off for failing; `null` for others. */
  retry_id: v.nullable(v.string()),
  /** `null` for a `webhook_url`. */
  created: v.nullable(v.string()),
  modified: v.nullable(v.string()),
});
export type WebhookEndpointResponse = v.InferOutput<typeof WebhookEndpointResponse>;

/** An endpoint that was switched off, as its event shows it. */
export const DisabledWebhookEndpoint = v.object({
  /** The profile's id for its `webhook_url`. */
  endpoint_id: v.string(),
  merchant_id: v.string(),
  profile_id: v.string(),
  enabled: v.boolean(),
  disabled_reason: v.string(),
  disabled_since: v.string(),
});

export const WebhookEndpointListResponse = v.object({ data: v.array(WebhookEndpointResponse) });

export const DeleteWebhookEndpointResponse = v.object({
  endpoint_id: v.string(),
  deleted: v.boolean(),
});

export const TestWebhookEndpointResponse = v.object({
  endpoint_id: v.string(),
  event_id: v.string(),
  /** Whether it answered 2xx. */
  delivered: v.boolean(),
  status_code: v.nullable(v.number()),
  response_ms: v.number(),
  /** At most 4 KB; secrets and card numbers are masked. */
  response_body: v.nullable(v.string()),
  error_message: v.nullable(v.string()),
});

const ofMerchant = v.object({ merchant_id: Identifier });
const ofEndpoint = v.object({ merchant_id: Identifier, endpoint_id: Identifier });
const path = '/webhook_endpoints/{merchant_id}';
const params = { merchant_id: 'merchant_example' };
const oneExample = { params: { ...params, endpoint_id: 'we_example' } };

export const createWebhookEndpoint = defineOperation({
  name: 'webhook-endpoints.create',
  method: 'POST',
  path,
  summary: 'Add an endpoint that gets webhooks',
  about: {
    description:
      'Adds an endpoint to a profile, beside its `webhook_url`. Only this answer shows a secret that the switch made.',
  },
  auth: 'merchant of the path',
  params: ofMerchant,
  body: CreateWebhookEndpointRequest,
  response: WebhookEndpointResponse,
  errors: [
    'merchant_account_not_found',
    'profile_not_found',
    'missing_param',
    'invalid_request',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], secrets: ['use key'] },
  impact: 'Webhook endpoints cannot be added; those that exist get their webhooks.',
  example: {
    params,
    body: {
      profile_id: 'pro_example',
      url: 'https://shop.example/second',
      event_types: ['payment_succeeded', 'payment_failed'],
    },
  },
});

export const listWebhookEndpoints = defineOperation({
  name: 'webhook-endpoints.list',
  method: 'GET',
  path,
  summary: 'List the endpoints that get webhooks',
  about: {
    description:
      'Lists all endpoints that the caller reaches, by profile. The `webhook_url` of a profile is its first endpoint.',
  },
  auth: 'merchant of the path',
  params: ofMerchant,
  response: WebhookEndpointListResponse,
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Merchants cannot list their webhook endpoints; webhooks are still sent.',
  example: { params },
});

const one = {
  path: `${path}/{endpoint_id}`,
  auth: 'merchant of the path',
  params: ofEndpoint,
  notFound: 'webhook_endpoint_not_found',
} as const;

export const retrieveWebhookEndpoint = defineOperation({
  ...one,
  name: 'webhook-endpoints.retrieve',
  method: 'GET',
  summary: 'Retrieve an endpoint that gets webhooks',
  about: { description: 'Answers with one endpoint. Its secret and its headers are masked.' },
  response: WebhookEndpointResponse,
  errors: ['merchant_account_not_found', 'webhook_endpoint_not_found'],
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Merchants cannot see a webhook endpoint; webhooks are still sent.',
  example: oneExample,
});

export const updateWebhookEndpoint = defineOperation({
  ...one,
  name: 'webhook-endpoints.update',
  method: 'PUT',
  summary: 'Change an endpoint that gets webhooks',
  about: {
    description:
      'Changes the members that the request states and leaves the others as they are. Of the `webhook_url` of a profile only `enabled` can be changed here.',
  },
  body: UpdateWebhookEndpointRequest,
  response: WebhookEndpointResponse,
  errors: [
    'merchant_account_not_found',
    'webhook_endpoint_not_found',
    'invalid_request',
    'precondition_failed',
    'concurrent_update',
  ],
  access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], secrets: ['use key'] },
  impact: 'Webhook endpoints cannot be changed; webhooks are still sent.',
  example: { ...oneExample, body: { enabled: false } },
});

export const deleteWebhookEndpoint = defineOperation({
  ...one,
  name: 'webhook-endpoints.delete',
  method: 'DELETE',
  summary: 'Delete an endpoint that gets webhooks',
  about: { description: 'Deletes an endpoint. Its deliveries stop, and its events stay listed.' },
  response: DeleteWebhookEndpointResponse,
  errors: [
    'merchant_account_not_found',
    'webhook_endpoint_not_found',
    'precondition_failed',
    'concurrent_update',
  ],
  access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
  impact: 'Webhook endpoints cannot be deleted; they can be switched off.',
  example: oneExample,
});

export const testWebhookEndpoint = defineOperation({
  ...one,
  name: 'webhook-endpoints.test',
  method: 'POST',
  path: `${path}/{endpoint_id}/test`,
  summary: 'Send a test event to an endpoint, now',
  about: {
    description:
      'Sends one signed event of the type `webhook_test`, also to an endpoint that is switched off, and answers how it was taken.',
  },
  response: TestWebhookEndpointResponse,
  errors: ['merchant_account_not_found', 'webhook_endpoint_not_found'],
  access: { table: ['GetItem', 'Query'], secrets: ['use key'], webhooks: true },
  impact: 'Merchants cannot test their webhook endpoints; webhooks are still sent.',
  example: oneExample,
});
