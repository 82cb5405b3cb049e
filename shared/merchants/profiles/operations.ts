import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import {
  chosenName,
  given,
  Identifier,
  integer,
  JsonObject,
  pageUrl,
  pastedSecret,
} from '#platform/schema.ts';
import { Country } from '#vocabulary/countries.ts';
import { maxOverlapHours } from '../accounts/hash-keys.ts';
import { NetworkTokenizationCredentials } from '../accounts/network-tokenization-credentials.ts';
import { StatedWebhookDetails, WebhookDetails } from '../accounts/webhook-details.ts';
import { PayoutLinkConfig, ProfileLinkConfig } from '../link-settings/link-config.ts';
import { RoutingAlgorithm } from '../routing-settings/algorithm.ts';
import {
  AuthenticationConnectorDetails,
  CardTestingGuardConfig,
  DisputePollingInterval,
  ExtendedCardInfoConfig,
  ExternalVaultConnectorDetails,
  MerchantCategoryCode,
  PaymentMethodBlocking,
  StatedAuthenticationDetails,
  SurchargeConnectorDetails,
} from './profile-settings.ts';

const flag = given(v.boolean());
const seconds = given(integer(0, 4_294_967_295));

/** A new profile's settings; absent settings come from the merchant account. */
export const ProfileRequest = v.strictObject({
  profile_name: given(chosenName(64)),
  return_url: given(pageUrl(255)),
  enable_payment_response_hash: flag,
  payment_response_hash_key: given(pastedSecret(255)),
  redirect_to_merchant_with_http_post: flag,
  webhook_details: given(StatedWebhookDetails),
  metadata: given(JsonObject),
  routing_algorithm: given(RoutingAlgorithm),
  intent_fulfillment_time: seconds,
  frm_routing_algorithm: given(RoutingAlgorithm),
  payout_routing_algorithm: given(RoutingAlgorithm),
  applepay_verified_domains: given(v.array(v.string())),
  session_expiry: seconds,
  payment_link_config: given(ProfileLinkConfig),
  payout_link_config: given(PayoutLinkConfig),
  authentication_connector_details: given(StatedAuthenticationDetails),
  use_billing_as_payment_method_billing: flag,
  collect_shipping_details_from_wallet_connector: flag,
  collect_billing_details_from_wallet_connector: flag,
  always_collect_shipping_details_from_wallet_connector: flag,
  always_collect_billing_details_from_wallet_connector: flag,
  is_connector_agnostic_mit_enabled: flag,
  outgoing_webhook_custom_http_headers: given(v.record(v.string(), v.string())),
  tax_connector_id: given(Identifier),
  is_tax_connector_enabled: flag,
  is_network_tokenization_enabled: flag,
  is_pre_network_tokenization_enabled: flag,
  network_tokenization_credentials: given(NetworkTokenizationCredentials),
  is_auto_retries_enabled: flag,
  max_auto_retries_enabled: given(integer(0, 255)),
  is_clear_pan_retries_enabled: flag,
  is_manual_retry_enabled: flag,
  always_request_extended_authorization: flag,
  always_enable_overcapture: flag,
  is_click_to_pay_enabled: flag,
  authentication_product_ids: given(v.record(v.string(), Identifier)),
  card_testing_guard_config: given(CardTestingGuardConfig),
  force_3ds_challenge: flag,
  is_debit_routing_enabled: flag,
  merchant_business_country: given(Country),
  merchant_category_code: given(MerchantCategoryCode),
  merchant_country_code: given(v.string()),
  is_iframe_redirection_enabled: flag,
  dispute_polling_interval: given(DisputePollingInterval),
  is_external_vault_enabled: given(v.picklist(['enable', 'skip'])),
  external_vault_connector_details: given(ExternalVaultConnectorDetails),
  billing_processor_id: given(Identifier),
  surcharge_connector_details: given(SurchargeConnectorDetails),
  is_l2_l3_enabled: flag,
  payment_method_blocking: given(PaymentMethodBlocking),
});
export type ProfileRequest = v.InferOutput<typeof ProfileRequest>;

/** Absent and `null` members stay as they are. */
export const UpdateProfileRequest = v.strictObject({
  ...ProfileRequest.entries,
  // An addition to Hyperswitch v1.
  payment_response_hash_key_overlap_hours: given(integer(0, maxOverlapHours)),
  extended_card_info_config: given(ExtendedCardInfoConfig),
  // Stored for a later feature; no response shows it.
  dynamic_routing_algorithm: given(JsonObject),
});
export type UpdateProfileRequest = v.InferOutput<typeof UpdateProfileRequest>;

