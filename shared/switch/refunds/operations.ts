import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, integer, JsonObject, text } from '#platform/schema.ts';
import { MerchantConnectorDetails } from '../payments/request/connector-metadata.ts';
import { RefundInPayment } from '../payments/response/nested-responses.ts';
import { passedOnInRequests } from './passed-on-fields.ts';

/** How a refund is split among the accounts that shared its payment. */
const SplitRefunds = v.pipe(
  v.strictObject({
    stripe_split_refund: v.optional(JsonObject),
    adyen_split_refund: v.optional(JsonObject),
    xendit_split_refund: v.optional(JsonObject),
  }),
  v.entries(1, 'data did not match any variant, expected exactly one processor'),
);

/** In the order of the published API. */
const createFields = {
  payment_id: Identifier,
  refund_id: given(Identifier),
  merchant_id: given(chosenName(64)),
  /** In minor units; default: the whole captured amount. */
  amount: given(integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  reason: passedOnInRequests.reason,
  /** The switch sends a scheduled refund to the processor after it has answered this request. */
  refund_type: given(v.picklist(['instant', 'scheduled'])),
  metadata: passedOnInRequests.metadata,
  merchant_connector_details: given(MerchantConnectorDetails),
  split_refunds: given(SplitRefunds),
  all_keys_required: given(v.boolean()),
};

export const CreateRefundRequest = v.strictObject({ ...createFields, ...passedOnInRequests });
export type CreateRefundRequest = v.InferOutput<typeof CreateRefundRequest>;

export const UpdateRefundRequest = v.strictObject({ ...passedOnInRequests });
export type UpdateRefundRequest = v.InferOutput<typeof UpdateRefundRequest>;

export const SyncRefundRequest = v.strictObject({
  refund_id: Identifier,
  force_sync: given(v.boolean()),
  merchant_connector_details: given(MerchantConnectorDetails),
  all_keys_required: given(v.boolean()),
});
export type SyncRefundRequest = v.InferOutput<typeof SyncRefundRequest>;

const inPath = v.object({ refund_id: Identifier });

/** Query parameters carry `true` and `false` as texts. */
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const createRefund = defineOperation({
  name: 'refunds.create',
  method: 'POST',
  path: '/refunds',
  summary: 'Create a refund',
  about: {
    description:
      'Gives money of a paid payment back, all of it or a part. Several refunds of one payment are possible, up to what was captured.',
    differs:
      'A repeated `refund_id` with the same content gets the existing refund. A refund of the whole amount that the processor refuses before the settlement is made by a void.',
    accepted: ['split_refunds'],
  },
  movesMoney: true,
  auth: 'secret key',
  body: CreateRefundRequest,
  repeats: 'derive the same identifier',
  response: RefundInPayment,
  errors: [
    'payment_not_found',
    'payment_not_refundable',
    'refund_exceeds_captured',
    'precondition_failed',
    'invalid_data',
    'successful_payment_not_found',
    'refund_limit_reached',
    'missing_param',
    'invalid_request',
    'not_implemented',
    'connector_account_not_found',
    'refund_exists',
    'concurrent_update',
  ],
  notFound: 'payment_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
    refundLimits: true,
  },
  impact: 'Merchants cannot create refunds.',
  example: {
    body: { payment_id: 'pay_paid_example', amount: 500, reason: 'requested_by_customer' },
  },
});

const syncing = {
  auth: 'secret key',
  response: RefundInPayment,
  errors: ['refund_not_found'],
  notFound: 'refund_not_found',
  // Needed when a sync finds the refund failed: its amount then becomes refundable again.
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Merchants cannot see the status of their refunds.',
} as const;

export const retrieveRefund = defineOperation({
  ...syncing,
  name: 'refunds.retrieve',
  method: 'GET',
  path: '/refunds/{refund_id}',
  summary: 'Retrieve a refund',
  about: {
    description:
      'Answers with the refund. With `force_sync` the connector is asked first, where the refund is still pending.',
  },
  params: inPath,
  query: v.strictObject({ force_sync: v.optional(Flag), all_keys_required: v.optional(Flag) }),
  example: { params: { refund_id: 'ref_example' } },
});

export const syncRefund = defineOperation({
  ...syncing,
  name: 'refunds.sync',
  method: 'POST',
  path: '/refunds/sync',
  summary: 'Retrieve a refund, with the options in the body',
  about: { description: 'Answers with the refund as its retrieve does.' },
  body: SyncRefundRequest,
  repeats: 'only read',
  errors: [...syncing.errors, 'not_implemented'],
  example: { body: { refund_id: 'ref_example', force_sync: true } },
});

export const updateRefund = defineOperation({
  name: 'refunds.update',
  method: 'POST',
  path: '/refunds/{refund_id}',
  summary: 'Update a refund',
  about: { description: 'Changes the reason and the metadata of a refund.' },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: UpdateRefundRequest,
  response: RefundInPayment,
  errors: ['refund_not_found', 'concurrent_update'],
  notFound: 'refund_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Merchants cannot change the reason and metadata of refunds.',
  example: { params: { refund_id: 'ref_example' }, body: { reason: 'Order was cancelled' } },
});

/** A new text, alone or in `set`; `unset` empties the field. */
const changedText = (max: number) =>
  given(
    v.union([text(max), v.strictObject({ set: text(max) }), v.strictObject({ unset: v.null() })]),
  );

export const ManualUpdateRefundRequest = v.strictObject({
  merchant_id: Identifier,
  /**
   * The operator's decision. Without it, and where the refund has this status already, only the
   * stated error is saved.
   */
  status: given(v.picklist(['succeeded', 'failed'])),
  error_code: changedText(64),
  error_message: changedText(255),
});
export type ManualUpdateRefundRequest = v.InferOutput<typeof ManualUpdateRefundRequest>;

export const manualUpdateRefund = defineOperation({
  name: 'refunds.manual-update',
  method: 'PUT',
  path: '/refunds/{refund_id}/manual-update',
  summary: 'Decide a refund by hand',
  about: {
    description:
      'Writes down by hand how a refund ended, where the processor cannot be asked. Only the operator may do it.',
  },
  auth: 'admin key',
  params: inPath,
  body: ManualUpdateRefundRequest,
  response: v.string(),
  errors: ['refund_not_found', 'precondition_failed', 'concurrent_update'],
  notFound: 'refund_not_found',
  access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  impact: 'Operators cannot decide refunds that a processor never answers for.',
  example: {
    params: { refund_id: 'ref_example' },
    body: { merchant_id: 'merchant_example', status: 'failed' },
  },
});
