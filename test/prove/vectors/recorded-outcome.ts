import * as v from 'valibot';

const text = v.nullish(v.string());
const amount = v.nullish(v.number());

const Redirect = v.object({
  method: v.string(),
  endpoint: v.string(),
  fields: v.optional(v.record(v.string(), v.string()), {}),
});

/** The object that a webhook is about, as it was found in it. */
const WebhookReference = v.object({
  payment: v.optional(v.object({ reference: text, connector_transaction_id: text })),
  refund: v.optional(
    v.object({ refund_reference: text, connector_refund_id: text, connector_transaction_id: text }),
  ),
  dispute: v.optional(v.object({ connector_dispute_id: text, connector_transaction_id: text })),
});

const WebhookContent = v.object({
  payment: v.optional(
    v.object({
      status: text,
      connector_transaction_id: text,
      error_code: text,
      error_message: text,
    }),
  ),
  refund: v.optional(
    v.object({ status: text, connector_refund_id: text, error_code: text, error_message: text }),
  ),
  dispute: v.optional(
    v.object({ status: text, stage: text, connector_dispute_id: text, message: text }),
  ),
});

/**
 * A recording's reading of an answer, or of a webhook. Members that are not compared are dropped.
 */
export const RecordedOutcome = v.object({
  /** Absent of a webhook. */
  result: v.optional(v.picklist(['answer', 'error', 'unreadable', 'not_sent'])),
  /** Absent when the reader set none. */
  status: text,
  connector_transaction_id: text,
  connector_refund_id: text,
  connector_customer_id: text,
  payment_method_token: text,
  access_token: text,
  expires_in_seconds: amount,
  error_code: text,
  error_message: text,
  error_reason: text,
  error_connector_transaction_id: text,
  network_decline_code: text,
  network_advice_code: text,
  redirect: v.optional(Redirect),
  mandate: v.optional(v.object({ connector_mandate_id: text })),
  network_transaction_id: text,
  card: v.optional(v.object({ payment_checks: v.optional(v.record(v.string(), v.unknown())) })),
  captured_amount: amount,
  authorized_amount: amount,
  connector_metadata: v.optional(v.record(v.string(), v.unknown())),
  /** The object of a webhook, read without the secret. */
  parse: v.optional(
    v.object({
      result: text,
      event_type: text,
      reference: v.optional(WebhookReference, {}),
    }),
  ),
  /** The content of a webhook, and the answer to it. */
  handle: v.optional(
    v.object({
      /** `rejected`: no event was made of it. */
      result: text,
      event_type: text,
      source_verified: v.optional(v.boolean()),
      content: v.optional(WebhookContent, {}),
      ack: v.optional(v.object({ body: text }), {}),
    }),
  ),
});
export type RecordedOutcome = v.InferOutput<typeof RecordedOutcome>;
