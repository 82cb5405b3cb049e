import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { ConnectorError, HttpResponse } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { checksAsSent } from '../payment-checks.ts';

const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A payment as Checkout.com answers and lists it; amounts in minor units. */
export const Payment = v.object({
  id: v.string(),
  status: v.picklist([
    'Authorized',
    'Pending',
    'Card Verified',
    'Voided',
    'Partially Captured',
    'Captured',
    'Partially Refunded',
    'Refunded',
    'Declined',
    'Canceled',
    'Expired',
    'Retry Scheduled',
  ]),
  amount: v.optional(Minor),
  currency: v.optional(v.string()),
  reference: v.nullish(v.string()),
  response_code: v.nullish(v.string()),
  response_summary: v.nullish(v.string()),
  scheme_id: v.nullish(v.string()),
  source: v.nullish(
    v.object({
      id: v.nullish(v.string()),
      avs_check: v.nullish(v.string()),
      cvv_check: v.nullish(v.string()),
    }),
  ),
  customer: v.nullish(v.object({ id: v.nullish(v.string()) })),
  balances: v.nullish(v.object({ total_captured: v.nullish(Minor) })),
  _links: v.nullish(v.object({ redirect: v.nullish(v.object({ href: v.string() })) })),
});
export type Payment = v.InferOutput<typeof Payment>;

export const Payments = v.object({ data: v.array(Payment) });

/** The answer to a capture, a void or a refund, which has only been accepted. */
export const Accepted = v.object({ action_id: v.string(), reference: v.nullish(v.string()) });

export const Actions = v.array(
  v.object({
    id: v.string(),
    type: v.string(),
    approved: v.nullish(v.boolean()),
    amount: v.nullish(Minor),
    reference: v.nullish(v.string()),
    response_code: v.nullish(v.string()),
    response_summary: v.nullish(v.string()),
  }),
);
export type Actions = v.InferOutput<typeof Actions>;

const Refusal = v.object({
  request_id: v.nullish(v.string()),
  error_type: v.string(),
  error_codes: v.nullish(v.array(v.string())),
});

type Refused = { readonly result: 'declined' | 'unknown' } & ConnectorError;

/**
 * A refusal after which nothing was processed; `unknown` where the same request was sent before. Throws
 * where it is not Checkout.com's own.
 */
export function refusalIn({ status, body }: HttpResponse): Refused {
  if (status === 401 && body === '') return { result: 'declined', code: 'invalid_api_key' };
  if (!refusalStatuses.has(status)) throw new Error('Checkout.com does not refuse so.');
  const { error_type: type, error_codes: codes } = readJson(Refusal, { body });
  const [code = type] = codes ?? [];
  // The same request was sent before, and what became of it is not said.
  if (code === 'duplicate_request') return { result: 'unknown', code, message: code, reason: code };
  return { result: 'declined', code, message: code, reason: codes?.join(' & ') || type };
}

const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 422, 429]);

/** The payment in an answer with one of the statuses of success: the one of this id, if it is known. */
export function readPayment(response: HttpResponse, id?: string): Payment {
  if (response.status < 200 || response.status > 299) throw new Error('No payment.');
  const payment = readJson(Payment, response);
  if (id !== undefined && payment.id !== id) throw new Error('It is another payment.');
  return payment;
}

const reportedBy = (payment: Payment): ReportedPayment => ({
  connectorTransactionId: payment.id,
  connectorReference: payment.reference ?? payment.id,
  ...(payment.amount !== undefined && { amountMinor: payment.amount }),
  ...(payment.currency !== undefined && { currency: payment.currency }),
  ...(payment.scheme_id && { networkTransactionId: payment.scheme_id }),
  ...checksIn(payment),
  ...(payment.customer?.id && { connectorCustomerId: payment.customer.id }),
});

function checksIn({ source }: Payment): Pick<ReportedPayment, 'paymentChecks'> {
  if (!source?.avs_check && !source?.cvv_check) return {};
  const { avs_check: avs_result, cvv_check: card_validation_result } = source;
  return { paymentChecks: checksAsSent({ avs_result, card_validation_result }) };
}

/** The state of a payment; `isCharged` says what "Authorized" means: that the capture follows by itself. */
export function paymentOutcome(
  payment: Payment,
  { amountMinor }: Pick<Reference, 'amountMinor'>,
  isCharged: boolean,
): PaymentOutcome {
  const reported = reportedBy(payment);
  switch (payment.status) {
    case 'Authorized':
      return isCharged
        ? { result: 'captured', capturedMinor: payment.amount ?? amountMinor, ...reported }
        : { result: 'authorized', ...reported };
    case 'Card Verified':
      return { result: 'captured', capturedMinor: 0, ...reported };
    case 'Captured':
    case 'Partially Refunded':
    case 'Refunded':
      return { result: 'captured', ...totalIn(payment), ...reported };
    case 'Partially Captured': {
      const total = totalIn(payment);
      if (!('capturedMinor' in total)) throw new Error('A capture of an unknown amount.');
      return { result: 'captured', ...total, ...reported };
    }
    case 'Declined':
    case 'Expired':
    case 'Canceled':
      return { result: 'declined', ...declineIn(payment), ...withoutNetworkId(reported) };
    case 'Pending': {
      const redirectUrl = payment._links?.redirect?.href;
      return redirectUrl === undefined
        ? { result: 'pending', ...reported }
        : { result: 'challenged', redirectUrl, ...reported };
    }
    case 'Retry Scheduled':
      return { result: 'pending', ...reported };
    case 'Voided':
      return { result: 'voided', ...reported };
  }
}

/** A declined charge is no earlier payment for a later one. */
const withoutNetworkId = ({ networkTransactionId: _, ...reported }: ReportedPayment) => reported;

const totalIn = ({ balances }: Payment): { capturedMinor: number } | Record<never, never> =>
  balances?.total_captured ? { capturedMinor: balances.total_captured } : {};

const declineIn = ({
  response_code: code,
  response_summary: message,
}: Pick<Payment, 'response_code' | 'response_summary'>): ConnectorError => ({
  ...(code && { code }),
  ...(message && { message, reason: message }),
});

/** Charged once its capture was asked for, by us or by the capture method. */
export const isChargedBy = ({ captureMethod, connectorMetadata }: Reference): boolean =>
  connectorMetadata?.psync_flow === 'Capture' ||
  (connectorMetadata?.psync_flow === undefined && isAutomatic({ captureMethod }));

export const isAutomatic = ({ captureMethod }: Pick<Reference, 'captureMethod'>): boolean =>
  captureMethod === 'automatic' || captureMethod === 'sequential_automatic';
