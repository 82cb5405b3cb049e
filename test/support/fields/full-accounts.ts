import { anAddress } from './full-payments.ts';

/*
 * Requests that state everything that can be stated of something: members that are answered as stated
 * has a value then.
 */

const webhooks = {
  webhook_version: '1.0.1',
  webhook_username: 'shop',
  webhook_password: 'a password of the shop',
  webhook_url: 'https://shop.example/webhooks',
  payment_created_enabled: true,
  payment_succeeded_enabled: true,
  payment_failed_enabled: true,
  payment_statuses_enabled: ['succeeded'],
  refund_statuses_enabled: ['success'],
  payout_statuses_enabled: ['success'],
};
const hashing = {
  return_url: 'https://shop.example/return',
  enable_payment_response_hash: true,
  payment_response_hash_key: 'key of the hashes of a shop',
  redirect_to_merchant_with_http_post: true,
};
const network_tokenization_credentials = {
  internal_network_token_service: {
    token_service_api_key: 'key of the service',
    public_key: 'public',
    private_key: 'private',
    key_id: 'key_1',
  },
};
const look = {
  logo: 'https://shop.example/logo.png',
  merchant_name: 'Example Retail',
  theme: '#4E6ADD',
  domain_name: 'pay.shop.example',
  allowed_domains: ['shop.example'],
};

/** A merchant account, but for its identifier and those of others. */
export const anAccount = {
  ...hashing,
  merchant_name: 'Example Retail',
  merchant_details: {
    primary_contact_person: 'Joseph Doe',
    primary_phone: '8056594427',
    primary_email: 'joseph.doe@example.com',
    secondary_contact_person: 'Jane Doe',
    secondary_phone: '8056594428',
    secondary_email: 'jane.doe@example.com',
    website: 'https://shop.example',
    about_business: 'Shoes',
    address: anAddress.address,
    merchant_tax_registration_id: '12-3456789',
  },
  webhook_details: webhooks,
  payout_routing_algorithm: { type: 'single', data: { connector: 'adyen' } },
  frm_routing_algorithm: { type: 'single', data: { connector: 'signifyd' } },
  metadata: { city: 'San Francisco' },
  locker_id: 'locker_1',
  primary_business_details: [{ country: 'US', business: 'shoes' }],
  pm_collect_link_config: {
    ...look,
    enabled_payment_methods: [{ payment_method: 'card', payment_method_types: ['credit'] }],
  },
  product_type: 'orchestration',
  merchant_account_type: 'standard',
  network_tokenization_credentials,
} as const;

const paymentPage = {
  theme: '#4E6ADD',
  logo: 'https://shop.example/logo.png',
  seller_name: 'Example Retail',
  sdk_layout: 'accordion',
  display_sdk_only: true,
  enabled_saved_payment_method: true,
  hide_card_nickname_field: true,
  show_card_form_by_default: true,
  enable_button_only_on_form_ready: true,
  show_merchant_name: true,
  transaction_details: [
    {
      key: 'Order',
      value: '10017',
      ui_configuration: { position: 1, is_key_bold: true, is_value_bold: true },
    },
  ],
  background_image: {
    url: 'https://shop.example/shoes.png',
    position: 'center',
    size: { Percentage: 50 },
  },
  details_layout: 'layout1',
  payment_button_text: 'Pay',
  payment_button_colour: '#FFFFFF',
  payment_button_text_colour: '#000000',
  background_colour: '#FFFFFF',
  payment_form_header_text: 'Your shoes',
  custom_message_for_card_terms: 'Agreed',
  color_icon_card_cvc_error: '#FF0000',
  payment_form_label_type: 'above',
  show_card_terms: 'always',
  skip_status_screen: true,
  appearance: {
    theme: 'light',
    labels: 'above',
    variables: {
      color_primary: '#1456c8',
      color_primary_text: '#ffffff',
      color_background: '#ffffff',
      color_text: '#1c2430',
      color_text_secondary: '#4b5565',
      color_danger: '#b3150c',
      color_border: '#7a8496',
      color_field: '#ffffff',
      color_field_text: '#1c2430',
      color_placeholder: '#4b5565',
      border_radius: '6px',
      border_width: '1px',
      font_family: 'system',
      font_size: '16px',
      spacing_unit: '4px',
      field_height: '44px',
    },
  },
  is_setup_mandate_flow: true,
  sdk_ui_rules: { '.Label': { color: 'black' } },
  payment_link_ui_rules: { '#submit': { color: 'black' } },
  custom_message_for_payment_method_types: [
    {
      payment_method: 'card',
      payment_method_types: [
        {
          payment_method_type: 'credit',
          message: { value: 'Thank you', display_mode: 'custom_message' },
        },
      ],
    },
  ],
};

