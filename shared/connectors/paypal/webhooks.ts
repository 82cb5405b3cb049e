import * as v from 'valibot';
import type { DisputeStatus } from '../../disputes/statuses.ts';
import { readDate } from '../formats/dates.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookSubject,
  WebhookVerification,
} from '../interface/webhooks.ts';
import { Dispute, reportedDispute, resolutionOf } from './disputes.ts';
import { apiRequest } from './requests.ts';
import {
  metadataOf,
  moneyIn,
  Order,
  orderOutcome,
  Payment,
  paymentOutcome,
  referenceIn,
} from './responses.ts';

const text = v.nullish(v.string());
const Event = v.object({ event_type: v.string(), resource: v.looseObject({}) });
const Created = v.object({ create_time: v.string() });

const Amount = v.object({ currency_code: v.string(), value: v.string() });

const RefundResource = v.object({ id: v.string(), amount: v.nullish(Amount), custom_id: text });

const DisputeResource = v.object({
  ...Dispute.entries,
  disputed_transactions: v.array(v.object({ seller_transaction_id: text, invoice_number: text })),
});

const Verification = v.object({ verification_status: v.picklist(['SUCCESS', 'FAILURE']) });

/** PayPal signs with certificates of its own, and tells whether a webhook is genuine. */
const verifyByAsking: Exchange<IncomingWebhook, WebhookVerification> = {
  request({ headers, body }, account) {
    const [webhookId] = account.webhookSecrets ?? [];
    if (!webhookId) throw new Error("The id of the account's webhook is not known.");
    readJson(Event, { body });
    const asked = JSON.stringify({
      transmission_id: headers['paypal-transmission-id'] ?? '',
      transmission_time: headers['paypal-transmission-time'] ?? '',
      cert_url: headers['paypal-cert-url'] ?? '',
      transmission_sig: headers['paypal-transmission-sig'] ?? '',
      auth_algo: headers['paypal-auth-algo'] ?? '',
      webhook_id: webhookId,
    });
    const request = apiRequest(
      'POST',
      'v1/notifications/verify-webhook-signature',
      account,
      headers['paypal-transmission-id'] ?? '',
      {},
    );
    // The signature is over the very bytes of the event.
    return { ...request, body: `${asked.slice(0, -1)},"webhook_event":${body}}` };
  },

  outcome(response) {
    if (response.status !== 200) throw new Error('PayPal does not tell whether it is genuine.');
    const { verification_status: status } = readJson(Verification, response);
    return { result: status === 'SUCCESS' ? 'verified' : 'forged' };
  },
};

export const webhooks: WebhookParser = {
  verifyByAsking,

  parse(webhook): readonly WebhookContent[] {
    const { event_type: type, resource } = readJson(Event, webhook);
    switch (type) {
      case 'PAYMENT.CAPTURE.COMPLETED':
      case 'PAYMENT.CAPTURE.PENDING':
      case 'PAYMENT.CAPTURE.DECLINED':
        return [captureNews(v.parse(Payment, resource))];
      case 'CHECKOUT.ORDER.COMPLETED':
      case 'CHECKOUT.ORDER.PROCESSED':
        return [orderNews(v.parse(Order, resource))];
      case 'PAYMENT.CAPTURE.REFUNDED':
        return [refundNews(v.parse(RefundResource, resource), 'succeeded')];
      case 'PAYMENT.REFUND.FAILED':
        return [refundNews(v.parse(RefundResource, resource), 'declined')];
      case 'CUSTOMER.DISPUTE.CREATED':
      case 'RISK.DISPUTE.CREATED':
      case 'CUSTOMER.DISPUTE.RESOLVED':
        return [disputeNews(type, v.parse(DisputeResource, resource))];
      default:
        return [{ kind: 'nothing' }];
    }
  },

  happenedAt: (webhook) => readDate(readJson(Created, webhook).create_time),
};

function captureNews(payment: Payment): WebhookContent {
  const orderId = payment.supplementary_data?.related_ids?.order_id ?? undefined;
  const outcome = paymentOutcome(payment, {
    ...(orderId !== undefined && { connectorTransactionId: orderId }),
    connectorMetadata: metadataOf({ captureId: payment.id }),
  });
  return { kind: 'payment', subject: subjectOf(payment.invoice_id, orderId), outcome };
}

function orderNews(order: Order): WebhookContent {
  const [unit] = order.purchase_units ?? [];
  const subject = subjectOf(unit?.reference_id ?? unit?.invoice_id, order.id);
  return { kind: 'payment', subject, outcome: orderOutcome(order, undefined) };
}

const refundNews = (
  refund: v.InferOutput<typeof RefundResource>,
  result: 'succeeded' | 'declined',
): WebhookContent => ({
  kind: 'refund',
  subject: subjectOf(referenceIn(refund.custom_id), refund.id),
  outcome: { result, connectorRefundId: refund.id, ...moneyIn(refund) },
});

function disputeNews(type: string, dispute: v.InferOutput<typeof DisputeResource>): WebhookContent {
  const [transaction] = dispute.disputed_transactions;
  return {
    kind: 'dispute',
    subject: subjectOf(
      transaction?.invoice_number,
      transaction?.seller_transaction_id ?? undefined,
    ),
    isOfCapture: true,
    dispute: reportedDispute(dispute, disputeStatus(type, dispute), dispute.status ?? type),
  };
}

function disputeStatus(type: string, dispute: Dispute): DisputeStatus {
  if (type === 'CUSTOMER.DISPUTE.CREATED') return 'dispute_opened';
  if (type === 'RISK.DISPUTE.CREATED') return 'dispute_accepted';
  return resolutionOf(dispute);
}

/** Throws where the event names nothing. */
function subjectOf(
  reference: string | null | undefined,
  connectorId: string | undefined,
): WebhookSubject {
  if (reference) return { reference, ...(connectorId !== undefined && { connectorId }) };
  if (connectorId === undefined) throw new Error('The event names no object.');
  return { connectorId };
}
