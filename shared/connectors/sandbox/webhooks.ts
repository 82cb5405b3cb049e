import * as v from 'valibot';
import type { WebhookParser } from '../interface/webhooks.ts';
import { Dispute, reportedDispute } from './disputes.ts';
import { Payout, payoutOutcome } from './payouts.ts';
import { Payment, paymentOutcome, Refund, refundOutcome } from './responses.ts';
import { isSigned, signatureHeader, webhookKeyOf } from './webhook-signature.ts';

const Notification = v.variant('type', [
  v.object({ type: v.literal('payment'), payment: Payment }),
  v.object({ type: v.literal('refund'), refund: Refund }),
  v.object({ type: v.literal('payout'), payout: Payout }),
  v.object({ type: v.literal('dispute'), dispute: Dispute }),
]);

/** The sandbox processor's webhooks, signed with a key derived from the API key. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { credentials }, now) {
    if (credentials.auth_type !== 'HeaderKey') return false;
    return isSigned(webhookKeyOf(credentials.api_key), body, headers[signatureHeader] ?? '', now);
  },

  parse({ body }) {
    const notification = v.parse(Notification, JSON.parse(body));
    switch (notification.type) {
      case 'payment': {
        const { payment } = notification;
        return [{ kind: 'payment', subject: subjectOf(payment), outcome: paymentOutcome(payment) }];
      }
      case 'refund': {
        const { refund } = notification;
        return [{ kind: 'refund', subject: subjectOf(refund), outcome: refundOutcome(refund) }];
      }
      case 'payout': {
        const { payout } = notification;
        return [{ kind: 'payout', subject: subjectOf(payout), outcome: payoutOutcome(payout) }];
      }
      case 'dispute': {
        const { dispute } = notification;
        const subject = { reference: dispute.payment };
        return [{ kind: 'dispute', subject, dispute: reportedDispute(dispute) }];
      }
    }
  },
};

const subjectOf = ({ reference }: { readonly reference: string }) => ({ reference });
