import * as v from 'valibot';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, JsonObject } from '#platform/schema.ts';
import { ConnectorName, ConnectorType } from '#vocabulary/connectors.ts';
import { Country } from '#vocabulary/countries.ts';
import { EventType } from '#vocabulary/event-types.ts';
import { orNull } from '#vocabulary/or-null.ts';
import { EnabledPaymentMethods, FraudCheckConfig } from './enabled-payment-methods.ts';
import { ProcessingFees } from './processing-fees.ts';

const Status = v.picklist(['active', 'inactive']);

/** A copied secret often has white space around it, with which no signature would be right. */
const WebhookSecret = v.pipe(v.string(), v.trim());

const WebhookSecrets = v.strictObject({
  merchant_secret: WebhookSecret,
  additional_secret: orNull(WebhookSecret),
});

const WalletDetails = v.strictObject({
  apple_pay_combined: orNull(JsonObject),
  apple_pay: orNull(JsonObject),
  amazon_pay: orNull(JsonObject),
  samsung_pay: orNull(JsonObject),
  paze: orNull(JsonObject),
  google_pay: orNull(JsonObject),
});

export const CreateConnectorAccountRequest = v.strictObject({
  connector_type: ConnectorType,
  connector_name: ConnectorName,
  connector_label: given(chosenName(255)),
  profile_id: given(Identifier),
  // Any object here: `parseCredentials` refuses wrong credentials with an error of its own.
  connector_account_details: given(JsonObject),
  payment_methods_enabled: given(v.array(EnabledPaymentMethods)),
  connector_webhook_details: given(WebhookSecrets),
  metadata: given(JsonObject),
  test_mode: given(v.boolean()),
  disabled: given(v.boolean()),
  status: given(Status),
  frm_configs: given(v.array(FraudCheckConfig)),
  business_country: given(Country),
  business_label: given(chosenName(255)),
  business_sub_label: given(chosenName(255)),
  // Accepted and ignored: the switch generates the id.
  merchant_connector_id: given(Identifier),
  pm_auth_config: given(JsonObject),
  additional_merchant_data: given(JsonObject),
  connector_wallets_details: given(WalletDetails),
  processing_fees: given(ProcessingFees),
});
export type CreateConnectorAccountRequest = v.InferOutput<typeof CreateConnectorAccountRequest>;

/** Absent fields stay as they are. The processor and the profile never change. */
export const UpdateConnectorAccountRequest = v.strictObject({
  connector_type: ConnectorType,
  connector_label: given(chosenName(255, 1)),
  connector_account_details: given(JsonObject),
  payment_methods_enabled: given(v.array(EnabledPaymentMethods)),
  connector_webhook_details: given(WebhookSecrets),
  metadata: given(JsonObject),
  test_mode: given(v.boolean()),
  disabled: given(v.boolean()),
  status: given(Status),
  frm_configs: given(v.array(FraudCheckConfig)),
  pm_auth_config: given(JsonObject),
  additional_merchant_data: given(JsonObject),
  connector_wallets_details: given(WalletDetails),
  processing_fees: given(ProcessingFees),
});
export type UpdateConnectorAccountRequest = v.InferOutput<typeof UpdateConnectorAccountRequest>;

/** An account among others: nothing that could be secret. */
export const ConnectorAccountListItem = v.object({
  connector_type: ConnectorType,
  connector_name: ConnectorName,
  connector_label: v.nullable(v.string()),
  merchant_connector_id: v.string(),
  profile_id: v.string(),
  payment_methods_enabled: v.nullable(v.array(EnabledPaymentMethods)),
  test_mode: v.nullable(v.boolean()),
  disabled: v.nullable(v.boolean()),
  frm_configs: v.nullable(v.array(FraudCheckConfig)),
  business_country: v.nullable(Country),
  business_label: v.nullable(v.string()),
  business_sub_label: v.nullable(v.string()),
  applepay_verified_domains: v.nullable(v.array(v.string())),
  pm_auth_config: v.nullable(JsonObject),
  /** Only where some are stated: published clients lack it, and some refuse unknown members. */
  processing_fees: v.optional(ProcessingFees),
  status: Status,
});
export type ConnectorAccountListItem = v.InferOutput<typeof ConnectorAccountListItem>;

