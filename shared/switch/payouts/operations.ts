import * as v from 'valibot';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, text } from '#platform/schema.ts';
import { PayoutStatus } from './payout-status.ts';
import { CreatePayoutRequest, PayoutRequest } from './request.ts';
import { PayoutResponse } from './response.ts';

const inPath = v.object({ payout_id: Identifier });
const example = { payout_id: 'payout_example' };

/** Query parameters carry `true` and `false` as texts. */
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

/** The access of an operation that sends a payout. */
const sending = {
  // UpdateItem: it updates the customer's first payment method, and marks a payment token as used.
  // BatchGetItem: it reads the range of a card.
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
  publicUrl: true,
  vault: ['store cards without cvc', 'use cards without cvc', 'remove cards'],
} as const;

const destinationErrors = [
  'precondition_failed',
  'invalid_request',
  'missing_param',
  'invalid_value',
  'not_implemented',
  'no_eligible_connector',
  'payment_method_not_found',
  'token_expired',
  'customer_not_found',
  'connector_account_not_found',
  'concurrent_update',
  'temporarily_unavailable',
] as const;

export const createPayout = defineOperation({
  name: 'payouts.create',
  method: 'POST',
  path: '/payouts/create',
  summary: 'Create a payout',
  about: {
    description:
      'Creates a payout. With `confirm: true` it is sent to a connector, and with `auto_fulfill: true` it is also made at once. Send an `Idempotency-Key`, so that a repeat after a timeout does not pay twice.',
    differs:
      'A payout is `pending` before its processor is asked to pay: [payouts](decisions/0017-payouts.md). A payout link has a page token, and opens by it only: [payouts](guides/payouts.md#5-the-payee-states-the-destination).',
  },
  movesMoney: true,
  auth: 'secret key',
  body: CreatePayoutRequest,
  repeats: 'derive the same identifier',
  response: PayoutResponse,
  errors: [
    ...destinationErrors,
    'payout_exists',
    'profile_not_found',
    'merchant_account_not_found',
    'link_configuration_invalid',
  ],
  access: sending,
  impact: 'Merchants cannot create payouts.',
  example: {
    body: {
      payout_id: 'payout_new',
      amount: 6_540,
      currency: 'USD',
      customer_id: 'customer_example',
      payout_method_data: {
        card: {
          card_number: '4000056655665556',
          expiry_month: '10',
          expiry_year: '2035',
          card_holder_name: 'Joseph Doe',
        },
      },
      description: 'Commission of October',
    },
  },
});

export const retrievePayout = defineOperation({
  name: 'payouts.retrieve',
  method: 'GET',
  path: '/payouts/{payout_id}',
  summary: 'Retrieve a payout',
  about: {
    description:
      'Answers with the payout. With `force_sync` the connector is asked first, where the payout still waits for it.',
  },
  auth: 'secret key',
  params: inPath,
  query: v.strictObject({
    force_sync: v.optional(Flag),
    expand_attempts: v.optional(Flag),
    merchant_id: v.optional(Identifier),
  }),
  response: PayoutResponse,
  errors: ['payout_not_found', 'invalid_data'],
  notFound: 'payout_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Merchants cannot see the status of their payouts.',
  example: { params: example },
});

export const updatePayout = defineOperation({
  name: 'payouts.update',
  method: 'PUT',
  path: '/payouts/{payout_id}',
  summary: 'Change a payout before it is made',
  about: { description: 'Changes a payout that no connector has been asked for yet.' },
  movesMoney: true,
  auth: 'secret key',
  params: inPath,
  body: PayoutRequest,
  response: PayoutResponse,
  errors: ['payout_not_found', ...destinationErrors],
  notFound: 'payout_not_found',
  access: sending,
  impact: 'Merchants cannot change unconfirmed payouts.',
  example: { params: example, body: { description: 'Commission of November' } },
});

/** The published API documents POST, while Hyperswitch's clients use PUT. */
export const updatePayoutAlias = variantOf(updatePayout, {
  name: 'payouts.update-alias',
  method: 'POST',
  path: '/payouts/{payout_id}',
  summary: 'Change a payout before it is made, by POST',
  about: {
    description: 'The same by POST.',
    differs:
      '`payout_link` is stated at the creation: an update of a payout without a link refuses it with 422 `IR_06`, where Hyperswitch ignores it.',
  },
});

