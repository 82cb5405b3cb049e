import * as v from 'valibot';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import { JsonObject } from '#platform/schema.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { SurchargeResponse } from '../../payments/response/surcharge-response.ts';
import { listQuery } from '../operations.ts';

const Connectors = v.array(v.string());

const Options = v.object({ options: v.array(v.string()) });

export const RequiredField = v.object({
  /** The path of the value in a confirm request. */
  required_field: v.string(),
  display_name: v.string(),
  /** The kind of input, with the values to choose from where there are some. */
  field_type: v.union([v.string(), v.record(v.string(), Options)]),
  /** The value that the payment already has. */
  value: v.nullable(v.string()),
});
export type RequiredField = v.InferOutput<typeof RequiredField>;

export const OfferedType = v.object({
  payment_method_type: PaymentMethodType,
  payment_experience: v.nullable(
    v.array(v.object({ payment_experience_type: v.string(), eligible_connectors: Connectors })),
  ),
  card_networks: v.nullable(
    v.array(
      v.object({
        card_network: v.string(),
        surcharge_details: v.nullable(SurchargeResponse),
        eligible_connectors: Connectors,
      }),
    ),
  ),
  bank_names: v.nullable(
    v.array(v.object({ bank_name: v.array(v.string()), eligible_connectors: Connectors })),
  ),
  bank_debits: v.nullable(v.object({ eligible_connectors: Connectors })),
  bank_transfers: v.nullable(v.object({ eligible_connectors: Connectors })),
  required_fields: v.record(v.string(), RequiredField),
  surcharge_details: v.nullable(SurchargeResponse),
  pm_auth_connector: v.nullable(v.string()),
});
export type OfferedType = v.InferOutput<typeof OfferedType>;

/** The fields of its payment that a payment page shows. */
export const IntentData = v.object({
  payment_id: v.string(),
  status: v.string(),
  amount: v.number(),
  currency: v.string(),
  client_secret: v.string(),
  description: v.nullable(v.string()),
  customer_id: v.nullable(v.string()),
  return_url: v.nullable(v.string()),
  setup_future_usage: v.nullable(v.string()),
  billing: v.nullable(JsonObject),
  shipping: v.nullable(JsonObject),
  metadata: v.nullable(JsonObject),
  order_details: v.nullable(v.array(JsonObject)),
  created: v.string(),
  expires_on: v.string(),
  profile_id: v.string(),
  merchant_order_reference_id: v.nullable(v.string()),
  attempt_count: v.number(),
  installment_options: v.nullable(v.array(JsonObject)),
  capture_method: v.nullable(v.string()),
  merchant_name: v.nullable(v.string()),
});
export type IntentData = v.InferOutput<typeof IntentData>;

export const MerchantListResponse = v.object({
  redirect_url: v.nullable(v.string()),
  /** The payment's currency; `null` without a payment. */
  currency: v.nullable(v.string()),
  payment_methods: v.array(
    v.object({ payment_method: PaymentMethod, payment_method_types: v.array(OfferedType) }),
  ),
  mandate_payment: v.nullable(JsonObject),
  merchant_name: v.nullable(v.string()),
  show_surcharge_breakup_screen: v.boolean(),
  payment_type: v.nullable(
    v.picklist(['normal', 'new_mandate', 'setup_mandate', 'recurring_mandate']),
  ),
  request_external_three_ds_authentication: v.boolean(),
  collect_shipping_details_from_wallets: v.boolean(),
  collect_billing_details_from_wallets: v.boolean(),
  is_tax_calculation_enabled: v.boolean(),
  sdk_next_action: v.object({
    next_action: v.picklist(['confirm', 'eligibility_check']),
    should_block_confirm: v.nullable(v.boolean()),
  }),
  is_guest_customer: v.boolean(),
  intent_data: v.nullable(IntentData),
});
export type MerchantListResponse = v.InferOutput<typeof MerchantListResponse>;

const lists = {
  method: 'GET',
  response: MerchantListResponse,
  errors: [
    'payment_not_found',
    'payment_method_list_profile_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Pages cannot list the available payment methods; merchants can still make payments.',
} as const;

export const listForMerchant = defineOperation({
  ...lists,
  name: 'payment-methods.list-for-merchant',
  path: '/account/payment_methods',
  summary: 'List the payment methods for a payment or a profile',
  about: {
    description:
      'Lists the payment methods that a payment, or a profile, takes, with what each asks of the customer.',
  },
  auth: 'secret key or client secret',
  query: listQuery,
  example: {},
});

/** The same list by another path. */
export const listForMerchantAlias = variantOf(listForMerchant, {
  name: 'payment-methods.list-for-merchant-alias',
  path: '/payment_methods',
  summary: 'List the payment methods for a payment or a profile, by the other path',
  about: { description: 'The same as `GET /account/payment_methods`, by another path.' },
});
