import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { type Refused, refusalsOf } from '../formats/refusal.ts';
import { isWordOf } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { ReportedPayment } from '../interface/payments.ts';

/** Stripe's report of a failure, in a refusal and in an intent. */
export const Failure = v.object({
  type: v.nullish(v.string()),
  code: v.nullish(v.string()),
  message: v.nullish(v.string()),
  decline_code: v.nullish(v.string()),
  advice_code: v.nullish(v.string()),
  network_decline_code: v.nullish(v.string()),
  network_advice_code: v.nullish(v.string()),
});
type Failure = v.InferOutput<typeof Failure>;

const Intent = v.object({ id: v.string(), status: v.nullish(v.string()) });

const Refusal = v.object({
  error: v.object({
    ...Failure.entries,
    type: v.string(),
    param: v.nullish(v.string()),
    payment_intent: v.nullish(Intent),
    setup_intent: v.nullish(Intent),
  }),
});

export function errorOf(failure: Failure): ConnectorError {
  const { message, decline_code: declineCode } = failure;
  const code = failure.code ?? failure.type;
  const issuerMessage = declineCode ?? failure.advice_code;
  return {
    ...(code && { code }),
    ...(message && {
      message,
      reason: declineCode ? `message - ${message}, decline_code - ${declineCode}` : message,
    }),
    ...(failure.network_decline_code && { issuerCode: failure.network_decline_code }),
    ...(issuerMessage && { issuerMessage }),
    ...(failure.network_advice_code && { networkAdviceCode: failure.network_advice_code }),
  };
}

/**
 * A refusal after which nothing was processed; `unknown` where money may have moved all the same:
 * by the same request, sent before, or in the state that the intent already has. Throws where it is
 * not Stripe's own.
 *
 * @see https://docs.stripe.com/error-codes
 */
export function refusalIn(
  response: HttpResponse,
  settled: readonly string[] = settledStates,
): Refused & Pick<ReportedPayment, 'connectorTransactionId'> {
  const { status } = response;
  const { error } = refusals.read(Refusal, response);
  if (isWordOf(['api_error'], error.type)) throw new Error('Stripe has a problem of its own.');
  const intent = error.payment_intent ?? error.setup_intent;
  const mayHaveMoved =
    status === 409 ||
    isWordOf(['idempotency_error'], error.type) ||
    isWordOf(['payment_intent_unexpected_state'], error.code) ||
    isWordOf(settled, intent?.status);
  return {
    result: mayHaveMoved && status !== 429 ? 'unknown' : 'declined',
    ...errorOf(error),
    ...(intent && { connectorTransactionId: intent.id }),
  };
}

/**
 * Whether Stripe refused a request for this parameter, or a part of it: nothing was processed, and
 * the same idempotency key takes another request.
 *
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export function isRefusedFor(parameter: string, response: HttpResponse): boolean {
  if (response.status !== 400) return false;
  const { type, param } = refusals.read(Refusal, response).error;
  return isWordOf(['invalid_request_error'], type) && param?.split('[')[0] === parameter;
}

const refusals = refusalsOf('Stripe', [400, 401, 402, 403, 404, 409, 429]);

/** States of an intent in which a refusal of its charge contradicts itself. */
const settledStates: readonly string[] = ['succeeded', 'requires_capture', 'processing'];

/** The same of an authorization that exists, where the change of it was refused. */
export const capturedStates: readonly string[] = ['succeeded', 'processing'];

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299;

/** A refusal of a question: the state of its object stays unknown. */
export const unanswered = (
  response: HttpResponse,
): { readonly result: 'unknown' } & ConnectorError => ({
  ...refusalIn(response),
  result: 'unknown',
});
