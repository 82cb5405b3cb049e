import { stripeConnector } from '#connectors/stripe/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { aPayoutReference } from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  each,
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';
import { aStripePayout, aTransfer, listOf } from './a-stripe-payout.ts';

const { authorize, sync, syncPayout, syncRefund, syncDispute, webhooks } = stripeConnector();

const account = anAccountAt('stripe');
const payment = { ...aCharge('stripe'), connectorTransactionId: 'pi_1' };
const refund = {
  ...aCharge('stripe', { reference: 'ref_1', amountMinor: 600 }),
  payment,
  connectorRefundId: 're_1',
};
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

const synced = (intent: { readonly id: string }) => {
  const reference = { ...payment, connectorTransactionId: intent.id };
  return readResult(() => sync.outcome(answer(intent), reference, account));
};

const redirect = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/1' } };
const challenged = { status: 'requires_action', next_action: redirect };

const ofIntent = (status: string) =>
  synced(
    paymentIntent({ status, next_action: /^requires_action$/i.test(status) ? redirect : null }),
  );

const ofCancellation = (cancellation_reason: string) =>
  synced(paymentIntent({ status: 'canceled', capture_method: 'manual', cancellation_reason }));

const paidOut = aPayoutReference('stripe', { connectorTransactionId: 'tr_1' });

function ofPayout(status: string) {
  const reading = syncPayout?.outcome(answer(aTransfer()), paidOut, account);
  if (!reading || !('next' in reading)) throw new Error('The payouts were not asked for.');
  return readResult(() => reading.outcome(answer(listOf(aStripePayout({ status })))));
}

const payoutStatuses: Readonly<Record<string, string>> = {
  'payout.paid': 'paid',
  'payout.failed': 'failed',
  'payout.canceled': 'canceled',
  'payout.updated': 'in_transit',
};

function ofPayoutEvent(type: string) {
  const object = aStripePayout({ status: payoutStatuses[type] ?? 'pending' });
  return readWebhook(webhooks, JSON.stringify({ type, data: { object } }));
}

const ofRefundStatus = (status: string) =>
  readResult(() => syncRefund?.outcome(answer(ofRefund({ status })), refund, account));

function ofFailure(failure_reason: string) {
  const failed = answer(ofRefund({ status: 'failed', failure_reason }));
  const { result, message } = Object(syncRefund?.outcome(failed, refund, account));
  return `${result}: ${message}`;
}

const ofDisputeStatus = (status: string) =>
  readResult(() => syncDispute?.outcome(answer(ofDispute({ status })), dispute, account));

const ofDisputeReason = (reason: string) =>
  Object(syncDispute?.outcome(answer(ofDispute({ reason })), dispute, account)).dispute.reason;

const ofEvent = (type: string, object: object = objectsOfEvents[type] ?? {}) =>
  readWebhook(webhooks, JSON.stringify({ type, data: { object } }));

const ofMandate = (status: string) =>
  ofEvent('mandate.updated', { status, type: 'multi_use', payment_method: 'pm_1' });

const refused = (error: object, status = 402) =>
  authorize.outcome(answer({ error }, status), payment, account);

function ofCardError(codes: object) {
  const { result, issuerMessage } = Object(
    refused({ type: 'card_error', code: 'card_declined', ...codes }),
  );
  return `${result}: ${issuerMessage}`;
}

function ofErrorCode(code: string) {
  const isConflict = code === 'lock_timeout' || code === 'idempotency_key_in_use';
  const status = isConflict ? 409 : code === 'rate_limit' ? 429 : 400;
  return readResult(() => refused({ type: 'invalid_request_error', code }, status));
}

const ofAnswer = (status: string) =>
  readResult(() => refused({ type: 'invalid_request_error', message: 'No.' }, Number(status)));

