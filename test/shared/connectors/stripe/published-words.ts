import { stripeConnector } from '#connectors/stripe/connector.ts';
import { webhooks } from '#connectors/stripe/webhooks.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const connector = stripeConnector();

const account = anAccountAt('stripe');
const payment = {
  reference: 'pay_1_1',
  connectorName: 'stripe',
  amountMinor: 6540,
  currency: 'EUR',
  captureMethod: 'automatic',
  connectorTransactionId: 'pi_1',
} as const;
const refund = { reference: 'ref_1', connectorName: 'stripe', amountMinor: 600, currency: 'EUR' };
const dispute = { connectorName: 'stripe', connectorDisputeId: 'du_1', reference: 'pay_1_1' };

const paymentIntent = (changes: object) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 6540,
  amount_received: 6540,
  currency: 'eur',
  metadata: { order_id: 'pay_1_1' },
  ...changes,
});
const setupIntent = (changes: object) => ({ id: 'seti_1', object: 'setup_intent', ...changes });
const ofRefund = (changes: object) => ({
  id: 're_1',
  object: 'refund',
  amount: 600,
  currency: 'eur',
  status: 'succeeded',
  metadata: { order_id: 'ref_1', is_refund_id_as_reference: 'true' },
  ...changes,
});
const ofDispute = (changes: object) => ({
  id: 'du_1',
  object: 'dispute',
  amount: 6540,
  currency: 'eur',
  payment_intent: 'pi_1',
  status: 'needs_response',
  ...changes,
});

const answer = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});

const synced = (intent: { readonly id: string }) => {
  const reference = { ...payment, connectorTransactionId: intent.id };
  return resultOf(connector.sync.outcome(answer(200, intent), reference, account));
};

/** The conclusion in one word: the result, or the status of a dispute. */
function resultOf(outcome: object): string {
  const { result, dispute } = { result: 'next', dispute: { status: '' }, ...outcome };
  return result === 'reported' ? dispute.status : result;
}

/** The content of an event's webhook, in the words of the switch. */
function told(type: string, object: object): string {
  const body = JSON.stringify({ type, data: { object } });
  const [content] = webhooks.parse({ headers: {}, body });
  switch (content?.kind) {
    case 'payment':
    case 'refund':
      return `${content.kind} ${content.outcome.result}`;
    case 'dispute':
      return content.dispute.status;
    case 'mandate':
      return `mandate ${content.status}`;
    default:
      return content?.kind ?? 'nothing';
  }
}

const refused = (error: object, status = 402) => answer(status, { error });
const authorization = {
  ...payment,
  order: { initiator: { by: 'customer' } },
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
  },
} as const;

/** The objects of events, by the beginning of their names; the longest that fits counts. */
const objectsOfEvents: Readonly<Record<string, object>> = {
  'payment_intent.amount_capturable_updated': paymentIntent({ status: 'requires_capture' }),
  'payment_intent.canceled': paymentIntent({ status: 'canceled' }),
  'payment_intent.created': paymentIntent({ status: 'requires_payment_method' }),
  'payment_intent.partially_funded': paymentIntent({ status: 'requires_action' }),
  'payment_intent.payment_failed': paymentIntent({ status: 'requires_payment_method' }),
  'payment_intent.processing': paymentIntent({ status: 'processing' }),
  'payment_intent.requires_action': paymentIntent({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/1' } },
  }),
  'payment_intent.succeeded': paymentIntent({ status: 'succeeded' }),
  'setup_intent.canceled': setupIntent({ status: 'canceled' }),
  'setup_intent.created': setupIntent({ status: 'requires_payment_method' }),
  'setup_intent.requires_action': setupIntent({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/1' } },
  }),
  'setup_intent.setup_failed': setupIntent({ status: 'requires_payment_method' }),
  'setup_intent.succeeded': setupIntent({ status: 'succeeded' }),
  'charge.refund.updated': ofRefund({ status: 'failed' }),
  'refund.created': ofRefund({ status: 'pending' }),
  'refund.updated': ofRefund({ status: 'succeeded' }),
  'refund.failed': ofRefund({ status: 'failed' }),
  'charge.dispute.closed': ofDispute({ status: 'lost' }),
  'charge.dispute.created': ofDispute({ status: 'needs_response' }),
  'charge.dispute.funds_reinstated': ofDispute({ status: 'won' }),
  'charge.dispute.funds_withdrawn': ofDispute({ status: 'needs_response' }),
  'charge.dispute.updated': ofDispute({ status: 'under_review' }),
  'charge.succeeded': {
    payment_intent: 'pi_1',
    amount_captured: 6540,
    currency: 'eur',
    payment_method_details: { type: 'multibanco' },
  },
  'mandate.updated': { status: 'inactive', type: 'multi_use', payment_method: 'pm_1' },
  'payment_method.detached': { id: 'pm_1' },
};

