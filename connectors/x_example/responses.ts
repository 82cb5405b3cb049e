import * as v from 'valibot';
import { readJson } from '#connectors/formats/json.ts';
import { refusalsOf } from '#connectors/formats/refusal.ts';
import { certainWord, word } from '#connectors/formats/words.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';

const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Amounts are in the minor units of ISO 4217, as ours. */
export const Payment = v.object({
  id: v.string(),
  reference: v.string(),
  amount: Minor,
  currency: v.string(),
  captured: Minor,
  status: word(['reserved', 'paid', 'refused', 'released', 'waiting']),
  code: v.optional(v.string()),
});

export const Refund = v.object({
  id: v.string(),
  reference: v.string(),
  amount: Minor,
  currency: v.string(),
  status: word(['done', 'failed', 'waiting']),
});

/** The bank's own refusal, after which nothing was processed. */
const Refusal = v.object({
  error: v.object({ type: certainWord(['refused', 'invalid', 'unknown_key']), code: v.string() }),
});
const refusals = refusalsOf('Example Bank', [401, 402, 422]);

/** The object of an answer; undefined for a refusal. Throws for any other answer. */
export function answerIn<S extends v.GenericSchema>(schema: S, response: HttpResponse) {
  return response.status === 200 ? readJson(schema, response) : undefined;
}

export const refusalIn = (response: HttpResponse) =>
  ({ result: 'declined', code: refusals.read(Refusal, response).error.code }) as const;

/** Whether the bank says that it has nothing of this reference. */
export const isUnknown = (response: HttpResponse): boolean =>
  response.status === 404 && v.is(NotFound, safely(response));
const NotFound = v.object({ error: v.object({ type: v.literal('not_found') }) });
const safely = (response: HttpResponse) => readJson(v.unknown(), response);

export function paymentOutcome(payment: v.InferOutput<typeof Payment>): PaymentOutcome {
  const { id, amount, currency, captured, status, code } = payment;
  const reported = { connectorTransactionId: id, amountMinor: amount, currency };
  switch (status) {
    case 'paid':
      return { result: 'captured', capturedMinor: captured, ...reported };
    case 'reserved':
      return { result: 'authorized', ...reported };
    case 'refused':
      return { result: 'declined', ...(code !== undefined && { code }), ...reported };
    case 'released':
      return { result: 'voided', ...reported };
    case 'waiting':
      return { result: 'pending', ...reported };
    case undefined:
      return { result: 'unknown', connectorTransactionId: id };
  }
}

export function refundOutcome(refund: v.InferOutput<typeof Refund>): RefundOutcome {
  const { id, amount, currency, status } = refund;
  const reported = { connectorRefundId: id, amountMinor: amount, currency };
  switch (status) {
    case 'done':
      return { result: 'succeeded', ...reported };
    case 'failed':
      return { result: 'declined', ...reported };
    case 'waiting':
      return { result: 'pending', ...reported };
    case undefined:
      return { result: 'unknown', connectorRefundId: id };
  }
}
