import { braintreeConnector } from '#connectors/braintree/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { verify, sync, syncRefund, syncDispute, webhooks } = braintreeConnector();
const account = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_1' } });
const payment = {
  reference: 'pay_1_1',
  connectorName: 'braintree',
  amountMinor: 500,
  currency: 'EUR',
  captureMethod: 'automatic',
  connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ',
} as const;
const refund = { ...payment, reference: 'ref_1', connectorRefundId: 'cmVmdW5kXzE', payment };
const dispute = { connectorName: 'braintree', connectorDisputeId: 'dp_1', reference: 'pay_1_1' };
const card = {
  ...payment,
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
  },
  order: { initiator: { by: 'customer' } },
} as const;

const answer = (data: object): HttpResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ data }),
});
const amount = { value: '5.00', currencyCode: 'EUR' };

/** The result of an outcome; where it cannot be read, that it is not known. */
function resultOf(read: () => object | undefined): string {
  try {
    const found = read();
    return found && 'result' in found ? String(found.result) : 'nothing';
  } catch {
    return 'unknown';
  }
}

const paymentOf = (node: object) =>
  resultOf(() =>
    sync.outcome(
      answer({ search: { transactions: { edges: [{ node: { id: '1', amount, ...node } }] } } }),
      payment,
      account,
    ),
  );

const refundOf = (status: string) =>
  `refund ${resultOf(() =>
    syncRefund?.outcome(
      answer({ search: { refunds: { edges: [{ node: { id: '1', amount, status } }] } } }),
      refund,
      account,
    ),
  )}`;

function disputeOf(changes: object) {
  const reading = syncDispute?.outcome(answer({ idFromLegacyId: '1' }), dispute, account);
  if (!reading || !('next' in reading)) return undefined;
  const node = { legacyId: 'dp_1', amountDisputed: amount, status: 'OPEN', ...changes };
  const read = reading.outcome(answer({ node }));
  return 'result' in read && read.result === 'reported' ? read.dispute : undefined;
}

const verificationOf = (status: string) =>
  resultOf(() => {
    const reading = verify?.outcome(
      answer({ tokenizeCreditCard: { paymentMethod: { id: '1' } } }),
      card,
      account,
    );
    if (!reading || !('next' in reading)) return undefined;
    const vaulted = { paymentMethod: { id: '1' }, verification: { status } };
    return reading.outcome(answer({ vaultCreditCard: vaulted }));
  });

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

function meaningOf(kind: string): string {
  const xml = `<notification><kind>${kind}</kind><subject>${subjectOf(kind)}</subject></notification>`;
  const bt_payload = Buffer.from(xml).toString('base64');
  const body = new URLSearchParams({ bt_signature: 'a', bt_payload }).toString();
  const [said] = webhooks?.parse({ headers: {}, body }) ?? [];
  switch (said?.kind) {
    case 'payment':
      return said.outcome.result;
    case 'refund':
      return `refund ${said.outcome.result}`;
    case 'dispute':
      return said.dispute.status;
    case 'mandate':
      return `mandate ${said.status}`;
    default:
      return 'nothing';
  }
}

const schema = 'https://github.com/braintree/graphql-api/blob/master/schema.graphql';
const library = 'https://github.com/braintree/braintree_ruby/blob/master/lib/braintree';
const partners = { none: 'It is for partners who act for other merchants.' };
const otherMethods = { none: 'It is about payment methods that the switch does not take here.' };
const subscriptions = { none: 'The switch makes no subscriptions at Braintree.' };