/** A profile, but for identifiers of others. */
export const aProfile = {
  ...hashing,
  profile_name: 'shop_two',
  webhook_details: webhooks,
  metadata: { floor: 'second' },
  routing_algorithm: { type: 'single', data: 'stripe' },
  intent_fulfillment_time: 900,
  frm_routing_algorithm: { type: 'single', data: { connector: 'signifyd' } },
  payout_routing_algorithm: { type: 'single', data: { connector: 'adyen' } },
  applepay_verified_domains: ['shop.example'],
  session_expiry: 900,
  payment_link_config: {
    ...paymentPage,
    domain_name: 'pay.shop.example',
    allowed_domains: ['shop.example'],
    business_specific_configs: { autumn: paymentPage },
    branding_visibility: true,
    debit_creditor: {
      name: 'Shoes Holding GmbH',
      sepa_creditor_identifier: 'DE98ZZZ09999999999',
      bacs_service_user_number: '123456',
      becs_user_identifier: '123456',
    },
  },
  payout_link_config: { ...look, form_layout: 'tabs', payout_test_mode: true },
  authentication_connector_details: {
    authentication_connectors: ['threedsecureio'],
    three_ds_requestor_url: 'https://shop.example/about',
    three_ds_requestor_app_url: 'https://shop.example/app',
  },
  use_billing_as_payment_method_billing: true,
  collect_shipping_details_from_wallet_connector: true,
  collect_billing_details_from_wallet_connector: true,
  always_collect_shipping_details_from_wallet_connector: true,
  always_collect_billing_details_from_wallet_connector: true,
  is_connector_agnostic_mit_enabled: true,
  outgoing_webhook_custom_http_headers: { 'x-shop': 'a secret of the shop' },
  tax_connector_id: 'mca_tax',
  is_tax_connector_enabled: true,
  is_network_tokenization_enabled: true,
  is_pre_network_tokenization_enabled: true,
  network_tokenization_credentials,
  is_auto_retries_enabled: true,
  max_auto_retries_enabled: 2,
  is_clear_pan_retries_enabled: true,
  is_manual_retry_enabled: true,
  always_request_extended_authorization: true,
  always_enable_overcapture: true,
  is_click_to_pay_enabled: true,
  authentication_product_ids: { click_to_pay: 'mca_ctp' },
  card_testing_guard_config: {
    card_ip_blocking_status: 'enabled',
    card_ip_blocking_threshold: 3,
    guest_user_card_blocking_status: 'enabled',
    guest_user_card_blocking_threshold: 10,
    customer_id_blocking_status: 'enabled',
    customer_id_blocking_threshold: 5,
    guest_ip_blocking_status: 'enabled',
    guest_ip_blocking_threshold: 10,
    card_testing_guard_expiry: 3_600,
  },
  force_3ds_challenge: true,
  is_debit_routing_enabled: true,
  merchant_business_country: 'US',
  merchant_category_code: '5661',
  merchant_country_code: '840',
  is_iframe_redirection_enabled: true,
  dispute_polling_interval: 2,
  is_external_vault_enabled: 'enable',
  external_vault_connector_details: {
    vault_connector_id: 'mca_vault',
    vault_sdk: 'hyperswitch_sdk',
    vault_token_selector: [{ token_type: 'card_number' }],
  },
  billing_processor_id: 'mca_billing',
  surcharge_connector_details: { surcharge_connector_id: 'mca_surcharge' },
  is_l2_l3_enabled: true,
  payment_method_blocking: {
    card: {
      issuing_country: ['DE'],
      card_types: ['credit'],
      card_subtypes: ['business'],
      issuers: ['EXAMPLE BANK'],
      block_if_bin_info_unavailable: true,
    },
    wallet: { card_types: ['credit'] },
  },
} as const;

const inPounds = { type: 'enable_only', list: ['GBP'] };

/** A connector account for payments, but for its identifiers. */
export const aConnectorAccount = {
  connector_label: 'shoes',
  payment_methods_enabled: [
    {
      payment_method: 'card',
      payment_method_types: [
        {
          payment_method_type: 'credit',
          payment_experience: 'redirect_to_url',
          card_networks: ['Visa'],
          accepted_currencies: inPounds,
          accepted_countries: { type: 'enable_only', list: ['GB'] },
          minimum_amount: 100,
          maximum_amount: 100_000,
          recurring_enabled: true,
          installment_payment_enabled: true,
        },
      ],
    },
  ],
  connector_webhook_details: { merchant_secret: 'secret', additional_secret: 'another secret' },
  metadata: { city: 'London' },
  test_mode: true,
  disabled: false,
  status: 'active',
  frm_configs: [
    {
      gateway: 'payment_processor',
      payment_methods: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              payment_method_type: 'credit',
              card_networks: 'Visa',
              flow: 'pre',
              action: 'manual_review',
            },
          ],
          flow: 'pre',
        },
      ],
    },
  ],
  business_country: 'US',
  business_label: 'shoes',
  business_sub_label: 'shoes',
  pm_auth_config: { enabled_payment_methods: [] },
  additional_merchant_data: {
    open_banking_recipient_data: { connector_recipient_id: 'recipient_1' },
  },
  processing_fees: [
    {
      card_networks: ['Visa'],
      card_types: ['debit'],
      region: 'domestic',
      payment_methods: ['card'],
      currency: 'EUR',
      fixed: 25,
      per_mille: 14.5,
    },
  ],
  connector_wallets_details: {
    apple_pay_combined: { manual: {} },
    apple_pay: { certificate: 'a certificate' },
    amazon_pay: { merchant_id: 'amazon_1' },
    samsung_pay: { merchant_id: 'samsung_1' },
    paze: { client_id: 'paze_1' },
    google_pay: { merchant_id: 'google_1' },
  },
} as const;
