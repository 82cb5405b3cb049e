import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, text } from '#platform/schema.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

const Texts = v.array(v.string());

const ConfigValue = v.nullable(v.union([v.string(), v.number(), v.boolean(), Texts]));

/** A configuration of which parts are replaced where a condition holds. */
export const RawConfigs = v.object({
  contexts: v.array(
    v.object({
      id: v.string(),
      /** Values that are all equal in the page's context. */
      condition: v.record(v.string(), v.string()),
      /** A later context overrides an earlier one. */
      priority: v.number(),
      weight: v.number(),
      override_with_keys: Texts,
    }),
  ),
  overrides: v.record(v.string(), v.record(v.string(), ConfigValue)),
  default_configs: v.record(v.string(), ConfigValue),
  /** The members that a condition may have, by their order. */
  dimensions: v.record(
    v.string(),
    v.object({ position: v.number(), schema: v.object({ type: v.string() }) }),
  ),
});
export type RawConfigs = v.InferOutput<typeof RawConfigs>;

export const ConfiguredMethod = v.object({
  payment_method: PaymentMethod,
  payment_method_types: v.array(
    v.object({
      payment_method_type: PaymentMethodType,
      /** What tells the rules apart; null where there is one for all. */
      payment_method_criteria: v.nullable(v.picklist(['card_network', 'payment_experience'])),
      criteria_rules: v.array(v.object({ criteria_value: v.string(), eligible_connectors: Texts })),
    }),
  ),
});
export type ConfiguredMethod = v.InferOutput<typeof ConfiguredMethod>;

export const SdkConfigResponse = v.object({
  raw_configs: RawConfigs,
  resolved_configs: v.null(),
  context_used: v.object({
    profile_id: v.string(),
    merchant_id: v.string(),
    processor_merchant_id: v.string(),
    organization_id: v.string(),
    connector: Texts,
  }),
  payment_methods: v.array(ConfiguredMethod),
  account_config: v.object({
    profile: v.object({
      collect_shipping_details_from_wallet_connector: v.boolean(),
      collect_billing_details_from_wallet_connector: v.boolean(),
      always_collect_shipping_details_from_wallet_connector: v.boolean(),
      always_collect_billing_details_from_wallet_connector: v.boolean(),
      /** Whether the page stores a card before it confirms. The confirm stores it here. */
      vaulting_action: v.literal('skip'),
    }),
  }),
});
export type SdkConfigResponse = v.InferOutput<typeof SdkConfigResponse>;

/** What an SDK needs to draw a payment's form: which fields each method has, and who takes it. */
export const retrieveSdkConfig = defineOperation({
  name: 'payments.retrieve-sdk-config',
  method: 'GET',
  path: '/v1/sdk/configs/{platform}/sdk_config.json',
  summary: 'Retrieve the configuration of an SDK for a payment',
  about: {
    description:
      'Answers the configuration from which an SDK of Hyperswitch v1 draws the form of a payment: the fields of each payment method at each connector. A browser that has it already, by its `ETag`, gets 304.',
  },
  auth: 'client secret',
  params: v.object({ platform: v.picklist(['web', 'ios', 'android']) }),
  query: v.object({ client_secret: given(text(255)) }),
  response: SdkConfigResponse,
  errors: [
    'payment_not_found',
    'payment_method_list_profile_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Pages of an SDK draw no form.',
  example: {
    params: { platform: 'web' },
    query: { client_secret: 'pay_example_secret_0123456789abcdefghij' },
  },
});
