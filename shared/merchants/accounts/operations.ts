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
import { CollectLinkConfig } from '../link-settings/link-config.ts';
import { RoutingAlgorithm } from '../routing-settings/algorithm.ts';
import { maxOverlapHours } from './hash-keys.ts';
import { BusinessDetails, MerchantDetails, PrimaryBusinessDetails } from './merchant-details.ts';
import { NetworkTokenizationCredentials } from './network-tokenization-credentials.ts';
import { StatedWebhookDetails, WebhookDetails } from './webhook-details.ts';

const accountFields = {
  merchant_id: Identifier,
  merchant_name: given(chosenName(255)),
  merchant_details: given(MerchantDetails),
  return_url: given(pageUrl(255)),
  webhook_details: given(StatedWebhookDetails),
  payout_routing_algorithm: given(RoutingAlgorithm),
  routing_algorithm: given(RoutingAlgorithm),
  frm_routing_algorithm: given(RoutingAlgorithm),
  sub_merchants_enabled: given(v.boolean()),
  parent_merchant_id: given(chosenName(255)),
  enable_payment_response_hash: given(v.boolean()),
  payment_response_hash_key: given(pastedSecret(255)),
  redirect_to_merchant_with_http_post: given(v.boolean()),
  metadata: given(JsonObject),
  // Accepted and ignored: the switch creates the publishable key.
  publishable_key: given(v.string()),
  locker_id: given(chosenName(64)),
  primary_business_details: given(PrimaryBusinessDetails),
  pm_collect_link_config: given(CollectLinkConfig),
  network_tokenization_credentials: given(NetworkTokenizationCredentials),
  // An addition to Hyperswitch v1.
  requests_per_second: given(integer(1, 100_000)),
};

export const MerchantAccountType = v.picklist(['standard', 'platform', 'connected']);
export type MerchantAccountType = v.InferOutput<typeof MerchantAccountType>;

export const ProductType = v.picklist([
  'orchestration',
  'vault',
  'recon',
  'recovery',
  'cost_observability',
  'dynamic_routing',
]);
export type ProductType = v.InferOutput<typeof ProductType>;

export const CreateAccountRequest = v.strictObject({
  ...accountFields,
  organization_id: given(Identifier),
  product_type: given(ProductType),
  merchant_account_type: given(MerchantAccountType),
});
export type CreateAccountRequest = v.InferOutput<typeof CreateAccountRequest>;

/** The path names the account. `merchant_id` is required all the same, as in Hyperswitch v1. */
export const UpdateAccountRequest = v.strictObject({
  ...accountFields,
  // An addition to Hyperswitch v1.
  payment_response_hash_key_overlap_hours: given(integer(0, maxOverlapHours)),
  default_profile: given(Identifier),
});
export type UpdateAccountRequest = v.InferOutput<typeof UpdateAccountRequest>;

export const MerchantAccountResponse = v.object({
  merchant_id: v.string(),
  merchant_name: v.nullable(v.string()),
  return_url: v.nullable(v.string()),
  enable_payment_response_hash: v.boolean(),
  payment_response_hash_key: v.nullable(v.string()),
  redirect_to_merchant_with_http_post: v.boolean(),
  merchant_details: v.nullable(MerchantDetails),
  webhook_details: v.nullable(WebhookDetails),
  payout_routing_algorithm: v.nullable(JsonObject),
  sub_merchants_enabled: v.nullable(v.boolean()),
  parent_merchant_id: v.nullable(v.string()),
  publishable_key: v.nullable(v.string()),
  metadata: v.nullable(JsonObject),
  locker_id: v.nullable(v.string()),
  primary_business_details: v.array(BusinessDetails),
  frm_routing_algorithm: v.nullable(JsonObject),
  organization_id: v.string(),
  is_recon_enabled: v.boolean(),
  default_profile: v.nullable(v.string()),
  recon_status: v.picklist(['not_requested', 'requested', 'active', 'disabled']),
  pm_collect_link_config: v.nullable(CollectLinkConfig),
  product_type: v.nullable(ProductType),
  merchant_account_type: MerchantAccountType,
  network_tokenization_credentials: v.nullable(NetworkTokenizationCredentials),
  // An addition to Hyperswitch v1, shown where it was stated.
  requests_per_second: v.optional(v.number()),
});
export type MerchantAccountResponse = v.InferOutput<typeof MerchantAccountResponse>;

const params = v.object({ account_id: Identifier });

