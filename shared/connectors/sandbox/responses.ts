import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { CapturedPart, PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import { NextActionResponse, nextActionOf } from './next-action.ts';

const Amount = v.pipe(v.number(), v.safeInteger());
const Failure = v.nullable(v.object({ code: v.string(), message: v.string() }));
const CaptureStatus = v.picklist(['charged', 'failed']);

/** A payment in the sandbox processor's responses and webhooks. */
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
  next_action: v.nullable(NextActionResponse),
  error: Failure,
  /** The reference of the stored credential, and the card network's id of the payment. */
  mandate_reference: v.optional(v.string()),
  network_transaction_id: v.optional(v.string()),
  /**
   * Whether the authorized amount can be raised, and when the authorization expires; absent unless
   * the charge asked.
   */
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

export const CaptureResponse = v.object({
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

/** The JSON of a successful response. Throws when it is not JSON, or has another form. */
export function readJson<S extends v.GenericSchema>(
  schema: S,
  { status, body }: HttpResponse,
): v.InferOutput<S> {
  if (status !== 200) throw new Error('An answer without what was asked for.');
  return v.parse(schema, JSON.parse(body));
}

const ErrorResponse = v.object({ error: v.object({ code: v.string(), message: v.string() }) });

/** Why the processor refused. Throws when the answer is not the processor's own. */
export const errorOf = ({ body }: HttpResponse): { readonly code: string; message: string } =>
  v.parse(ErrorResponse, JSON.parse(body)).error;

export const declinedOutcome = (
  response: HttpResponse,
): { readonly result: 'declined' } & ConnectorError => ({
  result: 'declined',
  ...errorOf(response),
});

export function paymentOutcome(payment: Payment): PaymentOutcome {
  const reported = reportedPayment(payment);
  switch (payment.status) {
    case 'succeeded':
    case 'partly_captured':
      return {
        result: 'captured',
        capturedMinor: payment.amount_captured ?? payment.amount,
        ...reported,
      };
    case 'authorized':
      return { result: 'authorized', ...reported };
    case 'processing':
      return payment.next_action
        ? { result: 'challenged', ...nextStepOf(payment.next_action, payment), ...reported }
        : { result: 'pending', ...reported };
    case 'failed':
      return { result: 'declined', ...payment.error, ...reported };
    case 'voided':
    case 'voided_after_capture':
      return { result: payment.status, ...reported };
  }
}

const nextStepOf = (next: NonNullable<Payment['next_action']>, payment: Payment) =>
  'show' in next
    ? { nextAction: nextActionOf(next, payment) }
    : { redirectUrl: next.redirect_to_url };

/** The fields that the processor reports beside a payment's status. */
export const reportedPayment = ({
  id,
  reference,
  amount,
  currency,
  captures,
  ...payment
}: Payment): ReportedPayment => ({
  connectorTransactionId: id,
  connectorReference: reference,
  amountMinor: amount,
  currency,
  ...authorizationDetails(payment),
  ...storedCredentialIds(payment),
  ...(captures && { captures: captures.map(capturedPart) }),
});

const authorizationDetails = ({
  incremental_authorization: incrementAllowed,
  extended_authorization: extended,
  capture_before: captureBefore,
}: Pick<
  Payment,
  'incremental_authorization' | 'extended_authorization' | 'capture_before'
>): ReportedPayment => ({
  ...(incrementAllowed !== undefined && { incrementAllowed }),
  ...(extended !== undefined && { extended }),
  ...(captureBefore !== undefined && { captureBefore }),
});

const storedCredentialIds = ({
  mandate_reference: connectorMandateId,
  network_transaction_id: networkTransactionId,
}: Pick<Payment, 'mandate_reference' | 'network_transaction_id'>): ReportedPayment => ({
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
  const reported = { connectorRefundId: id, amountMinor: amount, currency };
  return status === 'failed'
    ? { result: 'declined', ...error, ...reported }
    : { result: status, ...reported };
}
