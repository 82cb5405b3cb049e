import { checkoutConnector } from '#connectors/checkout/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anInstruction } from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  events,
  readResult,
  readWebhook,
  statuses,
} from '../../../support/processors/published-words.ts';

const { sync, syncDispute, syncPayout, syncRefund, webhooks } = checkoutConnector();
const account = anAccountAt('checkout');
/** Found by our reference, so that one answer is enough. */
const payment = aCharge('checkout', { captureMethod: 'manual' });
const refund = { ...payment, reference: 'ref_1', connectorRefundId: 'act_1', payment };
const known = {
  ...aCharge('checkout', { captureMethod: 'manual_multiple' }),
  connectorTransactionId: 'pay_x',
};

function ofStatus(status: string) {
  const found = { id: 'pay_x', reference: 'pay_1_1', status, balances: { total_captured: 6540 } };
  return readResult(() => sync.outcome(answer({ data: [found] }), payment, account));
}

function ofAction(type: string) {
  const actions = answer([{ id: 'act_1', type, approved: true, amount: 6540 }]);
  return /^refund$/i.test(type)
    ? `refund ${readResult(() => syncRefund?.outcome(actions, refund, account))}`
    : readResult(() => sync.outcome(actions, known, account));
}

function ofDispute(status: string) {
  const dispute = answer({ id: 'dsp_1', amount: 6540, currency: 'EUR', status });
  const input = { connectorName: 'checkout', connectorDisputeId: 'dsp_1', reference: 'pay_1_1' };
  return readResult(() => syncDispute?.outcome(dispute, input, account));
}

function ofEvent(type: string) {
  const ids = { id: 'pay_x', payment_id: 'pay_x', action_id: 'act_2', reference: 'ref_1' };
  const returned = type === 'payment_returned' && { source: { type: 'ach' } };
  const data = { ...ids, amount: 100, currency: 'EUR', ...returned };
  return readWebhook(webhooks, JSON.stringify({ type, data }));
}

const payout = anInstruction('checkout', { connectorTransactionId: 'pay_x' });

const ofPayout = (status: string) =>
  readResult(() => {
    const reading = syncPayout?.outcome(answer({ id: 'pay_x', status }), payout, account);
    return reading && 'next' in reading ? reading.outcome(answer([])) : reading;
  });

function ofPayoutAction(type: string) {
  const paid = syncPayout?.outcome(answer({ id: 'pay_x', status: 'Paid' }), payout, account);
  if (!paid || !('next' in paid)) throw new Error('The actions were not asked for.');
  return readResult(() => paid.outcome(answer([{ id: 'act_1', type, approved: true }])));
}

function ofPayoutEvent(type: string) {
  const source = { type: 'currency_account', id: 'ca_1' };
  const data = { id: 'pay_x', reference: 'payout_1_1', amount: 6540, currency: 'EUR', source };
  return readWebhook(webhooks, JSON.stringify({ type, data }));
}

const library =
  'https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout';
const otherProduct = 'none: It is about another product than card payments.';

export const published = [
  statuses('status of a payment', `${library}/payments/PaymentStatus.java`, ofStatus, {
    pending: ['Active', 'Requested', 'Pending', 'Authentication Requested', 'Retry Scheduled'],
    authorized: 'Authorized',
    captured: ['Card Verified', 'Partially Captured', 'Captured', 'Partially Refunded', 'Refunded'],
    declined: 'Canceled Declined',
    expired: 'Expired',
    voided: 'Voided',
    'none: It is the status of a payout.': 'Paid',
  }),
  statuses('status of a payout', `${library}/payments/PaymentStatus.java`, ofPayout, {
    pending: ['Active', 'Requested', 'Pending'],
    initiated: 'Authorized',
    paid: 'Paid',
    declined: 'Declined',
    cancelled: 'Canceled',
    expired: 'Expired',
    unknown: [
      ...['Card Verified', 'Voided', 'Partially Captured', 'Captured', 'Partially Refunded'],
      ...['Refunded', 'Authentication Requested', 'Retry Scheduled'],
    ],
  }),
  events(
    'type of an action of a paid payout',
    `${library}/payments/ActionType.java`,
    ofPayoutAction,
    {
      reversed: 'Return',
      paid: ['Payout', 'Authorization', 'Card Verification', 'Void', 'Capture', 'Refund'],
    },
  ),
  events(
    'type of a webhook about a payout',
    'https://www.checkout.com/docs/developer-resources/webhooks/webhook-event-types',
    ofPayoutEvent,
    {
      'payout pending': 'payment_pending',
      'payout initiated': 'payment_approved',
      'payout paid': 'payment_paid',
      'payout declined': 'payment_declined',
      'payout cancelled': 'payment_canceled',
      'payout expired': 'payment_expired',
      'payout reversed': 'payment_returned',
    },
  ),
  statuses('type of an action of a payment', `${library}/payments/ActionType.java`, ofAction, {
    authorized: 'Authorization',
    captured: ['Card Verification', 'Capture'],
    voided: 'Void',
    'refund succeeded': 'Refund',
    [otherProduct]: 'Payout Return',
  }),
  statuses('status of a dispute', `${library}/disputes/DisputeStatus.java`, ofDispute, {
    dispute_won: 'won arbitration_won',
    dispute_lost: 'lost arbitration_lost',
    dispute_expired: 'expired',
    dispute_accepted: 'accepted',
    dispute_cancelled: 'canceled resolved',
    dispute_opened: 'evidence_required',
    dispute_challenged: 'evidence_under_review arbitration_under_review arb_evidence_submitted',
  }),
  events(
    'type of a webhook',
    'https://www.checkout.com/docs/developer-resources/event-notifications/event-types',
    ofEvent,
    {
      authorized: 'payment_approved payment_authorization_incremented',
      pending: 'payment_pending',
      declined: `payment_declined payment_canceled card_verification_declined authentication_expired
        authentication_failed`,
      expired: 'payment_expired',
      voided: 'payment_voided',
      'void failed': 'payment_void_declined',
      'increment failed': 'payment_authorization_increment_declined',
      captured: 'payment_captured card_verified',
      'capture failed': 'payment_capture_declined',
      'capture pending': 'payment_capture_pending',
      'refund succeeded': 'payment_refunded',
      'refund declined': 'payment_refund_declined',
      'refund pending': 'payment_refund_pending',
      dispute_opened: 'dispute_received dispute_evidence_required',
      dispute_challenged: `dispute_evidence_submitted dispute_evidence_acknowledged_by_scheme
        dispute_arbitration_evidence_submitted dispute_arbitration_sent_to_scheme`,
      dispute_accepted: 'dispute_accepted',
      dispute_cancelled: 'dispute_canceled dispute_resolved',
      dispute_expired: 'dispute_expired',
      dispute_won: 'dispute_won dispute_arbitration_won',
      dispute_lost: 'dispute_lost dispute_arbitration_lost payment_returned',
      [otherProduct]: 'payment_paid',
      'none: Checkout.com charges a stored card by its newest data itself.': 'card_updated',
      'none: The payment of the authentication is told by an event of its own.':
        'authentication_approved authentication_attempted authentication_started',
    },
  ),
];
