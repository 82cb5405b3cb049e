import { braintreeConnector } from '#connectors/braintree/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { verify, sync, syncRefund, syncDispute, webhooks } = braintreeConnector();
const account = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_1' } });
const payment = {
  ...aCharge('braintree', { amountMinor: 500 }),
  connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
};
const refund = { ...payment, reference: 'ref_1', connectorRefundId: 'cmVmdW5kXzE', payment };
const dispute = { connectorName: 'braintree', connectorDisputeId: 'dp_1', reference: 'pay_1_1' };
const amount = { value: '5.00', currencyCode: 'EUR' };

const found = (kind: 'transactions' | 'refunds', changes: object) =>
  answer({ data: { search: { [kind]: { edges: [{ node: { id: '1', amount, ...changes } }] } } } });

const ofPayment = (changes: object) =>
  readResult(() => sync.outcome(found('transactions', changes), payment, account), 'unknown');

const ofRefund = (status: string) =>
  `refund ${readResult(() => syncRefund?.outcome(found('refunds', { status }), refund, account), 'unknown')}`;

function ofDispute(changes: object) {
  const reading = syncDispute?.outcome(answer({ data: { idFromLegacyId: '1' } }), dispute, account);
  if (!reading || !('next' in reading)) return undefined;
  const node = { legacyId: 'dp_1', amountDisputed: amount, status: 'OPEN', ...changes };
  const read = reading.outcome(answer({ data: { node } }));
  return 'result' in read && read.result === 'reported' ? read.dispute : undefined;
}

function ofVerification(status: string) {
  const paymentMethod = { id: '1' };
  const tokenized = answer({ data: { tokenizeCreditCard: { paymentMethod } } });
  const vaultCreditCard = { paymentMethod, verification: { status } };
  return readResult(() => {
    const reading = verify?.outcome(tokenized, payment, account);
    if (!reading || !('next' in reading)) return undefined;
    return reading.outcome(answer({ data: { vaultCreditCard } }));
  }, 'unknown');
}

/** The members of events by the beginning of their kind, in the words of Braintree's library. */
function subjectOf(kind: string): string {
  if (kind.startsWith('dispute_')) {
    return '<dispute><id>dp_1</id><amount>5.00</amount><currency-iso-code>EUR</currency-iso-code><transaction><id>1</id></transaction></dispute>';
  }
  if (kind === 'transaction_reviewed') {
    return '<transaction-review><transaction-id>1</transaction-id><decision>reject</decision></transaction-review>';
  }
  if (kind.endsWith('_revoked') || kind.endsWith('_by_customer')) {
    return '<paypal-account><global-id>cGF5bWVudG1ldGhvZF8x</global-id></paypal-account>';
  }
  const status = eventStatuses[kind] ?? 'settled';
  const more =
    kind === 'transaction_retried' ? '<retried-transaction-id>2</retried-transaction-id>' : '';
  return `<transaction><id>1</id><status>${status}</status><amount>5.00</amount><currency-iso-code>EUR</currency-iso-code>${more}</transaction>`;
}

const eventStatuses: Readonly<Record<string, string>> = {
  refund_failed: 'processor_declined',
  transaction_settlement_declined: 'settlement_declined',
};

function ofEvent(kind: string) {
  const xml = `<notification><kind>${kind}</kind><subject>${subjectOf(kind)}</subject></notification>`;
  const bt_payload = Buffer.from(xml).toString('base64');
  return readWebhook(webhooks, new URLSearchParams({ bt_signature: 'a', bt_payload }).toString());
}

const schema = 'https://github.com/braintree/graphql-api/blob/master/schema.graphql';
const library = 'https://github.com/braintree/braintree_ruby/blob/master/lib/braintree';

