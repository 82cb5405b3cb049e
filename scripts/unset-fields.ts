/** Fields of answers in which no answer has a value, and why that is so. */
export interface UnsetFields {
  /** Operations, each with the place in its answer that the fields are at where that is not its root. */
  readonly answers: readonly string[];
  /** JSON pointers; each stands for all that is inside it as well. `[]` is every item of a list. */
  readonly fields: readonly string[];
  readonly reason: string;
}

const payments = ['payments.create', 'payments.list /data/[]', 'payments.filter /data/[]'];
const listedPayments = ['payments.list /data/[]', 'payments.filter /data/[]'];
const payouts = ['payouts.create', 'payouts.list /data/[]'];
const refunds = ['refunds.create', 'refunds.list /data/[]', 'payments.create /refunds/[]'];

/** Every one of them: a test holds the table against what the switch answers. */
export const unsetFields: readonly UnsetFields[] = [
  {
    answers: payments,
    fields: ['/initiator'],
    reason: 'There are no platform accounts: a payment is asked for by its merchant.',
  },
  {
    answers: payments,
    fields: ['/connector_customer_id'],
    reason: 'The sandbox processor keeps payment methods, and no customers.',
  },
  {
    answers: listedPayments,
    fields: ['/ephemeral_key'],
    reason:
      'Its secret is kept nowhere: the answer that makes a payment of a customer shows it, and no other.',
  },
  {
    answers: payments,
    fields: ['/capture_on'],
    reason: 'Accepted and not looked at, as in the original, which answers `null` too.',
  },
  {
    answers: payments,
    fields: ['/network_transaction_link_id'],
    reason: 'The sandbox processor does not name how a network ties transactions together.',
  },
  {
    answers: ['payments.create'],
    fields: ['/payment_method_tokenization_details/network_transaction_link_id'],
    reason: 'The sandbox processor does not name how a network ties transactions together.',
  },
  {
    answers: [
      ...payments.map((one) => at(one, '/payment_method_data/card')),
      ...payouts.map((one) => at(one, '/payout_method_data/card')),
    ],
    fields: ['/card_extended_bin'],
    reason: 'The first six digits and the last four are all that is kept and shown of a number.',
  },
  {
    answers: payments,
    fields: [
      '/payment_method_data/card/payment_checks',
      '/payment_method_data/card/authentication_data',
      '/payment_method_data/card/auth_code',
    ],
    reason:
      'The sandbox processor does not tell what it has checked, nor under which code a bank agreed.',
  },
  {
    answers: payments,
    fields: ['/payment_method_data/card_token', '/payment_method_data/mandate_payment'],
    reason: 'Shown as the card that is behind it.',
  },
  {
    answers: ['payments.create'],
    fields: [
      '/next_action/border_color',
      '/next_action/qr_code_fetch_url',
      '/next_action/iframe_data',
      '/next_action/ddc_data',
    ],
    reason:
      'A way of other processors to have a customer act; the sandbox processor has no use for it.',
  },
  {
    answers: ['payments.create /error_details', 'payments.create /attempts/[]/error_details'],
    fields: ['/unified_details/recommended_action'],
    reason: "An operator's words for errors have no such member.",
  },
  {
    answers: ['payments.create /error_details', 'payments.create /attempts/[]/error_details'],
    fields: ['/issuer_details'],
    reason: "The sandbox processor does not pass on what a card's issuer said.",
  },
  {
    answers: [...payments, ...refunds],
    fields: ['/issuer_error_code', '/issuer_error_message'],
    reason: "The sandbox processor does not pass on what a card's issuer said.",
  },
  {
    answers: payments,
    fields: ['/network_details'],
    reason: "The sandbox processor does not pass on a network's advice.",
  },
  {
    answers: payments,
    fields: ['/force_3ds_challenge_trigger'],
    reason:
      "Nothing but the merchant's wish, which `force_3ds_challenge` shows, asks for a challenge.",
  },
  {
    answers: payments,
    fields: ['/is_overcapture_enabled'],
    reason: 'The sandbox processor captures no more than was authorized.',
  },
  {
    answers: payments,
    fields: ['/connector_response_metadata', '/sender_payment_instrument_id'],
    reason: 'The sandbox processor tells nothing that belongs here.',
  },
  {
    answers: payments,
    fields: ['/installment_data'],
    reason:
      'Plans of paying in parts are offered and shown; none is charged, so none is answered as chosen.',
  },
  {
    answers: payments,
    fields: ['/whole_connector_response'],
    reason:
      'Answers of processors are not kept as they came, since they may hold what nobody may store.',
  },
  {
    answers: refunds,
    fields: ['/raw_connector_response'],
    reason:
      'Answers of processors are not kept as they came, since they may hold what nobody may store.',
  },
  {
    answers: refunds,
    fields: ['/split_refunds'],
    reason: 'The sandbox processor does not divide money among accounts.',
  },
  {
    answers: ['payments.create /attempts/[]'],
    fields: ['/payment_token', '/connector_metadata', '/client_source', '/client_version'],
    reason: 'Nothing of it is kept with an attempt.',
  },
  {
    answers: ['payments.create /captures/[]'],
    fields: ['/reference_id'],
    reason: 'The sandbox processor has one name for a capture, `connector_capture_id`.',
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
      'Lists of payments leave it out, as those of the original do; the payment itself has it.',
  },
  {
    answers: payouts,
    fields: ['/payout_method_data/card/bank_code'],
    reason:
      'Nothing is known of a card that is paid to but what is printed on it and who issued it.',
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
    answers: payouts,
    fields: ['/payout_link'],
    reason: 'There are no pages on which somebody says where to be paid.',
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
      'Lists of customers leave it out, as those of the original do; the customer itself has it.',
  },
  {
    answers: [
      'connector-accounts.create',
      'connector-accounts.list /[]',
      'connector-accounts.list-of-profile /[]',
    ],
    fields: ['/applepay_verified_domains'],
    reason: 'No domains are registered with Apple: the certificates for it are not ours.',
  },
  {
    answers: ['connector-accounts.create'],
    fields: ['/webhook_setup_capabilities'],
    reason:
      'Processors are not told by us where to send webhooks; whoever has an account there is.',
  },
  {
    answers: ['ephemeral-keys.delete'],
    fields: ['/secret'],
    reason: 'The key itself is answered once, when it is made; what is kept is its hash.',
  },
  {
    answers: ['events.retry', 'events.attempts /[]'],
    fields: ['/response/body', '/response/headers'],
    reason: "What a merchant's server answers beside its status is not kept.",
  },
  {
    answers: ['mandates.revoke'],
    fields: ['/error_code', '/error_message'],
    reason: 'Where the processor refuses, the whole answer is an error which says so.',
  },
  {
    answers: ['payment-methods.list-for-merchant'],
    fields: [
      '/payment_methods/[]/payment_method_types/[]/card_networks/[]/surcharge_details',
      '/payment_methods/[]/payment_method_types/[]/surcharge_details',
    ],
    reason: 'No rules for surcharges are kept: a merchant states them with the payment.',
  },
  {
    answers: ['payments.eligibility', 'payment-methods.list /customer_payment_methods/[]'],
    fields: ['/surcharge_details'],
    reason: 'No rules for surcharges are kept: a merchant states them with the payment.',
  },
  {
    answers: ['payment-methods.list-for-merchant'],
    fields: ['/intent_data/metadata'],
    reason: 'Merchants note it for themselves, and the answer goes to browsers of customers.',
  },
  {
    answers: ['payment-methods.list-for-merchant'],
    fields: ['/payment_methods/[]/payment_method_types/[]/bank_names/[]'],
    reason: 'The sandbox processor has no list of banks: customers choose theirs on its page.',
  },
  {
    answers: ['payment-methods.list-for-merchant'],
    fields: ['/payment_methods/[]/payment_method_types/[]/pm_auth_connector'],
    reason: 'Nobody is connected who verifies bank accounts.',
  },
  {
    answers: [
      'payment-methods.list-for-merchant',
      'payments.eligibility-check',
      'payments.eligibility',
    ],
    fields: ['/sdk_next_action/should_block_confirm'],
    reason: 'What is to come next says it already.',
  },
  {
    answers: ['payment-methods.list /customer_payment_methods/[]'],
    fields: ['/bank'],
    reason: 'Cards are saved, and no bank accounts.',
  },
  {
    answers: ['payment-methods.update'],
    fields: ['/wallet'],
    reason: 'Cards are saved, and no wallets.',
  },
  {
    answers: ['payments.authenticate'],
    fields: ['/acs_reference_number', '/acs_signed_content'],
    reason: "The sandbox's 3-D Secure server serves browsers; apps alone need it.",
  },
  {
    answers: ['payments.return'],
    fields: ['/headers/[]'],
    reason: 'A customer is sent on by an address alone, as in the original.',
  },
  {
    answers: ['payments.session-tokens'],
    fields: ['/session_token/[]/secrets'],
    reason: 'The sandbox processor hands out no secrets for wallets.',
  },
  {
    answers: ['payments.session-tokens'],
    fields: [
      '/session_token/[]/session_token_data',
      '/session_token/[]/connector_reference_id',
      '/session_token/[]/connector_sdk_public_key',
      '/session_token/[]/connector_merchant_id',
    ],
    reason: 'The browser opens a session with Apple by itself.',
  },
  {
    answers: ['payments.session-tokens'],
    fields: ['/vault_details'],
    reason: 'Cards are typed into our vault, and no other is offered.',
  },
  {
    answers: ['routing.create', 'routing.list /[]'],
    fields: ['/decision_engine_routing_id'],
    reason: 'Payments are routed here, and by no engine beside us.',
  },
  {
    answers: ['routing.retrieve'],
    fields: ['/algorithm/data/rules/[]/routingOutput'],
    reason:
      'Another name for `connectorSelection`, under which a rule is answered however it came.',
  },
];

/** A place inside of another one. */
function at(answer: string, place: string): string {
  return answer.includes(' ') ? answer + place : `${answer} ${place}`;
}

/** The operation and the JSON pointer that one of `answers` names. */
export function placeOf(answer: string): { readonly operation: string; readonly within: string } {
  const [operation = '', within = ''] = answer.split(' ');
  return { operation, within };
}