/** The whole account, its credentials masked. */
export const ConnectorAccountResponse = v.object({
  ...ConnectorAccountListItem.entries,
  connector_account_details: v.nullable(JsonObject),
  connector_webhook_details: v.nullable(WebhookSecrets),
  metadata: v.nullable(JsonObject),
  additional_merchant_data: v.nullable(JsonObject),
  connector_wallets_details: v.nullable(WalletDetails),
  webhook_setup_capabilities: v.nullable(
    v.object({
      is_webhook_auto_configuration_supported: v.boolean(),
      requires_webhook_secret: v.nullable(v.boolean()),
      config_type: v.nullable(v.unknown()),
    }),
  ),
});
export type ConnectorAccountResponse = v.InferOutput<typeof ConnectorAccountResponse>;

const params = v.object({ account_id: Identifier });

export const createConnectorAccount = defineOperation({
  name: 'connector-accounts.create',
  method: 'POST',
  path: '/account/{account_id}/connectors',
  summary: 'Create a connector account',
  about: {
    description:
      'Connects a profile to a processor, or to a service for tax, authentication or fraud. Its credentials are stored encrypted and shown masked.',
    differs:
      'A connector without an adapter is refused with 501 `IR_00`: [connectors](connectors.md). Webhook secrets and the credentials of wallets are masked in the answer.',
    stored: ['additional_merchant_data'],
  },
  auth: 'merchant of the path',
  params,
  body: CreateConnectorAccountRequest,
  response: ConnectorAccountResponse,
  errors: [
    'merchant_account_not_found',
    'profile_not_found',
    'connector_account_exists',
    'missing_param',
    'invalid_data',
    'invalid_request',
    'precondition_failed',
    'not_implemented',
  ],
  notFound: 'merchant_account_not_found',
  access: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: ['use key'],
    sandbox: true,
  },
  impact: 'Merchants cannot connect a processor; payments through those they have go on.',
  example: {
    params: { account_id: 'merchant_example' },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
    },
  },
});

export const listConnectorAccounts = defineOperation({
  name: 'connector-accounts.list',
  method: 'GET',
  path: '/account/{account_id}/connectors',
  summary: 'List the connector accounts of a merchant',
  about: {
    description: 'Lists all connector accounts of the merchant, without their credentials.',
  },
  auth: 'merchant of the path',
  params,
  response: v.array(ConnectorAccountListItem),
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot look at their connector accounts; payments go on.',
  example: { params: { account_id: 'merchant_example' } },
});

export const listConnectorAccountsOfProfile = variantOf(listConnectorAccounts, {
  name: 'connector-accounts.list-of-profile',
  path: '/account/{account_id}/profile/connectors',
  summary: "List the connector accounts of the caller's profile, or of the merchant",
  about: {
    description:
      'Lists the connector accounts of the profile that the caller acts for, or all where the request names none.',
  },
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  impact: 'Merchants cannot look at their connector accounts; payments go on.',
  example: { params: { account_id: 'merchant_example' } },
});

const oneAccount = v.object({ account_id: Identifier, merchant_connector_id: Identifier });
const example = { account_id: 'merchant_example', merchant_connector_id: 'mca_example' };

export const retrieveConnectorAccount = defineOperation({
  name: 'connector-accounts.retrieve',
  method: 'GET',
  path: '/account/{account_id}/connectors/{merchant_connector_id}',
  summary: 'Retrieve a connector account of a merchant',
  about: {
    description: 'Answers with one connector account. Its credentials are masked.',
    differs: 'Webhook secrets and the credentials of wallets are masked in the answer.',
  },
  auth: 'merchant of the path',
  params: oneAccount,
  response: ConnectorAccountResponse,
  errors: ['merchant_account_not_found', 'connector_account_not_found'],
  notFound: 'connector_account_not_found',
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Merchants cannot look at a connector account; payments go on.',
  example: { params: example },
});

export const updateConnectorAccount = defineOperation({
  name: 'connector-accounts.update',
  method: 'POST',
  path: '/account/{account_id}/connectors/{merchant_connector_id}',
  summary: 'Update a connector account of a merchant',
  about: {
    description:
      'Changes the members that the request states, such as credentials or payment methods, and leaves the others as they are.',
    differs: 'Webhook secrets and the credentials of wallets are masked in the answer.',
    stored: ['additional_merchant_data'],
  },
  auth: 'merchant of the path',
  params: oneAccount,
  body: UpdateConnectorAccountRequest,
  response: ConnectorAccountResponse,
  errors: [
    'merchant_account_not_found',
    'connector_account_not_found',
    'connector_account_exists',
    'invalid_data',
    'invalid_request',
    'concurrent_update',
    'not_implemented',
  ],
  notFound: 'connector_account_not_found',
  access: {
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem'],
    secrets: ['use key'],
    sandbox: true,
  },
  impact: 'Merchants cannot renew credentials or disable a processor; payments go on as before.',
  example: { params: example, body: { connector_type: 'payment_processor', disabled: true } },
});

