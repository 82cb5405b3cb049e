/** Response fields that never have a value, with the reason. */
export interface UnsetFields {
  /** Operations, each with the path of the fields in its response if that is not the root. */
  readonly answers: readonly string[];
  /** JSON pointers; each includes all its descendants. `[]` is every item of a list. */
  readonly fields: readonly string[];
  readonly reason: string;
}

const payments = ['payments.create', 'payments.list /data/[]', 'payments.filter /data/[]'];
const listedPayments = ['payments.list /data/[]', 'payments.filter /data/[]'];
const payouts = ['payouts.create', 'payouts.list /data/[]'];
const refunds = ['refunds.create', 'refunds.list /data/[]', 'payments.create /refunds/[]'];

/** The complete table: a test compares it with the responses of the switch. */
export const unsetFields: readonly UnsetFields[] = [
  {
    answers: ['blocklist.create-batch'],
    fields: ['/job_id', '/status', '/total_rows'],
    reason: 'Each accepted file has them; its answer is a 202, of which this page reads none.',
  },
  {
    answers: payments,
    fields: ['/initiator'],
    reason: 'There are no platform accounts: the merchant itself makes its payments.',
  },
  {
    answers: payments,
    fields: ['/connector_customer_id'],
    reason: 'The test processor stores payment methods, and no customers.',
  },
  {
    answers: listedPayments,
    fields: ['/ephemeral_key'],
    reason:
      "Its secret is stored nowhere: only the answer that creates a customer's payment shows it.",
  },
  {
    answers: payments,
    fields: ['/capture_on'],
    reason: 'Accepted and ignored, as in Hyperswitch, which answers `null` too.',
  },
  {
    answers: payments,
    fields: ['/network_transaction_link_id'],
    reason: 'The test processor reports no network link between transactions.',
  },
  {
    answers: ['payments.create'],
    fields: ['/payment_method_tokenization_details/network_transaction_link_id'],
    reason: 'The test processor reports no network link between transactions.',
  },
  {
    answers: [
      ...payments.map((one) => at(one, '/payment_method_data/card')),
      ...payouts.map((one) => at(one, '/payout_method_data/card')),
    ],
    fields: ['/card_extended_bin'],
    reason: 'Only the first six and the last four digits of a card number are stored and shown.',
  },
  {
    answers: payments,
    fields: [
      '/payment_method_data/card/authentication_data',
      '/payment_method_data/card/auth_code',
    ],
    reason:
      "The test processor reports neither the data of an authentication nor the bank's authorization code.",
  },
  {
    answers: listedPayments,
    fields: ['/payment_method_data/card/payment_checks'],
    reason: 'The test processor reports no checks of the address or the cvc. Stripe does.',
  },
  {
    answers: payments,
    fields: ['/payment_method_data/card_token', '/payment_method_data/mandate_payment'],
    reason: 'Answers show the card behind it instead.',
  },
  {
    answers: ['payments.create'],
    fields: [
      '/next_action/border_color',
      '/next_action/qr_code_fetch_url',
      '/next_action/iframe_data',
      '/next_action/ddc_data',
    ],
    reason: 'Belongs to next actions of other processors; the test processor does not use them.',
  },
  {
    answers: ['payments.create /error_details', 'payments.create /attempts/[]/error_details'],
    fields: ['/unified_details/recommended_action'],
    reason: "The operator's unified errors have no such member.",
  },
  {
    answers: ['payments.create /error_details', 'payments.create /attempts/[]/error_details'],
    fields: ['/issuer_details'],
    reason: "The test processor does not pass on the issuer's error.",
  },
  {
    answers: [...payments, ...refunds],
    fields: ['/issuer_error_code', '/issuer_error_message'],
    reason: "The test processor does not pass on the issuer's error.",
  },
  {
    answers: payments,
    fields: ['/network_details'],
    reason: "The test processor does not pass on a network's advice.",
  },
  {
    answers: payments,
    fields: ['/force_3ds_challenge_trigger'],
    reason: 'Only the merchant forces a challenge, and `force_3ds_challenge` shows that.',
  },
  {
    answers: payments,
    fields: ['/is_overcapture_enabled'],
    reason: 'The test processor captures no more than was authorized.',
  },
  {
    answers: payments,
    fields: ['/connector_response_metadata', '/sender_payment_instrument_id'],
    reason: 'The test processor reports nothing that belongs here.',
  },
  {
    answers: payments,
    fields: ['/installment_data'],
    reason:
      'Installment plans are offered and shown; none is charged, so no answer has a chosen one.',
  },
  {
    answers: payments,
    fields: ['/whole_connector_response'],
    reason:
      'Raw answers of processors are not stored, since they may hold data that may not be stored.',
  },
  {
    answers: refunds,
    fields: ['/raw_connector_response'],
    reason:
      'Raw answers of processors are not stored, since they may hold data that may not be stored.',
  },
  {
    answers: refunds,
    fields: ['/split_refunds'],
    reason: 'The test processor does not split money among accounts.',
  },
  {
    answers: ['payments.create /attempts/[]'],
    fields: ['/payment_token', '/client_source', '/client_version'],
    reason: 'Not stored with an attempt.',
  },
  {
    answers: ['payments.create /captures/[]'],
    fields: ['/reference_id'],
    reason: 'The test processor has one name for a capture, `connector_capture_id`.',
  },
  {
    answers: listedPayments,
    fields: [
      '/reference_id',
      '/fingerprint',
      '/amount_received',
      '/shipping_cost',
      '/order_tax_amount',
      '/sdk_authorization',
      '/connector_label',
      '/connector_mandate_id',
      '/off_session',
      '/payment_token',
      '/payment_experience',
      '/payment_method_id',
      '/payment_method_status',
      '/payment_method_tokenization_details',
      '/allowed_payment_method_types',
      '/manual_retry_allowed',
      '/network_transaction_id',
      '/state_metadata/total_refunded_amount',
      '/refunds',
      '/disputes',
      '/attempts',
      '/captures',
      '/incremental_authorizations',
      '/mandate_id',
      '/mandate_data',
      '/email',
      '/name',
      '/phone',
      '/return_url',
      '/statement_descriptor_name',
      '/statement_descriptor_suffix',
      '/next_action',
      '/payment_link',
      '/browser_info',
      '/error_code',
      '/unified_code',
      '/unified_message',
      '/error_details',
      '/cancellation_reason',
      '/external_authentication_details',
      '/external_3ds_authentication_attempted',
      '/frm_message',
      '/frm_metadata',
      '/merchant_decision',
      '/incremental_authorization_allowed',
      '/authorization_count',
      '/connector_metadata',
      '/feature_metadata',
      '/split_payments',
      '/expires_on',
    ],
    reason:
      'Lists of payments leave it out, as those of Hyperswitch do; the payment itself has it.',
  },
  {
    answers: payouts,
    fields: ['/payout_method_data/card/bank_code'],
    reason: "Of a payout's card, only the printed data and the issuer are known.",
  },
  {
    answers: payouts,
    fields: [
      '/source_bank_data/card',
      '/source_bank_data/wallet',
      '/source_bank_data/bank_redirect',
      '/source_bank_data/passthrough',
    ],
    reason: 'A merchant pays out from a bank account.',
  },
  {
    answers: ['payouts.create'],
    fields: ['/attempts/[]/payout_method_type'],
    reason: 'A payout knows the kind of its destination alone, which `payment_method` says.',
  },
  {
    answers: ['payouts.list /data/[]'],
    fields: ['/attempts'],
    reason: 'Lists of payouts leave it out; the payout itself has it with `expand_attempts`.',
  },
  {
    answers: ['customers.list /[]', 'customers.list-with-count /data/[]'],
    fields: ['/address'],
    reason:
      'Lists of customers leave it out, as those of Hyperswitch do; the customer itself has it.',
  },
  {
    answers: ['connector-accounts.create', 'connector-accounts.list /[]'],
    fields: ['/applepay_verified_domains'],
    reason:
      'The switch registers no domains with Apple: the merchant owns the certificates for it.',
  },
  {
    answers: ['connector-accounts.register-webhook'],
    fields: ['/event_type/specific_event'],
    reason: 'An address is registered for all events that the switch reads, never for one alone.',
  },
  {
    answers: ['ephemeral-keys.delete'],
    fields: ['/secret'],
    reason: 'Only the answer that creates the key shows the secret; the switch stores its hash.',
  },
  {
    answers: ['events.retry', 'events.attempts /[]'],
    fields: ['/response/body', '/response/headers'],
    reason: "Of a merchant server's answer, only the status is stored.",
  },
  {
    answers: ['mandates.revoke'],
    fields: ['/error_code', '/error_message'],
    reason: 'When the processor refuses, the whole answer is an error.',
  },
  {
    answers: ['payment-methods.list /customer_payment_methods/[]'],
    fields: ['/surcharge_details'],
    reason:
      'The list knows no payment: `POST /payments/{payment_id}/eligibility` answers what a saved card costs on top.',
  },
  {
    answers: ['payment-methods.list-for-merchant', 'payments.list-payment-methods'],
    fields: ['/intent_data/metadata'],
    reason: "Metadata is for the merchant, and this answer goes to customers' browsers.",
  },
  {
    answers: ['payment-methods.list-for-merchant'],
    fields: ['/payment_methods/[]/payment_method_types/[]/bank_names/[]'],
    reason: 'The test processor has no list of banks: customers choose theirs on its page.',
  },
  {
    answers: ['payments.list-payment-methods'],
    fields: ['/payment_methods_enabled/[]/bank_names/[]'],
    reason: 'The test processor has no list of banks: customers choose theirs on its page.',
  },
  {
    answers: ['payments.retrieve-sdk-config'],
    fields: ['/resolved_configs'],
    reason: 'The SDK resolves the configuration by itself, as with Hyperswitch.',
  },
  {
    answers: ['payment-methods.list-for-merchant'],
    fields: ['/payment_methods/[]/payment_method_types/[]/pm_auth_connector'],
    reason: 'No merchant of these answers has a connector that verifies bank accounts.',
  },
  {
    answers: [
      'payment-methods.list-for-merchant',
      'payments.list-payment-methods',
      'payments.eligibility-check',
      'payments.eligibility',
    ],
    fields: ['/sdk_next_action/should_block_confirm'],
    reason: '`next_action` says it already.',
  },
  {
    answers: ['payment-methods.list /customer_payment_methods/[]'],
    fields: ['/bank'],
    reason: 'Only cards can be saved, no bank accounts.',
  },
  {
    answers: ['payment-methods.update'],
    fields: ['/wallet'],
    reason: 'Only cards can be saved, no wallets.',
  },
  {
    answers: ['payments.authenticate'],
    fields: ['/acs_reference_number', '/acs_signed_content'],
    reason: "Only apps need it, and the sandbox's 3-D Secure server serves browsers.",
  },
  {
    answers: ['authentications.authenticate', 'authentications.sync'],
    fields: ['/acs_reference_number', '/acs_signed_content'],
    reason: "Only apps need it, and the sandbox's 3-D Secure server serves browsers.",
  },
  {
    answers: ['authentications.eligibility', 'authentications.sync'],
    fields: ['/connector_metadata'],
    reason: "The sandbox's 3-D Secure server has no data of its own.",
  },
  {
    answers: ['authentications.create'],
    fields: ['/error_code', '/error_message'],
    reason: 'No 3-D Secure server is asked yet.',
  },
  {
    answers: ['authentications.sync'],
    fields: [
      '/directory_server_id',
      '/three_ds_method_data',
      '/three_ds_method_url',
      '/payment_method_data',
      '/vault_token_data',
    ],
    reason:
      "The sandbox's 3-D Secure server needs no method, and the switch stores no card of an authentication.",
  },
  {
    answers: ['payments.return'],
    fields: ['/headers/[]'],
    reason: 'The redirect is an address without headers, as in Hyperswitch.',
  },
  {
    answers: ['payments.session-tokens'],
    fields: ['/session_token/[]/secrets'],
    reason: 'The test processor hands out no secrets for wallets.',
  },
  {
    answers: ['payments.session-tokens'],
    fields: [
      '/session_token/[]/connector_reference_id',
      '/session_token/[]/connector_sdk_public_key',
      '/session_token/[]/connector_merchant_id',
    ],
    reason: 'Processors through which a session with Apple would be opened have no adapter for it.',
  },
  {
    answers: ['payments.session-tokens'],
    fields: ['/vault_details'],
    reason: "Customers type cards into the switch's own vault; there is no other.",
  },
  {
    answers: ['routing.create', 'routing.list /[]'],
    fields: ['/decision_engine_routing_id'],
    reason: 'The switch routes payments itself, without a separate decision engine.',
  },
  {
    answers: ['routing.retrieve'],
    fields: ['/algorithm/data/rules/[]/routingOutput'],
    reason: 'Another name for `connectorSelection`, which answers always use.',
  },
];

/** A path within another one. */
function at(answer: string, place: string): string {
  return answer.includes(' ') ? answer + place : `${answer} ${place}`;
}

/** The operation and the JSON pointer of an entry of `answers`. */
export function placeOf(answer: string): { readonly operation: string; readonly within: string } {
  const [operation = '', within = ''] = answer.split(' ');
  return { operation, within };
}
