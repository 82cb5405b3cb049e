import { maskSecret } from '#platform/secrets/mask-secrets.ts';
import type { MerchantAccount, Profile } from '../accounts/merchant-account.ts';
import { maskedCredentials } from '../accounts/network-tokenization-credentials.ts';
import { presentWebhookDetails } from '../accounts/webhook-details.ts';
import { referenceTo } from '../routing-settings/stored-algorithm.ts';
import type { ProfileResponse } from './operations.ts';
import type { EffectiveSecrets } from './profile-secrets.ts';
import { presentAcquirers } from './profile-with-acquirer.ts';

/** How long a customer may take to pay, in seconds, unless the payment or the profile states it. */
export const defaultSessionSeconds = 900;

/** Presents a profile: its own settings, else the merchant account's, else the defaults. */
export function presentProfile(
  profile: Profile,
  account: MerchantAccount,
  secrets: EffectiveSecrets,
): ProfileResponse {
  // Stored from a parsed request, under the response's name.
  const own = <K extends keyof ProfileResponse>(name: K) =>
    (profile.settings[name] ?? null) as ProfileResponse[K] | null;
  const inherited = <K extends keyof ProfileResponse>(name: K) =>
    (profile.settings[name] ?? account.settings[name] ?? null) as ProfileResponse[K] | null;
  const active = profile.activeRouting ?? {};
  const headers = secrets.outgoing_webhook_custom_http_headers;
  return {
    merchant_id: profile.merchantId,
    profile_id: profile.id,
    profile_name: profile.name,
    return_url: inherited('return_url'),
    enable_payment_response_hash: inherited('enable_payment_response_hash') ?? false,
    payment_response_hash_key: secrets.payment_response_hash_key,
    redirect_to_merchant_with_http_post: inherited('redirect_to_merchant_with_http_post') ?? false,
    webhook_details: presentWebhookDetails(inherited('webhook_details'), secrets.webhook_password),
    metadata: own('metadata'),
    routing_algorithm: active.payment ? referenceTo(active.payment) : own('routing_algorithm'),
    intent_fulfillment_time: own('intent_fulfillment_time') ?? 900,
    frm_routing_algorithm: inherited('frm_routing_algorithm'),
    payout_routing_algorithm: active.payout
      ? referenceTo(active.payout)
      : inherited('payout_routing_algorithm'),
    applepay_verified_domains: own('applepay_verified_domains'),
    session_expiry: own('session_expiry') ?? defaultSessionSeconds,
    payment_link_config: own('payment_link_config'),
    payout_link_config: own('payout_link_config'),
    authentication_connector_details: own('authentication_connector_details'),
    use_billing_as_payment_method_billing: own('use_billing_as_payment_method_billing') ?? true,
    extended_card_info_config: own('extended_card_info_config'),
    collect_shipping_details_from_wallet_connector:
      own('collect_shipping_details_from_wallet_connector') ?? false,
    collect_billing_details_from_wallet_connector:
      own('collect_billing_details_from_wallet_connector') ?? false,
    always_collect_shipping_details_from_wallet_connector:
      own('always_collect_shipping_details_from_wallet_connector') ?? false,
    always_collect_billing_details_from_wallet_connector:
      own('always_collect_billing_details_from_wallet_connector') ?? false,
    is_connector_agnostic_mit_enabled: own('is_connector_agnostic_mit_enabled'),
    outgoing_webhook_custom_http_headers: headers
      ? Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, maskSecret(value)]),
        )
      : null,
    tax_connector_id: own('tax_connector_id'),
    is_tax_connector_enabled: own('is_tax_connector_enabled') ?? false,
    is_network_tokenization_enabled: own('is_network_tokenization_enabled') ?? false,
    is_pre_network_tokenization_enabled: own('is_pre_network_tokenization_enabled') ?? false,
    network_tokenization_credentials: maskedCredentials(secrets.network_tokenization_credentials),
    is_auto_retries_enabled: own('is_auto_retries_enabled') ?? false,
    max_auto_retries_enabled: own('max_auto_retries_enabled'),
    is_clear_pan_retries_enabled: own('is_clear_pan_retries_enabled') ?? false,
    is_manual_retry_enabled: own('is_manual_retry_enabled'),
    always_request_extended_authorization: own('always_request_extended_authorization'),
    always_enable_overcapture: own('always_enable_overcapture'),
    is_click_to_pay_enabled: own('is_click_to_pay_enabled') ?? false,
    authentication_product_ids: own('authentication_product_ids'),
    card_testing_guard_config: own('card_testing_guard_config') ?? {
      card_ip_blocking_status: 'disabled',
      card_ip_blocking_threshold: 3,
      guest_user_card_blocking_status: 'disabled',
      guest_user_card_blocking_threshold: 10,
      customer_id_blocking_status: 'disabled',
      customer_id_blocking_threshold: 5,
      guest_ip_blocking_status: 'disabled',
      guest_ip_blocking_threshold: 10,
      client_attempt_threshold: 10,
      card_testing_guard_expiry: 3_600,
    },
    force_3ds_challenge: own('force_3ds_challenge') ?? false,
    is_debit_routing_enabled: own('is_debit_routing_enabled') ?? false,
    merchant_business_country: own('merchant_business_country'),
    merchant_category_code: own('merchant_category_code'),
    merchant_country_code: own('merchant_country_code'),
    is_iframe_redirection_enabled: own('is_iframe_redirection_enabled'),
    ...presentAcquirers(profile),
    dispute_polling_interval: own('dispute_polling_interval'),
    is_external_vault_enabled: own('is_external_vault_enabled'),
    external_vault_connector_details: own('external_vault_connector_details'),
    billing_processor_id: own('billing_processor_id'),
    surcharge_connector_details: own('surcharge_connector_details'),
    is_l2_l3_enabled: own('is_l2_l3_enabled') ?? false,
    payment_method_blocking: own('payment_method_blocking'),
  };
}