const byIntent = { none: 'The event of the intent says the same of the payment.' };
const notOurs = { none: 'It changes nothing of a payment, a refund or a mandate.' };

/** Codes of errors after which money may have moved all the same, or that leave it open. */
const openCodes: ReadonlySet<string> = new Set([
  'payment_intent_unexpected_state',
  'idempotency_key_in_use',
  'lock_timeout',
]);

const api = 'https://docs.stripe.com/api';
const statesOf = (words: Readonly<Record<string, string>>) => words;

export const published: readonly PublishedEnumeration[] = [
  {
    name: 'status of a payment intent',
    source: `${api}/payment_intents/object#payment_intent_object-status`,
    kind: 'status',
    words: statesOf({
      canceled: 'voided',
      processing: 'pending',
      requires_action: 'challenged',
      requires_capture: 'authorized',
      requires_confirmation: 'pending',
      requires_payment_method: 'declined',
      succeeded: 'captured',
    }),
    conclude: (status) =>
      synced(
        paymentIntent({
          status,
          next_action: /^requires_action$/i.test(status)
            ? { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/1' } }
            : null,
        }),
      ),
  },
  {
    name: 'reason of a payment intent that was cancelled before its capture',
    source: `${api}/payment_intents/object#payment_intent_object-cancellation_reason`,
    kind: 'status',
    words: statesOf({
      abandoned: 'voided',
      automatic: 'expired',
      duplicate: 'voided',
      expired: 'expired',
      failed_invoice: 'voided',
      fraudulent: 'voided',
      requested_by_customer: 'voided',
      void_invoice: 'voided',
    }),
    conclude: (cancellation_reason) =>
      synced(paymentIntent({ status: 'canceled', capture_method: 'manual', cancellation_reason })),
  },
  {
    name: 'status of a setup intent',
    source: `${api}/setup_intents/object#setup_intent_object-status`,
    kind: 'status',
    words: statesOf({
      canceled: 'voided',
      processing: 'pending',
      requires_action: 'pending',
      requires_confirmation: 'pending',
      requires_payment_method: 'declined',
      succeeded: 'captured',
    }),
    conclude: (status) => synced(setupIntent({ status })),
  },
  {
    name: 'status of a refund',
    source: `${api}/refunds/object#refund_object-status`,
    kind: 'status',
    words: statesOf({
      pending: 'pending',
      requires_action: 'held',
      succeeded: 'succeeded',
      failed: 'declined',
      canceled: 'declined',
    }),
    conclude: (status) => {
      const asked = { ...refund, payment, connectorRefundId: 're_1' };
      return resultOf(
        connector.syncRefund?.outcome(answer(200, ofRefund({ status })), asked, account) ?? {},
      );
    },
  },
  {
    name: 'failure_reason of a refund',
    source: `${api}/refunds/object#refund_object-failure_reason`,
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['charge_for_pending_refund_disputed', 'declined', 'expired_or_canceled_card'],
        ...['insufficient_funds', 'lost_or_stolen_card', 'merchant_request', 'unknown'],
      ].map((word) => [word, `declined: ${word}`]),
    ),
    conclude: (failure_reason) => {
      const asked = { ...refund, payment, connectorRefundId: 're_1' };
      const failed = answer(200, ofRefund({ status: 'failed', failure_reason }));
      const { result, message } = Object(connector.syncRefund?.outcome(failed, asked, account));
      return `${result}: ${message}`;
    },
  },
  {
    name: 'status of a dispute',
    source: `${api}/disputes/object#dispute_object-status`,
    kind: 'status',
    words: statesOf({
      warning_needs_response: 'dispute_opened',
      warning_under_review: 'dispute_challenged',
      warning_closed: 'dispute_cancelled',
      needs_response: 'dispute_opened',
      under_review: 'dispute_challenged',
      appeal_needs_response: 'dispute_opened',
      appeal_under_review: 'dispute_challenged',
      charge_refunded: 'dispute_cancelled',
      won: 'dispute_won',
      lost: 'dispute_lost',
      prevented: 'dispute_cancelled',
    }),
    conclude: (status) =>
      resultOf(
        connector.syncDispute?.outcome(answer(200, ofDispute({ status })), dispute, account) ?? {},
      ),
  },
  {
    name: 'reason of a dispute',
    source: `${api}/disputes/object#dispute_object-reason`,
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['bank_cannot_process', 'check_returned', 'credit_not_processed', 'customer_initiated'],
        ...['debit_not_authorized', 'duplicate', 'fraudulent', 'general', 'noncompliant'],
        ...['incorrect_account_details', 'insufficient_funds', 'product_not_received'],
        ...['product_unacceptable', 'subscription_canceled', 'unrecognized'],
      ].map((word) => [word, word]),
    ),
    conclude: (reason) => {
      const reported = answer(200, ofDispute({ reason }));
      return Object(connector.syncDispute?.outcome(reported, dispute, account)).dispute.reason;
    },
  },
  {
    name: 'status of a mandate of several charges',
    source: `${api}/mandates/object#mandate_object-status`,
    kind: 'status',
    words: {
      active: 'mandate active',
      inactive: 'mandate revoked',
      pending: { none: 'The bank has still to accept it; what it decides comes in another event.' },
    },
    conclude: (status) =>
      told('mandate.updated', { status, type: 'multi_use', payment_method: 'pm_1' }),
  },
  {
    name: 'decline_code of a card error',
    source: 'https://docs.stripe.com/declines/codes',
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['approve_with_id', 'authentication_not_handled', 'authentication_required'],
        ...['call_issuer', 'card_not_supported', 'card_velocity_exceeded'],
        ...['currency_not_supported', 'do_not_honor', 'do_not_try_again', 'duplicate_transaction'],
        ...['expired_card', 'fraudulent', 'generic_decline', 'incorrect_address', 'incorrect_cvc'],
        ...['incorrect_number', 'incorrect_pin', 'incorrect_zip', 'insufficient_funds'],
        ...['invalid_account', 'invalid_amount', 'invalid_cvc', 'invalid_expiry_month'],
        ...['invalid_expiry_year', 'invalid_number', 'invalid_pin', 'issuer_not_available'],
        ...['lost_card', 'merchant_blacklist', 'mobile_device_authentication_required'],
        ...['new_account_information_available', 'no_action_taken', 'not_permitted'],
        ...['offline_pin_required', 'online_or_offline_pin_required', 'pickup_card'],
        ...['pin_try_exceeded', 'processing_error', 'reenter_transaction', 'restricted_card'],
        ...['revocation_of_all_authorizations', 'revocation_of_authorization'],
        ...['security_violation', 'service_not_allowed', 'stolen_card', 'stop_payment_order'],
        ...['test_mode_live_card', 'testmode_decline', 'transaction_not_allowed'],
        ...['try_again_later', 'withdrawal_count_limit_exceeded'],
      ].map((word) => [word, `declined: ${word}`]),
    ),
    conclude: (decline_code) => {
      const error = refused({ type: 'card_error', code: 'card_declined', decline_code });
      const { result, issuerMessage } = Object(
        connector.authorize.outcome(error, authorization, account),
      );
      return `${result}: ${issuerMessage}`;
    },
  },
  {
    name: 'advice_code of a card error without a decline_code',
    source: 'https://docs.stripe.com/declines#retrying-issuer-declines',
    kind: 'result code',
    words: Object.fromEntries(
      ['confirm_card_data', 'do_not_try_again', 'try_again_later'].map((word) => [
        word,
        `declined: ${word}`,
      ]),
    ),
    conclude: (advice_code) => {
      const error = refused({ type: 'card_error', code: 'card_declined', advice_code });
      const { result, issuerMessage } = Object(
        connector.authorize.outcome(error, authorization, account),
      );
      return `${result}: ${issuerMessage}`;
    },
  },
  {
    name: 'code of an error that a payment gets',
    source: 'https://docs.stripe.com/error-codes',
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['account_closed', 'account_invalid', 'action_blocked', 'amount_too_large'],
        ...['amount_too_small', 'api_key_expired', 'approval_required', 'authentication_required'],
        ...['bank_account_declined', 'bank_account_restricted', 'bank_account_unusable'],
        ...['bank_account_unverified', 'billing_invalid_mandate', 'capability_not_active'],
        ...['capture_charge_authorization_expired', 'capture_unauthorized_payment'],
        ...['card_decline_rate_limit_exceeded', 'card_declined', 'charge_already_captured'],
        ...['charge_already_refunded', 'charge_disputed', 'charge_exceeds_source_limit'],
        ...['charge_exceeds_transaction_limit', 'charge_expired_for_capture'],
        ...['charge_invalid_parameter', 'charge_not_refundable', 'country_code_invalid'],
        ...['country_unsupported', 'customer_max_payment_methods', 'debit_not_authorized'],
        ...['email_invalid', 'expired_card', 'expired_payment_method', 'idempotency_key_in_use'],
        ...['incorrect_address', 'incorrect_cvc', 'incorrect_number', 'incorrect_zip'],
        ...[
          'india_recurring_payment_mandate_canceled',
          'insufficient_funds',
          'intent_invalid_state',
        ],
        ...['invalid_card_type', 'invalid_characters', 'invalid_charge_amount', 'invalid_cvc'],
        ...['invalid_expiry_month', 'invalid_expiry_year', 'invalid_number', 'livemode_mismatch'],
        ...['lock_timeout', 'missing', 'no_account', 'parameter_invalid_empty'],
        ...['parameter_invalid_integer', 'parameter_invalid_string_blank', 'parameter_missing'],
        ...['parameter_unknown', 'parameters_exclusive', 'payment_intent_action_required'],
        ...['payment_intent_authentication_failure', 'payment_intent_incompatible_payment_method'],
        ...['payment_intent_invalid_parameter', 'payment_intent_mandate_invalid'],
        ...['payment_intent_payment_attempt_expired', 'payment_intent_payment_attempt_failed'],
        ...['payment_intent_unexpected_state', 'payment_method_bank_account_blocked'],
        ...['payment_method_billing_details_address_missing', 'payment_method_currency_mismatch'],
        ...['payment_method_customer_decline', 'payment_method_invalid_parameter'],
        ...['payment_method_microdeposit_failed', 'payment_method_not_available'],
        ...['payment_method_provider_decline', 'payment_method_provider_timeout'],
        ...['payment_method_unactivated', 'payment_method_unexpected_state'],
        ...['payment_method_unsupported_type', 'platform_api_key_expired', 'postal_code_invalid'],
        ...['processing_error', 'rate_limit', 'refer_to_customer', 'refund_disputed_payment'],
        ...['request_blocked', 'resource_missing', 'routing_number_invalid', 'secret_key_required'],
        ...['sepa_unsupported_account', 'setup_attempt_failed', 'state_unsupported'],
        ...['setup_intent_authentication_failure', 'status_transition_invalid'],
        ...['testmode_charges_only', 'token_already_used', 'token_in_use', 'url_invalid'],
      ].map((word) => [word, openCodes.has(word) ? 'unknown' : 'declined']),
    ),
    conclude: (code) => {
      const isConflict = code === 'lock_timeout' || code === 'idempotency_key_in_use';
      const status = isConflict ? 409 : code === 'rate_limit' ? 429 : 400;
      const error = refused({ type: 'invalid_request_error', code }, status);
      return resultOf(connector.authorize.outcome(error, authorization, account));
    },
  },
  {
    name: 'status of an answer, by docs.stripe.com/api/errors',
    source: `${api}/errors`,
    kind: 'status',
    words: {
      '400': 'declined',
      '401': 'declined',
      '402': 'declined',
      '403': 'declined',
      '404': 'declined',
      '409': 'unknown',
      '424': {
        none: 'A system outside Stripe failed in the middle; a sync finds out what came of it.',
      },
      '429': 'declined',
    },
    conclude: (status) => {
      const error = refused({ type: 'invalid_request_error', message: 'No.' }, Number(status));
      try {
        return resultOf(connector.authorize.outcome(error, authorization, account));
      } catch {
        return 'nothing';
      }
    },
  },
  {
    name: 'type of an event about payments, refunds, disputes and mandates',
    source: `${api}/events/types`,
    kind: 'event',
    words: {
      'charge.captured': byIntent,
      'charge.dispute.closed': 'dispute_lost',
      'charge.dispute.created': 'dispute_opened',
      'charge.dispute.funds_reinstated': 'dispute_won',
      'charge.dispute.funds_withdrawn': 'dispute_opened',
      'charge.dispute.updated': 'dispute_challenged',
      'charge.expired': byIntent,
      'charge.failed': byIntent,
      'charge.pending': byIntent,
      'charge.refund.updated': 'refund declined',
      'charge.refunded': { none: 'It tells a sum; each refund has events of its own.' },
      'charge.succeeded': 'payment captured',
      'charge.updated': notOurs,
      'mandate.updated': 'mandate revoked',
      'payment_intent.amount_capturable_updated': 'payment authorized',
      'payment_intent.canceled': 'payment voided',
      'payment_intent.created': { none: 'It is confirmed in the same request, whose end is told.' },
      'payment_intent.partially_funded': 'payment pending',
      'payment_intent.payment_failed': 'payment declined',
      'payment_intent.processing': 'payment pending',
      'payment_intent.requires_action': 'payment challenged',
      'payment_intent.succeeded': 'payment captured',
      'payment_method.attached': { none: 'The intent that stores it tells of it.' },
      'payment_method.automatically_updated': notOurs,
      'payment_method.detached': 'mandate revoked',
      'payment_method.updated': notOurs,
      'refund.created': 'refund pending',
      'refund.failed': 'refund declined',
      'refund.updated': 'refund succeeded',
      'setup_intent.canceled': 'payment voided',
      'setup_intent.created': { none: 'It is confirmed in the same request, whose end is told.' },
      'setup_intent.requires_action': 'payment challenged',
      'setup_intent.setup_failed': 'payment declined',
      'setup_intent.succeeded': 'payment captured',
    },
    conclude: (type) => told(type, objectsOfEvents[type] ?? {}),
  },
];
