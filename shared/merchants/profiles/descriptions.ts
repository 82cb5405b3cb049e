import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    profiles: "A merchant's shops: how each takes payments, and where it is told of them.",
  },
  properties: {
    acquirer_config_bucket: 'The acquirers of the profile, by network.',
    acquirer_configs: 'The acquirers of the profile.',
    allowed_domains: 'Web domains whose pages may show the link in a frame.',
    always_collect_billing_details_from_wallet_connector:
      'Whether wallets are asked for the billing address, also where no connector needs it.',
    always_collect_shipping_details_from_wallet_connector:
      'Whether wallets are asked for the shipping address, also where no connector needs it.',
    always_enable_overcapture: 'Whether every payment asks to capture more than was authorized.',
    always_request_extended_authorization:
      'Whether every payment asks for an authorization that lasts longer.',
    authentication_product_ids: 'Identifiers of products for authentication, by connector.',
    billing_processor_id: 'The connector account that bills subscriptions.',
    bacs_service_user_number: 'The service user number at Bacs: six digits.',
    becs_user_identifier: 'The user identifier at BECS: six digits.',
    block_if_bin_info_unavailable:
      'Whether a card is blocked whose first digits nothing is known about.',
    branding_visibility: 'Whether the page shows the brand of the switch.',
    business_specific_configs: 'Settings of single businesses, by name.',
    card_ip_blocking_status: 'Whether a card that fails too often from one IP address is blocked.',
    card_ip_blocking_threshold:
      'How many failed payments of one card from one IP address are too many.',
    card_subtypes: 'Subtypes of cards that are blocked.',
    card_testing_guard_config: 'When failed payments look like card testing, and are blocked.',
    card_testing_guard_expiry: 'For how long failed payments are counted, in seconds.',
    card_types: 'Types of cards that are blocked.',
    client_attempt_threshold:
      "How often a customer's browser or app may try one payment; the secret key is not limited.",
    collect_billing_details_from_wallet_connector:
      'Whether wallets are asked for the billing address, also where no connector needs it.',
    collect_shipping_details_from_wallet_connector:
      'Whether wallets are asked for the shipping address, also where no connector needs it.',
    configs: 'The acquirers of one network.',
    customer_id_blocking_status: 'Whether a customer whose payments fail too often is blocked.',
    customer_id_blocking_threshold: 'How many failed payments of one customer are too many.',
    debit_creditor: 'The creditor that payers of direct debits authorise, with its identifiers.',
    default_acquirer_config: 'The acquirer that is used where none is named.',
    dispute_polling_interval: 'How often processors are asked about open disputes, in hours.',
    domain_name: 'The web domain of the link.',
    dynamic_routing_algorithm: 'Settings of dynamic routing.',
    enabled: 'Whether it is on.',
    extended_card_info_config: 'How card data is encrypted for the merchant.',
    external_vault_connector_details:
      'The vault outside of the switch that keeps the cards of this profile.',
    guest_ip_blocking_status:
      'Whether an IP address from which payments without a customer fail too often is blocked.',
    guest_ip_blocking_threshold:
      'How many failed payments without a customer from one IP address are too many.',
    guest_user_card_blocking_status:
      'Whether a card whose payments without a customer fail too often is blocked.',
    guest_user_card_blocking_threshold:
      'How many failed payments of one card without a customer are too many.',
    intent_fulfillment_time: 'How long a customer may take to pay, in seconds.',
    is_auto_retries_enabled:
      'Whether a declined payment is tried again by itself, with another connector.',
    is_clear_pan_retries_enabled:
      'Whether a payment with a network token is tried again with the card number.',
    is_click_to_pay_enabled: 'Whether Click to Pay is offered.',
    is_connector_agnostic_mit_enabled:
      'Whether a stored payment method may be charged by another connector than the one that stored it.',
    is_debit_routing_enabled: 'Whether debit cards are routed to the cheapest network.',
    is_external_vault_enabled:
      'Whether a vault outside of the switch keeps the cards of this profile.',
    is_l2_l3_enabled: 'Whether connectors are sent the details of the order (level 2 and 3 data).',
    is_manual_retry_enabled: 'Whether a failed payment may be confirmed again.',
    is_network_tokenization_enabled: 'Whether stored cards are replaced by network tokens.',
    is_pre_network_tokenization_enabled:
      'Whether a card is replaced by a network token before its first payment.',
    is_tax_connector_enabled: 'Whether taxes are calculated.',
    issuers: 'Issuers whose cards are blocked.',
    issuing_country: 'Countries whose cards are blocked.',
    max_auto_retries_enabled: 'How often a declined payment is tried again by itself at most.',
    merchant_business_country: 'The country of the business, as two letters of ISO 3166-1.',
    merchant_category_code: 'What the merchant sells, as four digits of ISO 18245.',
    merchant_country_code: 'The country of the merchant, as three digits of ISO 3166-1.',
    outgoing_webhook_custom_http_headers:
      'Headers that webhooks are sent with. They are stored encrypted and shown masked.',
    payment_method_blocking: 'Payment methods that are declined before a connector is asked.',
    payout_test_mode: 'Whether payout links work without a web domain, for tests.',
    profile_name: 'The name of the profile.',
    sepa_creditor_identifier: 'The creditor identifier of SEPA, such as `DE98ZZZ09999999999`.',
    surcharge_connector_details: 'The connector account that calculates surcharges.',
    surcharge_connector_id: 'The connector account that calculates surcharges.',
    tax_connector_id: 'The connector account that calculates taxes.',
    ttl_in_secs: 'For how long the encrypted card data is kept, in seconds.',
    use_billing_as_payment_method_billing:
      'Whether the billing address of a payment stands for that of its payment method.',
    vault_connector_id: 'The connector account of the vault.',
    vault_sdk: 'The software with which pages reach the vault.',
    vault_token_selector: 'Which parts of a card the vault replaces by tokens.',
  },
};
