import * as v from 'valibot';
import { whenUsed } from '../../when-used.ts';
import type { Explanation, HttpResponse } from '../interface/exchange.ts';
import type { CapturedPart, Echo, PaymentOutcome } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import { nextActionOf, processorsNextAction } from './other-methods.part.ts';

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
  next_action: v.nullable(whenUsed(processorsNextAction)),
  error: Failure,
  /** By which what was kept is charged again, and the card network's name for the payment. */
  mandate_reference: v.optional(v.string()),
  network_transaction_id: v.optional(v.string()),
  /** Whether what is reserved can be raised, and until when it is kept; only where that was asked for. */
  incremental_authorization: v.optional(v.boolean()),
  extended_authorization: v.optional(v.boolean()),
  capture_before: v.optional(v.string()),
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
        ? { result: 'challenged', ...toBeDone(payment.next_action, payment), ...echo }
        : { result: 'pending', ...echo };
    case 'failed':
      return { result: 'declined', ...payment.error, ...echo };
    case 'voided':
    case 'voided_after_capture':
      return { result: payment.status, ...echo };
  }
}

const toBeDone = (next: NonNullable<Payment['next_action']>, payment: Payment) =>
  'show' in next
    ? { nextAction: nextActionOf(next, payment) }
    : { redirectUrl: next.redirect_to_url };

/** What the processor says of a payment beside its status. */
export const echoOf = ({
  id,
  reference,
  amount,
  currency,
  captures,
  ...payment
}: Payment): Echo => ({
  connectorTransactionId: id,
  connectorReference: reference,
  amountMinor: amount,
  currency,
  ...reservationOf(payment),
  ...namesForLater(payment),
  ...(captures && { captures: captures.map(capturedPart) }),
});

const reservationOf = ({
  incremental_authorization: incrementAllowed,
  extended_authorization: extended,
  capture_before: captureBefore,
}: Pick<
  Payment,
  'incremental_authorization' | 'extended_authorization' | 'capture_before'
>): Echo => ({
  ...(incrementAllowed !== undefined && { incrementAllowed }),
  ...(extended !== undefined && { extended }),
  ...(captureBefore !== undefined && { captureBefore }),
});

const namesForLater = ({
  mandate_reference: connectorMandateId,
  network_transaction_id: networkTransactionId,
}: Pick<Payment, 'mandate_reference' | 'network_transaction_id'>): Echo => ({
  ...(connectorMandateId !== undefined && { connectorMandateId }),
  ...(networkTransactionId !== undefined && { networkTransactionId }),
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