export const confirmPayout = defineOperation({
  name: 'payouts.confirm',
  method: 'POST',
  path: '/payouts/{payout_id}/confirm',
  summary: 'Confirm a payout',
  about: {
    description: 'Names the destination, and sends the payout to a connector.',
    differs:
      'A payee’s browser states the destination only where the merchant stated none: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md).',
  },
  movesMoney: true,
  auth: 'secret key or client secret',
  params: inPath,
  body: PayoutRequest,
  response: PayoutResponse,
  errors: [
    'payout_not_found',
    'client_secret_missing',
    'client_secret_mismatch',
    'client_secret_expired',
    'unauthorized_change',
    ...destinationErrors,
  ],
  notFound: 'payout_not_found',
  access: sending,
  impact: 'Merchants cannot confirm payouts.',
  example: { params: example, body: {} },
});

/** The path names the payout; the `payout_id` in the body is ignored. */
const Named = v.object({ payout_id: given(chosenName(64)) });

const syncing = {
  auth: 'secret key',
  params: inPath,
  body: v.optional(Named, {}),
  response: PayoutResponse,
  errors: [
    'payout_not_found',
    'payout_failed',
    'invalid_request',
    'not_implemented',
    'connector_account_not_found',
    'concurrent_update',
  ],
  notFound: 'payout_not_found',
} as const;

export const fulfillPayout = defineOperation({
  ...syncing,
  name: 'payouts.fulfill',
  method: 'POST',
  path: '/payouts/{payout_id}/fulfill',
  summary: 'Have a payout paid',
  about: {
    description:
      'Has a confirmed payout made. The money moves from here on. A processor that pays as soon as it has a payout gets it only now.',
    differs:
      'A fulfillment that never arrived leaves `requires_fulfillment`, and not `failed`: [payouts](decisions/0017-payouts.md).',
  },
  movesMoney: true,
  errors: ['payout_not_found', 'payout_failed', ...destinationErrors],
  access: sending,
  impact: 'Merchants cannot fulfill payouts.',
  example: { params: { payout_id: 'payout_created' }, body: {} },
});

export const cancelPayout = defineOperation({
  ...syncing,
  name: 'payouts.cancel',
  method: 'POST',
  path: '/payouts/{payout_id}/cancel',
  summary: 'Give a payout up',
  about: {
    description: 'Cancels a payout that has not been made yet.',
    differs:
      'A processor that knows the payout is asked; when it refuses, the answer is 400 `IR_41`: [payouts](decisions/0017-payouts.md).',
  },
  movesMoney: true,
  access: {
    table: ['GetItem', 'PutItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
    vault: ['remove cards'],
  },
  impact: 'Merchants cannot cancel payouts.',
  example: { params: example, body: {} },
});

export const manualUpdatePayout = defineOperation({
  name: 'payouts.manual-update',
  method: 'PUT',
  path: '/payouts/{payout_id}/manual-update',
  summary: 'Set the outcome of a payout whose processor reports none',
  about: {
    description:
      'Writes down by hand how a payout ended, where the processor cannot be asked. Only the operator may do it.',
  },
  auth: 'admin key',
  params: inPath,
  body: v.strictObject({
    merchant_id: Identifier,
    payout_attempt_id: given(chosenName(128)),
    /** Without it the payout stays undecided, and the other stated fields are saved. */
    status: given(
      v.picklist(['success', 'failed', 'cancelled', 'initiated', 'expired', 'reversed']),
    ),
    error_code: given(text(255)),
    error_message: given(text(1_024)),
    connector_payout_id: given(text(255)),
  }),
  response: v.object({
    payout_id: v.string(),
    payout_attempt_id: v.string(),
    merchant_id: v.string(),
    status: PayoutStatus,
    error_code: v.nullable(v.string()),
    error_message: v.nullable(v.string()),
    connector_payout_id: v.nullable(v.string()),
  }),
  errors: ['payout_not_found', 'invalid_request', 'concurrent_update'],
  notFound: 'payout_not_found',
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Operators cannot resolve payouts whose processor no longer exists.',
  example: {
    params: { payout_id: 'payout_pending' },
    body: { merchant_id: 'merchant_example', status: 'success' },
  },
});
