import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { type Declined, refusalsOf } from '../formats/refusal.ts';
import { certainWord, word } from '../formats/words.ts';
import type { PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import type { WebhookSubject } from '../interface/webhooks.ts';
import { checksAsSent } from '../payment-checks.ts';

const text = v.nullish(v.string());
const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The merchant's metadata with our own reference. */
const Metadata = v.fallback(v.nullish(v.object({ order_id: text })), undefined);

export const Refund = v.object({
  id: v.string(),
  amount: v.nullish(Minor),
  currency: text,
  metadata: Metadata,
  /** Recorded answers have `processing` where Shift4's own client libraries have `pending`. */
  status: word(['successful', 'processing', 'pending', 'failed']),
});
export type Refund = v.InferOutput<typeof Refund>;

/** A charge; the amount in minor units. */
export const Charge = v.object({
  id: v.string(),
  amount: Minor,
  currency: v.string(),
  captured: v.boolean(),
  refunded: v.nullish(v.boolean()),
  refunds: v.nullish(v.array(Refund)),
  metadata: Metadata,
  status: word(['successful', 'pending', 'failed']),
  failureCode: text,
  failureIssuerDeclineCode: text,
  failureMessage: text,
  avsCheck: v.nullish(v.object({ result: text })),
  card: v.nullish(v.object({ id: text })),
  customer: v.nullish(v.object({ id: text })),
  flow: v.nullish(v.object({ redirect: v.nullish(v.object({ redirectUrl: text })) })),
});
export type Charge = v.InferOutput<typeof Charge>;

/** Our reference of a charge or of a refund, where it has one. */
export const referenceIn = ({ metadata }: Pick<Charge, 'metadata'>): string | undefined =>
  metadata?.order_id ?? undefined;

/** Our reference is in the metadata; the id leads to objects that were made without it. */
export const subjectOf = (found: Pick<Charge, 'id' | 'metadata'>): WebhookSubject => {
  const { id: connectorId } = found;
  const reference = referenceIn(found);
  return reference === undefined ? { connectorId } : { reference, connectorId };
};

export const Customer = v.object({ id: v.string() });

const Refusal = v.object({
  error: v.object({
    type: certainWord(['card_error', 'invalid_request', 'rate_limit_error']),
    code: text,
    message: text,
    issuerDeclineCode: text,
    chargeId: text,
  }),
});

/** The answer to a request that was done. Throws for any other status. */
export function readAnswer<S extends v.GenericSchema>(
  schema: S,
  response: HttpResponse,
): v.InferOutput<S> {
  if (response.status !== 200) throw new Error('An answer without what was asked for.');
  return readJson(schema, response);
}

/** A refusal after which nothing was processed. Throws where it is not Shift4's own. */
export function refusalIn(response: HttpResponse): Declined {
  const { code, message, issuerDeclineCode } = errorIn(response);
  return {
    result: 'declined',
    ...(code && { code }),
    ...(message && { message }),
    ...(issuerDeclineCode && { issuerCode: issuerDeclineCode }),
  };
}

/** The refusal of a charge: one that the bank declined has an id. */
export function chargeRefusalIn(response: HttpResponse): Declined & ReportedPayment {
  const { chargeId } = errorIn(response);
  return { ...refusalIn(response), ...(chargeId && { connectorTransactionId: chargeId }) };
}

const errorIn = (response: HttpResponse) => refusals.read(Refusal, response).error;

const refusals = refusalsOf('Shift4', [400, 401, 402, 403, 404, 422, 429]);

export function chargeOutcome(charge: Charge): PaymentOutcome {
  const reported = reportedBy(charge);
  switch (charge.status) {
    case 'successful':
      // A charge that was given back without a capture was only reserved.
      if (charge.refunded && !charge.captured) return { result: 'voided', ...idsOf(charge) };
      return charge.captured
        ? { result: 'captured', capturedMinor: charge.amount, ...reported }
        : { result: 'authorized', ...reported };
    case 'pending': {
      const redirectUrl = charge.flow?.redirect?.redirectUrl;
      return redirectUrl
        ? { result: 'challenged', redirectUrl, ...reported }
        : { result: 'pending', ...reported };
    }
    case 'failed':
      return {
        result: 'declined',
        ...(charge.failureCode && { code: charge.failureCode }),
        ...(charge.failureMessage && { message: charge.failureMessage }),
        ...(charge.failureIssuerDeclineCode && { issuerCode: charge.failureIssuerDeclineCode }),
        ...reported,
      };
    case undefined:
      return { result: 'unknown', ...idsOf(charge) };
  }
}

const idsOf = ({ id }: Charge): ReportedPayment => ({
  connectorTransactionId: id,
  connectorReference: id,
});

const reportedBy = (charge: Charge): ReportedPayment => ({
  ...idsOf(charge),
  amountMinor: charge.amount,
  currency: charge.currency,
  ...(charge.avsCheck && { paymentChecks: checksAsSent({ avs_result: charge.avsCheck.result }) }),
});

export function refundOutcome({ id, amount, currency, status }: Refund): RefundOutcome {
  const reported = {
    connectorRefundId: id,
    ...(amount != null && { amountMinor: amount }),
    ...(currency && { currency }),
  };
  switch (status) {
    case 'successful':
      return { result: 'succeeded', ...reported };
    case 'processing':
    case 'pending':
      return { result: 'pending', ...reported };
    case 'failed':
      return { result: 'declined', ...reported };
    case undefined:
      return { result: 'unknown', connectorRefundId: id };
  }
}
