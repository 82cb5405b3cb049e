import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { PaymentResponse } from '../response/payment-response.ts';
import { PageQuery, ReturnQuery } from './page-token.ts';

// All routes here but `completeAuthorize` need no key: the customer's browser shows the page token,
// and without it the page does not open.

const paymentParams = { payment_id: Identifier, merchant_id: Identifier };

export const startRedirect = defineOperation({
  name: 'payments.redirect',
  method: 'GET',
  path: '/payments/redirect/{payment_id}/{merchant_id}/{attempt_id}',
  summary: "Send a customer on to the processor's page",
  about: {
    description:
      'A page for browsers that sends the customer on to the processor or bank. Its address is in `next_action` of the payment.',
  },
  auth: 'none',
  params: v.object({
    ...paymentParams,
    // The payment's id and a number.
    attempt_id: v.pipe(v.string(), v.maxLength(80), v.regex(/^[\w-]+$/)),
  }),
  query: PageQuery,
  response: v.string(),
  errors: ['payment_not_found'],
  notFound: 'payment_not_found',
  isPage: true,
  // Query: the page of the shop may be set for the profile or the account.
  access: { table: ['GetItem', 'Query'] },
  impact: 'Customers cannot complete 3-D Secure.',
  example: {
    params: {
      payment_id: 'pay_challenged',
      merchant_id: 'merchant_example',
      attempt_id: 'pay_challenged_1',
    },
  },
});

const Pair = v.strictTuple([v.string(), v.string()]);

/** Where the customer is redirected, as in the `location` header. */
export const RedirectResponse = v.object({
  return_url: v.string(),
  params: v.array(Pair),
  return_url_with_query_params: v.string(),
  http_method: v.picklist(['GET', 'POST']),
  headers: v.array(Pair),
});
export type RedirectResponse = v.InferOutput<typeof RedirectResponse>;

/**
 * The parts that the return routes share. A browser's data is not believed: it is only handed to
 * the processor, where that finishes payments so.
 */
const back = {
  auth: 'none',
  params: v.object({ ...paymentParams, connector: Identifier }),
  query: ReturnQuery,
  response: RedirectResponse,
  errors: ['payment_not_found', 'missing_param'],
  notFound: 'payment_not_found',
  isPage: true,
  access: {
    // UpdateItem: it sets the customer's default payment method after the first payment with it.
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Customers do not return to the shop after 3-D Secure.',
  example: {
    params: {
      payment_id: 'pay_challenged',
      merchant_id: 'merchant_example',
      connector: 'stripe_test',
    },
  },
} as const;

/** A form of any fields, posted by a processor's page. */
const posted = {
  body: v.optional(v.pipe(v.string(), v.maxLength(32_768))),
  bodyAs: 'text',
} as const;

const finished = {
  ...back,
  path: '/payments/{payment_id}/{merchant_id}/redirect/response/{connector}',
  summary: 'Send a customer back to the shop',
} as const;

export const returnFromRedirect = defineOperation({
  ...finished,
  name: 'payments.return',
  about: {
    description:
      'Where processors send customers back to. The connector is asked how the payment ended, and the customer is sent on to the `return_url`.',
  },
  method: 'GET',
});

export const returnPostedFromRedirect = defineOperation({
  ...finished,
  ...posted,
  name: 'payments.return-posted',
  about: { description: 'The same for processors that send customers back by POST.' },
  method: 'POST',
});

const unfinished = {
  ...back,
  // The processor may want the card again, which waits in the vault.
  access: { ...back.access, vault: ['use cards without cvc', 'remove cards'] },
  path: '/payments/{payment_id}/{merchant_id}/redirect/complete/{connector}',
  summary: 'Send a customer back to the shop, or to the next action',
} as const;

export const completeRedirect = defineOperation({
  ...unfinished,
  name: 'payments.complete',
  about: {
    description:
      'Where customers come back to from a step on the way. The payment goes on, and the customer is sent to the next step or to the `return_url`.',
  },
  method: 'GET',
});

export const completePostedRedirect = defineOperation({
  ...unfinished,
  ...posted,
  name: 'payments.complete-posted',
  about: { description: 'The same for processors that send customers back by POST.' },
  method: 'POST',
});

const authenticated = {
  ...back,
  query: PageQuery,
  path: '/payments/{payment_id}/{merchant_id}/authorize/{connector}',
  summary: 'Go on with a payment whose customer comes from their bank',
  errors: [...back.errors, 'connector_account_not_found'],
  access: { ...back.access, vault: ['use cards without cvc', 'remove cards'], publicUrl: true },
  impact: 'Customers cannot complete payments with external 3-D Secure.',
  example: {
    params: {
      payment_id: 'pay_authenticated',
      merchant_id: 'merchant_example',
      connector: 'stripe_test',
    },
  },
} as const;

export const returnFromAuthentication = defineOperation({
  ...authenticated,
  name: 'payments.authenticate-return',
  about: {
    description:
      'Where customers come back to from a challenge by 3-D Secure. The payment is authorized, and the customer is sent to the `return_url`.',
  },
  method: 'GET',
});

export const returnPostedFromAuthentication = defineOperation({
  ...authenticated,
  name: 'payments.authenticate-return-posted',
  about: { description: 'The same for banks that send customers back by POST.' },
  method: 'POST',
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
  about: {
    description: 'Goes on with a payment after the customer has done what `next_action` asked for.',
    differs:
      'A customer’s browser states a shipping address only where the merchant stated none: [the rights of a customer’s device](decisions/0026-what-a-payer-may-say-and-read.md).',
  },
  movesMoney: true,
  auth: 'secret key or client secret',
  params: v.object({ payment_id: Identifier }),
  body: CompleteAuthorizeRequest,
  response: PaymentResponse,
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'unauthorized_change',
    'precondition_failed',
    'concurrent_update',
    'client_secret_missing',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'payment_not_found',
  access: {
    // UpdateItem: it sets the customer's default payment method after the first payment with it.
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: 'Payments after a challenge are completed later, by a sync.',
  example: { params: { payment_id: 'pay_example' }, body: {} },
});
