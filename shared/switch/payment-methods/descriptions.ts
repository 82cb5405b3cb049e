import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    'payment-methods':
      'What customers pay with: stored payment methods, and what a payment can be paid with.',
  },
  operations: {
    'POST /payment_methods':
      'Stores a payment method for a customer, without a payment. Card data goes into the vault.',
    'GET /payment_methods': 'The same as `GET /account/payment_methods`, by another path.',
    'GET /account/payment_methods':
      'Lists the payment methods that a payment, or a profile, takes, with what each asks of the customer.',
    'POST /payment_methods/{method_id}/save':
      'Adds the data to a payment method that was created without it. For browsers and apps, with the client secret of the payment method.',
    'POST /payment_methods/auth/link':
      'Opens a session at the service that verifies bank accounts: the page shows it by the `link_token`, and the customer signs in to the bank and chooses accounts.',
    'POST /payment_methods/auth/exchange':
      "Saves the accounts that the customer chose as payment methods of the payment's customer, who pays from them by a `payment_token`. An account is saved once. Their numbers are stored nowhere: the service is asked for them when they are charged.",
    'GET /payment_methods/{method_id}': 'Answers with the stored payment method, masked.',
    'DELETE /payment_methods/{method_id}':
      'Deletes the stored payment method. A card is deleted from the vault as well.',
    'POST /payment_methods/{method_id}/update':
      'Changes the expiry date, the name on it or the nickname of a stored card.',
    'POST /payment_methods/migrate':
      'Takes over a payment method of another system: a card with its number, which goes into the vault, or a masked card with its connector mandates. The customer is created unless it exists. A record that comes again finds its payment method. Only the operator may do it.',
    'POST /payment_methods/migrate-batch':
      'Takes a CSV file with a payment method of another system in each row, of at most 4 MiB and 2,000 rows, and answers how each row went. A refused row affects no other, and a file may be sent again whole. Only the operator may do it.',
    'POST /payment_methods/update-batch':
      'Takes a CSV file with changes of a payment method in each row, of at most 4 MiB and 2,000 rows, and answers how each row went: expiry, status, network transaction id, connector mandate. An empty cell changes nothing. Only the operator may do it.',
    'GET /customers/{customer_id}/payment_methods':
      'Lists the stored payment methods of a customer, each with a `payment_token` that a payment can be made with.',
    'GET /customers/payment_methods':
      'The same list for the customer of a payment. For browsers and apps, with the client secret of the payment.',
    'POST /customers/{customer_id}/payment_methods/{payment_method_id}/default':
      'Makes a stored payment method the one that forms offer first.',
    'POST /{customer_id}/payment_methods/{payment_method_id}/default': 'The same by another path.',
  },
  properties: {
    android_package_name: 'The name of the app on Android, for services that need it.',
    client_platform: 'The platform of the page or app, for services that need it.',
    language: 'The language of the session, ISO 639-1.',
    link_token: 'The token by which the page shows the session.',
    public_token: 'The token of the finished session, which the page gets from the service.',
    redirect_uri: 'Where the service sends an app on iOS.',
    card_migrated: 'Whether the number is in the vault; `null` for a masked card.',
    card_number_masked: 'The first six and the last four digits of the card number.',
    connector_customer_id: "The processor's own name for the customer.",
    connector_mandate_details:
      "The processors' own credentials for the payment method, by connector account.",
    connector_mandate_details_migrated:
      'Whether the payment method has the stated connector mandates; false where it had another.',
    line_number: 'The row of the file, counted from 1 without the line of the columns’ names.',
    merchant_connector_ids: 'The connector accounts of the mandates, with commas between them.',
    migration_error: 'Why the row was not taken.',
    migration_status: 'Whether the row was taken.',
    connector_mandate_id: "The processor's own name for the payment method.",
    network_token: 'A token in place of the card number. It is checked and not stored.',
    network_token_data: 'The token and its expiry.',
    network_token_exp_month: 'The month in which the token expires.',
    network_token_exp_year: 'The year in which the token expires.',
    network_token_number: 'The token, as long as a card number.',
    network_transaction_id:
      "The card network's id of the payment by which the customer agreed to later charges.",
    payment_method_response: 'The payment method.',
    network_token_migrated: 'Always false where the record has a network token: it is not stored.',
    network_token_requestor_ref_id: 'The name of the network token at its requestor.',
    network_transaction_id_migrated:
      'Whether the payment method has the stated network transaction id.',
    original_payment_authorized_amount:
      'The amount of the payment by which the customer consented, in minor units.',
    original_payment_authorized_currency:
      'The currency of the payment by which the customer consented: the mandate is charged in no other.',
    payments: 'The mandates of payments.',
    payouts: 'The mandates of payouts, which are not taken.',
    update_error: 'Why the row was not taken.',
    update_status: 'Whether the row was taken.',
    updated_payment_method_data: 'Whether the row states an expiry.',
    account_config: 'Settings of the profile that decide over the form.',
    always_collect_billing_details_from_wallet_connector:
      'Whether the billing address is always taken from the wallet.',
    always_collect_shipping_details_from_wallet_connector:
      'Whether the shipping address is always taken from the wallet.',
    collect_billing_details_from_wallet_connector:
      'Whether the billing address is taken from the wallet where the connector needs one.',
    collect_shipping_details_from_wallet_connector:
      'Whether the shipping address is taken from the wallet where the connector needs one.',
    condition: 'Members of the page’s context that must all have these values.',
    context_used: 'The facts for which the configuration was made.',
    contexts: 'The conditions under which parts of the configuration are replaced.',
    criteria_rules: 'Which connectors take the type, by what tells them apart.',
    criteria_value: 'A card network, a payment experience, or `default`.',
    default_configs: 'The fields of all methods, each with its label, kind and rules.',
    dimensions: 'The members that a condition may name.',
    override_with_keys: 'The overrides that apply under the condition.',
    overrides: 'Values that replace those of `default_configs`.',
    payment_method_criteria: 'What tells the rules apart.',
    payment_methods_enabled: 'The types that the payment can be paid with, each by itself.',
    priority: 'A context with a higher one replaces values of the others.',
    profile: 'Settings of the profile.',
    raw_configs: 'The configuration of the fields, which the SDK resolves by itself.',
    resolved_configs: 'Always `null`: the SDK resolves the configuration.',
    schema: 'The type of the value.',
    vaulting_action:
      'Whether the SDK stores a card before it confirms. Always `skip`: the confirm stores it.',
    weight: 'The same order as `priority`.',
    ach: 'A debit from a bank account in the United States.',
    apple_pay_decrypt: 'The decrypted data of Apple Pay.',
    apple_pay_decrypted_data: 'The decrypted data of Apple Pay.',
    application_primary_account_number: 'The number that stands for the card on the device.',
    bank_debits: 'Bank debits, with the connectors that take them.',
    bank_names: 'Banks to choose from, with the connectors that reach them.',
    bank_transfer_data: 'The data of a bank transfer.',
    bank_transfers: 'Bank transfers, with the connectors that take them.',
    collect_billing_details_from_wallets:
      'Whether wallets are to be asked for the billing address.',
    collect_shipping_details_from_wallets:
      'Whether wallets are to be asked for the shipping address.',
    customer_payment_methods: 'The payment methods of the customer.',
    default_payment_method_set: "Whether it is the customer's default.",
    dpan: 'The number that stands for the card on the device.',
    eligible_connectors: 'Connectors that could take the payment.',
    field_type: 'What kind of field a form shows for it.',
    google_pay_decrypt: 'The decrypted data of Google Pay.',
    google_pay_decrypted_data: 'The decrypted data of Google Pay.',
    intent_data: 'What the form needs to know of the payment.',
    is_guest_customer: 'Whether the payment has no customer.',
    is_tax_calculation_enabled: 'Whether the tax of the order can be calculated.',
    issuer_country_code: 'The country in which the card was issued, as two letters of ISO 3166-1.',
    last_used_at: 'When it was last paid with, ISO 8601 in UTC.',
    mask: 'The last digits of the account number.',
    options: 'Values to choose from.',
    payment_experience_type: 'How the customer pays, such as by a redirect or in an app.',
    payment_method_issuer: 'Who issued the payment method.',
    payment_method_issuer_code: 'Who issued the payment method, as a code.',
    paypal: 'PayPal.',
    paypal_id: 'The PayPal account.',
    pm_auth_connector: 'The connector that verifies bank accounts.',
    redirect_url: 'Where customers are sent after they have paid.',
    required_field: 'Where in the request the value belongs, as a path.',
    required_fields: 'What has to be asked of the customer, by path.',
    requires_cvv:
      'Whether the verification code has to be asked for again. Not where the payment that is listed for is to be charged again without the customer (`setup_future_usage` `off_session`), and this payment method has a credential for that: a mandate at any account of the merchant, or, where the profile of the payment has `is_connector_agnostic_mit_enabled`, a network transaction id.',
    saved_to_locker: 'Whether the card is in the vault.',
    show_surcharge_breakup_screen: 'Whether the page is to show how a surcharge comes about.',
    venmo: 'Venmo.',
    metadata:
      "Data of the caller's own: up to 50 keys of 40 characters, each with up to 500 characters. No secrets and no card numbers.",
  },
};
