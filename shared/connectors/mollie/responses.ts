import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { type Declined, refusalsOf } from '../formats/refusal.ts';
import { word } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { CapturedPart, PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import { amounts } from './requests.ts';

const text = v.nullish(v.string());

/** An amount as Mollie counts it, which `moneyIn` reads. */
export const Amount = v.object({ value: v.string(), currency: v.string() });

export const Payment = v.object({
  id: v.string(),
  status: word(['open', 'pending', 'authorized', 'paid', 'failed', 'canceled', 'expired']),
  amount: Amount,
  amountCaptured: v.nullish(Amount),
  customerId: text,
  mandateId: text,
  details: v.nullish(
    v.looseObject({
      /** Of cards. */
      failureReason: text,
      failureMessage: text,
      /** Of SEPA debits. */
      bankReasonCode: text,
      bankReason: text,
    }),
  ),
  _links: v.nullish(
    v.object({
      checkout: v.nullish(v.object({ href: v.string() })),
      /** There where the payment has captures. */
      captures: v.nullish(v.object({})),
    }),
  ),
});
type Payment = v.InferOutput<typeof Payment>;

export const Capture = v.object({
  id: v.string(),
  status: word(['pending', 'succeeded', 'failed']),
  amount: Amount,
});

export const Captures = v.object({
  _embedded: v.object({
    captures: v.array(
      v.object({
        ...Capture.entries,
        metadata: v.nullish(v.unknown()),
      }),
    ),
  }),
});

const OurMetadata = v.object({ orderId: v.string() });

/** Our reference in the metadata; undefined for objects that others made. */
export const referenceIn = (metadata: unknown): string | undefined =>
  v.is(OurMetadata, metadata) ? metadata.orderId : undefined;

export const Refund = v.object({
  id: v.string(),
  status: word(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
  amount: Amount,
});

const Refusal = v.object({ title: v.string(), detail: v.string(), field: text });

/** The answer to a request that was done. Throws for any other status. */
export function readAnswer<S extends v.GenericSchema>(
  schema: S,
  response: HttpResponse,
): v.InferOutput<S> {
  if (response.status !== 200 && response.status !== 201) {
    throw new Error('An answer without what was asked for.');
  }
  return readJson(schema, response);
}

export const isDone = ({ status }: HttpResponse): boolean => status === 200 || status === 201;

/** A refusal after which nothing was processed. Throws where it is not Mollie's own. */
export function refusalIn(response: HttpResponse): Declined {
  const { title: code, detail: message, field } = refusals.read(Refusal, response);
  return { result: 'declined', code, message, ...(field && { reason: field }) };
}

const refusals = refusalsOf('Mollie', [400, 401, 403, 404, 410, 422, 429]);

export const minorOf = ({ value, currency }: v.InferOutput<typeof Amount>): number =>
  amounts.fromMajor(value, currency);

/** An amount in our minor units. Throws a RangeError where Mollie cannot have meant any. */
export const moneyIn = (amount: v.InferOutput<typeof Amount>) => ({
  amountMinor: minorOf(amount),
  currency: amount.currency,
});

export const readPayment = (response: HttpResponse): PaymentOutcome =>
  isDone(response) ? paymentOutcome(readAnswer(Payment, response)) : refusalIn(response);

export function paymentOutcome(payment: Payment): PaymentOutcome {
  const reported = reportedBy(payment);
  switch (payment.status) {
    case 'open': {
      const redirectUrl = payment._links?.checkout?.href;
      return redirectUrl === undefined
        ? { result: 'pending', ...reported }
        : { result: 'challenged', redirectUrl, ...reported };
    }
    case 'pending':
      return { result: 'pending', ...reported, ...mandateIn(payment) };
    case 'authorized':
      return { result: 'authorized', ...reported, ...mandateIn(payment) };
    case 'paid':
      return {
        result: 'captured',
        capturedMinor: minorOf(payment.amountCaptured ?? payment.amount),
        ...reported,
        ...mandateIn(payment),
      };
    case 'canceled':
      return { result: 'voided', ...reported };
    case 'failed':
    case 'expired':
      return { result: 'declined', ...failureIn(payment), ...reported };
    case undefined:
      return { result: 'unknown', connectorTransactionId: payment.id };
  }
}

const captureStatuses = { pending: 'pending', succeeded: 'charged', failed: 'failed' } as const;

/** The captures of a payment, each under our id of it where it was requested by us. */
export const capturesIn = ({ _embedded }: v.InferOutput<typeof Captures>): CapturedPart[] =>
  _embedded.captures.map(({ id, status, amount, metadata }) => {
    const reference = referenceIn(metadata);
    return {
      ...(reference !== undefined && { reference }),
      connectorCaptureId: id,
      amountMinor: minorOf(amount),
      // A capture in a status that we do not know is not decided yet.
      status: status === undefined ? 'pending' : captureStatuses[status],
    };
  });

const reportedBy = ({ id, amount, customerId }: Payment): ReportedPayment => ({
  connectorTransactionId: id,
  connectorReference: id,
  ...(customerId && { connectorCustomerId: customerId }),
  ...moneyIn(amount),
});

/** The mandate of a payment that took place: Mollie names it from the beginning. */
const mandateIn = ({ mandateId }: Payment): ReportedPayment =>
  mandateId ? { connectorMandateId: mandateId } : {};

function failureIn({ details }: Payment): ConnectorError {
  const code = details?.failureReason ?? details?.bankReasonCode;
  const message = details?.failureMessage ?? details?.bankReason;
  return { ...(code && { code }), ...(message && { message }) };
}

export function refundOutcome({ id, status, amount }: v.InferOutput<typeof Refund>): RefundOutcome {
  const reported = {
    connectorRefundId: id,
    ...moneyIn(amount),
  };
  switch (status) {
    case 'refunded':
      return { result: 'succeeded', ...reported };
    case 'queued':
    case 'pending':
    case 'processing':
      return { result: 'pending', ...reported };
    case 'failed':
    case 'canceled':
      return { result: 'declined', ...reported };
    case undefined:
      return { result: 'unknown', connectorRefundId: id };
  }
}
