import * as v from 'valibot';
import type {
  CapturedPart,
  Echo,
  Explanation,
  HttpResponse,
  PaymentOutcome,
  RefundOutcome,
} from '../connector.ts';

const Amount = v.pipe(v.number(), v.safeInteger());
const Failure = v.nullable(v.object({ code: v.string(), message: v.string() }));
const CaptureStatus = v.picklist(['charged', 'failed']);

/** A payment as the sandbox processor tells of it, in answers and in webhooks. */
export const Payment = v.object({
  id: v.string(),
  reference: v.string(),
  status: v.picklist([
    'succeeded',
    'authorized',
    'partly_captured',
    'processing',
    'failed',
    'voided',
    'voided_after_capture',
  ]),
  amount: Amount,
  amount_captured: v.optional(Amount),
  currency: v.string(),
  next_action: v.nullable(v.object({ redirect_to_url: v.string() })),
  error: Failure,
  captures: v.optional(
    v.array(
      v.object({ id: v.string(), reference: v.string(), amount: Amount, status: CaptureStatus }),
    ),
  ),
});
export type Payment = v.InferOutput<typeof Payment>;

export const CaptureAnswer = v.object({
  amount: Amount,
  currency: v.string(),
  status: CaptureStatus,
  error: Failure,
  payment: Payment,
});

export const Refund = v.object({
  id: v.string(),
  reference: v.string(),
  status: v.picklist(['succeeded', 'pending', 'failed']),
  amount: Amount,
  currency: v.string(),
  error: Failure,
});
export type Refund = v.InferOutput<typeof Refund>;

/** The JSON of a success. Throws when it is none, or of another form. */
export function readJson<S extends v.GenericSchema>(
  schema: S,
  { status, body }: HttpResponse,
): v.InferOutput<S> {
  if (status !== 200) throw new Error('An answer without what was asked for.');
  return v.parse(schema, JSON.parse(body));
}

const Refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) });

/** Why the processor refused. Throws when it is not the processor who says so. */
export const refusalOf = ({ body }: HttpResponse): { readonly code: string; message: string } =>
  v.parse(Refusal, JSON.parse(body)).error;

export const refused = (response: HttpResponse): { readonly result: 'declined' } & Explanation => ({
  result: 'declined',
  ...refusalOf(response),
});

export function paymentOutcome(payment: Payment): PaymentOutcome {
  const echo = echoOf(payment);
  switch (payment.status) {
    case 'succeeded':
    case 'partly_captured':
      return {
        result: 'captured',
        capturedMinor: payment.amount_captured ?? payment.amount,
        ...echo,
      };
    case 'authorized':
      return { result: 'authorized', ...echo };
    case 'processing':
      return payment.next_action
        ? { result: 'challenged', redirectUrl: payment.next_action.redirect_to_url, ...echo }
        : { result: 'pending', ...echo };
    case 'failed':
      return { result: 'declined', ...payment.error, ...echo };
    case 'voided':
    case 'voided_after_capture':
      return { result: payment.status, ...echo };
  }
}

/** What the processor says of a payment beside its status. */
export const echoOf = ({ id, reference, amount, currency, captures }: Payment): Echo => ({
  connectorTransactionId: id,
  connectorReference: reference,
  amountMinor: amount,
  currency,
  ...(captures && { captures: captures.map(capturedPart) }),
});

const capturedPart = ({
  id,
  reference,
  amount,
  status,
}: NonNullable<Payment['captures']>[number]): CapturedPart => ({
  reference,
  connectorCaptureId: id,
  amountMinor: amount,
  status,
});

export function refundOutcome({ id, status, amount, currency, error }: Refund): RefundOutcome {
  const echo = { connectorRefundId: id, amountMinor: amount, currency };
  return status === 'failed'
    ? { result: 'declined', ...error, ...echo }
    : { result: status, ...echo };
}
