import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { SurchargeResponse } from '../../payments/response/surcharge-response.ts';
import { CustomerPaymentMethodResponse, listQuery } from '../operations.ts';
import { IntentData, MerchantListResponse } from './merchant-list-operations.ts';

const { entries: list } = MerchantListResponse;
const { entries: saved } = CustomerPaymentMethodResponse;

/** One type that a payer may choose. */
export const ClientMethod = v.object({
  payment_method: PaymentMethod,
  payment_method_type: PaymentMethodType,
  card_networks: v.nullable(v.array(v.string())),
  bank_names: v.nullable(v.array(v.string())),
  payment_experience: v.nullable(v.array(v.string())),
  /** Of all networks where it is the same for each. */
  surcharge_details: v.nullable(SurchargeResponse),
  collect_shipping_details_from_wallets: v.nullable(v.boolean()),
  collect_billing_details_from_wallets: v.nullable(v.boolean()),
});
export type ClientMethod = v.InferOutput<typeof ClientMethod>;

/** A saved payment method as its payer's page gets it. */
export const ClientSavedMethod = v.object({
  payment_token: saved.payment_token,
  payment_method: saved.payment_method,
  payment_method_type: saved.payment_method_type,
  default_payment_method_set: saved.default_payment_method_set,
  requires_cvv: saved.requires_cvv,
  recurring_enabled: saved.recurring_enabled,
  created: saved.created,
  last_used_at: saved.last_used_at,
  payment_method_data: v.nullable(v.object({ card: saved.card })),
});
export type ClientSavedMethod = v.InferOutput<typeof ClientSavedMethod>;

export const ClientListResponse = v.object({
  payment_methods_enabled: v.array(ClientMethod),
  customer_payment_methods: v.array(ClientSavedMethod),
  sdk_next_action: list.sdk_next_action,
  intent_data: v.object({
    ...IntentData.entries,
    mandate_payment: list.mandate_payment,
    payment_type: list.payment_type,
    request_external_three_ds_authentication: list.request_external_three_ds_authentication,
    is_tax_calculation_enabled: list.is_tax_calculation_enabled,
    is_guest_customer: list.is_guest_customer,
  }),
});
export type ClientListResponse = v.InferOutput<typeof ClientListResponse>;

/** The payment, its methods and the customer's saved ones in one answer, for a page of an SDK. */
export const listForPayment = defineOperation({
  name: 'payments.list-payment-methods',
  method: 'GET',
  path: '/payments/{payment_id}/client',
  summary: 'List the payment methods for a payment, and those that its customer has saved',
  about: {
    description:
      'Lists the payment methods that this payment can be paid with, each type by itself, and those that its customer has saved. For payment forms in browsers and apps.',
  },
  auth: 'client secret',
  params: v.object({ payment_id: Identifier }),
  query: listQuery,
  response: ClientListResponse,
  errors: [
    'payment_not_found',
    'payment_method_list_profile_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Pages of an SDK cannot list the available payment methods.',
  example: {
    params: { payment_id: 'pay_example' },
    query: { client_secret: 'pay_example_secret_0123456789abcdefghij' },
  },
});