export const published = [
  statuses(
    'status of a transaction',
    `${schema} (PaymentStatus)`,
    (status) => ofPayment({ status }),
    {
      expired: 'AUTHORIZATION_EXPIRED',
      authorized: 'AUTHORIZED',
      pending: 'AUTHORIZING',
      declined: 'FAILED GATEWAY_REJECTED PROCESSOR_DECLINED SETTLEMENT_DECLINED',
      captured: 'SETTLED SETTLEMENT_CONFIRMED SETTLEMENT_PENDING SETTLING SUBMITTED_FOR_SETTLEMENT',
      voided: 'VOIDED',
    },
  ),
  statuses(
    'status of a debit of a bank account',
    `${schema} (PaymentStatus)`,
    (status) =>
      ofPayment({ status, paymentMethodSnapshot: { __typename: 'UsBankAccountDetails' } }),
    {
      expired: 'AUTHORIZATION_EXPIRED',
      authorized: 'AUTHORIZED',
      pending: `AUTHORIZING SETTLEMENT_CONFIRMED SETTLEMENT_PENDING SETTLING
        SUBMITTED_FOR_SETTLEMENT`,
      declined: 'FAILED GATEWAY_REJECTED PROCESSOR_DECLINED SETTLEMENT_DECLINED',
      captured: 'SETTLED',
      voided: 'VOIDED',
    },
  ),
  statuses(
    'status of a payment by PayPal',
    `${schema} (PaymentStatus, SettlementPendingEvent)`,
    (status) =>
      ofPayment({ status, paymentMethodSnapshot: { __typename: 'PayPalTransactionDetails' } }),
    {
      expired: 'AUTHORIZATION_EXPIRED',
      authorized: 'AUTHORIZED',
      pending: 'AUTHORIZING SETTLEMENT_PENDING',
      declined: 'FAILED GATEWAY_REJECTED PROCESSOR_DECLINED SETTLEMENT_DECLINED',
      captured: 'SETTLED SETTLEMENT_CONFIRMED SETTLING SUBMITTED_FOR_SETTLEMENT',
      voided: 'VOIDED',
    },
  ),
  statuses('status of a refund', `${schema} (PaymentStatus)`, ofRefund, {
    'refund declined':
      'AUTHORIZATION_EXPIRED FAILED GATEWAY_REJECTED PROCESSOR_DECLINED SETTLEMENT_DECLINED VOIDED',
    'refund pending': `AUTHORIZED AUTHORIZING SETTLEMENT_CONFIRMED SETTLEMENT_PENDING SETTLING
      SUBMITTED_FOR_SETTLEMENT`,
    'refund succeeded': 'SETTLED',
  }),
  resultCodes(
    'gatewayRejectionReason',
    `${schema} (GatewayRejectionReason)`,
    (gatewayRejectionReason) =>
      ofPayment({ status: 'GATEWAY_REJECTED', statusHistory: [{ gatewayRejectionReason }] }),
    {
      declined: `APPLICATION_INCOMPLETE AVS AVS_AND_CVV CVV EXCESSIVE_RETRY FRAUD
        MANUAL_TRANSACTIONS_DISABLED PAYMENT_METHOD_BLOCKED RISK_THRESHOLD THREE_D_SECURE
        TOKEN_ISSUANCE TOO_MANY_CONFIRMATION_ATTEMPTS UNION_PAY_ENROLLMENT_REQUIRED`,
      unknown: 'DUPLICATE',
    },
  ),
  statuses('status of a verification', `${schema} (VerificationStatus)`, ofVerification, {
    declined: 'FAILED GATEWAY_REJECTED PROCESSOR_DECLINED',
    unknown: 'PENDING VERIFYING',
    captured: 'VERIFIED',
  }),
  statuses(
    'status of a dispute',
    `${schema} (DisputeStatus)`,
    (status) => ofDispute({ status })?.status ?? 'nothing',
    {
      dispute_accepted: 'ACCEPTED AUTO_ACCEPTED',
      dispute_challenged: 'DISPUTED UNDER_REVIEW',
      dispute_expired: 'EXPIRED',
      dispute_lost: 'LOST',
      dispute_opened: 'OPEN',
      dispute_won: 'WON',
    },
  ),
  statuses(
    'type of a dispute',
    `${schema} (DisputeType)`,
    (type) => ofDispute({ type })?.stage ?? 'nothing',
    { dispute: 'CHARGEBACK', pre_arbitration: 'PRE_ARBITRATION', pre_dispute: 'RETRIEVAL' },
  ),
  events(
    'kind of a webhook',
    `${library}/webhook_notification.rb (Kind), and webhook_testing_gateway.rb`,
    ofEvent,
    {
      dispute_accepted: 'dispute_accepted dispute_auto_accepted',
      dispute_challenged: 'dispute_disputed dispute_under_review',
      dispute_expired: 'dispute_expired',
      dispute_lost: 'dispute_lost',
      dispute_opened: 'dispute_opened',
      dispute_won: 'dispute_won',
      'mandate revoked': `granted_payment_instrument_revoked granted_payment_method_revoked
        payment_method_revoked_by_customer`,
      'refund declined': 'refund_failed',
      captured: 'transaction_disbursed transaction_settled',
      pending: 'transaction_retried',
      voided: 'transaction_reviewed',
      declined: 'transaction_settlement_declined',
      'none: It lists cards in the vault, which keep their ids.': 'account_updater_daily_report',
      'none: It tries the address.': 'check',
      'none: It is for partners who act for other merchants.': `
        connected_merchant_paypal_status_changed connected_merchant_status_transitioned
        grantor_updated_granted_payment_method oauth_access_revoked partner_merchant_connected
        partner_merchant_declined partner_merchant_disconnected
        recipient_updated_granted_payment_method`,
      'none: Money moves to the merchant: nothing changes for the customer.': 'disbursement',
      'none: It is about payment methods that the switch does not take here.': `
        local_payment_completed local_payment_expired local_payment_funded local_payment_reversed
        payment_method_customer_data_updated`,
      'none: The switch makes no subscriptions at Braintree.': `subscription_billing_skipped
        subscription_canceled subscription_charged_successfully subscription_charged_unsuccessfully
        subscription_expired subscription_trial_ended subscription_went_active
        subscription_went_past_due`,
    },
  ),
];
