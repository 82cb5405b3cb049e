import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';

/** A dispute as its connector lists it, in Hyperswitch's form. */
const FetchedDispute = v.object({
  object_reference_id: v.object({ PaymentId: v.object({ PaymentIntentId: v.string() }) }),
  /** In minor units. */
  amount: v.string(),
  currency: Currency,
  dispute_stage: DisputeStage,
  dispute_status: DisputeStatus,
  connector_status: v.string(),
  connector_dispute_id: v.string(),
  connector_reason: v.nullable(v.string()),
  connector_reason_code: v.nullable(v.string()),
  challenge_required_by: v.nullable(v.string()),
  created_at: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
});
export type FetchedDispute = v.InferOutput<typeof FetchedDispute>;

export const fetchDisputes = defineOperation({
  name: 'disputes.fetch',
  method: 'GET',
  path: '/disputes/{merchant_connector_id}/fetch',
  summary: 'Fetch the disputes of a time span from a connector',
  about: {
    description:
      'Fetches the disputes of a time span from the connector, saves those that are new or have changed, and answers with all of them.',
  },
  auth: 'secret key',
  params: v.object({ merchant_connector_id: Identifier }),
  // The two have an error of their own for another form.
  query: v.object({ fetch_from: text(64), fetch_till: text(64) }),
  response: v.array(FetchedDispute),
  errors: [
    'invalid_data',
    'connector_account_not_found',
    'not_implemented',
    'dispute_operation_failed',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'connector_account_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    indexes: ['by-list'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Merchants cannot fetch disputes whose webhooks were lost.',
  example: {
    params: { merchant_connector_id: 'mca_example' },
    query: { fetch_from: '2026-01-01T00:00:00', fetch_till: '2026-01-31T23:59:59' },
  },
});
