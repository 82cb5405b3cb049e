import * as v from 'valibot';
import { AuthenticationConnector } from '#merchants/profiles/profile-settings.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Email, given, Identifier, integer, JsonObject, pageUrl, text } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { CustomerDetails } from '../customers/customer-details.ts';
import {
  DeviceChannel,
  MethodCompletion,
  SdkInformation,
} from '../payments/authentication/customer-device.ts';
import { PaymentMethodData } from '../payments/payment-method-data/payment-method-data.ts';
import { RedirectResponse } from '../payments/redirect/operations.ts';
import { PageQuery } from '../payments/redirect/page-token.ts';
import { BrowserInfo } from '../payments/request/browser-info.ts';
import { AuthenticationStatus, ScaExemption, TransactionStatus } from './authentication.ts';

const inPath = v.object({ authentication_id: Identifier });
const example = { authentication_id: 'authn_example' };
const nullableText = v.nullable(v.string());

const AcquirerDetails = v.object({
  acquirer_bin: given(text(64)),
  acquirer_merchant_id: given(text(64)),
  merchant_country_code: given(text(64)),
});
const AcquirerDetailsResponse = v.object({
  acquirer_bin: nullableText,
  acquirer_merchant_id: nullableText,
  merchant_country_code: nullableText,
});

export const CreateAuthenticationRequest = v.object({
  authentication_id: given(Identifier),
  profile_id: given(Identifier),
  /** In minor units. */
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
  authentication_connector: given(AuthenticationConnector),
  return_url: given(pageUrl(2_048)),
  force_3ds_challenge: given(v.boolean()),
  psd2_sca_exemption_type: given(ScaExemption),
  profile_acquirer_id: given(Identifier),
  acquirer_details: given(AcquirerDetails),
  customer_details: given(CustomerDetails),
});
export type CreateAuthenticationRequest = v.InferOutput<typeof CreateAuthenticationRequest>;

/** The members that every answer about a whole authentication has. */
const whole = {
  authentication_id: v.string(),
  merchant_id: v.string(),
  status: AuthenticationStatus,
  client_secret: nullableText,
  amount: v.number(),
  currency: v.string(),
  authentication_connector: nullableText,
  force_3ds_challenge: v.boolean(),
  return_url: nullableText,
  created_at: v.string(),
  profile_id: v.string(),
  psd2_sca_exemption_type: v.nullable(ScaExemption),
  acquirer_details: AcquirerDetailsResponse,
  profile_acquirer_id: nullableText,
  error_code: nullableText,
  error_message: nullableText,
};

export const AuthenticationResponse = v.object({
  ...whole,
  customer_details: v.nullable(CustomerDetails),
});
export type AuthenticationResponse = v.InferOutput<typeof AuthenticationResponse>;

export const createAuthentication = defineOperation({
  name: 'authentications.create',
  method: 'POST',
  path: '/authentication',
  summary: 'Create an authentication without a payment',
  about: {
    description: 'Creates an authentication. The 3-D Secure server is asked by its eligibility.',
    differs:
      'A stated `authentication_id` is taken, and refused when it exists; Hyperswitch makes its own. An unknown `profile_acquirer_id` is refused with 404 `HE_02`. Stored and answered, and not sent to the sandbox’s server: `psd2_sca_exemption_type`, the acquirer.',
  },
  auth: 'secret key',
  body: CreateAuthenticationRequest,
  repeats: 'derive the same identifier',
  response: AuthenticationResponse,
  errors: [
    'authentication_exists',
    'profile_not_found',
    'profile_acquirer_not_found',
    'missing_param',
    'invalid_request',
    'connector_account_not_found',
  ],
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Merchants cannot authenticate customers before they create a payment.',
  example: {
    body: {
      authentication_id: 'authn_new',
      amount: 6_540,
      currency: 'USD',
      return_url: 'https://shop.example/return',
      customer_details: { id: 'customer_example' },
    },
  },
});

export const AuthenticationEligibilityRequest = v.object({
  payment_method: PaymentMethod,
  payment_method_type: given(PaymentMethodType),
  payment_method_data: PaymentMethodData,
  client_secret: given(text(255)),
  profile_id: given(Identifier),
  billing: given(Address),
  shipping: given(Address),
  browser_information: given(BrowserInfo),
  email: given(Email),
});
export type AuthenticationEligibilityRequest = v.InferOutput<
  typeof AuthenticationEligibilityRequest
>;

