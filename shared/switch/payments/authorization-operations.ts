import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, text } from '#platform/schema.ts';
import { PaymentResponse } from './response/payment-response.ts';

const inPath = v.object({ payment_id: Identifier });

/** Access to read and write one payment, and to call the connector that authorized it. */
const settling = {
  table: ['GetItem', 'PutItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
} as const;

const refusals = [
  'payment_not_found',
  'payment_unexpected_state',
  'precondition_failed',
  'not_implemented',
  'connector_account_not_found',
  'concurrent_update',
] as const;

/** Unknown fields are ignored, as in Hyperswitch v1. */
export const IncrementalAuthorizationRequest = v.object({
  /** The new total in minor units, not the difference. */
  amount: v.pipe(v.number(), v.safeInteger()),
  reason: given(text(255)),
});
export type IncrementalAuthorizationRequest = v.InferOutput<typeof IncrementalAuthorizationRequest>;

export const incrementAuthorization = defineOperation({
  name: 'payments.incremental-authorization',
  method: 'POST',
  path: '/payments/{payment_id}/incremental_authorization',
  summary: 'Reserve more for an authorized payment',
  about: {
    description:
      'Raises the amount that is authorized. The payment must have asked for it by `request_incremental_authorization`.',
    differs:
      'At most 20 for a payment. Captures, cancels and further increments are refused until the outcome of one is known: [checks beside the processor](decisions/0019-checks-beside-the-processor.md).',
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: IncrementalAuthorizationRequest,
  response: PaymentResponse,
  errors: [...refusals, 'mandate_validation_failed'],
  notFound: 'payment_not_found',
  access: settling,
  impact: 'Merchants cannot raise authorized amounts.',
  example: { params: { payment_id: 'pay_raisable' }, body: { amount: 3_000 } },
});

export const extendAuthorization = defineOperation({
  name: 'payments.extend-authorization',
  method: 'POST',
  path: '/payments/{payment_id}/extend_authorization',
  summary: 'Extend the authorization of a payment',
  about: {
    description: 'Asks the connector to keep the authorization for longer than it usually lasts.',
  },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  /** It has no members of its own. */
  body: v.optional(v.object({}), {}),
  response: PaymentResponse,
  errors: refusals,
  notFound: 'payment_not_found',
  access: settling,
  impact: 'Authorizations that merchants want to extend expire.',
  example: { params: { payment_id: 'pay_raisable' }, body: {} },
});
