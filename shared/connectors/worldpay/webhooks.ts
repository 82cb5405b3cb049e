import * as v from 'valibot';
import { readDate } from '../formats/dates.ts';
import { hexBytes, isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import { isWordOf, meaningsOf } from '../formats/words.ts';
import type { ReportedDispute } from '../interface/disputes.ts';
import type { ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { amounts } from './amounts.ts';
import { isHashed, unhyphenated } from './references.ts';
import { eventIn, outcomeOfEvent } from './responses.ts';

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

const Event = v.object({ eventDetails: Details, eventTimestamp: text });

const Stamped = v.object({ eventTimestamp: v.string() });

/** Worldpay's events, signed with one secret or, while it is replaced, with both. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const given = signaturesIn(headers['event-signature'] ?? '');
    return given.some((one) => isSignedWith(webhookSecrets.map(keyOf), body, one));
  },

  parse(webhook): readonly WebhookContent[] {
    const { eventDetails, eventTimestamp } = readJson(Event, webhook);
    const { classification, type } = eventDetails;
    if (!type) return [{ kind: 'nothing' }];
    if (standingOf(type)) return [disputeNews(type, eventDetails, eventTimestamp)];
    if (classification && !isWordOf(['payment'], classification)) return [{ kind: 'nothing' }];
    return [isOfRefund(type) ? refundNews(type, eventDetails) : paymentNews(type, eventDetails)];
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
const keyOf = (secret: string) => hexBytes(secret) ?? secret;

/**
 * Events about a dispute, most of them of the classification `chargeback`. Worldpay gives a dispute
 * no id, so the payment's reference names it.
 *
 * @see https://developer.worldpay.com/products/events/openapi/chargeback
 * @see https://github.com/Worldpay/Worldpay-Magento2-AW/blob/master/Model/Payment/StateInterface.php
 */
const standingOf = meaningsOf<Pick<ReportedDispute, 'stage' | 'status'>>({
  informationRequested: { stage: 'pre_dispute', status: 'dispute_opened' },
  informationSupplied: { stage: 'pre_dispute', status: 'dispute_challenged' },
  chargedBack: { stage: 'dispute', status: 'dispute_opened' },
  chargebackReversed: { stage: 'dispute', status: 'dispute_won' },
});

function disputeNews(
  type: string,
  { amount, transactionReference: reference }: Details,
  updatedAt: string | null | undefined,
): WebhookContent {
  const standing = standingOf(type);
  if (!standing || !amount || !reference || isHashed(reference)) return { kind: 'nothing' };
  const dispute = {
    ...standing,
    connectorDisputeId: reference,
    connectorStatus: type,
    ...moneyIn(amount),
    ...(updatedAt && { updatedAt }),
  };
  return { kind: 'dispute', subject: { reference }, dispute };
}

/** An amount of Worldpay's as ours. */
const moneyIn = ({ value, currencyCode: currency }: NonNullable<Details['amount']>) => ({
  amountMinor: amounts.fromMinor(value, currency),
  currency,
});

/** Events about a refund; such an event without a reference is ignored. */
const isOfRefund = (type: string): boolean =>
  isWordOf(['sentForRefund', 'refunded', 'refundFailed'], eventIn(type));

function refundNews(type: string, { amount, reference, refund }: Details): WebhookContent {
  if (!reference) return { kind: 'nothing' };
  const own = unhyphenated(reference);
  const reported = {
    connectorRefundId: own,
    ...(amount && moneyIn(amount)),
  };
  const { code, description: message } = refund?.refusal ?? {};
  const outcome: RefundOutcome =
    eventIn(type) === 'refundFailed'
      ? { result: 'declined', ...(code && { code }), ...(message && { message }), ...reported }
      : { result: eventIn(type) === 'refunded' ? 'succeeded' : 'pending', ...reported };
  return { kind: 'refund', subject: { reference: own }, outcome };
}

function paymentNews(
  type: string,
  { amount, schemeReference, token, transactionReference: reference }: Details,
): WebhookContent {
  const money = amount && moneyIn(amount);
  const reported: ReportedPayment = {
    ...(money && { currency: money.currency }),
    ...(schemeReference && { networkTransactionId: schemeReference }),
    ...(token?.href && { connectorMandateId: token.href }),
  };
  const outcome = outcomeOfEvent(type, money ? { amountMinor: money.amountMinor } : {}, reported);
  if (!outcome) return { kind: 'nothing' };
  if (!reference) return { kind: 'nothing' };
  // The payment has a longer reference, and Worldpay gives no id of its own: a sync finds its
  // state.
  if (isHashed(reference)) return { kind: 'nothing' };
  const subject = { reference };
  if (money && outcome.result === 'authorized') {
    const { amountMinor } = money;
    return { kind: 'payment', subject, outcome: { ...outcome, amountMinor } };
  }
  if (money && outcome.result === 'captured') {
    const { amountMinor: capturedMinor } = money;
    return { kind: 'payment', subject, outcome: { ...outcome, capturedMinor } };
  }
  return { kind: 'payment', subject, outcome };
}