export const ProfileResponse = v.object({
  merchant_id: v.string(),
  profile_id: v.string(),
  profile_name: v.string(),
  return_url: v.nullable(v.string()),
  enable_payment_response_hash: v.boolean(),
  payment_response_hash_key: v.nullable(v.string()),
  redirect_to_merchant_with_http_post: v.boolean(),
  webhook_details: v.nullable(WebhookDetails),
  metadata: v.nullable(JsonObject),
  routing_algorithm: v.nullable(JsonObject),
  intent_fulfillment_time: v.nullable(v.number()),
  frm_routing_algorithm: v.nullable(JsonObject),
  payout_routing_algorithm: v.nullable(JsonObject),
  applepay_verified_domains: v.nullable(v.array(v.string())),
  session_expiry: v.nullable(v.number()),
  payment_link_config: v.nullable(ProfileLinkConfig),
  payout_link_config: v.nullable(PayoutLinkConfig),
  authentication_connector_details: v.nullable(AuthenticationConnectorDetails),
  use_billing_as_payment_method_billing: v.nullable(v.boolean()),
  extended_card_info_config: v.nullable(ExtendedCardInfoConfig),
  collect_shipping_details_from_wallet_connector: v.nullable(v.boolean()),
  collect_billing_details_from_wallet_connector: v.nullable(v.boolean()),
  always_collect_shipping_details_from_wallet_connector: v.nullable(v.boolean()),
  always_collect_billing_details_from_wallet_connector: v.nullable(v.boolean()),
  is_connector_agnostic_mit_enabled: v.nullable(v.boolean()),
  outgoing_webhook_custom_http_headers: v.nullable(v.record(v.string(), v.string())),
  tax_connector_id: v.nullable(v.string()),
  is_tax_connector_enabled: v.boolean(),
  is_network_tokenization_enabled: v.boolean(),
  is_pre_network_tokenization_enabled: v.boolean(),
  network_tokenization_credentials: v.nullable(NetworkTokenizationCredentials),
  is_auto_retries_enabled: v.boolean(),
  max_auto_retries_enabled: v.nullable(v.number()),
  is_clear_pan_retries_enabled: v.boolean(),
  is_manual_retry_enabled: v.nullable(v.boolean()),
  always_request_extended_authorization: v.nullable(v.boolean()),
  always_enable_overcapture: v.nullable(v.boolean()),
  is_click_to_pay_enabled: v.boolean(),
  authentication_product_ids: v.nullable(v.record(v.string(), v.string())),
  card_testing_guard_config: v.nullable(CardTestingGuardConfig),
  force_3ds_challenge: v.boolean(),
  is_debit_routing_enabled: v.nullable(v.boolean()),
  merchant_business_country: v.nullable(Country),
  merchant_category_code: v.nullable(v.string()),
  merchant_country_code: v.nullable(v.string()),
  is_iframe_redirection_enabled: v.nullable(v.boolean()),
  acquirer_configs: v.nullable(v.array(JsonObject)),
  acquirer_config_bucket: v.nullable(
    v.object({
      default_acquirer_config: v.nullable(v.string()),
      configs: v.record(v.string(), v.array(JsonObject)),
    }),
  ),
  dispute_polling_interval: v.nullable(v.number()),
  is_external_vault_enabled: v.nullable(v.picklist(['enable', 'skip'])),
  external_vault_connector_details: v.nullable(ExternalVaultConnectorDetails),
  billing_processor_id: v.nullable(v.string()),
  surcharge_connector_details: v.nullable(SurchargeConnectorDetails),
  is_l2_l3_enabled: v.nullable(v.boolean()),
  payment_method_blocking: v.nullable(PaymentMethodBlocking),
});
export type ProfileResponse = v.InferOutput<typeof ProfileResponse>;

export const listProfiles = defineOperation({
  name: 'profiles.list',
  method: 'GET',
  path: '/account/{account_id}/business_profile',
  summary: 'List the profiles of a merchant',
  about: { description: 'Lists all profiles of the merchant, with their settings.' },
  auth: 'merchant of the path',
  params: v.object({ account_id: Identifier }),
  response: v.array(ProfileResponse),
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Merchants cannot see their profiles; payments continue.',
  example: { params: { account_id: 'merchant_example' } },
});

