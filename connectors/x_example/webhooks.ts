import * as v from 'valibot';
import { hexBytes, isSignedWith } from '#connectors/formats/hashes.ts';
import { readJson } from '#connectors/formats/json.ts';
import type { WebhookContent, WebhookParser } from '#connectors/interface/webhooks.ts';
import { Payment, paymentOutcome, Refund, refundOutcome } from './responses.ts';

const Event = v.object({ type: v.string(), at: v.pipe(v.string(), v.isoTimestamp()) });
const PaymentEvent = v.object({ payment: Payment });
const RefundEvent = v.object({ refund: Refund });

export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const given = hexBytes(headers['x-bank-signature'] ?? '');
    return given !== undefined && isSignedWith(webhookSecrets, body, given);
  },

  happenedAt: (webhook) => new Date(readJson(Event, webhook).at),

  parse(webhook): readonly WebhookContent[] {
    const { type } = readJson(Event, webhook);
    if (type === 'payment') {
      const { payment } = readJson(PaymentEvent, webhook);
      const subject = { reference: payment.reference, connectorId: payment.id };
      return [{ kind: 'payment', subject, outcome: paymentOutcome(payment) }];
    }
    if (type === 'refund') {
      const { refund } = readJson(RefundEvent, webhook);
      const subject = { reference: refund.reference, connectorId: refund.id };
      return [{ kind: 'refund', subject, outcome: refundOutcome(refund) }];
    }
    return [{ kind: 'nothing' }];
  },
};