const ThreeDsData = v.object({
  three_ds_server_transaction_id: v.string(),
  maximum_supported_3ds_version: v.string(),
  connector_authentication_id: v.string(),
  /** Empty: the server asks for no 3-D Secure method. */
  three_ds_method_data: v.string(),
  three_ds_method_url: v.string(),
  message_version: v.string(),
  directory_server_id: v.string(),
});

/** The facts about the payer, as the page or the merchant stated them. */
const payer = {
  billing: v.nullable(Address),
  shipping: v.nullable(Address),
  browser_information: v.nullable(BrowserInfo),
  email: nullableText,
};

export const AuthenticationEligibilityResponse = v.object({
  authentication_id: v.string(),
  next_action: v.object({ url: v.string(), http_method: v.literal('POST') }),
  status: AuthenticationStatus,
  eligibility_response_params: v.nullable(v.object({ ThreeDsData })),
  connector_metadata: v.nullable(JsonObject),
  profile_id: v.string(),
  error_message: nullableText,
  error_code: nullableText,
  authentication_connector: nullableText,
  acquirer_details: AcquirerDetailsResponse,
  ...payer,
});
export type AuthenticationEligibilityResponse = v.InferOutput<
  typeof AuthenticationEligibilityResponse
>;

const forClients = ['client_secret_mismatch', 'client_secret_expired'] as const;

/** The parts that the operations of a page share. */
const ofPage = {
  method: 'POST',
  auth: 'secret key or client secret',
  params: inPath,
  notFound: 'authentication_not_found',
} as const;

export const checkAuthenticationEligibility = defineOperation({
  ...ofPage,
  name: 'authentications.eligibility',
  path: '/authentication/{authentication_id}/eligibility',
  summary: 'Start the authentication of a card',
  about: {
    description:
      'Sends the card to the 3-D Secure server, which learns whether the bank takes part. The card is stored nowhere. Until the bank has decided, another card may follow.',
    differs:
      'Takes cards only, and no `profile_id` but the authentication’s own. A 3-D Secure server that does not answer makes it `failed`, and another try is accepted; ten tries are the most.',
  },
  body: AuthenticationEligibilityRequest,
  response: AuthenticationEligibilityResponse,
  errors: [
    'authentication_not_found',
    ...forClients,
    'invalid_request',
    'invalid_value',
    'precondition_failed',
    'profile_not_found',
    'connector_account_not_found',
    'concurrent_update',
  ],
  access: {
    table: ['GetItem', 'PutItem', 'Query'],
    connectors: true,
    secrets: ['use key'],
    publicUrl: true,
  },
  impact: 'Customers cannot be authenticated before a payment.',
  example: {
    params: example,
    body: {
      payment_method: 'card',
      payment_method_data: {
        card: {
          card_number: '4242424242424242',
          card_exp_month: '10',
          card_exp_year: '2035',
          card_cvc: '123',
        },
      },
    },
  },
});

export const AuthenticateRequest = v.object({
  client_secret: given(text(255)),
  device_channel: DeviceChannel,
  /** Whether the 3-D Secure method ran in the customer's browser. */
  threeds_method_comp_ind: MethodCompletion,
  sdk_information: given(SdkInformation),
});

/** The bank's answer, as a page or an app goes on with it. */
const answerOfBank = {
  trans_status: v.nullable(TransactionStatus),
  acs_url: nullableText,
  challenge_request: nullableText,
  acs_reference_number: nullableText,
  acs_trans_id: nullableText,
  acs_signed_content: nullableText,
  three_ds_requestor_app_url: nullableText,
  /** Electronic commerce indicator: to the secret key alone. */
  eci: nullableText,
};

export const AuthenticateResponse = v.object({
  ...answerOfBank,
  three_ds_server_transaction_id: nullableText,
  three_ds_requestor_url: v.string(),
  error_message: nullableText,
  error_code: nullableText,
  /** The cryptogram: to the secret key alone. */
  authentication_value: nullableText,
  status: AuthenticationStatus,
  authentication_connector: nullableText,
  authentication_id: v.string(),
  acquirer_details: AcquirerDetailsResponse,
});
export type AuthenticateResponse = v.InferOutput<typeof AuthenticateResponse>;