/** Every word of Braintree's that the adapter reads. */
export const published: readonly PublishedEnumeration[] = [
  {
    name: 'status of a transaction',
    source: `${schema} (PaymentStatus)`,
    kind: 'status',
    words: {
      AUTHORIZATION_EXPIRED: 'expired',
      AUTHORIZED: 'authorized',
      AUTHORIZING: 'pending',
      FAILED: 'declined',
      GATEWAY_REJECTED: 'declined',
      PROCESSOR_DECLINED: 'declined',
      SETTLED: 'captured',
      SETTLEMENT_CONFIRMED: 'captured',
      SETTLEMENT_DECLINED: 'declined',
      SETTLEMENT_PENDING: 'captured',
      SETTLING: 'captured',
      SUBMITTED_FOR_SETTLEMENT: 'captured',
      VOIDED: 'voided',
    },
    conclude: (status) => paymentOf({ status }),
  },
  {
    name: 'status of a refund',
    source: `${schema} (PaymentStatus)`,
    kind: 'status',
    words: {
      AUTHORIZATION_EXPIRED: 'refund declined',
      AUTHORIZED: 'refund pending',
      AUTHORIZING: 'refund pending',
      FAILED: 'refund declined',
      GATEWAY_REJECTED: 'refund declined',
      PROCESSOR_DECLINED: 'refund declined',
      SETTLED: 'refund succeeded',
      SETTLEMENT_CONFIRMED: 'refund pending',
      SETTLEMENT_DECLINED: 'refund declined',
      SETTLEMENT_PENDING: 'refund pending',
      SETTLING: 'refund pending',
      SUBMITTED_FOR_SETTLEMENT: 'refund pending',
      VOIDED: 'refund declined',
    },
    conclude: refundOf,
  },
  {
    name: 'gatewayRejectionReason',
    source: `${schema} (GatewayRejectionReason)`,
    kind: 'result code',
    words: {
      APPLICATION_INCOMPLETE: 'declined',
      AVS: 'declined',
      AVS_AND_CVV: 'declined',
      CVV: 'declined',
      DUPLICATE: 'unknown',
      EXCESSIVE_RETRY: 'declined',
      FRAUD: 'declined',
      MANUAL_TRANSACTIONS_DISABLED: 'declined',
      PAYMENT_METHOD_BLOCKED: 'declined',
      RISK_THRESHOLD: 'declined',
      THREE_D_SECURE: 'declined',
      TOKEN_ISSUANCE: 'declined',
      TOO_MANY_CONFIRMATION_ATTEMPTS: 'declined',
      UNION_PAY_ENROLLMENT_REQUIRED: 'declined',
    },
    conclude: (gatewayRejectionReason) =>
      paymentOf({ status: 'GATEWAY_REJECTED', statusHistory: [{ gatewayRejectionReason }] }),
  },
  {
    name: 'status of a verification',
    source: `${schema} (VerificationStatus)`,
    kind: 'status',
    words: {
      FAILED: 'declined',
      GATEWAY_REJECTED: 'declined',
      PENDING: 'unknown',
      PROCESSOR_DECLINED: 'declined',
      VERIFIED: 'captured',
      VERIFYING: 'unknown',
    },
    conclude: verificationOf,
  },
  {
    name: 'status of a dispute',
    source: `${schema} (DisputeStatus)`,
    kind: 'status',
    words: {
      ACCEPTED: 'dispute_accepted',
      AUTO_ACCEPTED: 'dispute_accepted',
      DISPUTED: 'dispute_challenged',
      EXPIRED: 'dispute_expired',
      LOST: 'dispute_lost',
      OPEN: 'dispute_opened',
      UNDER_REVIEW: 'dispute_challenged',
      WON: 'dispute_won',
    },
    conclude: (status) => disputeOf({ status })?.status ?? 'nothing',
  },
  {
    name: 'type of a dispute',
    source: `${schema} (DisputeType)`,
    kind: 'status',
    words: {
      CHARGEBACK: 'dispute',
      PRE_ARBITRATION: 'pre_arbitration',
      RETRIEVAL: 'pre_dispute',
    },
    conclude: (type) => disputeOf({ type })?.stage ?? 'nothing',
  },
  {
    name: 'kind of a webhook',
    source: `${library}/webhook_notification.rb (Kind), and webhook_testing_gateway.rb`,
    kind: 'event',
    words: {
      account_updater_daily_report: { none: 'It lists cards in the vault, which keep their ids.' },
      check: { none: 'It tries the address.' },
      connected_merchant_paypal_status_changed: partners,
      connected_merchant_status_transitioned: partners,
      disbursement: { none: 'Money moves to the merchant: nothing changes for the customer.' },
      dispute_accepted: 'dispute_accepted',
      dispute_auto_accepted: 'dispute_accepted',
      dispute_disputed: 'dispute_challenged',
      dispute_expired: 'dispute_expired',
      dispute_lost: 'dispute_lost',
      dispute_opened: 'dispute_opened',
      dispute_under_review: 'dispute_challenged',
      dispute_won: 'dispute_won',
      granted_payment_instrument_revoked: 'mandate revoked',
      granted_payment_method_revoked: 'mandate revoked',
      grantor_updated_granted_payment_method: partners,
      local_payment_completed: otherMethods,
      local_payment_expired: otherMethods,
      local_payment_funded: otherMethods,
      local_payment_reversed: otherMethods,
      oauth_access_revoked: partners,
      partner_merchant_connected: partners,
      partner_merchant_declined: partners,
      partner_merchant_disconnected: partners,
      payment_method_customer_data_updated: otherMethods,
      payment_method_revoked_by_customer: 'mandate revoked',
      recipient_updated_granted_payment_method: partners,
      refund_failed: 'refund declined',
      subscription_billing_skipped: subscriptions,
      subscription_canceled: subscriptions,
      subscription_charged_successfully: subscriptions,
      subscription_charged_unsuccessfully: subscriptions,
      subscription_expired: subscriptions,
      subscription_trial_ended: subscriptions,
      subscription_went_active: subscriptions,
      subscription_went_past_due: subscriptions,
      transaction_disbursed: 'captured',
      transaction_retried: 'pending',
      transaction_reviewed: 'voided',
      transaction_settled: 'captured',
      transaction_settlement_declined: 'declined',
    },
    conclude: meaningOf,
  },
];
