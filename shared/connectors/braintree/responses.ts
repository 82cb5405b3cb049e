import * as v from 'valibot';
import { fromMajor } from '../formats/amounts.ts';
import { readJson } from '../formats/json.ts';
import type { ConnectorError, HttpResponse } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';

const text = v.nullish(v.string());

const Errors = v.array(
  v.object({
    message: v.string(),
    path: v.nullish(v.array(v.unknown())),
    extensions: v.nullish(v.object({ errorClass: text, legacyCode: text })),
  }),
);

/** The members of a transaction or refund that outcomes are made of, in the words of a query. */
export const paymentFields =
  'id legacyId amount { value currencyCode } orderId status statusHistory { ' +
  '... on ProcessorDeclinedEvent { processorResponse { legacyCode message } } ' +
  '... on GatewayRejectedEvent { gatewayRejectionReason } }';

const Status = v.picklist([
  'AUTHORIZED',
  'AUTHORIZING',
  'AUTHORIZATION_EXPIRED',
  'FAILED',
  'GATEWAY_REJECTED',
  'PROCESSOR_DECLINED',
  'SETTLED',
  'SETTLEMENT_CONFIRMED',
  'SETTLEMENT_DECLINED',
  'SETTLEMENT_PENDING',
  'SETTLING',
  'SUBMITTED_FOR_SETTLEMENT',
  'VOIDED',
]);

const StatusEvent = v.object({
  processorResponse: v.nullish(v.object({ legacyCode: text, message: text })),
  gatewayRejectionReason: text,
});

/** A transaction or a refund. */
export const Payment = v.object({
  id: v.string(),
  status: Status,
  amount: v.nullish(v.object({ value: v.string(), currencyCode: v.string() })),
  statusHistory: v.nullish(v.array(StatusEvent)),
  paymentMethod: v.nullish(v.object({ id: v.string() })),
});
type Payment = v.InferOutput<typeof Payment>;

type Refusal = { readonly result: 'declined' | 'unknown' } & ConnectorError;

/**
 * What a query or a mutation answered: its own member of `data`, or why there is none. Braintree
 * answers with 200 alone; it throws for anything else.
 */
export function readAnswer<S extends v.GenericSchema>(
  member: string,
  schema: S,
  response: HttpResponse,
): { readonly done: v.InferOutput<S> } | { readonly refusal: Refusal } {
  if (response.status !== 200) throw new Error('Braintree answers with 200 alone.');
  const Answer = v.object({
    data: v.nullish(v.record(v.string(), v.unknown())),
    errors: v.nullish(Errors),
  });
  const { data, errors } = readJson(Answer, response);
  const answered = data && Object.hasOwn(data, member) ? data[member] : undefined;
  if (answered != null) {
    const read = v.safeParse(schema, answered);
    if (!read.success) throw new Error('The answer has another form.');
    return { done: read.output };
  }
  const [error] = errors ?? [];
  if (!error) throw new Error('An answer without what was asked for.');
  return { refusal: refusalOf(error) };
}

/** An error of the whole request, after which nothing was done where Braintree says so. */
function refusalOf({ message, path, extensions }: v.InferOutput<typeof Errors>[number]): Refusal {
  const { errorClass, legacyCode } = extensions ?? {};
  // A longer path is that of a member of what was done.
  const isWhole = (path ?? []).length <= 1;
  const isRefused = isWhole && refusingClasses.has(errorClass ?? '');
  return {
    result: isRefused ? 'declined' : 'unknown',
    code: legacyCode ?? 'No error code',
    message,
    reason: message,
  };
}

const refusingClasses: ReadonlySet<string> = new Set([
  'AUTHENTICATION',
  'AUTHORIZATION',
  'NOT_FOUND',
  'NOT_IMPLEMENTED',
  'RESOURCE_LIMIT',
  'UNSUPPORTED_CLIENT',
  'VALIDATION',
]);

/** The amount that is on a transaction or refund, in minor units. */
export const moneyOf = ({ amount }: Payment) =>
  amount
    ? {
        amountMinor: fromMajor(amount.value, amount.currencyCode),
        currency: amount.currencyCode,
      }
    : {};

/**
 * The state of a payment. The amount of a transaction is what was captured of it, once it was: so
 * only a payment that is captured at once, or not yet, says by it what was asked for.
 */
export function paymentOutcome(
  payment: Payment,
  { captureMethod }: Pick<Reference, 'captureMethod'>,
): PaymentOutcome {
  const { id, status, paymentMethod } = payment;
  const money = moneyOf(payment);
  const ids: ReportedPayment = {
    connectorTransactionId: id,
    connectorReference: id,
    ...(paymentMethod && { connectorMandateId: paymentMethod.id }),
  };
  const isManual = captureMethod === 'manual' || captureMethod === 'manual_multiple';
  switch (status) {
    case 'AUTHORIZED':
      return { result: 'authorized', ...ids, ...money };
    case 'AUTHORIZING':
      return { result: 'pending', attemptStatus: 'authorizing', ...ids };
    case 'SUBMITTED_FOR_SETTLEMENT':
    case 'SETTLING':
    case 'SETTLED':
    case 'SETTLEMENT_CONFIRMED':
    case 'SETTLEMENT_PENDING': {
      const { amountMinor: capturedMinor, currency } = money;
      return {
        result: 'captured',
        ...ids,
        ...(capturedMinor !== undefined && { capturedMinor }),
        ...(isManual ? currency !== undefined && { currency } : money),
      };
    }
    case 'VOIDED':
      return { result: 'voided', ...ids };
    case 'AUTHORIZATION_EXPIRED':
      return { result: 'expired', ...ids };
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
    case 'SETTLEMENT_DECLINED':
      return { result: 'declined', ...failureOf(payment), ...ids };
  }
}

export function refundOutcome(refund: Payment): RefundOutcome {
  const reported = { connectorRefundId: refund.id, ...moneyOf(refund) };
  switch (refund.status) {
    case 'SUBMITTED_FOR_SETTLEMENT':
    case 'SETTLING':
    case 'SETTLED':
    case 'SETTLEMENT_CONFIRMED':
    case 'SETTLEMENT_PENDING':
      return { result: 'succeeded', ...reported };
    case 'AUTHORIZED':
    case 'AUTHORIZING':
      return { result: 'pending', ...reported };
    default:
      return { result: 'declined', ...failureOf(refund), ...reported };
  }
}

/** Whether no money moves by a transaction any more. */
export const isRefused = ({ status }: Payment): boolean =>
  ['FAILED', 'GATEWAY_REJECTED', 'PROCESSOR_DECLINED'].includes(status);

/** Why it failed: the bank's own code, else the status. Throws for a duplicate of our own request. */
function failureOf({ status, statusHistory }: Payment): ConnectorError {
  const events = statusHistory ?? [];
  if (events.some(({ gatewayRejectionReason: reason }) => reason === 'DUPLICATE')) {
    throw new Error('A duplicate of a transaction that may have been charged.');
  }
  const word = status
    .toLowerCase()
    .split('_')
    .map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}`)
    .join('');
  const { legacyCode, message } =
    events.find((one) => one.processorResponse)?.processorResponse ?? {};
  const reason = events.find((one) => one.gatewayRejectionReason)?.gatewayRejectionReason;
  return {
    code: legacyCode ?? word,
    message: message ?? word,
    reason: message ?? reason ?? word,
  };
}
