import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { readDate } from '../formats/dates.ts';
import { hexBytes, isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import type { WebhookContent, WebhookParser, WebhookSubject } from '../interface/webhooks.ts';
import { contentAbout } from '../webhook-subject.ts';
import { amounts } from './amounts.ts';
import { disputeContent, disputeWords, NamedDispute } from './disputes.ts';
import { payoutEvents, payoutIn } from './payouts.ts';
import { subjectOf } from './references.ts';
import { Amount, errorIn, Findings, findingsIn, isDebit } from './responses.ts';

const Event = v.object({ type: v.string() });

const CreatedOn = v.object({ created_on: v.string() });

const Data = v.object({
  ...Findings.entries,
  id: v.nullish(v.string()),
  action_id: v.nullish(v.string()),
  payment_id: v.nullish(v.string()),
  reference: v.nullish(v.string()),
  amount: v.nullish(Amount),
  currency: v.nullish(v.string()),
  balances: v.nullish(
    v.object({ total_authorized: v.nullish(Amount), total_captured: v.nullish(Amount) }),
  ),
});
type Data = v.InferOutput<typeof Data>;

/** Checkout.com's webhooks, signed with the secret of the account's webhook. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const given = hexBytes(headers['cko-signature'] ?? '');
    return given !== undefined && isSignedWith(webhookSecrets, body, given);
  },

  parse(webhook): readonly WebhookContent[] {
    const { type } = readJson(Event, webhook);
    if (type.startsWith('dispute_'))
      return [disputeIn(webhook.body, type.slice('dispute_'.length))];
    const payout = payoutIn(type, webhook);
    if (payout) return [payout];
    const read = ownMember(contents, type);
    if (!read) return [{ kind: 'nothing' }];
    const { data } = readJson(v.object({ data: Data }), webhook);
    return [read(newsIn(data))];
  },

  happenedAt: (webhook) => readDate(readJson(CreatedOn, webhook).created_on),
};

/** An event's data by the objects that it may be about. */
interface News {
  readonly payment: WebhookSubject | undefined;
  /** The refund or the capture: by our reference, if the event has its own, and by its action. */
  readonly action: WebhookSubject | undefined;
  readonly refund: WebhookSubject | undefined;
  readonly known: { readonly connectorTransactionId?: string };
  readonly money: { readonly amountMinor?: number; readonly currency?: string };
  /** The whole authorized amount. */
  readonly authorized: { readonly amountMinor?: number; readonly currency?: string };
  readonly captured: { readonly capturedMinor?: number };
  readonly data: Data;
}

function newsIn(data: Data): News {
  const paymentId = data.payment_id ?? data.id ?? undefined;
  // A void has the payment's id as its reference.
  const reference = data.reference === paymentId ? undefined : data.reference;
  const actionId = data.action_id ?? undefined;
  const minorOf = (amount: number | null | undefined) =>
    amount == null || data.currency == null ? undefined : amounts.fromMinor(amount, data.currency);
  const amountMinor = minorOf(data.amount);
  const authorizedMinor = minorOf(data.balances?.total_authorized);
  // The total that was captured, which is the amount of the event where there is one capture.
  const capturedMinor = minorOf(data.balances?.total_captured ?? data.amount);
  const currency = data.currency == null ? {} : { currency: data.currency };
  return {
    payment: subjectOf(reference, paymentId),
    action: subjectOf(undefined, actionId),
    refund: subjectOf(data.reference, actionId),
    known: paymentId === undefined ? {} : { connectorTransactionId: paymentId },
    money: {
      ...(amountMinor !== undefined && { amountMinor }),
      ...currency,
    },
    authorized: authorizedMinor === undefined ? {} : { amountMinor: authorizedMinor, ...currency },
    captured: capturedMinor === undefined ? {} : { capturedMinor },
    data,
  };
}

const paymentContent = (
  { payment, known }: News,
  outcome: PaymentOutcome,
  more: Omit<Extract<WebhookContent, { kind: 'payment' }>, 'kind' | 'subject' | 'outcome'> = {},
): WebhookContent =>
  contentAbout(payment, (subject) => ({
    kind: 'payment',
    subject,
    outcome: { ...outcome, ...known },
    ...more,
  }));

const captureContent = (
  { payment, action, money: { amountMinor } }: News,
  status: 'pending' | 'failed',
): WebhookContent =>
  contentAbout(payment, (subject) =>
    contentAbout(action, (capture) => ({
      kind: 'capture',
      subject,
      capture,
      ...(amountMinor !== undefined && { amountMinor }),
      status,
    })),
  );

function refundContent(news: News, outcome: RefundOutcome): WebhookContent {
  const { action_id: connectorRefundId } = news.data;
  const reported = { ...(connectorRefundId && { connectorRefundId }), ...news.money };
  return contentAbout(news.refund, (subject) => ({
    kind: 'refund',
    subject,
    outcome: { ...outcome, ...reported },
  }));
}

const declined = (news: News) =>
  paymentContent(news, { result: 'declined', ...errorIn(news.data) });

/**
 * A debit that the payer's bank has returned after its capture: the money is lost, as by a dispute.
 *
 * @see https://www.checkout.com/docs/workflows/webhook-event-types/payment_returned
 */
function returned({ payment, data, money, known }: News): WebhookContent {
  const { amountMinor, currency } = money;
  const id = data.action_id ?? known.connectorTransactionId;
  if (!isDebit(data) || id === undefined || amountMinor === undefined || currency === undefined) {
    return { kind: 'nothing' };
  }
  const { code, message } = errorIn(data);
  return contentAbout(payment, (subject) => ({
    kind: 'dispute',
    subject,
    dispute: {
      connectorDisputeId: id,
      amountMinor,
      currency,
      stage: 'dispute',
      status: 'dispute_lost',
      connectorStatus: 'payment_returned',
      ...(message && { reason: message }),
      ...(code && { reasonCode: code }),
    },
  }));
}

const notAuthenticated = (news: News) =>
  paymentContent(news, {
    result: 'declined',
    attemptStatus: 'authentication_failed',
    ...errorIn(news.data),
  });

/**
 * The content of each event about a payment or a refund, by its type.
 *
 * @see https://www.checkout.com/docs/developer-resources/event-notifications/event-types
 */
const contents: Readonly<Record<string, (news: News) => WebhookContent>> = {
  payment_approved: (news) =>
    isDebit(news.data)
      ? paymentContent(news, { result: 'pending', ...news.money })
      : paymentContent(
          news,
          { result: 'authorized', ...news.money, ...findingsIn(news.data) },
          { isByCaptureMethod: true },
        ),
  payment_authorization_incremented: (news) =>
    paymentContent(news, { result: 'authorized', ...news.authorized }),
  payment_authorization_increment_declined: (news) =>
    paymentContent(
      news,
      { result: 'authorized' },
      { failed: { change: 'increment', ...errorIn(news.data) } },
    ),
  payment_pending: (news) => paymentContent(news, { result: 'pending' }),
  payment_captured: (news) => paymentContent(news, { result: 'captured', ...news.captured }),
  payment_capture_pending: (news) => captureContent(news, 'pending'),
  payment_capture_declined: (news) => captureContent(news, 'failed'),
  payment_declined: declined,
  payment_canceled: declined,
  payment_expired: (news) => paymentContent(news, { result: 'expired' }),
  payment_voided: (news) => paymentContent(news, { result: 'voided' }),
  payment_void_declined: (news) =>
    paymentContent(
      news,
      { result: 'authorized' },
      { failed: { change: 'void', ...errorIn(news.data) } },
    ),
  payment_returned: returned,
  payment_refunded: (news) => refundContent(news, { result: 'succeeded' }),
  payment_refund_pending: (news) => refundContent(news, { result: 'pending' }),
  payment_refund_declined: (news) =>
    refundContent(news, { result: 'declined', ...errorIn(news.data) }),
  card_verified: (news) =>
    paymentContent(news, { result: 'captured', capturedMinor: 0, ...findingsIn(news.data) }),
  card_verification_declined: declined,
  authentication_expired: notAuthenticated,
  authentication_failed: notAuthenticated,
  payment_authentication_failed: notAuthenticated,
};

/** The events that are read. */
export const readEvents: readonly string[] = [
  ...Object.keys(contents),
  ...payoutEvents,
  ...disputeWords.map((word) => `dispute_${word}`),
];

function disputeIn(body: string, word: string): WebhookContent {
  const { data } = readJson(v.object({ data: NamedDispute }), { body });
  return disputeContent(data, word) ?? { kind: 'nothing' };
}
