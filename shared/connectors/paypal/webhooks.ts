import * as v from 'valibot';
import type { DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { readDate } from '../formats/dates.ts';
import { readJson } from '../formats/json.ts';
import { certainWord } from '../formats/words.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { CapturedPart } from '../interface/payments.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookVerification,
} from '../interface/webhooks.ts';
import { contentAbout, subjectNamed } from '../webhook-subject.ts';
import { Amount, moneyIn } from './amounts.ts';
import { captureStatus } from './captured-parts.ts';
import { Dispute, reportedDispute, resolutionOf, statusOf } from './disputes.ts';
import { metadataOf, orderOutcome, paymentOutcome } from './payment-outcomes.ts';
import { payoutNews } from './payouts.ts';
import { referenceIn, refundOutcome, reversal } from './refund-outcomes.ts';
import { apiRequest } from './requests.ts';
import { Order, Payment, Refund } from './responses.ts';

const text = v.nullish(v.string());
const Resource = v.looseObject({});
const Event = v.object({ event_type: v.string(), resource: v.nullish(Resource) });
type Resource = v.InferOutput<typeof Resource>;
const Created = v.object({ create_time: v.string() });

/** A resource of the first version of the API, which has a state in the place of a status. */
const FirstVersion = v.object({ state: v.string(), status: v.optional(v.undefined()) });

const RefundResource = v.object({
  id: v.string(),
  status: v.optional(Refund.entries.status),
  amount: v.nullish(Amount),
  custom_id: text,
});

const Reversal = v.object({
  amount: v.nullish(Amount),
  invoice_id: text,
  supplementary_data: Payment.entries.supplementary_data,
  links: v.nullish(v.array(v.object({ href: v.string(), rel: v.string() }))),
});

/** An order whose approval PayPal took back, because it was not captured in time. */
const ReversedApproval = v.object({
  order_id: v.string(),
  purchase_units: v.nullish(v.array(v.object({ reference_id: text, invoice_id: text }))),
});

const DisputeResource = v.object({
  ...Dispute.entries,
  disputed_transactions: v.nullish(
    v.array(v.object({ seller_transaction_id: text, invoice_number: text })),
  ),
});

const DeletedToken = v.object({ id: v.pipe(v.string(), v.minLength(1)) });

const Verification = v.object({ verification_status: certainWord(['SUCCESS', 'FAILURE']) });

/** PayPal signs with certificates of its own, and answers whether a webhook is genuine. */
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

/** @see https://developer.paypal.com/api/rest/webhooks/event-names/ */
export const webhooks: WebhookParser = {
  verifyByAsking,

  parse(webhook): readonly WebhookContent[] {
    const { event_type: type, resource } = readJson(Event, webhook);
    // Another program's payment: ours are of the second version.
    if (!resource || v.is(FirstVersion, resource)) return [{ kind: 'nothing' }];
    return [contentOf(type, resource)];
  },

  happenedAt: (webhook) => readDate(readJson(Created, webhook).create_time),
};

function contentOf(type: string, resource: Resource): WebhookContent {
  switch (type) {
    case 'PAYMENT.AUTHORIZATION.CREATED':
    case 'PAYMENT.AUTHORIZATION.VOIDED':
      return authorizationNews(v.parse(Payment, resource));
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.DENIED':
      return captureNews(v.parse(Payment, resource));
    case 'PAYMENT.CAPTURE.REVERSED':
      return reversalNews(v.parse(Reversal, resource));
    case 'CHECKOUT.ORDER.APPROVED':
    case 'CHECKOUT.ORDER.COMPLETED':
    case 'CHECKOUT.ORDER.PROCESSED':
    case 'CHECKOUT.ORDER.SAVED':
    case 'CHECKOUT.ORDER.VOIDED':
      return orderNews(v.parse(Order, resource));
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return approvalNews(v.parse(ReversedApproval, resource));
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.COMPLETED':
      return refundNews(v.parse(RefundResource, resource), 'COMPLETED');
    case 'PAYMENT.REFUND.PENDING':
      return refundNews(v.parse(RefundResource, resource), 'PENDING');
    case 'PAYMENT.REFUND.FAILED':
    case 'PAYMENT.REFUND.DENIED':
      return refundNews(v.parse(RefundResource, resource), 'FAILED');
    case 'PAYMENT.REFUND.CANCELLED':
      return refundNews(v.parse(RefundResource, resource), 'CANCELLED');
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'RISK.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return disputeNews(type, v.parse(DisputeResource, resource));
    case 'VAULT.PAYMENT-TOKEN.DELETED': {
      const { id: connectorId } = v.parse(DeletedToken, resource);
      return { kind: 'mandate', subject: { connectorId }, status: 'revoked' };
    }
    default:
      return payoutNews(type, resource) ?? { kind: 'nothing' };
  }
}

