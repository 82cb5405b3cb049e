import * as v from 'valibot';
import { defineOperation } from '../http/operation.ts';
import { Identifier } from '../schema.ts';
import { ConfirmPaymentRequest, PaymentRequest } from './request.ts';
import { PaymentResponse } from './response.ts';

const inPath = v.object({ payment_id: Identifier });

/** What `request-rules.ts` and the choice of a connector may refuse a create or a confirm with. */
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

export const createPayment = defineOperation({
  name: 'payments.create',
  method: 'POST',
  path: '/payments',
  summary: 'Create a payment',
  auth: 'secret key',
  body: PaymentRequest,
  response: PaymentResponse,
  errors: [...refusals, 'payment_exists', 'profile_not_found'],
  access: { table: ['GetItem', 'PutItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact: 'Merchants cannot take new payments.',
  example: { body: { amount: 2_599, currency: 'EUR' } },
});

export const confirmPayment = defineOperation({
  name: 'payments.confirm',
  method: 'POST',
  path: '/payments/{payment_id}/confirm',
  summary: 'Confirm a payment',
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
    'client_secret_missing',
    'client_secret_mismatch',
    'client_secret_expired',
    'unauthorized_change',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact: 'Customers cannot complete the payments that they have begun.',
  example: {
    params: { payment_id: 'pay_example' },
    body: { payment_method: 'card', payment_method_data: { card } },
  },
});

/** A query says `true` and `false` as texts. */
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const retrievePayment = defineOperation({
  name: 'payments.retrieve',
  method: 'GET',
  path: '/payments/{payment_id}',
  summary: 'Retrieve a payment',
  auth: 'secret key or client secret',
  params: inPath,
  query: v.strictObject({
    force_sync: v.optional(Flag),
    client_secret: v.optional(v.string()),
    expand_attempts: v.optional(Flag),
    expand_captures: v.optional(Flag),
    all_keys_required: v.optional(Flag),
    merchant_id: v.optional(v.string()),
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
  access: { table: ['GetItem', 'PutItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact: 'Merchants cannot see what became of their payments.',
  example: { params: { payment_id: 'pay_example' } },
});
