import * as v from 'valibot';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookSubject,
  WebhookVerification,
} from '../interface/webhooks.ts';
import { apiRequest, paymentUrl } from './requests.ts';
import {
  Amount,
  Captures,
  capturesIn,
  moneyIn,
  Payment,
  paymentOutcome,
  Refund,
  readAnswer,
  referenceIn,
  refundOutcome,
} from './responses.ts';

const text = v.nullish(v.string());
const metadata = v.nullish(v.unknown());

/** @see https://github.com/mollie/openapi/blob/main/specs.yaml (entity-chargeback) */
const Chargeback = v.object({
  id: v.string(),
  amount: Amount,
  createdAt: v.string(),
  reversedAt: text,
  reason: v.nullish(v.object({ code: v.string(), description: v.string() })),
});
type Chargeback = v.InferOutput<typeof Chargeback>;

/** A payment with its refunds and chargebacks. */
const Told = v.object({
  ...Payment.entries,
  metadata,
  _embedded: v.nullish(
    v.object({
      refunds: v.nullish(v.array(v.object({ ...Refund.entries, metadata }))),
      chargebacks: v.nullish(v.array(Chargeback)),
    }),
  ),
});
type Told = v.InferOutput<typeof Told>;

/**
 * Mollie's webhooks contain only the id of a payment, and are not signed. Mollie is therefore asked
 * for the payment, with its refunds and chargebacks: its answer is the content of the webhook. Our
 * own reference is in it, so that a payment is found whose answer was lost.
 *
 * @see https://docs.mollie.com/reference/webhooks
 */
const verifyByAsking: Exchange<IncomingWebhook, WebhookVerification> = {
  request(webhook, account) {
    const id = idIn(webhook);
    if (!id.startsWith('tr_')) throw new Error('It names no payment.');
    return apiRequest('GET', `${paymentUrl(account, id)}?embed=refunds,chargebacks`, account);
  },

  outcome(response, webhook, account): WebhookVerification | NextStep<WebhookVerification> {
    if (response.status === 404) return { result: 'forged' };
    const told = readAnswer(Told, response);
    if (told.id !== idIn(webhook)) throw new Error('It is another payment.');
    const outcome = paymentOutcome(told);
    return outcome.result === 'authorized' && told._links?.captures
      ? withCaptures(told, outcome, account)
      : { result: 'verified', contents: contentsOf(told, outcome) };
  },
};

/** A payment stays authorized while only a part of it is captured. */
const withCaptures = (
  told: Told,
  outcome: Extract<PaymentOutcome, { readonly result: 'authorized' }>,
  account: ExchangeAccount,
): NextStep<WebhookVerification> => ({
  next: apiRequest('GET', paymentUrl(account, told.id, 'captures'), account),
  outcome(list: HttpResponse) {
    const captures = capturesIn(readAnswer(Captures, list));
    return { result: 'verified', contents: contentsOf(told, { ...outcome, captures }) };
  },
});

export const webhooks: WebhookParser = {
  verifyByAsking,

  /** Where Mollie could not be asked: the payment is synced later. */
  parse(webhook): readonly WebhookContent[] {
    const id = idIn(webhook);
    if (!id.startsWith('tr_')) return [{ kind: 'nothing' }];
    const subject = { connectorId: id };
    return [
      { kind: 'payment', subject, outcome: { result: 'pending', connectorTransactionId: id } },
    ];
  },
};

function idIn({ body }: IncomingWebhook): string {
  const { id } = decodeForm(body);
  if (typeof id !== 'string' || !/^\w{4,40}$/.test(id)) throw new Error('It names no object.');
  return id;
}

function contentsOf(told: Told, outcome: PaymentOutcome): readonly WebhookContent[] {
  const { refunds, chargebacks } = told._embedded ?? {};
  const subject = subjectOf(told);
  return [
    { kind: 'payment', subject, outcome },
    ...(refunds ?? []).map(
      (refund): WebhookContent => ({
        kind: 'refund',
        subject: subjectOf(refund),
        outcome: refundOutcome(refund),
      }),
    ),
    ...(chargebacks ?? []).map((chargeback) => disputeOf(chargeback, subject)),
  ];
}

/** By our own reference, where it was made by us. */
function subjectOf(object: { readonly id: string; readonly metadata?: unknown }): WebhookSubject {
  const reference = referenceIn(object.metadata);
  const connectorId = object.id;
  return reference === undefined ? { connectorId } : { reference, connectorId };
}

/** The money is gone with a chargeback, and back when it is reversed. */
const disputeOf = (chargeback: Chargeback, subject: WebhookSubject): WebhookContent => {
  const { id, amount, createdAt, reversedAt, reason } = chargeback;
  return {
    kind: 'dispute',
    subject,
    dispute: {
      connectorDisputeId: id,
      ...moneyIn(amount),
      stage: 'dispute',
      status: reversedAt ? 'dispute_won' : 'dispute_opened',
      connectorStatus: reversedAt ? 'reversed' : 'charged back',
      ...(reason && { reason: reason.description, reasonCode: reason.code }),
      createdAt,
      ...(reversedAt && { updatedAt: reversedAt }),
    },
  };
};
