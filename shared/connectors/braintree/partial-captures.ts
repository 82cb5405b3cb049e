import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import type { Capture, CapturedPart, PaymentOutcome } from '../interface/payments.ts';
import { amounts } from './amounts.ts';
import { apiRequest, transactionId } from './requests.ts';
import { moneyOf, paymentOutcome, readAnswer } from './responses.ts';
import { Payment, paymentFields } from './transaction.ts';

/** A part of an authorization is a transaction of its own. PayPal alone has such parts. */
export const partsFields =
  'partialCaptureDetails { ... on ParentAuthorization { childCaptures { id orderId status ' +
  'amount { value currencyCode } } } }';

export const Parts = v.object({
  partialCaptureDetails: v.nullish(v.object({ childCaptures: v.nullish(v.array(Payment)) })),
});

/**
 * Captures a part. Our reference is the part's order id, by which it is found again.
 *
 * @see https://developer.paypal.com/braintree/docs/reference/request/transaction/submit-for-partial-settlement
 */
export const partialCaptureRequest = (input: Capture, account: ExchangeAccount): HttpRequest =>
  apiRequest(
    account,
    `mutation partialCaptureTransaction($input: PartialCaptureTransactionInput!) { partialCaptureTransaction(input: $input) { capture { ${paymentFields} } } }`,
    {
      transactionId: transactionId(input),
      transaction: {
        amount: amounts.toMajorString(input.captureMinor, input.currency),
        orderId: input.captureReference,
        finalCapture: input.isFinal,
      },
    },
  );

/** The part's id is that of the capture; the payment keeps its own. */
export function readPartialCapture(response: HttpResponse, input: Capture): PaymentOutcome {
  const answer = readAnswer('partialCaptureTransaction', v.object({ capture: Payment }), response);
  if ('refusal' in answer) return answer.refusal;
  const { capture } = answer.done;
  const outcome = paymentOutcome(capture, { captureMethod: 'automatic' });
  const ids = {
    connectorTransactionId: transactionId(input),
    connectorReference: transactionId(input),
    connectorCaptureId: capture.id,
  };
  const { currency } = moneyOf(capture);
  switch (outcome.result) {
    case 'captured':
      return { result: 'captured', ...ids, ...partOf(capture), ...(currency && { currency }) };
    case 'pending':
      return { result: 'pending', ...ids };
    case 'declined':
      return { ...outcome, ...ids };
    default:
      throw new Error('A status that tells nothing about the capture.');
  }
}

const partOf = (capture: Payment) => {
  const { amountMinor: capturedMinor } = moneyOf(capture);
  return capturedMinor === undefined ? {} : { capturedMinor };
};

/** The state of a payment with its captures; undefined of one without any. */
export function outcomeOfParts(
  payment: Payment & v.InferOutput<typeof Parts>,
): PaymentOutcome | undefined {
  const captures = payment.partialCaptureDetails?.childCaptures?.map(capturedPart) ?? [];
  if (captures.length === 0) return undefined;
  const capturedMinor = captures
    .filter(({ status }) => status === 'charged')
    .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const { id } = payment;
  const ids = { connectorTransactionId: id, connectorReference: id, captures };
  if (payment.status === 'VOIDED') return { result: 'voided', ...ids };
  return capturedMinor > 0
    ? { result: 'captured', capturedMinor, ...ids }
    : { result: 'authorized', ...ids };
}

function capturedPart(capture: Payment): CapturedPart {
  const { result } = paymentOutcome(capture, { captureMethod: 'automatic' });
  const { amountMinor } = moneyOf(capture);
  if (amountMinor === undefined || result === 'unknown') {
    throw new Error('A capture whose amount or state is not known.');
  }
  return {
    ...(capture.orderId && { reference: capture.orderId }),
    connectorCaptureId: capture.id,
    amountMinor,
    status: result === 'captured' ? 'charged' : result === 'pending' ? 'pending' : 'failed',
  };
}