function authorizationNews(payment: Payment): WebhookContent {
  const orderId = payment.supplementary_data?.related_ids?.order_id ?? undefined;
  const outcome = paymentOutcome(payment, {
    ...(orderId !== undefined && { connectorTransactionId: orderId }),
    connectorMetadata: metadataOf({ authorizeId: payment.id }),
  });
  return contentAbout(subjectNamed(payment.invoice_id, orderId), (subject) => ({
    kind: 'payment',
    subject,
    outcome,
  }));
}

function captureNews(payment: Payment): WebhookContent {
  const { order_id: orderId, authorization_id: authorizeId } =
    payment.supplementary_data?.related_ids ?? {};
  return contentAbout(subjectNamed(payment.invoice_id, orderId), (subject) =>
    authorizeId
      ? { ...partIn(payment.id, captureStatus(payment), moneyIn(payment).amountMinor), subject }
      : {
          kind: 'payment',
          subject,
          outcome: paymentOutcome(payment, {
            ...(orderId && { connectorTransactionId: orderId }),
            connectorMetadata: metadataOf({ captureId: payment.id }),
          }),
        },
  );
}

/** A capture of an authorization, which may be of a part. */
const partIn = (connectorId: string, status: CapturedPart['status'], amountMinor?: number) => ({
  kind: 'capture' as const,
  capture: { connectorId },
  status,
  ...(amountMinor !== undefined && { amountMinor }),
});

/** PayPal writes a reversal like a refund of the capture. */
function reversalNews({
  invoice_id: reference,
  supplementary_data: related,
  links,
}: v.InferOutput<typeof Reversal>): WebhookContent {
  const { order_id: orderId, authorization_id: authorizeId } = related?.related_ids ?? {};
  const captureId = links
    ?.find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  const { code, message } = reversal;
  return contentAbout(subjectNamed(reference, orderId ?? captureId), (subject) =>
    authorizeId && captureId !== undefined
      ? { ...partIn(captureId, 'failed'), subject }
      : {
          kind: 'payment',
          subject,
          outcome: { result: 'declined', attemptStatus: 'capture_failed', code, message },
        },
  );
}

function orderNews(order: Order): WebhookContent {
  const [unit] = order.purchase_units ?? [];
  const reference = unit?.reference_id ?? unit?.invoice_id;
  return contentAbout(subjectNamed(reference, order.id), (subject) => ({
    kind: 'payment',
    subject,
    outcome: orderOutcome(order, undefined),
  }));
}

function approvalNews({
  order_id: orderId,
  purchase_units: units,
}: v.InferOutput<typeof ReversedApproval>): WebhookContent {
  const [unit] = units ?? [];
  const reference = unit?.reference_id ?? unit?.invoice_id;
  return contentAbout(subjectNamed(reference, orderId), (subject) => ({
    kind: 'payment',
    subject,
    outcome: { result: 'voided', connectorTransactionId: orderId },
  }));
}

/** `status` is the event's, where the refund states none. */
const refundNews = (
  refund: v.InferOutput<typeof RefundResource>,
  status: v.InferOutput<typeof Refund>['status'],
): WebhookContent =>
  contentAbout(subjectNamed(referenceIn(refund.custom_id), refund.id), (subject) => ({
    kind: 'refund',
    subject,
    outcome: refundOutcome({ ...refund, status: refund.status ?? status }),
  }));

function disputeNews(type: string, dispute: v.InferOutput<typeof DisputeResource>): WebhookContent {
  const status = disputeStatus(type, dispute);
  if (status === undefined) return { kind: 'nothing' };
  const [transaction] = dispute.disputed_transactions ?? [];
  const { invoice_number: reference, seller_transaction_id: captureId } = transaction ?? {};
  return contentAbout(subjectNamed(reference, captureId), (subject) => ({
    kind: 'dispute',
    subject,
    isOfCapture: true,
    dispute: reportedDispute(dispute, status, dispute.status ?? type),
  }));
}

function disputeStatus(type: string, dispute: Dispute): DisputeStatus | undefined {
  if (type === 'CUSTOMER.DISPUTE.CREATED') return 'dispute_opened';
  if (type === 'RISK.DISPUTE.CREATED') return 'dispute_accepted';
  return type === 'CUSTOMER.DISPUTE.UPDATED' ? statusOf(dispute) : resolutionOf(dispute);
}
