import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, JsonObject } from '#platform/schema.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { MerchantConnectorDetails } from '../request/connector-metadata.ts';

const optionalText = v.nullable(v.string());

const SdkNextAction = v.object({
  next_action: v.picklist(['post_session_tokens', 'confirm', 'sync', 'complete_authorize']),
});

/** The data that a browser needs to open a wallet. */
export const SessionToken = v.variant('wallet_name', [
  v.object({
    wallet_name: v.literal('google_pay'),
    merchant_info: v.object({ merchant_name: v.string(), merchant_id: v.nullish(v.string()) }),
    shipping_address_required: v.boolean(),
    email_required: v.boolean(),
    shipping_address_parameters: v.object({ phone_number_required: v.boolean() }),
    allowed_payment_methods: v.array(
      v.object({
        type: v.string(),
        parameters: JsonObject,
        tokenization_specification: JsonObject,
      }),
    ),
    transaction_info: v.object({
      country_code: Country,
      currency_code: Currency,
      total_price_status: v.string(),
      /** A decimal number. */
      total_price: v.string(),
    }),
    delayed_session_token: v.boolean(),
    connector: v.string(),
    sdk_next_action: SdkNextAction,
    secrets: v.null(),
  }),
  v.object({
    wallet_name: v.literal('apple_pay'),
    /** Apple's session, for a page; null for an app, and where the account has no identity at Apple. */
    session_token_data: v.nullable(JsonObject),
    payment_request_data: v.object({
      country_code: Country,
      currency_code: Currency,
      total: v.object({ label: v.string(), type: v.string(), amount: v.string() }),
      merchant_capabilities: v.nullable(v.array(v.string())),
      supported_networks: v.nullable(v.array(v.string())),
      merchant_identifier: optionalText,
      /** The addresses that the profile collects from wallets; absent where it collects none. */
      required_billing_contact_fields: v.optional(v.array(v.string())),
      required_shipping_contact_fields: v.optional(v.array(v.string())),
    }),
    connector: v.string(),
    delayed_session_token: v.boolean(),
    sdk_next_action: SdkNextAction,
    connector_reference_id: optionalText,
    connector_sdk_public_key: optionalText,
    connector_merchant_id: optionalText,
  }),
  v.object({
    wallet_name: v.literal('paypal'),
    connector: v.string(),
    /** The public client id, with which the browser loads PayPal's software. */
    session_token: v.string(),
    sdk_next_action: SdkNextAction,
    transaction_info: v.object({
      flow: v.literal('checkout'),
      currency_code: Currency,
      /** A decimal number. */
      total_price: v.string(),
    }),
    currency: Currency,
    /** The confirm's step for the order. */
    intent: v.picklist(['capture', 'authorize']),
  }),
  /** The answer when at least one of the requested wallets has no session. */
  v.object({ wallet_name: v.literal('no_session_token_received') }),
]);
export type SessionToken = v.InferOutput<typeof SessionToken>;

/** Unknown fields are ignored, as in Hyperswitch v1. */
export const SessionTokensRequest = v.object({
  payment_id: Identifier,
  client_secret: given(v.string()),
  /** The wallets that the browser supports. */
  wallets: v.pipe(v.array(PaymentMethodType), v.maxLength(200)),
  merchant_connector_details: given(MerchantConnectorDetails),
});
export type SessionTokensRequest = v.InferOutput<typeof SessionTokensRequest>;

export const openWalletSessions = defineOperation({
  name: 'payments.session-tokens',
  method: 'POST',
  path: '/payments/session_tokens',
  summary: "Retrieve the session data of a customer's wallets",
  about: {
    description:
      'Answers with what the buttons of wallets such as Apple Pay and Google Pay are opened with.',
  },
  auth: 'client secret',
  body: SessionTokensRequest,
  repeats: 'only read',
  response: v.object({
    payment_id: v.string(),
    client_secret: v.string(),
    session_token: v.array(SessionToken),
    vault_details: v.null(),
  }),
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'not_implemented',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'Query'], secrets: ['use key'], webhooks: true },
  impact: 'Customers cannot pay with their wallets.',
  example: {
    body: {
      payment_id: 'pay_example',
      client_secret: 'pay_example_secret_0123456789abcdefghij',
      wallets: ['google_pay'],
    },
  },
});

/** Unknown fields are ignored, as in Hyperswitch v1. */
export const PostSessionTokensRequest = v.object({
  client_secret: given(v.string()),
  payment_method: PaymentMethod,
  /** The wallet. */
  payment_method_type: PaymentMethodType,
});
export type PostSessionTokensRequest = v.InferOutput<typeof PostSessionTokensRequest>;

export const postSessionTokens = defineOperation({
  name: 'payments.post-session-tokens',
  method: 'POST',
  path: '/payments/{payment_id}/post_session_tokens',
  summary: "Make the order that a customer approves in the wallet's window",
  about: {
    description:
      "Makes the order that the customer approves in the wallet's window, such as PayPal's. Nothing is charged by it; a repeat answers with the same order. The confirm brings it back as `paypal_sdk`.",
    differs: 'Refused from the confirm on. Hyperswitch refuses only failed and succeeded payments.',
  },
  movesMoney: true,
  auth: 'client secret',
  params: v.object({ payment_id: Identifier }),
  body: PostSessionTokensRequest,
  response: v.object({
    payment_id: v.string(),
    next_action: v.object({
      type: v.literal('invoke_sdk_client'),
      next_action_data: v.object({
        next_action: v.literal('confirm'),
        order_id: v.string(),
      }),
    }),
    status: PaymentStatus,
  }),
  errors: [
    'payment_not_found',
    'payment_unexpected_state',
    'no_eligible_connector',
    'precondition_failed',
    'client_secret_mismatch',
    'client_secret_expired',
    'concurrent_update',
    'temporarily_unavailable',
  ],
  notFound: 'payment_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
  },
  impact: "Customers cannot pay in a wallet's own window.",
  example: {
    params: { payment_id: 'pay_example' },
    body: {
      client_secret: 'pay_example_secret_0123456789abcdefghij',
      payment_method: 'wallet',
      payment_method_type: 'paypal',
    },
  },
});