const asking = {
  table: ['GetItem', 'PutItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
} as const;

const askingErrors = [
  'authentication_not_found',
  ...forClients,
  'precondition_failed',
  'connector_account_not_found',
  'concurrent_update',
] as const;

export const authenticateCustomer = defineOperation({
  ...ofPage,
  name: 'authentications.authenticate',
  path: '/authentication/{authentication_id}/authenticate',
  summary: "Ask the card's bank about its customer",
  about: {
    description:
      'Answers with the result of the bank, or with its page for the challenge. Only the secret key gets the cryptogram.',
    differs:
      'Refused with 400 `IR_16` before a card is eligible. `device_channel`, the 3-D Secure method and `sdk_information` are taken, and the sandbox’s server needs none.',
  },
  body: AuthenticateRequest,
  // It asks, and the bank decides once. A stored answer would hold the cryptogram.
  repeats: 'only read',
  response: AuthenticateResponse,
  errors: askingErrors,
  access: asking,
  impact: 'Customers cannot be authenticated before a payment.',
  example: {
    params: { authentication_id: 'authn_eligible' },
    body: { device_channel: 'BRW', threeds_method_comp_ind: 'U' },
  },
});

/** The result of a wallet of the card networks, which has no adapter here. */
const PaymentMethodDetails = v.object({
  payment_method_type: v.literal('ctp'),
  payment_method_data: JsonObject,
});

export const SyncAuthenticationRequest = v.object({
  client_secret: given(text(255)),
  payment_method_details: given(PaymentMethodDetails),
});

/** The proof in the form in which a payment takes it. */
const ThreeDsProof = v.object({
  authentication_cryptogram: v.nullable(
    v.object({ cavv: v.object({ authentication_cryptogram: v.string() }) }),
  ),
  ds_trans_id: nullableText,
  version: nullableText,
  eci: nullableText,
  transaction_status: TransactionStatus,
});

export const SyncAuthenticationResponse = v.object({
  ...whole,
  ...answerOfBank,
  ...payer,
  threeds_server_transaction_id: nullableText,
  maximum_supported_3ds_version: nullableText,
  connector_authentication_id: nullableText,
  three_ds_method_data: nullableText,
  three_ds_method_url: nullableText,
  message_version: nullableText,
  connector_metadata: v.nullable(JsonObject),
  directory_server_id: nullableText,
  payment_method_data: v.null(),
  vault_token_data: v.null(),
  three_ds_requestor_url: v.string(),
  authentication_details: v.nullable(v.object({ three_ds_data: ThreeDsProof })),
});
export type SyncAuthenticationResponse = v.InferOutput<typeof SyncAuthenticationResponse>;

export const syncAuthentication = defineOperation({
  ...ofPage,
  name: 'authentications.sync',
  path: '/authentication/{merchant_id}/{authentication_id}/sync',
  summary: 'Retrieve an authentication, with its result',
  about: {
    description:
      'Answers with the authentication, and asks the 3-D Secure server first until the bank has decided. Only the secret key gets the proof, in the form of `three_ds_data` of a payment.',
    published: 'POST /authentication/{authentication_id}/sync',
    differs:
      'At `POST /authentication/{merchant_id}/{authentication_id}/sync`, as Hyperswitch itself serves it. The secret key gets the proof itself, and no `vault_token_data`. Results of Click to Pay are refused with 501 `IR_00`.',
  },
  params: v.object({ merchant_id: Identifier, authentication_id: Identifier }),
  body: SyncAuthenticationRequest,
  repeats: 'only read',
  response: SyncAuthenticationResponse,
  errors: [...askingErrors, 'not_implemented'],
  access: asking,
  impact: 'Merchants do not get the results of authentications without a payment.',
  example: {
    params: { merchant_id: 'merchant_example', authentication_id: 'authn_eligible' },
    body: {},
  },
});

/** Pages of banks lead here, with GET or with a posted form; nothing in the form is believed. */
const backFromBank = {
  path: '/authentication/{merchant_id}/{authentication_id}/redirect',
  summary: "Send a customer back to the shop from the bank's page",
  auth: 'none',
  params: v.object({ merchant_id: Identifier, authentication_id: Identifier }),
  query: PageQuery,
  response: RedirectResponse,
  errors: ['authentication_not_found', 'missing_param', 'connector_account_not_found'],
  notFound: 'authentication_not_found',
  isPage: true,
  access: asking,
  impact: 'Customers do not return to the shop after 3-D Secure without a payment.',
  example: { params: { merchant_id: 'merchant_example', authentication_id: 'authn_eligible' } },
} as const;

export const returnAuthentication = defineOperation({
  ...backFromBank,
  name: 'authentications.redirect',
  about: {
    description:
      "The bank's page returns the customer here. The result comes from the 3-D Secure server.",
  },
  method: 'GET',
});

export const returnPostedAuthentication = defineOperation({
  ...backFromBank,
  name: 'authentications.redirect-posted',
  about: {
    description: 'The same, for banks that return the customer by a form.',
    published: 'POST /authentication/{authentication_id}/redirect',
    differs:
      'At `GET` and `POST /authentication/{merchant_id}/{authentication_id}/redirect`, as Hyperswitch itself serves it, and only with the `page_token` of the address.',
  },
  method: 'POST',
});

/** Whether a network knows the customer. Other members of its answer are ignored. */
export const ConsumerPresence = v.object({ consumerPresent: v.boolean() });

export const SubmitEligibilityCheckRequest = v.object({
  client_secret: given(text(255)),
  eligibility_check_data: v.object({
    click_to_pay: v.object({ visa: given(ConsumerPresence), mastercard: given(ConsumerPresence) }),
  }),
});

export const SubmitEligibilityCheckResponse = v.object({
  authentication_id: v.string(),
  sdk_next_action: v.literal('await_merchant_callback'),
});

export const submitEligibilityCheck = defineOperation({
  ...ofPage,
  name: 'authentications.submit-eligibility-check',
  path: '/authentication/{authentication_id}/eligibility-check',
  summary: 'Tell the merchant whether Click to Pay knows the customer',
  about: {
    description: 'A page states which networks of Click to Pay know its customer, for 15 minutes.',
    differs:
      'The data are always stored for the merchant, and the answer is `await_merchant_callback`.',
  },
  body: SubmitEligibilityCheckRequest,
  response: SubmitEligibilityCheckResponse,
  errors: ['authentication_not_found', ...forClients],
  access: { table: ['GetItem', 'UpdateItem', 'Query'] },
  impact: 'Merchants do not learn which customers use Click to Pay.',
  example: {
    params: example,
    body: { eligibility_check_data: { click_to_pay: { visa: { consumerPresent: true } } } },
  },
});

export const RetrieveEligibilityCheckResponse = v.object({
  eligibility_check_data: v.object({
    click_to_pay_enrollment_status: v.object({
      visa: v.nullable(v.boolean()),
      mastercard: v.nullable(v.boolean()),
    }),
  }),
});

export const retrieveEligibilityCheck = defineOperation({
  name: 'authentications.retrieve-eligibility-check',
  method: 'GET',
  path: '/authentication/{authentication_id}/eligibility-check',
  summary: 'Retrieve whether Click to Pay knows the customer',
  about: {
    description:
      'Answers which networks of Click to Pay know the customer, as the page has stated.',
  },
  auth: 'secret key',
  params: inPath,
  response: RetrieveEligibilityCheckResponse,
  errors: ['authentication_not_found', 'eligibility_check_not_found'],
  notFound: 'authentication_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants do not learn which customers use Click to Pay.',
  example: { params: { authentication_id: 'authn_eligible' } },
});

export const AuthenticationSessionRequest = v.object({ client_secret: given(text(255)) });

/** The data with which a page opens Click to Pay. */
const ClickToPaySession = v.object({
  wallet_name: v.literal('click_to_pay'),
  dpa_id: v.string(),
  dpa_name: v.string(),
  locale: v.string(),
  card_brands: v.array(CardNetwork),
  acquirer_bin: v.string(),
  acquirer_merchant_id: v.string(),
  merchant_category_code: nullableText,
  merchant_country_code: v.string(),
  /** In major units. */
  transaction_amount: v.string(),
  transaction_currency_code: v.string(),
  phone_number: nullableText,
  email: nullableText,
  phone_country_code: nullableText,
  provider: v.picklist(['visa', 'mastercard']),
  dpa_client_id: nullableText,
});
export type ClickToPaySession = v.InferOutput<typeof ClickToPaySession>;

export const AuthenticationSessionResponse = v.object({
  authentication_id: v.string(),
  session_token: v.array(ClickToPaySession),
});

export const openAuthenticationSessions = defineOperation({
  ...ofPage,
  name: 'authentications.session-tokens',
  path: '/authentication/{authentication_id}/enabled_authn_methods_token',
  summary: 'Open the wallets by which a customer may be authenticated',
  about: {
    description:
      'Answers with the data to open the wallets that the profile has enabled: an empty list without Click to Pay.',
    differs:
      'No connector of Click to Pay has an adapter yet, so no account with it can be created, and the list is empty.',
  },
  body: AuthenticationSessionRequest,
  repeats: 'only read',
  response: AuthenticationSessionResponse,
  errors: [
    'authentication_not_found',
    ...forClients,
    'missing_param',
    'precondition_failed',
    'connector_account_not_found',
  ],
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Pages do not offer Click to Pay before a payment.',
  example: { params: example, body: {} },
});
