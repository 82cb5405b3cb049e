import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier } from '#platform/schema.ts';
import { AttemptStatus, PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { CancelPaymentRequest, CapturePaymentRequest } from '../operations.ts';
import { PaymentResponse } from '../response/payment-response.ts';

const inPath = v.object({ payment_id: Identifier });

/**
 * Access to read and write one payment and its mandate's used amount, and to call the connector
 * that authorized it.
 */
const settling = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
} as const;

const connectorErrors = [
  'not_implemented',
  'connector_account_not_found',
  'concurrent_update',
] as const;

/** The example payment under fraud review. */
const params = { payment_id: 'pay_risky' };

export const approvePayment = defineOperation({
  name: 'payments.approve',
  method: 'POST',
  path: '/payments/{payment_id}/approve',
  summary: 'Go on with a payment that was held for its risk',
  about: { description: 'Lets a payment go on that the check for fraud has held for review.' },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: v.optional(CapturePaymentRequest, {}),
  response: PaymentResponse,
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'invalid_data',
    'amount_too_large_to_capture',
    ...connectorErrors,
  ],
  notFound: 'payment_not_found',
  access: settling,
  impact: 'Payments that merchants have reviewed stay under review.',
  example: { params, body: {} },
});

export const rejectPayment = defineOperation({
  name: 'payments.reject',
  method: 'POST',
  path: '/payments/{payment_id}/reject',
  summary: 'Give up a payment that was held for its risk',
  about: {
    description:
      'Gives up a payment that the check for fraud has held for review. What was authorized is released.',
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: v.optional(CancelPaymentRequest, {}),
  response: PaymentResponse,
  errors: ['payment_not_found', 'payment_unexpected_state', ...connectorErrors],
  notFound: 'payment_not_found',
  access: settling,
  impact: 'Merchants cannot reject payments under fraud review.',
  example: { params, body: {} },
});

export const ManualStatusUpdateRequest = v.strictObject({
  /** The header `X-Merchant-Id` may state it instead. */
  merchant_id: given(Identifier),
  intent_status: v.picklist(['succeeded', 'failed']),
});
export type ManualStatusUpdateRequest = v.InferOutput<typeof ManualStatusUpdateRequest>;

export const updateStatusManually = defineOperation({
  name: 'payments.manual-status-update',
  method: 'POST',
  path: '/payments/{payment_id}/manual-status-update',
  summary: 'Decide a payment whose capture failed after all',
  about: {
    description:
      'Decides a payment in `review`, whose capture was reported as done and then failed. Only the operator may do it.',
  },
  auth: 'admin key',
  params: inPath,
  body: ManualStatusUpdateRequest,
  response: v.object({
    payment_id: v.string(),
    attempt_id: v.string(),
    intent_status: PaymentStatus,
    attempt_status: AttemptStatus,
  }),
  errors: ['payment_not_found', 'missing_param', 'invalid_request', 'concurrent_update'],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Payments under review stay undecided.',
  example: {
    params: { payment_id: 'pay_reviewed' },
    body: { merchant_id: 'merchant_example', intent_status: 'succeeded' },
  },
});