export const createAccount = defineOperation({
  name: 'accounts.create',
  method: 'POST',
  path: '/accounts',
  summary: 'Create a merchant account',
  about: {
    description:
      'Creates a merchant account with a first profile and its publishable key. Only the operator may do it.',
    differs:
      '`merchant_account_type` `platform` and `connected` give no rights: no merchant acts for another. The header `X-Connected-Merchant-Id` is refused.',
  },
  auth: 'admin key',
  body: CreateAccountRequest,
  response: MerchantAccountResponse,
  errors: [
    'merchant_account_exists',
    'merchant_account_not_found',
    'organization_not_found',
    'parent_merchant_missing',
    'invalid_request',
  ],
  access: { table: ['PutItem', 'ConditionCheckItem', 'GetItem'], secrets: ['make key'] },
  impact: 'Merchant accounts cannot be created; existing merchants are not affected.',
  example: { body: { merchant_id: 'merchant_example' } },
});

export const retrieveAccount = defineOperation({
  name: 'accounts.retrieve',
  method: 'GET',
  path: '/accounts/{account_id}',
  summary: 'Retrieve a merchant account',
  about: { description: 'Answers with the account and its settings. Secrets are masked.' },
  auth: 'admin key',
  params,
  response: MerchantAccountResponse,
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['GetItem'], secrets: ['use key'] },
  impact: 'Operators cannot see merchant accounts; payments continue.',
  example: { params: { account_id: 'merchant_example' } },
});

export const updateAccount = defineOperation({
  name: 'accounts.update',
  method: 'POST',
  path: '/accounts/{account_id}',
  summary: 'Update a merchant account',
  about: {
    description: 'Changes the members that the request states and leaves the others as they are.',
    differs:
      'A change takes effect in all profiles that state no value of their own: [inherited settings](decisions/0005-inherited-webhook-settings.md).',
  },
  auth: 'admin key',
  params,
  body: UpdateAccountRequest,
  response: MerchantAccountResponse,
  errors: [
    'merchant_account_not_found',
    'parent_merchant_missing',
    'profile_not_found',
    'invalid_request',
    'concurrent_update',
  ],
  notFound: 'merchant_account_not_found',
  access: { table: ['Query', 'GetItem', 'PutItem', 'UpdateItem'], secrets: ['use key'] },
  impact: 'Settings of merchant accounts cannot be changed; payments continue.',
  example: {
    params: { account_id: 'merchant_example' },
    body: { merchant_id: 'merchant_example', merchant_name: 'Example Retail' },
  },
});

export const deleteAccount = defineOperation({
  name: 'accounts.delete',
  method: 'DELETE',
  path: '/accounts/{account_id}',
  summary: 'Delete a merchant account',
  about: {
    description:
      'Closes the account: its keys are refused from then on, and its identifier is never given again. Its payments stay stored.',
  },
  auth: 'admin key',
  params,
  response: v.object({ merchant_id: v.string(), deleted: v.boolean() }),
  errors: ['merchant_account_not_found'],
  notFound: 'merchant_account_not_found',
  access: { table: ['UpdateItem', 'DeleteItem'], indexes: ['by-list'] },
  impact: 'Merchant accounts cannot be deleted; revoke their API keys instead.',
  example: { params: { account_id: 'merchant_example' } },
});

export const SwitchStorageRequest = v.object({ kv_enabled: v.boolean() });

export const SwitchStorageResponse = v.object({ merchant_id: v.string(), kv_enabled: v.boolean() });

const ofStorage = {
  path: '/accounts/{account_id}/kv',
  auth: 'admin key',
  params: v.object({ account_id: Identifier }),
  response: SwitchStorageResponse,
  notFound: 'merchant_account_not_found',
} as const;

export const switchStorage = defineOperation({
  ...ofStorage,
  name: 'accounts.switch-storage',
  method: 'POST',
  summary: "Set a merchant's storage switch",
  about: {
    description:
      'Stores the setting for clients that ask for it. It changes nothing in how data is stored.',
    differs: 'The setting is stored and answered, without effect: the table is the only storage.',
  },
  body: SwitchStorageRequest,
  errors: ['merchant_account_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  impact: 'None: the storage switch is stored but has no effect.',
  example: { params: { account_id: 'merchant_example' }, body: { kv_enabled: true } },
});

export const retrieveStorageSwitch = defineOperation({
  ...ofStorage,
  name: 'accounts.retrieve-storage',
  method: 'GET',
  summary: "Show a merchant's storage switch",
  about: { description: 'Answers with the setting as it was stored last.' },
  errors: ['merchant_account_not_found'],
  access: { table: ['GetItem'] },
  impact: 'None: the storage switch is stored but has no effect.',
  example: { params: { account_id: 'merchant_example' } },
});
