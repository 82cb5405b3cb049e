import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, JsonObject, text } from '#platform/schema.ts';
import { AttemptStatus, PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { FeatureMetadata, MerchantConnectorDetails } from './request/connector-metadata.ts';
import { ConfirmPaymentRequest, PaymentRequest } from './request/payment-request.ts';
import { PaymentResponse } from './response/payment-response.ts';

const inPath = v.object({ payment_id: Identifier });

/**
 * The errors with which `validate-request.ts` and the choice of a connector may refuse a create or
 * a confirm.
 */
const refusals = [
  'missing_param',
  'invalid_request',
  'invalid_data',
  'invalid_value',
  'precondition_failed',
  'not_implemented',
  'merchant_account_not_found',
  'customer_not_found',
  'payment_method_not_found',
  'payment_method_type_not_supported',
  'payment_data_mismatch',
  'mandate_not_found',
  'mandate_validation_failed',
  'token_expired',
  'no_eligible_connector',
  'connector_data_mismatch',
  'concurrent_update',
] as const;

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_cvc: '314',
};

/** Access to read and write one payment, and to authorize it with any card. */
const confirming = {
  // UpdateItem: it records the use of payment methods and payment tokens. BatchGetItem: it reads
  // all screening items at once.
  table: ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'BatchGetItem'],
  connectors: true,
  secrets: ['use key'],
  vault: ['store cards', 'use cards', 'describe cards', 'remove cards'],
} as const;

/** Access to read and write one payment and its payment method, and to call its connector. */
const syncing = {
  // UpdateItem: it sets the customer's default payment method after the first payment with it.
  table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
} as const;

const forClients = [
  'client_secret_missing',
  'client_secret_mismatch',
  'client_secret_expired',
] as const;

export const createPayment = defineOperation({
  name: 'payments.create',
  method: 'POST',
  path: '/payments',
  summary: 'Create a payment',
  about: {
    description:
      'Creates a payment. With `confirm: true` and a payment method it is paid in the same request; else it waits for a confirm. Send an `Idempotency-Key`, so that a repeat after a timeout does not charge twice.',
    differs:
      '`merchant_connector_details` and `capture_method` `scheduled` are refused with 501 `IR_00`, and an amount that the processor cannot express with 422 `IR_05`: [safer money](decisions/0010-safer-money.md).',
    accepted: [
      'enable_overcapture',
      'external_surcharge_strategy',
      'installment_data',
      'partner_merchant_identifier_details',
      'profile_acquirer_id',
      'split_payments',
    ],
  },
  movesMoney: true,
  auth: 'secret key',
  body: PaymentRequest,
  repeats: 'derive the same identifier',
  response: PaymentResponse,
  errors: [...refusals, 'payment_exists', 'profile_not_found'],
  access: { ...confirming, publicUrl: true },
  impact: 'Merchants cannot create payments.',
  example: { body: { amount: 2_599, currency: 'EUR' } },
});

export const confirmPayment = defineOperation({
  name: 'payments.confirm',
  method: 'POST',
  path: '/payments/{payment_id}/confirm',
  summary: 'Confirm a payment',
  about: {
    description:
      'Takes the payment: the customer is authenticated where needed, then a connector is asked to authorize. Where `next_action` is in the answer, the customer has to act before the payment goes on.',
    differs:
      'A customer’s browser that states a member of the merchant, such as `metadata`, gets 401 `IR_18`: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md). Its `amount` and `currency` have no effect. Listed connectors, a return at the merchant’s origin and corrections of the payer are accepted. `given_up_attempt_id` is our own: it names the open attempt that the customer has left. The differences of `POST /payments` apply.',
  },
  movesMoney: true,
  auth: 'secret key or client secret',
  params: inPath,
  body: ConfirmPaymentRequest,
  response: PaymentResponse,
  errors: [
    ...refusals,
    'payment_not_found',
    'payment_unexpected_state',
    'manual_retry_disabled',
    'manual_retry_expired',
    'attempt_kept_open',
    'client_attempts_used_up',
    'client_secret_missing',
    'client_secret_mismatch',
    'client_secret_expired',
    'unauthorized_change',
  ],
  notFound: 'payment_not_found',
  access: {
    ...confirming,
    // A card that is saved with its payment is stored without its cvc.
    vault: ['store cards without cvc', 'use cards', 'describe cards', 'remove cards'],
    publicUrl: true,
  },
  impact: 'Customers and merchants cannot confirm payments.',
  example: {
    params: { payment_id: 'pay_example' },
    body: { payment_method: 'card', payment_method_data: { card } },
  },
});

/** Further members of capture and cancel requests. */
const alongside = {
  merchant_id: given(chosenName(64)),
  merchant_connector_details: given(MerchantConnectorDetails),
  all_keys_required: given(v.boolean()),
};

/** Unknown fields are ignored, as in Hyperswitch v1. */
export const CapturePaymentRequest = v.object({
  /** In minor units. */
  amount_to_capture: given(v.pipe(v.number(), v.safeInteger())),
  refund_uncaptured_amount: given(v.boolean()),
  statement_descriptor_prefix: given(text(255)),
  statement_descriptor_suffix: given(text(255)),
  ...alongside,
});
export type CapturePaymentRequest = v.InferOutput<typeof CapturePaymentRequest>;

