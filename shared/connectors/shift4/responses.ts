import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { ConnectorError, HttpResponse } from '../interface/exchange.ts';
import type { PaymentOutcome, ReportedPayment } from '../interface/payments.ts';

const text = v.nullish(v.string());
const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A charge; the amount in minor units. */
export const Charge = v.object({
  id: v.string(),
  amount: Minor,
  currency: v.string(),
  captured: v.boolean(),
  status: v.picklist(['successful', 'pending', 'failed']),
  failureCode: text,
  failureMessage: text,
  card: v.nullish(v.object({ id: text })),
  customer: v.nullish(v.object({ id: text })),
  flow: v.nullish(v.object({ redirect: v.nullish(v.object({ redirectUrl: text })) })),
});
export type Charge = v.InferOutput<typeof Charge>;

export const Refund = v.object({
  id: v.string(),
  amount: v.nullish(Minor),
  currency: text,
  /** Recorded answers say `processing` where Shift4's own client libraries say `pending`. */
  status: v.picklist(['successful', 'processing', 'pending', 'failed']),
});

export const Customer = v.object({ id: v.string() });

const Refusal = v.object({
  error: v.object({
    type: v.picklist(['card_error', 'invalid_request', 'rate_limit_error']),
    code: text,
    message: text,
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
export function refusalIn(
  response: HttpResponse,
): { readonly result: 'declined' } & ConnectorError {
  if (!refusalStatuses.has(response.status)) throw new Error('Shift4 does not refuse so.');
  const { code, message } = readJson(Refusal, response).error;
  return { result: 'declined', ...(code && { code }), ...(message && { message }) };
}

const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 422, 429]);

export function chargeOutcome(charge: Charge): PaymentOutcome {
  const reported = reportedBy(charge);
  switch (charge.status) {
    case 'successful':
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
        ...reported,
      };
  }
}

const reportedBy = ({ id, amount, currency }: Charge): ReportedPayment => ({
  connectorTransactionId: id,
  connectorReference: id,
  amountMinor: amount,
  currency,
});
