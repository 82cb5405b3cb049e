/** Method and path as Hyperswitch v1 publishes them, such as `GET /payments/{payment_id}`. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** A published operation of Hyperswitch v1. Ours says itself how it differs. */
export interface PublishedOperation {
  readonly route: Route;
  /** Why it is not offered, in Markdown. */
  readonly notOffered?: string;
}

const offered = (...routes: readonly Route[]): readonly PublishedOperation[] =>
  routes.map((route) => ({ route }));

const notOffered = (reason: string, ...routes: readonly Route[]): readonly PublishedOperation[] =>
  routes.map((route) => ({ route, notOffered: reason }));

/**
 * Every published operation of Hyperswitch v1, by its published group. A test compares the table
 * with the published description and with our contracts.
 */
export const publishedOperations: Readonly<Record<string, readonly PublishedOperation[]>> = {
  Payments: offered(
    'POST /payments',
    'GET /payments/{payment_id}',
    'POST /payments/{payment_id}',
    'POST /payments/{payment_id}/confirm',
    'POST /payments/{payment_id}/capture',
    'POST /payments/session_tokens',
    'POST /payments/{payment_id}/cancel',
    'GET /payments/{payment_id}/cancel_post_capture',
    'POST /payments/{payment_id}/cancel_post_capture',
    'POST /payments/{payment_id}/extend_authorization',
    'GET /payments/list',
    'POST /payments/{payment_id}/incremental_authorization',
    'GET /payment_link/{payment_link_id}',
    'POST /payments/{payment_id}/3ds/authentication',
    'POST /payments/{payment_id}/complete_authorize',
    'POST /payments/{payment_id}/post_session_tokens',
    'POST /payments/{payment_id}/update_metadata',
    'POST /payments/{payment_id}/eligibility_check',
    'POST /payments/{payment_id}/eligibility',
  ),
  Relay: offered('POST /relay', 'GET /relay/{relay_id}'),
  Refunds: offered(
    'POST /refunds',
    'GET /refunds/{refund_id}',
    'POST /refunds/{refund_id}',
    'POST /refunds/list',
  ),
  Organization: offered('POST /organization', 'GET /organization/{id}', 'PUT /organization/{id}'),
  'Merchant Account': offered(
    'POST /accounts',
    'GET /accounts/{account_id}',
    'POST /accounts/{account_id}',
    'DELETE /accounts/{account_id}',
    'POST /accounts/{account_id}/kv',
  ),
  'Merchant Connector Account': offered(
    'GET /account/{account_id}/connectors',
    'POST /account/{account_id}/connectors',
    'GET /account/{account_id}/connectors/{merchant_connector_id}',
    'POST /account/{account_id}/connectors/{merchant_connector_id}',
    'DELETE /account/{account_id}/connectors/{merchant_connector_id}',
    'POST /account/{account_id}/webhooks/{merchant_connector_id}',
  ),
  Gsm: offered('POST /gsm', 'POST /gsm/get', 'POST /gsm/update', 'POST /gsm/delete'),
  Mandates: offered(
    'GET /mandates/{mandate_id}',
    'POST /mandates/revoke/{mandate_id}',
    'GET /customers/{customer_id}/mandates',
  ),
  Customers: offered(
    'POST /customers',
    'GET /customers/{customer_id}',
    'POST /customers/{customer_id}',
    'DELETE /customers/{customer_id}',
    'GET /customers/list',
  ),
  'Payment Methods': offered(
    'POST /payment_methods',
    'GET /account/payment_methods',
    'GET /customers/{customer_id}/payment_methods',
    'GET /customers/payment_methods',
    'POST /{customer_id}/payment_methods/{payment_method_id}/default',
    'GET /payment_methods/{method_id}',
    'DELETE /payment_methods/{method_id}',
    'POST /payment_methods/{method_id}/update',
  ),
  Profile: offered(
    'GET /account/{account_id}/business_profile',
    'POST /account/{account_id}/business_profile',
    'GET /account/{account_id}/business_profile/{profile_id}',
    'POST /account/{account_id}/business_profile/{profile_id}',
    'DELETE /account/{account_id}/business_profile/{profile_id}',
  ),
  Disputes: offered(
    'GET /disputes/{dispute_id}',
    'GET /disputes/list',
    'GET /disputes/profile/list',
    'GET /disputes/filter',
    'GET /disputes/profile/filter',
    'POST /disputes/accept/{dispute_id}',
    'POST /disputes/evidence',
    'PUT /disputes/evidence',
    'DELETE /disputes/evidence',
    'GET /disputes/evidence/{dispute_id}',
    'GET /disputes/aggregate',
    'GET /disputes/profile/aggregate',
  ),
  Routing: offered(
    'GET /routing',
    'POST /routing',
    'POST /routing/{routing_algorithm_id}/activate',
    'GET /routing/{routing_algorithm_id}',
    'POST /routing/deactivate',
    'GET /routing/default',
    'POST /routing/default',
    'GET /routing/active',
    'GET /routing/default/profile',
    'POST /routing/default/profile/{profile_id}',
    'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/config/{algorithm_id}',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/toggle',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/toggle',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/success_based/create',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/elimination/create',
    'POST /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/toggle',
    'PATCH /account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}',
    'POST /routing/evaluate',
    'POST /routing/feedback',
    'POST /routing/rule/evaluate',
  ),
  Blocklist: offered(
    'GET /blocklist',
    'POST /blocklist',
    'DELETE /blocklist',
    'POST /blocklist/toggle',
    'POST /blocklist/batch',
    'GET /blocklist/batch',
    'GET /blocklist/batch/{job_id}',
  ),
  Payouts: offered(
    'POST /payouts/create',
    'GET /payouts/{payout_id}',
    'POST /payouts/{payout_id}',
    'POST /payouts/{payout_id}/cancel',
    'POST /payouts/{payout_id}/fulfill',
    'GET /payouts/list',
    'POST /payouts/list',
    'POST /payouts/{payout_id}/confirm',
    'POST /payouts/filter',
  ),
  'API Key': offered(
    'POST /api_keys/{merchant_id}',
    'GET /api_keys/{merchant_id}/{key_id}',
    'POST /api_keys/{merchant_id}/{key_id}',
    'DELETE /api_keys/{merchant_id}/{key_id}',
    'GET /api_keys/{merchant_id}/list',
  ),
  Event: offered(
    'POST /events/{merchant_id}',
    'POST /events/profile/list',
    'GET /events/{merchant_id}/{event_id}/attempts',
    'POST /events/{merchant_id}/{event_id}/retry',
  ),
  Poll: offered('GET /poll/status/{poll_id}'),
  'Profile Acquirer': offered(
    'POST /profile_acquirers',
    'POST /profile_acquirers/{profile_id}/{profile_acquirer_id}',
  ),
  '3DS Decision Rule': offered('POST /three_ds_decision/execute'),
  Authentication: offered(
    'POST /authentication',
    'POST /authentication/{authentication_id}/eligibility',
    'POST /authentication/{authentication_id}/authenticate',
    'POST /authentication/{authentication_id}/redirect',
    'POST /authentication/{authentication_id}/sync',
    'POST /authentication/{authentication_id}/enabled_authn_methods_token',
    'GET /authentication/{authentication_id}/eligibility-check',
    'POST /authentication/{authentication_id}/eligibility-check',
  ),
  Platform: notOffered(
    'The switch has no users of a dashboard, and no merchant acts for another.',
    'POST /user/create_platform',
  ),
  Subscriptions: notOffered(
    'The merchant’s own schedule charges a saved card, `POST /payments` with `recurring_details`: [mandates](decisions/0020-mandates.md). No billing connector has an adapter.',
    'POST /subscriptions',
    'POST /subscriptions/create',
    'POST /subscriptions/{subscription_id}/confirm',
    'GET /subscriptions/{subscription_id}',
    'PUT /subscriptions/{subscription_id}/update',
    'GET /subscriptions/items',
    'GET /subscriptions/estimate',
    'POST /subscriptions/{subscription_id}/pause',
    'POST /subscriptions/{subscription_id}/resume',
    'POST /subscriptions/{subscription_id}/cancel',
  ),
  'Card Issuer': offered(
    'GET /card_issuers',
    'POST /card_issuers',
    'PUT /card_issuers/{id}',
    'DELETE /card_issuers/{id}',
  ),
};
