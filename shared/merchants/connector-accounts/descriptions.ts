import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    'connector-accounts': "A merchant's accounts with processors, and what each is used for.",
  },
  properties: {
    accepted:
      'Whether the processor accepts the credentials: always `true`, as everything else is an error.',
    action: 'When the check takes place: before or after the payment is authorized.',
    additional_merchant_data: 'What single connectors need to know about the merchant.',
    additional_secret: 'A second secret, where the processor has one.',
    apple_pay_combined: 'The settings of Apple Pay.',
    connector_webhook_id: "The processor's identifier of the registered address.",
    error_code: "The processor's code of the error.",
    error_message: "The processor's words for the error.",
    event_type: 'The events to register for: `all_events`, also where it is absent.',
    specific_event: 'One event alone.',
    webhook_registration_status: 'Whether the address is registered.',
    config_type: 'How webhooks are set up at the processor.',
    card_types: 'The types of cards that it is for; all unless stated.',
    fixed: 'What is taken of every payment, in minor units of its currency.',
    per_mille:
      'What is taken beside it, in thousandths of the amount, with at most three decimals: 14 is 1.4 percent.',
    processing_fees:
      'What the processor takes of payments: the first entry whose stated members all match the payment applies. Where none does, the list is empty, or there is none, its cost is not known.',
    region:
      'Where the issuer of the card is, as seen from the business: in its country, elsewhere in the European Economic Area with both in it, or anywhere else. The country of the business is `business_country` of the connector account, else `merchant_business_country` of the profile.',
    connector_name: 'The connector, such as `stripe_test`.',
    connector_wallets_details:
      'The settings of wallets. They are stored encrypted and shown masked.',
    connector_webhook_details: "What the processor's webhooks are verified with.",
    disabled: 'Whether the account takes no payments.',
    frm_configs: 'Which payments are checked for fraud, and when.',
    gateway: 'The processor whose payments are checked.',
    is_webhook_auto_configuration_supported:
      'Whether webhooks can be set up at the processor by itself.',
    list: 'The values.',
    maximum_amount: 'The largest amount that is accepted, in minor units.',
    merchant_secret: 'The secret with which the processor signs its webhooks.',
    minimum_amount: 'The smallest amount that is accepted, in minor units.',
    payment_methods_enabled: 'The payment methods that the account takes.',
    pm_auth_config: 'How bank accounts are verified.',
    requires_webhook_secret: 'Whether the webhooks of the processor need a secret.',
    webhook_setup_capabilities: 'How webhooks can be set up at the processor.',
    type: 'How the list is meant: `enable_only` these, or `disable_only` these.',
    status: 'Whether the account is in use.',
  },
};