/** The object in each event. */
const objectsOfEvents: Readonly<Record<string, object>> = {
  'payment_intent.amount_capturable_updated': paymentIntent({ status: 'requires_capture' }),
  'payment_intent.canceled': paymentIntent({ status: 'canceled' }),
  'payment_intent.created': paymentIntent({ status: 'requires_payment_method' }),
  'payment_intent.partially_funded': paymentIntent({ status: 'requires_action' }),
  'payment_intent.payment_failed': paymentIntent({ status: 'requires_payment_method' }),
  'payment_intent.processing': paymentIntent({ status: 'processing' }),
  'payment_intent.requires_action': paymentIntent(challenged),
  'payment_intent.succeeded': paymentIntent({ status: 'succeeded' }),
  'setup_intent.canceled': setupIntent({ status: 'canceled' }),
  'setup_intent.created': setupIntent({ status: 'requires_payment_method' }),
  'setup_intent.requires_action': setupIntent(challenged),
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

const api = 'https://docs.stripe.com/api';

const failuresOfRefunds = `charge_for_pending_refund_disputed declined expired_or_canceled_card
  insufficient_funds lost_or_stolen_card merchant_request unknown`;

const reasonsOfDisputes = `bank_cannot_process check_returned credit_not_processed
  customer_initiated debit_not_authorized duplicate fraudulent general noncompliant
  incorrect_account_details insufficient_funds product_not_received product_unacceptable
  subscription_canceled unrecognized`;

const declineCodes = `approve_with_id authentication_not_handled authentication_required call_issuer
  card_not_supported card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again
  duplicate_transaction expired_card fraudulent generic_decline incorrect_address incorrect_cvc
  incorrect_number incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount
  invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin
  issuer_not_available lost_card merchant_blacklist mobile_device_authentication_required
  new_account_information_available no_action_taken not_permitted offline_pin_required
  online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction
  restricted_card revocation_of_all_authorizations revocation_of_authorization security_violation
  service_not_allowed stolen_card stop_payment_order test_mode_live_card testmode_decline
  transaction_not_allowed try_again_later withdrawal_count_limit_exceeded`;

export const published = [
  statuses(
    'status of a payment intent',
    `${api}/payment_intents/object#payment_intent_object-status`,
    ofIntent,
    {
      voided: 'canceled',
      pending: 'processing requires_confirmation',
      challenged: 'requires_action',
      authorized: 'requires_capture',
      declined: 'requires_payment_method',
      captured: 'succeeded',
    },
  ),
  statuses(
    'reason of a payment intent that was cancelled before its capture',
    `${api}/payment_intents/object#payment_intent_object-cancellation_reason`,
    ofCancellation,
    {
      voided: 'abandoned duplicate failed_invoice fraudulent requested_by_customer void_invoice',
      expired: 'automatic expired',
    },
  ),
  statuses(
    'status of a setup intent',
    `${api}/setup_intents/object#setup_intent_object-status`,
    (status) => synced(setupIntent({ status })),
    {
      voided: 'canceled',
      pending: 'processing requires_action requires_confirmation',
      declined: 'requires_payment_method',
      captured: 'succeeded',
    },
  ),
  statuses('status of a refund', `${api}/refunds/object#refund_object-status`, ofRefundStatus, {
    pending: 'pending',
    held: 'requires_action',
    succeeded: 'succeeded',
    declined: 'failed canceled',
  }),
  resultCodes(
    'failure_reason of a refund',
    `${api}/refunds/object#refund_object-failure_reason`,
    ofFailure,
    each(failuresOfRefunds, (word) => `declined: ${word}`),
  ),
  statuses('status of a dispute', `${api}/disputes/object#dispute_object-status`, ofDisputeStatus, {
    dispute_opened: 'warning_needs_response needs_response appeal_needs_response',
    dispute_challenged: 'warning_under_review under_review appeal_under_review',
    dispute_cancelled: 'warning_closed charge_refunded prevented',
    dispute_won: 'won',
    dispute_lost: 'lost',
  }),
  resultCodes(
    'reason of a dispute',
    `${api}/disputes/object#dispute_object-reason`,
    ofDisputeReason,
    each(reasonsOfDisputes, (reason) => reason),
  ),
  statuses(
    'status of a mandate of several charges',
    `${api}/mandates/object#mandate_object-status`,
    ofMandate,
    {
      'mandate active': 'active',
      'mandate revoked': 'inactive',
      'none: The bank has still to accept it; what it decides comes in another event.': 'pending',
    },
  ),
  resultCodes(
    'decline_code of a card error',
    'https://docs.stripe.com/declines/codes',
    (decline_code) => ofCardError({ decline_code }),
    each(declineCodes, (word) => `declined: ${word}`),
  ),
  resultCodes(
    'advice_code of a card error without a decline_code',
    'https://docs.stripe.com/declines#retrying-issuer-declines',
    (advice_code) => ofCardError({ advice_code }),
    each('confirm_card_data do_not_try_again try_again_later', (word) => `declined: ${word}`),
  ),
  resultCodes(
    'code of an error that a payment gets',
    'https://docs.stripe.com/error-codes',
    ofErrorCode,
    {
      declined: `account_closed account_invalid action_blocked amount_too_large amount_too_small
        api_key_expired approval_required authentication_required bank_account_declined
        bank_account_restricted bank_account_unusable bank_account_unverified
        billing_invalid_mandate capability_not_active capture_charge_authorization_expired
        capture_unauthorized_payment card_decline_rate_limit_exceeded card_declined
        charge_already_captured charge_already_refunded charge_disputed charge_exceeds_source_limit
        charge_exceeds_transaction_limit charge_expired_for_capture charge_invalid_parameter
        charge_not_refundable country_code_invalid country_unsupported customer_max_payment_methods
        debit_not_authorized email_invalid expired_card expired_payment_method incorrect_address
        incorrect_cvc incorrect_number incorrect_zip india_recurring_payment_mandate_canceled
        insufficient_funds intent_invalid_state invalid_card_type invalid_characters
        invalid_charge_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number
        livemode_mismatch missing no_account parameter_invalid_empty parameter_invalid_integer
        parameter_invalid_string_blank parameter_missing parameter_unknown parameters_exclusive
        payment_intent_action_required payment_intent_authentication_failure
        payment_intent_incompatible_payment_method payment_intent_invalid_parameter
        payment_intent_mandate_invalid payment_intent_payment_attempt_expired
        payment_intent_payment_attempt_failed payment_method_bank_account_blocked
        payment_method_billing_details_address_missing payment_method_currency_mismatch
        payment_method_customer_decline payment_method_invalid_parameter
        payment_method_microdeposit_failed payment_method_not_available
        payment_method_provider_decline payment_method_provider_timeout payment_method_unactivated
        payment_method_unexpected_state payment_method_unsupported_type platform_api_key_expired
        postal_code_invalid processing_error rate_limit refer_to_customer refund_disputed_payment
        request_blocked resource_missing routing_number_invalid secret_key_required
        sepa_unsupported_account setup_attempt_failed state_unsupported
        setup_intent_authentication_failure status_transition_invalid testmode_charges_only
        token_already_used token_in_use url_invalid`,
      unknown: 'idempotency_key_in_use lock_timeout payment_intent_unexpected_state',
    },
  ),
  statuses('status of an answer, by docs.stripe.com/api/errors', `${api}/errors`, ofAnswer, {
    declined: '400 401 402 403 404 429',
    unknown: '409',
    'none: A system outside Stripe failed in the middle; a sync finds out what came of it.': '424',
  }),
  statuses('status of a payout', `${api}/payouts/object`, ofPayout, {
    paid: 'paid',
    pending: 'pending',
    initiated: 'in_transit',
    cancelled: 'canceled',
    declined: 'failed',
  }),
  events('type of an event about payouts', `${api}/events/types`, ofPayoutEvent, {
    'payout paid': 'payout.paid',
    'payout pending': 'payout.created',
    'payout initiated': 'payout.updated',
    'payout cancelled': 'payout.canceled',
    'payout declined': 'payout.failed',
    'none: It changes nothing of the payout itself.': 'payout.reconciliation_completed',
  }),
  events(
    'type of an event about payments, refunds, disputes and mandates',
    `${api}/events/types`,
    (type) => ofEvent(type),
    {
      dispute_lost: 'charge.dispute.closed',
      dispute_opened: 'charge.dispute.created charge.dispute.funds_withdrawn',
      dispute_won: 'charge.dispute.funds_reinstated',
      dispute_challenged: 'charge.dispute.updated',
      'refund declined': 'charge.refund.updated refund.failed',
      captured: 'charge.succeeded payment_intent.succeeded setup_intent.succeeded',
      'mandate revoked': 'mandate.updated payment_method.detached',
      authorized: 'payment_intent.amount_capturable_updated',
      voided: 'payment_intent.canceled setup_intent.canceled',
      pending: 'payment_intent.partially_funded payment_intent.processing',
      declined: 'payment_intent.payment_failed setup_intent.setup_failed',
      challenged: 'payment_intent.requires_action setup_intent.requires_action',
      'refund pending': 'refund.created',
      'refund succeeded': 'refund.updated',
      'none: The event of the intent says the same of the payment.':
        'charge.captured charge.expired charge.failed charge.pending',
      'none: It tells a sum; each refund has events of its own.': 'charge.refunded',
      'none: It changes nothing of a payment, a refund or a mandate.':
        'charge.updated payment_method.automatically_updated payment_method.updated',
      'none: It is confirmed in the same request, whose end is told.':
        'payment_intent.created setup_intent.created',
      'none: The intent that stores it tells of it.': 'payment_method.attached',
    },
  ),
];
