import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Reference } from '#connectors/interface/payments.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { sync, syncDispute, syncRefund, webhooks } = checkoutConnector();
if (!syncDispute || !syncRefund || !webhooks) throw new Error('Checkout.com can.');
const { parse } = webhooks;

const account: ExchangeAccount = anAccountAt('checkout');
/** Found by our reference, so that one answer is enough. */
const payment: Reference = {
  reference: 'pay_1_1',
  connectorName: 'checkout',
  captureMethod: 'manual',
  amountMinor: 6540,
  currency: 'EUR',
};

/** The adapter's conclusion; `nothing` where it cannot read the word. */
function read(conclusion: () => string): string {
  try {
    return conclusion();
  } catch {
    return 'nothing';
  }
}

function ofStatus(status: string): string {
  const found = { id: 'pay_x', reference: 'pay_1_1', status, balances: { total_captured: 6540 } };
  return read(() => {
    const outcome = sync.outcome(answer({ data: [found] }), payment, account);
    return 'result' in outcome ? outcome.result : 'another question';
  });
}

function ofAction(type: string): string {
  const actions = answer([{ id: 'act_1', type, approved: true, amount: 6540 }]);
  return read(() => {
    if (/^refund$/i.test(type)) {
      const refund = { ...payment, reference: 'ref_1', connectorRefundId: 'act_1', payment };
      const outcome = syncRefund?.outcome(actions, refund, account) ?? {};
      return 'result' in outcome ? `refund ${outcome.result}` : 'nothing';
    }
    const known = { ...payment, captureMethod: 'manual_multiple', connectorTransactionId: 'pay_x' };
    const outcome = sync.outcome(actions, { ...known, captureMethod: 'manual_multiple' }, account);
    return 'result' in outcome ? outcome.result : 'another question';
  });
}

function ofDispute(status: string): string {
  const dispute = { id: 'dsp_1', amount: 6540, currency: 'EUR', status };
  const input = { connectorName: 'checkout', connectorDisputeId: 'dsp_1', reference: 'pay_1_1' };
  return read(() => {
    const outcome = syncDispute?.outcome(answer(dispute), input, account);
    return outcome && 'dispute' in outcome ? outcome.dispute.status : 'nothing';
  });
}

function ofEvent(type: string): string {
  const ids = { id: 'pay_x', payment_id: 'pay_x', action_id: 'act_2', reference: 'ref_1' };
  const body = JSON.stringify({ type, data: { ...ids, amount: 100, currency: 'EUR' } });
  return parse({ headers: {}, body }).map(said).join(', ');
}

function said(content: WebhookContent): string {
  switch (content.kind) {
    case 'payment':
      return content.failed ? `${content.failed.change} failed` : content.outcome.result;
    case 'capture':
      return `capture ${content.status}`;
    case 'refund':
      return `refund ${content.outcome.result}`;
    case 'dispute':
      return content.dispute.status;
    default:
      return content.kind;
  }
}

const library =
  'https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout';
const otherProduct = { none: 'It is about another product than card payments.' };
const authentication = {
  none: 'The payment of the authentication is told by an event of its own.',
};
const increment = { none: 'No increment is asked for at Checkout.com.' };
const updatedCard = { none: 'Checkout.com charges a stored card by its newest data itself.' };

export const published: readonly PublishedEnumeration[] = [
  {
    name: 'status of a payment',
    source: `${library}/payments/PaymentStatus.java`,
    kind: 'status',
    words: {
      Active: 'pending',
      Requested: 'pending',
      Pending: 'pending',
      Authorized: 'authorized',
      'Card Verified': 'captured',
      Canceled: 'declined',
      Expired: 'expired',
      Paid: { none: 'It is the status of a payout.' },
      Declined: 'declined',
      Voided: 'voided',
      'Partially Captured': 'captured',
      Captured: 'captured',
      'Partially Refunded': 'captured',
      Refunded: 'captured',
      'Authentication Requested': 'pending',
      'Retry Scheduled': 'pending',
    },
    conclude: ofStatus,
  },
  {
    name: 'type of an action of a payment',
    source: `${library}/payments/ActionType.java`,
    kind: 'status',
    words: {
      Authorization: 'authorized',
      'Card Verification': 'captured',
      Void: 'voided',
      Capture: 'captured',
      Refund: 'refund succeeded',
      Payout: otherProduct,
      Return: otherProduct,
    },
    conclude: ofAction,
  },
  {
    name: 'status of a dispute',
    source: `${library}/disputes/DisputeStatus.java`,
    kind: 'status',
    words: {
      won: 'dispute_won',
      lost: 'dispute_lost',
      expired: 'dispute_expired',
      accepted: 'dispute_accepted',
      canceled: 'dispute_cancelled',
      resolved: 'dispute_cancelled',
      arbitration_won: 'dispute_won',
      arbitration_lost: 'dispute_lost',
      evidence_required: 'dispute_opened',
      evidence_under_review: 'dispute_challenged',
      arbitration_under_review: 'dispute_challenged',
      arb_evidence_submitted: 'dispute_challenged',
    },
    conclude: ofDispute,
  },
  {
    name: 'type of a webhook',
    source: 'https://www.checkout.com/docs/developer-resources/event-notifications/event-types',
    kind: 'event',
    words: {
      payment_approved: 'authorized',
      payment_pending: 'pending',
      payment_declined: 'declined',
      payment_expired: 'expired',
      payment_canceled: 'declined',
      payment_voided: 'voided',
      payment_void_declined: 'void failed',
      payment_captured: 'captured',
      payment_capture_declined: 'capture failed',
      payment_capture_pending: 'capture pending',
      payment_refunded: 'refund succeeded',
      payment_refund_declined: 'refund declined',
      payment_refund_pending: 'refund pending',
      payment_authorization_incremented: increment,
      payment_authorization_increment_declined: increment,
      payment_paid: otherProduct,
      card_verified: 'captured',
      card_verification_declined: 'declined',
      card_updated: updatedCard,
      authentication_approved: authentication,
      authentication_attempted: authentication,
      authentication_started: authentication,
      authentication_expired: 'declined',
      authentication_failed: 'declined',
      dispute_received: 'dispute_opened',
      dispute_evidence_required: 'dispute_opened',
      dispute_evidence_submitted: 'dispute_challenged',
      dispute_evidence_acknowledged_by_scheme: 'dispute_challenged',
      dispute_accepted: 'dispute_accepted',
      dispute_canceled: 'dispute_cancelled',
      dispute_resolved: 'dispute_cancelled',
      dispute_expired: 'dispute_expired',
      dispute_won: 'dispute_won',
      dispute_lost: 'dispute_lost',
      dispute_arbitration_evidence_submitted: 'dispute_challenged',
      dispute_arbitration_sent_to_scheme: 'dispute_challenged',
      dispute_arbitration_won: 'dispute_won',
      dispute_arbitration_lost: 'dispute_lost',
    },
    conclude: ofEvent,
  },
];
