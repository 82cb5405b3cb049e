import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { known } from '../formats/request.ts';
import { word } from '../formats/words.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { stripeAmounts } from './amounts.ts';
import { isSuccess, refusalIn, unanswered } from './errors.ts';
import { get, pathOf, post } from './requests.ts';

/** A refund; the amount in Stripe's minor units. */
export const StripeRefund = v.object({
  id: v.string(),
  object: v.literal('refund'),
  status: v.nullish(word(['succeeded', 'failed', 'canceled', 'pending', 'requires_action'])),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  failure_reason: v.nullish(v.string()),
  metadata: v.nullish(v.record(v.string(), v.string())),
});
export type StripeRefund = v.InferOutput<typeof StripeRefund>;

const Refunds = v.object({ data: v.array(StripeRefund), has_more: v.optional(v.boolean()) });

export function refundOutcome(refund: StripeRefund): RefundOutcome {
  const currency = refund.currency.toUpperCase();
  const reported = {
    connectorRefundId: refund.id,
    amountMinor: stripeAmounts.fromMinor(refund.amount, currency),
    currency,
  };
  switch (refund.status) {
    case 'succeeded':
      return { result: 'succeeded', ...reported };
    case 'pending':
      return { result: 'pending', ...reported };
    case 'requires_action':
      return { result: 'held', ...reported };
    case 'failed':
    case 'canceled': {
      const message = refund.failure_reason ?? refund.status;
      return { result: 'declined', message, reason: message, ...reported };
    }
    case null:
    case undefined:
      return { result: 'unknown', connectorRefundId: refund.id };
  }
}

/** Our reference of a refund, where its metadata marks it as one. */
export const referenceIn = ({ metadata }: StripeRefund): string | undefined =>
  metadata?.is_refund_id_as_reference === 'true' ? metadata.order_id : undefined;

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request({ reference, amountMinor, currency, payment: { connectorTransactionId: id } }, account) {
    return post('refunds', account, {
      form: {
        amount: stripeAmounts.toMinor(amountMinor, currency),
        payment_intent: known(id, "Stripe's id of the payment"),
        metadata: { order_id: reference, is_refund_id_as_reference: 'true' },
      },
      idempotencyKey: `refund:${reference}`,
    });
  },

  outcome(response) {
    if (isSuccess(response)) return refundOutcome(readJson(StripeRefund, response));
    const { connectorTransactionId: _, ...refusal } = refusalIn(response, []);
    return refusal;
  },
};

/** By Stripe's id, else among the payment's refunds by our reference. */
export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  canAsk: ({ connectorRefundId, payment }) =>
    connectorRefundId !== undefined || payment.connectorTransactionId !== undefined,

  request({ connectorRefundId: id, payment }, account) {
    // An update with nothing to update. It has no idempotency key, so that each answer is new.
    if (id !== undefined) return post(pathOf('refunds', id), account);
    return get(listOf(payment), account);
  },

  outcome(response, input, account) {
    const { connectorRefundId: id } = input;
    if (id === undefined) return foundIn(response, input, account);
    if (!isSuccess(response)) return unanswered(response);
    const refund = readJson(StripeRefund, response);
    if (refund.id !== id) throw new Error('It is another refund.');
    return refundOutcome(refund);
  },
};

/** The refunds of a payment, a hundred on a page. */
function listOf({ connectorTransactionId = '' }: RefundReference['payment'], after?: string) {
  const query = new URLSearchParams({ payment_intent: connectorTransactionId, limit: '100' });
  if (after !== undefined) query.set('starting_after', after);
  return `refunds?${query}`;
}

/** The refund of our reference on this page, or on one after it. */
function foundIn(
  response: HttpResponse,
  { reference, payment }: Pick<RefundReference, 'reference' | 'payment'>,
  account: ExchangeAccount,
): RefundOutcome | NextStep<RefundOutcome> {
  if (!isSuccess(response)) return unanswered(response);
  const { data, has_more: hasMore } = readJson(Refunds, response);
  const found = data.find((one) => referenceIn(one) === reference);
  if (found) return refundOutcome(found);
  if (!hasMore) return { result: 'not_found' };
  const last = data.at(-1);
  if (!last) throw new Error('An empty page that another one follows.');
  return {
    next: get(listOf(payment, last.id), account),
    outcome: (next) => foundIn(next, { reference, payment }, account),
  };
}