export const DeleteConnectorAccountResponse = v.object({
  merchant_id: v.string(),
  merchant_connector_id: v.string(),
  deleted: v.boolean(),
});

export const deleteConnectorAccount = defineOperation({
  name: 'connector-accounts.delete',
  method: 'DELETE',
  path: '/account/{account_id}/connectors/{merchant_connector_id}',
  summary: 'Delete a connector account of a merchant',
  about: {
    description:
      'Deletes a connector account. Payments under way through it can then no longer be captured, voided, refunded or synced: disable the account first, and wait. Its webhooks are answered with 404 from then on: remove their address at the processor.',
  },
  auth: 'admin key',
  params: oneAccount,
  response: DeleteConnectorAccountResponse,
  errors: ['merchant_account_not_found', 'connector_account_not_found', 'concurrent_update'],
  notFound: 'connector_account_not_found',
  access: { table: ['Query', 'DeleteItem', 'UpdateItem'] },
  impact: 'Connector accounts stay; disable those that must not be used.',
  example: { params: example },
});

const WebhookEvents = v.union([
  v.literal('all_events'),
  v.strictObject({ specific_event: EventType }),
]);

export const RegisterWebhookRequest = v.strictObject({ event_type: given(WebhookEvents) });

export const RegisterWebhookResponse = v.object({
  event_type: v.nullable(WebhookEvents),
  connector_webhook_id: v.nullable(v.string()),
  webhook_registration_status: v.nullable(v.picklist(['Success', 'Failure'])),
  error_code: v.nullable(v.string()),
  error_message: v.nullable(v.string()),
});
export type RegisterWebhookResponse = v.InferOutput<typeof RegisterWebhookResponse>;

export const registerConnectorWebhook = defineOperation({
  name: 'connector-accounts.register-webhook',
  method: 'POST',
  path: '/account/{account_id}/webhooks/{merchant_connector_id}',
  summary: 'Register the address for webhooks at a processor',
  about: {
    description:
      "Registers the switch's address for the account's webhooks at the processor, where the processor lets the switch do it, and stores the secret that the processor signs with. A repeat registers nothing twice.",
    differs:
      'Registers for all events. A single event, or a connector whose webhooks are set up in its dashboard, is refused with 501 `IR_00`.',
  },
  auth: 'merchant of the path',
  params: oneAccount,
  body: RegisterWebhookRequest,
  response: RegisterWebhookResponse,
  errors: [
    'merchant_account_not_found',
    'connector_account_not_found',
    'not_implemented',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'connector_account_not_found',
  access: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    secrets: ['use key'],
    connectors: true,
    publicUrl: true,
  },
  impact: 'Merchants enter the address for webhooks at the processor themselves.',
  example: {
    params: { account_id: 'merchant_example', merchant_connector_id: 'mca_stripe_example' },
    body: { event_type: 'all_events' },
  },
});

export const CheckCredentialsRequest = v.strictObject({
  connector_name: ConnectorName,
  connector_account_details: JsonObject,
  metadata: given(JsonObject),
  test_mode: given(v.boolean()),
});
export type CheckCredentialsRequest = v.InferOutput<typeof CheckCredentialsRequest>;

/** Hyperswitch answers without a body. */
export const CheckCredentialsResponse = v.object({
  connector_name: ConnectorName,
  accepted: v.literal(true),
});

export const checkConnectorCredentials = defineOperation({
  name: 'connector-accounts.check-credentials',
  method: 'POST',
  path: '/account/connectors/verify',
  summary: 'Ask a processor whether it accepts credentials',
  about: {
    description:
      'Asks the processor something that only valid credentials may read. No money moves, and nothing is stored. Refused credentials are answered with the words of the processor.',
  },
  auth: 'secret key',
  body: CheckCredentialsRequest,
  response: CheckCredentialsResponse,
  errors: ['credentials_refused', 'invalid_data', 'invalid_request', 'not_implemented'],
  repeats: 'only read',
  access: { table: [], connectors: true },
  impact: 'Merchants see wrong credentials at the first payment only.',
  example: {
    body: {
      connector_name: 'stripe',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_example' },
    },
  },
});
