import * as v from 'valibot';
import { isSigned, signatureHeader, webhookKeyOf } from '../../sandbox/webhook-signature.ts';
import type { WebhookParser } from '../interface/webhooks.ts';
import { Dispute, reportedDispute } from './disputes.ts';
import { Payout, payoutOutcome } from './payouts.ts';
import { Payment, paymentOutcome, Refund, refundOutcome } from './responses.ts';

const Notification = v.variant('type', [
  v.object({ type: v.literal('payment'), payment: Payment }),
  v.object({ type: v.literal('refund'), refund: Refund }),
  v.object({ type: v.literal('payout'), payout: Payout }),
  v.object({ type: v.literal('dispute'), dispute: Dispute }),
]);

/** The sandbox processor's webhooks, signed with a key derived from the API key. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, credentials, now) {
    if (credentials.auth_type !== 'HeaderKey') return false;
    return isSigned(webhookKeyOf(credentials.api_key), body, headers[signatureHeader] ?? '', now);
  },

  parse({ body }) {
    const notification = v.parse(Notification, JSON.parse(body));
    if (notification.type === 'refund') {
      const { refund } = notification;
      return { kind: 'refund', reference: refund.reference, outcome: refundOutcome(refund) };
    }
    if (notification.type === 'payout') {
      const { payout } = notification;
      return { kind: 'payout', reference: payout.reference, outcome: payoutOutcome(payout) };
    }
    if (notification.type === 'dispute') {
      const { dispute } = notification;
      return { kind: 'dispute', reference: dispute.payment, dispute: reportedDispute(dispute) };
    }
    const { payment } = notification;
    return { kind: 'payment', reference: payment.reference, outcome: paymentOutcome(payment) };
  },
};
