import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { readDate } from '../formats/dates.ts';
import { readJson } from '../formats/json.ts';
import type { ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { unhyphenated } from './requests.ts';
import { outcomeOfEvent } from './responses.ts';

const text = v.nullish(v.string());

const Details = v.object({
  type: text,
  /** `payment`, `payout` or `chargeback`. */
  classification: text,
  /** Our attempt's id. */
  transactionReference: text,
  /** The reference of a settlement or a refund. */
  reference: text,
  amount: v.nullish(
    v.object({
      value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      currencyCode: v.string(),
    }),
  ),
  refund: v.nullish(v.object({ refusal: v.nullish(v.object({ code: text, description: text })) })),
  token: v.nullish(v.object({ href: text })),
  schemeReference: text,
});
type Details = v.InferOutput<typeof Details>;

const Event = v.object({ eventDetails: Details });

const Stamped = v.object({ eventTimestamp: v.string() });

/** Worldpay's events, signed with one secret or, while it is replaced, with both. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const given = signaturesIn(headers['event-signature'] ?? '');
    return webhookSecrets
      .filter((secret) => secret !== '')
      .map((secret) => createHmac('sha256', keyOf(secret)).update(body, 'utf8').digest())
      .some((expected) => given.some((signature) => timingSafeEqual(signature, expected)));
  },

  parse(webhook): readonly WebhookContent[] {
    const { eventDetails } = readJson(Event, webhook);
    const { classification, type } = eventDetails;
    if ((classification && classification !== 'payment') || !type) return [{ kind: 'nothing' }];
    return [
      refundTypes.has(type) ? refundNews(type, eventDetails) : paymentNews(type, eventDetails),
    ];
  },

  happenedAt: (webhook) => readDate(readJson(Stamped, webhook).eventTimestamp),
};

/** `1/SHA256/…,2/SHA256/…`: the number of a secret, the hash function, and hexadecimal digits. */
const signaturesIn = (header: string): readonly Buffer[] =>
  header.split(',').flatMap((one) => {
    const [, hex] = /^\s*\d+\/SHA256\/([0-9a-f]{64})\s*$/i.exec(one) ?? [];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });

/** Worldpay's secrets are bytes in hexadecimal digits. */
const keyOf = (secret: string) =>
  /^([0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : secret;

/** Events that are about a refund, of which one named by no reference says nothing. */
const refundTypes: ReadonlySet<string> = new Set(['sentForRefund', 'refunded', 'refundFailed']);

function refundNews(type: string, { amount, reference, refund }: Details): WebhookContent {
  if (!reference) return { kind: 'nothing' };
  const own = unhyphenated(reference);
  const reported = {
    connectorRefundId: own,
    ...(amount && { amountMinor: amount.value, currency: amount.currencyCode }),
  };
  const { code, description: message } = refund?.refusal ?? {};
  const outcome: RefundOutcome =
    type === 'refundFailed'
      ? { result: 'declined', ...(code && { code }), ...(message && { message }), ...reported }
      : { result: 'succeeded', ...reported };
  return { kind: 'refund', subject: { reference: own }, outcome };
}

function paymentNews(
  type: string,
  { amount, schemeReference, token, transactionReference: reference }: Details,
): WebhookContent {
  const reported: ReportedPayment = {
    ...(amount && { currency: amount.currencyCode }),
    ...(schemeReference && { networkTransactionId: schemeReference }),
    ...(token?.href && { connectorMandateId: token.href }),
  };
  const outcome = outcomeOfEvent(type, amount ? { amountMinor: amount.value } : {}, reported);
  if (!outcome) return { kind: 'nothing' };
  if (!reference) throw new Error('The event names no payment.');
  const subject = { reference };
  if (amount && outcome.result === 'authorized') {
    return { kind: 'payment', subject, outcome: { ...outcome, amountMinor: amount.value } };
  }
  if (amount && outcome.result === 'captured') {
    return { kind: 'payment', subject, outcome: { ...outcome, capturedMinor: amount.value } };
  }
  return { kind: 'payment', subject, outcome };
}
