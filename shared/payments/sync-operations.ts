import * as v from 'valibot';
import { defineOperation } from '../http/operation.ts';
import { chosenName, given, Identifier, JsonObject } from '../schema.ts';
import { Address } from '../vocabulary/address.ts';
import { FeatureMetadata, MerchantConnectorDetails } from './request/connector-metadata.ts';
import { PaymentResponse } from './response/payment-response.ts';
import { PaymentStatus } from './statuses.ts';

const inPath = v.object({ payment_id: Identifier });

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
  summary: 'Retrieve a payment, with what is wanted in the body',
  auth: 'secret key or client secret',
  body: SyncPaymentRequest,
  repeats: 'only read',
  response: PaymentResponse,
  errors: ['payment_not_found', 'invalid_data', ...forClients],
  notFound: 'payment_not_found',
  access: syncing,
  impact: 'Merchants cannot ask in one request what became of their payments.',
  example: { body: { payment_id: 'pay_example', force_sync: true } },
});

/** Unknown fields are ignored, as in Hyperswitch v1. */
export const CompleteAuthorizeRequest = v.object({
  client_secret: given(v.string()),
  shipping: given(Address),
  /** Whether the 3-D Secure method ran in the customer's browser. */
  threeds_method_comp_ind: given(v.picklist(['Y', 'N', 'U'])),
});
export type CompleteAuthorizeRequest = v.InferOutput<typeof CompleteAuthorizeRequest>;

export const completeAuthorize = defineOperation({
  name: 'payments.complete-authorize',
  method: 'POST',
  path: '/payments/{payment_id}/complete_authorize',
  summary: 'Go on with a payment whose customer has acted',
  auth: 'secret key or client secret',
  params: inPath,
  body: CompleteAuthorizeRequest,
  response: PaymentResponse,
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'unauthorized_change',
    'precondition_failed',
    'concurrent_update',
    ...forClients,
  ],
  notFound: 'payment_not_found',
  access: syncing,
  impact: 'Customers who have passed a challenge hear later that they have paid.',
  example: { params: { payment_id: 'pay_example' }, body: {} },
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
  summary: 'Change what a merchant notes at a payment',
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
  impact: 'Merchants cannot change the notes at payments that were confirmed.',
  example: { params: { payment_id: 'pay_captured' }, body: { metadata: { order: '7' } } },
});
