import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { readDate } from '../formats/dates.ts';
import { readJson } from '../formats/json.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import type { WebhookContent, WebhookParser, WebhookSubject } from '../interface/webhooks.ts';
import { Dispute, disputeWords, reportedDispute } from './disputes.ts';

const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Event = v.object({ type: v.string() });

const CreatedOn = v.object({ created_on: v.string() });

const Data = v.object({
  id: v.nullish(v.string()),
  action_id: v.nullish(v.string()),
  payment_id: v.nullish(v.string()),
  reference: v.nullish(v.string()),
  amount: v.nullish(Minor),
  currency: v.nullish(v.string()),
  response_code: v.nullish(v.string()),
  response_summary: v.nullish(v.string()),
  balances: v.nullish(v.object({ total_captured: v.nullish(Minor) })),
});
type Data = v.InferOutput<typeof Data>;

/** Checkout.com's webhooks, signed with the secret of the account's webhook. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const hex = headers['cko-signature'] ?? '';
    if (!/^[0-9a-f]{64}$/i.test(hex)) return false;
    const given = Buffer.from(hex, 'hex');
    return webhookSecrets.some(
      (secret) =>
        secret !== '' &&
        timingSafeEqual(createHmac('sha256', secret).update(body, 'utf8').digest(), given),
    );
  },

  parse(webhook): readonly WebhookContent[] {
    const { type } = readJson(Event, webhook);
    if (type.startsWith('dispute_'))
      return [disputeIn(webhook.body, type.slice('dispute_'.length))];
    if (!handled.has(type)) return [{ kind: 'nothing' }];
    const { data } = readJson(v.object({ data: Data }), webhook);
    return [paymentNews(type, data)];
  },

  happenedAt: (webhook) => readDate(readJson(CreatedOn, webhook).created_on),
};

/** The events that say something about a payment or a refund. */
const handled: ReadonlySet<string> = new Set([
  'payment_captured',
  'payment_declined',
  'payment_canceled',
  'payment_capture_declined',
  'payment_voided',
  'payment_refunded',
  'payment_refund_declined',
  'authentication_expired',
  'authentication_failed',
  'payment_authentication_failed',
]);

/** The events that are read. */
export const readEvents: readonly string[] = [
  ...handled,
  ...disputeWords.map((word) => `dispute_${word}`),
];

function paymentNews(type: string, data: Data): WebhookContent {
  const paymentId = data.payment_id ?? data.id ?? undefined;
  // A void has the payment's id as its reference.
  const reference = data.reference === paymentId ? undefined : data.reference;
  const subject = subjectOf(reference, paymentId);
  const known = paymentId === undefined ? {} : { connectorTransactionId: paymentId };
  const money = {
    ...(data.amount != null && { amountMinor: data.amount }),
    ...(data.currency != null && { currency: data.currency }),
  };
  const error = {
    ...(data.response_code && { code: data.response_code }),
    ...(data.response_summary && { message: data.response_summary }),
  };
  const payment = (outcome: PaymentOutcome): WebhookContent => ({
    kind: 'payment',
    subject,
    outcome,
  });
  switch (type) {
    case 'payment_captured':
      return payment({ result: 'captured', ...totalOf(data), ...known });
    case 'payment_voided':
      return payment({ result: 'voided', ...known });
    case 'payment_capture_declined':
      return {
        kind: 'capture',
        subject,
        capture: subjectOf(undefined, data.action_id ?? undefined),
        ...(data.amount != null && { amountMinor: data.amount }),
        status: 'failed',
      };
    case 'payment_refunded':
    case 'payment_refund_declined': {
      const refund = subjectOf(data.reference, data.action_id ?? undefined);
      const reported = { ...(data.action_id && { connectorRefundId: data.action_id }), ...money };
      return {
        kind: 'refund',
        subject: refund,
        outcome:
          type === 'payment_refunded'
            ? { result: 'succeeded', ...reported }
            : { result: 'declined', ...error, ...reported },
      };
    }
    case 'payment_declined':
    case 'payment_canceled':
      return payment({ result: 'declined', ...error, ...known });
    default:
      return payment({
        result: 'declined',
        attemptStatus: 'authentication_failed',
        ...error,
        ...known,
      });
  }
}

/** The total that was captured, which is the amount of the event where there is one capture. */
const totalOf = ({ balances, amount }: Data) => {
  const capturedMinor = balances?.total_captured ?? amount;
  return capturedMinor == null ? {} : { capturedMinor };
};

function disputeIn(body: string, word: string): WebhookContent {
  const Payload = v.object({
    data: v.object({
      ...Dispute.entries,
      payment_id: v.nullish(v.string()),
      payment_reference: v.nullish(v.string()),
    }),
  });
  const { data } = readJson(Payload, { body });
  const dispute = reportedDispute(data, word);
  if (!dispute) return { kind: 'nothing' };
  return {
    kind: 'dispute',
    subject: subjectOf(data.payment_reference, data.payment_id ?? undefined),
    dispute,
  };
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