export const CancelPaymentRequest = v.object({
  cancellation_reason: given(text(1_024)),
  ...alongside,
});
export type CancelPaymentRequest = v.InferOutput<typeof CancelPaymentRequest>;

/** Access to read and write one payment, and to call the connector that authorized it. */
const settling = {
  table: ['GetItem', 'PutItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
} as const;

/** The same with the update of a mandate's used amount, for operations that decide a payment. */
const deciding = { ...settling, table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'] } as const;

const connectorErrors = [
  'not_implemented',
  'connector_account_not_found',
  'concurrent_update',
] as const;

export const capturePayment = defineOperation({
  name: 'payments.capture',
  method: 'POST',
  path: '/payments/{payment_id}/capture',
  summary: 'Capture a payment',
  about: {
    description:
      'Takes money that was authorized, all of it or a part. With `capture_method: manual_multiple` it can be done several times.',
    accepted: [
      'refund_uncaptured_amount',
      'statement_descriptor_prefix',
      'statement_descriptor_suffix',
    ],
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: v.optional(CapturePaymentRequest, {}),
  response: PaymentResponse,
  errors: [
    'payment_not_found',
    'missing_param',
    'payment_not_capturable',
    'invalid_data',
    'amount_too_large_to_capture',
    ...connectorErrors,
  ],
  notFound: 'payment_not_found',
  access: deciding,
  impact: 'Merchants cannot capture authorized payments.',
  example: { params: { payment_id: 'pay_authorized' }, body: {} },
});

export const cancelPayment = defineOperation({
  name: 'payments.cancel',
  method: 'POST',
  path: '/payments/{payment_id}/cancel',
  summary: 'Cancel a payment',
  about: {
    description: 'Cancels a payment that is not paid yet. What was authorized is released.',
    differs:
      'During a challenge the processor is asked for a void first. A payment that is captured in part for good, in conflict or expired is refused.',
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: v.optional(CancelPaymentRequest, {}),
  response: PaymentResponse,
  errors: ['payment_not_found', 'payment_unexpected_state', ...connectorErrors],
  notFound: 'payment_not_found',
  access: { ...deciding, vault: ['remove cards'] },
  impact: 'Merchants cannot cancel authorized payments.',
  example: { params: { payment_id: 'pay_example' }, body: {} },
});

export const cancelPostCapturePayment = defineOperation({
  name: 'payments.cancel-post-capture',
  method: 'POST',
  path: '/payments/{payment_id}/cancel_post_capture',
  summary: 'Cancel a captured payment before it is settled',
  about: {
    description:
      'Asks the connector to cancel a captured payment, while the money has not been moved yet. After that it has to be refunded.',
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: v.optional(v.object({ cancellation_reason: given(text(1_024)) }), {}),
  response: PaymentResponse,
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'precondition_failed',
    ...connectorErrors,
  ],
  notFound: 'payment_not_found',
  access: settling,
  impact: 'Merchants must refund payments that they could have voided.',
  example: { params: { payment_id: 'pay_captured' }, body: {} },
});

export const syncPostCaptureCancel = defineOperation({
  name: 'payments.sync-post-capture-cancel',
  method: 'GET',
  path: '/payments/{payment_id}/cancel_post_capture',
  summary: 'Retrieve the outcome of the cancellation of a captured payment',
  about: {
    description:
      'Asks the connector what became of the cancellation, and answers with the payment.',
  },
  auth: 'secret key',
  params: inPath,
  response: PaymentResponse,
  errors: ['payment_not_found', 'payment_unexpected_state', 'precondition_failed'],
  notFound: 'payment_not_found',
  access: settling,
  impact: 'Merchants learn later whether a captured payment was voided.',
  example: { params: { payment_id: 'pay_recalled' } },
});

export const updatePayment = defineOperation({
  name: 'payments.update',
  method: 'POST',
  path: '/payments/{payment_id}',
  summary: 'Update a payment',
  about: {
    description:
      'Changes a payment that is not confirmed yet: its amount, its customer, its payment method and more.',
    differs:
      'Takes a secret key only, because a customer’s browser could replace the merchant’s values: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md). The differences of `POST /payments` apply.',
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: ConfirmPaymentRequest,
  response: PaymentResponse,
  errors: [...refusals, 'payment_not_found', 'payment_unexpected_state'],
  notFound: 'payment_not_found',
  access: { ...confirming, publicUrl: true },
  impact: 'Merchants cannot change unconfirmed payments.',
  example: { params: { payment_id: 'pay_example' }, body: { amount: 2_599 } },
});

export const ManualUpdatePaymentRequest = v.strictObject({
  /** That of the path, which decides. */
  payment_id: given(Identifier),
  /** The header `X-Merchant-Id` may state it instead. */
  merchant_id: given(Identifier),
  /** The attempt that the operator looked into, so that no other attempt is decided by mistake. */
  attempt_id: given(chosenName(128)),
  /**
   * Without it, and where the attempt has this status already, only the stated error is saved.
   * `pending` asks the processor again.
   */
  attempt_status: given(
    v.picklist(['charged', 'failure', 'voided', 'authorized', 'voided_post_charge', 'pending']),
  ),
  error_code: given(text(64)),
  error_message: given(text(255)),
  /** The operator's reason, stored with the payment. */
  reason: given(text(255)),
});
export type ManualUpdatePaymentRequest = v.InferOutput<typeof ManualUpdatePaymentRequest>;

export const manualUpdatePayment = defineOperation({
  name: 'payments.manual-update',
  method: 'PUT',
  path: '/payments/{payment_id}/manual-update',
  summary: 'Decide a payment by hand',
  about: {
    description:
      'Writes down by hand how an attempt ended, where the processor cannot be asked. Only the operator may do it.',
  },
  auth: 'admin key',
  params: inPath,
  body: ManualUpdatePaymentRequest,
  response: v.object({
    payment_id: v.string(),
    attempt_id: v.string(),
    merchant_id: v.string(),
    attempt_status: AttemptStatus,
    error_code: v.nullable(v.string()),
    error_message: v.nullable(v.string()),
    connector_transaction_id: v.nullable(v.string()),
  }),
  errors: ['payment_not_found', 'missing_param', 'payment_unexpected_state', 'concurrent_update'],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  impact: 'Operators cannot decide payments that a processor never answers for.',
  example: {
    params: { payment_id: 'pay_challenged' },
    body: { merchant_id: 'merchant_example', attempt_status: 'failure' },
  },
});

/** Query parameters carry `true` and `false` as texts. */
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const retrievePayment = defineOperation({
  name: 'payments.retrieve',
  method: 'GET',
  path: '/payments/{payment_id}',
  summary: 'Retrieve a payment',
  about: {
    description:
      'Answers with the payment. With `force_sync` the connector is asked first, where the payment still waits for it.',
    differs:
      'With a client secret, `metadata`, attempts, refunds, disputes and results of fraud checks are `null`: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md).',
  },
  auth: 'secret key or client secret',
  params: inPath,
  query: v.strictObject({
    force_sync: v.optional(Flag),
    client_secret: v.optional(v.string()),
    expand_attempts: v.optional(Flag),
    expand_captures: v.optional(Flag),
    all_keys_required: v.optional(Flag),
    merchant_id: v.optional(chosenName(64)),
  }),
  response: PaymentResponse,
  errors: [
    'payment_not_found',
    'invalid_data',
    'client_secret_missing',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'payment_not_found',
  access: syncing,
  impact: 'Merchants cannot see the status of their payments.',
  example: { params: { payment_id: 'pay_example' } },
});

export const SyncPaymentRequest = v.object({
  payment_id: Identifier,
  merchant_id: given(chosenName(64)),
  force_sync: given(v.boolean()),
  client_secret: given(v.string()),
  expand_attempts: given(v.boolean()),
  expand_captures: given(v.boolean()),
  all_keys_required: given(v.boolean()),
  merchant_connector_details: given(MerchantConnectorDetails),
});
export type SyncPaymentRequest = v.InferOutput<typeof SyncPaymentRequest>;

export const syncPayment = defineOperation({
  name: 'payments.sync',
  method: 'POST',
  path: '/payments/sync',
  summary: 'Retrieve a payment, with the options in the body',
  about: { description: 'Answers with the payment as its retrieve does.' },
  auth: 'secret key or client secret',
  body: SyncPaymentRequest,
  repeats: 'only read',
  response: PaymentResponse,
  errors: ['payment_not_found', 'invalid_data', 'not_implemented', ...forClients],
  notFound: 'payment_not_found',
  access: syncing,
  impact: 'Merchants cannot sync payments by this route; a retrieve with force_sync still works.',
  example: { body: { payment_id: 'pay_example', force_sync: true } },
});

/** One of the two is required. */
export const UpdateMetadataRequest = v.strictObject({
  metadata: given(JsonObject),
  feature_metadata: given(FeatureMetadata),
});
export type UpdateMetadataRequest = v.InferOutput<typeof UpdateMetadataRequest>;

export const updateMetadata = defineOperation({
  name: 'payments.update-metadata',
  method: 'POST',
  path: '/payments/{payment_id}/update_metadata',
  summary: 'Change the metadata of a payment',
  about: {
    description:
      'Adds to the metadata of the payment. Keys of the request replace stored ones of the same name.',
    differs: 'Stores the metadata. Hyperswitch sends it to some processors, too.',
  },
  auth: 'secret key',
  params: inPath,
  body: UpdateMetadataRequest,
  response: v.object({
    payment_id: v.string(),
    metadata: v.nullable(JsonObject),
    status: PaymentStatus,
    feature_metadata: v.nullable(FeatureMetadata),
  }),
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'missing_param',
    'invalid_data',
    'concurrent_update',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Merchants cannot change the metadata of confirmed payments.',
  example: { params: { payment_id: 'pay_captured' }, body: { metadata: { order: '7' } } },
});
