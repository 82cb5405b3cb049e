import type { CustomerPaymentMethodResponse } from '../operations.ts';
import type {
  ClientListResponse,
  ClientMethod,
  ClientSavedMethod,
} from './client-list-operations.ts';
import type { IntentData, MerchantListResponse, OfferedType } from './merchant-list-operations.ts';

/**
 * All that a page of an SDK shows of a payment. A saved method is shown where the payment takes its
 * type; a card that states none, where it takes any card.
 */
export function clientList(
  { payment_methods, sdk_next_action, ...list }: MerchantListResponse,
  intentData: IntentData,
  saved: readonly CustomerPaymentMethodResponse[],
): ClientListResponse {
  const wallets = {
    collect_shipping_details_from_wallets: list.collect_shipping_details_from_wallets,
    collect_billing_details_from_wallets: list.collect_billing_details_from_wallets,
  };
  return {
    payment_methods_enabled: payment_methods.flatMap(({ payment_method, payment_method_types }) =>
      payment_method_types.map((type) => ({
        payment_method,
        ...clientMethod(type),
        ...(payment_method === 'wallet' ? wallets : nothing),
      })),
    ),
    customer_payment_methods: saved
      .filter((one) => isTaken(one, payment_methods))
      .map(clientSavedMethod),
    sdk_next_action,
    intent_data: {
      ...intentData,
      mandate_payment: list.mandate_payment,
      payment_type: list.payment_type,
      request_external_three_ds_authentication: list.request_external_three_ds_authentication,
      is_tax_calculation_enabled: list.is_tax_calculation_enabled,
      is_guest_customer: list.is_guest_customer,
    },
  };
}

const nothing = {
  collect_shipping_details_from_wallets: null,
  collect_billing_details_from_wallets: null,
};

const clientMethod = ({
  payment_method_type,
  card_networks,
  bank_names,
  payment_experience,
  surcharge_details,
}: OfferedType): Omit<ClientMethod, 'payment_method' | keyof typeof nothing> => ({
  payment_method_type,
  card_networks: card_networks?.map(({ card_network }) => card_network) ?? null,
  bank_names: bank_names?.flatMap(({ bank_name }) => bank_name) ?? null,
  payment_experience:
    payment_experience?.map(({ payment_experience_type }) => payment_experience_type) ?? null,
  surcharge_details,
});

const isTaken = (
  { payment_method: method, payment_method_type: type }: CustomerPaymentMethodResponse,
  offered: MerchantListResponse['payment_methods'],
): boolean =>
  offered.some(
    ({ payment_method, payment_method_types: types }) =>
      payment_method === method &&
      ((type === null && method === 'card') ||
        types.some(({ payment_method_type }) => payment_method_type === type)),
  );

const clientSavedMethod = (saved: CustomerPaymentMethodResponse): ClientSavedMethod => ({
  payment_token: saved.payment_token,
  payment_method: saved.payment_method,
  payment_method_type: saved.payment_method_type,
  default_payment_method_set: saved.default_payment_method_set,
  requires_cvv: saved.requires_cvv,
  recurring_enabled: saved.recurring_enabled,
  created: saved.created,
  last_used_at: saved.last_used_at,
  payment_method_data: saved.card && { card: saved.card },
});