export const createProfile = defineOperation({
  name: 'profiles.create',
  method: 'POST',
  path: '/account/{account_id}/business_profile',
  summary: 'Create a profile of a merchant',
  about: {
    description:
      'Creates another shop of the merchant, with settings and connector accounts of its own.',
    differs:
      'Unstated settings follow the merchant account, and are no copy of it: [inherited settings](decisions/0005-inherited-webhook-settings.md).',
    stored: [
      'always_enable_overcapture',
      'billing_processor_id',
      'dispute_polling_interval',
      'external_vault_connector_details',
      'is_clear_pan_retries_enabled',
      'is_debit_routing_enabled',
      'is_external_vault_enabled',
      'is_network_tokenization_enabled',
      'is_pre_network_tokenization_enabled',
      'merchant_category_code',
      'merchant_country_code',
      'surcharge_connector_details',
      'use_billing_as_payment_method_billing',
    ],
  },
  auth: 'merchant of the path',
  params: v.object({ account_id: Identifier }),
  body: ProfileRequest,
  response: ProfileResponse,
  errors: ['merchant_account_not_found', 'profile_exists', 'invalid_request', 'concurrent_update'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query', 'UpdateItem', 'PutItem'], secrets: ['use key'] },
  impact: 'Profiles cannot be created; payments with existing profiles continue.',
  example: {
    params: { account_id: 'merchant_example' },
    body: { profile_name: 'shop_two', return_url: 'https://shop.example/return' },
  },
});

const params = v.object({ account_id: Identifier, profile_id: Identifier });

export const deleteProfile = defineOperation({
  name: 'profiles.delete',
  method: 'DELETE',
  path: '/account/{account_id}/business_profile/{profile_id}',
  summary: 'Delete a profile of a merchant',
  about: {
    description:
      'Deletes a profile. No new payment can be made for it; payments under way can be finished.',
  },
  auth: 'admin key',
  params,
  response: v.literal(true),
  errors: ['merchant_account_not_found', 'profile_not_found', 'concurrent_update'],
  notFound: 'profile_not_found',
  access: { table: ['Query', 'PutItem', 'DeleteItem', 'UpdateItem'] },
  impact:
    'Profiles cannot be deleted; disable the connector accounts of profiles that must not be used.',
  example: { params: { account_id: 'merchant_example', profile_id: 'pro_example' } },
});

export const retrieveProfile = defineOperation({
  name: 'profiles.retrieve',
  method: 'GET',
  path: '/account/{account_id}/business_profile/{profile_id}',
  summary: 'Retrieve a profile of a merchant',
  about: { description: 'Answers with the settings of one profile. Secrets are masked.' },
  auth: 'merchant of the path',
  params,
  response: ProfileResponse,
  errors: ['merchant_account_not_found', 'profile_not_found'],
  notFound: 'profile_not_found',
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Merchants cannot see a profile; payments continue.',
  example: { params: { account_id: 'merchant_example', profile_id: 'pro_example' } },
});

export const updateProfile = defineOperation({
  name: 'profiles.update',
  method: 'POST',
  path: '/account/{account_id}/business_profile/{profile_id}',
  summary: 'Update a profile of a merchant',
  about: {
    description: 'Changes the members that the request states and leaves the others as they are.',
    differs: 'The settings without effect are the same as at the create.',
  },
  auth: 'merchant of the path',
  params,
  body: UpdateProfileRequest,
  response: ProfileResponse,
  errors: [
    'merchant_account_not_found',
    'profile_not_found',
    'profile_exists',
    'invalid_request',
    'concurrent_update',
  ],
  notFound: 'profile_not_found',
  access: {
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem'],
    secrets: ['use key'],
  },
  impact: 'Settings of profiles cannot be changed; payments continue.',
  example: {
    params: { account_id: 'merchant_example', profile_id: 'pro_example' },
    body: { is_manual_retry_enabled: true, return_url: 'https://shop.example/return' },
  },
});

export const ToggleRequest = v.strictObject({ enabled: v.boolean() });

const toggling = {
  method: 'POST',
  params,
  body: ToggleRequest,
  response: ToggleRequest,
  errors: ['merchant_account_not_found', 'profile_not_found', 'concurrent_update'],
  notFound: 'profile_not_found',
  example: {
    params: { account_id: 'merchant_example', profile_id: 'pro_example' },
    body: { enabled: true },
  },
} as const;

export const toggleExtendedCardInfo = defineOperation({
  ...toggling,
  name: 'profiles.toggle-extended-card-info',
  path: '/account/{account_id}/business_profile/{profile_id}/toggle_extended_card_info',
  summary: "Let a profile's merchant have card data, encrypted for it",
  about: {
    description:
      'Turns on or off that the merchant gets the data of cards, encrypted for its own key.',
  },
  auth: 'admin key',
  access: { table: ['Query', 'PutItem', 'UpdateItem'] },
  impact: 'This setting of profiles cannot be changed.',
});

export const toggleConnectorAgnosticMit = defineOperation({
  ...toggling,
  name: 'profiles.toggle-connector-agnostic-mit',
  path: '/account/{account_id}/business_profile/{profile_id}/toggle_connector_agnostic_mit',
  summary: 'Let saved cards be charged by another connector than the one that saved them',
  about: {
    description:
      'Turns on or off that a stored card may be charged by another connector, by its network transaction identifier.',
  },
  auth: 'merchant of the path',
  access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
  impact: 'This setting of profiles cannot be changed.',
});

export const listOwnProfiles = defineOperation({
  name: 'profiles.list-own',
  method: 'GET',
  path: '/account/{account_id}/profile',
  summary: 'List the profile that the caller acts for, or all of them',
  about: {
    description:
      'Lists the profile that the caller acts for, or all profiles where the request names none.',
  },
  auth: 'merchant of the path',
  params: v.object({ account_id: Identifier }),
  response: v.array(ProfileResponse),
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Merchants cannot see their profiles; payments continue.',
  example: { params: { account_id: 'merchant_example' } },
});
