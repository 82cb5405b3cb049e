import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { accounts: 'Merchant accounts: a merchant, its details and its settings.' },
  properties: {
    about_business: 'What the business does.',
    business: 'The name of the business.',
    default_profile: 'The profile that is used where a request names none.',
    internal_network_token_service: 'A service of network tokens that the merchant runs.',
    is_recon_enabled: 'Whether reconciliation is on.',
    kv_enabled: 'Whether the storage switch is on. It changes nothing in how data is stored.',
    locker_id: 'The name of the merchant at the vault.',
    merchant_account_type:
      'What kind of account it is: a merchant of its own, or one within a platform.',
    merchant_tax_registration_id: 'The number under which tax authorities know the merchant.',
    parent_merchant_id: 'The merchant account that this one is below.',
    payment_created_enabled: 'Whether webhooks tell that a payment was created. Off unless stated.',
    payment_failed_enabled: 'Whether webhooks tell that a payment failed. On unless stated.',
    payment_statuses_enabled:
      'Only these statuses of payments are told by webhooks; all unless stated.',
    payment_succeeded_enabled: 'Whether webhooks tell that a payment succeeded. On unless stated.',
    payout_statuses_enabled:
      'Only these statuses of payouts are told by webhooks; all unless stated.',
    pm_collect_link_config: 'How links that collect payment methods look.',
    primary_business_details: 'The businesses of the merchant, by country.',
    primary_contact_person: 'Whom to ask first.',
    primary_email: 'The email address of the first contact.',
    primary_phone: 'The phone number of the first contact.',
    private_key: 'The private key with which answers of the service are decrypted.',
    publishable_key: 'The key for browsers and apps. It is not secret.',
    recon_status: 'How far reconciliation is set up.',
    refund_statuses_enabled:
      'Only these statuses of refunds are told by webhooks; all unless stated.',
    requests_per_second:
      'The requests a second that the merchant may send, on average over ten seconds, in place of those that the deployment lets every merchant send. An addition to Hyperswitch.',
    secondary_contact_person: 'Whom to ask next.',
    secondary_email: 'The email address of the second contact.',
    secondary_phone: 'The phone number of the second contact.',
    sub_merchants_enabled: 'Whether the account may have others below it.',
    token_service_api_key: 'The API key of the service.',
    webhook_password: 'The password with which webhooks are sent (HTTP Basic).',
    webhook_url: 'The address to which webhooks are sent.',
    webhook_username: 'The user name with which webhooks are sent (HTTP Basic), without a colon.',
    webhook_version: 'A version of webhooks, which they carry in the header `webhook-version`.',
    website: 'The web site of the merchant.',
  },
};
