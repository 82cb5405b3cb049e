import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { ownMember } from '#platform/own-member.ts';
import { isCapturedLater } from '../formats/charges.ts';
import { readJson } from '../formats/json.ts';
import type { Refused } from '../formats/refusal.ts';
import { isWordOf } from '../formats/words.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import { checksAsSent } from '../payment-checks.ts';
import { amounts } from './amounts.ts';
import { failureOf } from './failures.ts';
import type { Payment, Reasons } from './transaction.ts';

const text = v.nullish(v.string());

const Errors = v.array(
  v.object({
    message: v.string(),
    path: v.nullish(v.array(v.unknown())),
    extensions: v.nullish(v.object({ errorClass: text, legacyCode: text })),
  }),
);

/**
 * The answer of a query or a mutation: its own member of `data`, or the refusal. Throws for another
 * status than 200, which is Braintree's only one.
 */
export function readAnswer<S extends v.GenericSchema>(
  member: string,
  schema: S,
  response: HttpResponse,
): { readonly done: v.InferOutput<S> } | { readonly refusal: Refused } {
  if (response.status !== 200) throw new Error('Braintree answers with 200 alone.');
  const Answer = v.object({
    data: v.nullish(v.record(v.string(), v.unknown())),
    errors: v.nullish(Errors),
  });
  const { data, errors } = readJson(Answer, response);
  const answered = data && Object.hasOwn(data, member) ? ownMember(data, member) : undefined;
  if (answered != null) {
    const read = v.safeParse(schema, answered);
    if (!read.success) throw new Error('The answer has another form.');
    return { done: read.output };
  }
  const [error] = errors ?? [];
  if (!error) throw new Error('An answer without what was asked for.');
  return { refusal: refusalOf(error) };
}

/**
 * An error of the whole request; it is `declined` where Braintree's error class excludes any
 * effect.
 */
function refusalOf({ message, path, extensions }: v.InferOutput<typeof Errors>[number]): Refused {
  const { errorClass, legacyCode } = extensions ?? {};
  // A longer path is that of a member of the result.
  const isWhole = (path ?? []).length <= 1;
  const isRefused = isWhole && isWordOf(refusingClasses, errorClass);
  return {
    result: isRefused ? 'declined' : 'unknown',
    code: legacyCode ?? 'No error code',
    message,
    reason: message,
  };
}

const refusingClasses = [
  'AUTHENTICATION',
  'AUTHORIZATION',
  'NOT_FOUND',
  'NOT_IMPLEMENTED',
  'RESOURCE_LIMIT',
  'UNSUPPORTED_CLIENT',
  'VALIDATION',
] as const;

/** The amount that is on a transaction or refund, in minor units. */
export const moneyOf = ({ amount }: Payment) =>
  amount
    ? {
        amountMinor: amounts.fromMajor(amount.value, amount.currencyCode),
        currency: amount.currencyCode,
      }
    : {};

/**
 * The state of a payment. After a capture the amount of a transaction is the captured amount. The
 * amount is therefore the requested one only where a payment is captured at once, or not yet.
 */
export function paymentOutcome(
  payment: Payment,
  { captureMethod }: Pick<Reference, 'captureMethod'>,
): PaymentOutcome {
  const { id, status, paymentMethod } = payment;
  const money = moneyOf(payment);
  const networkTransactionId = payment.paymentMethodSnapshot?.networkTransactionId;
  const ids: ReportedPayment = {
    connectorTransactionId: id,
    connectorReference: id,
    ...(paymentMethod && { connectorMandateId: paymentMethod.id }),
    ...(networkTransactionId && { networkTransactionId }),
    ...checksIn(payment.statusHistory ?? []),
  };
  const isManual = isCapturedLater({ captureMethod });
  const other = debitOutcome(payment, { ...ids, ...money }) ?? payPalOutcome(payment, ids);
  if (other) return other;
  switch (status) {
    case 'AUTHORIZED':
      return { result: 'authorized', ...ids, ...money, ...expiryIn(payment) };
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
      return { result: wasCaptured(payment) ? 'voided_after_capture' : 'voided', ...ids };
    case 'AUTHORIZATION_EXPIRED':
      return { result: 'expired', ...ids };
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
      return { result: 'declined', ...failureOf(payment), ...ids };
    case 'SETTLEMENT_DECLINED':
      return {
        result: 'declined',
        attemptStatus: 'capture_failed',
        ...failureOf(payment),
        ...ids,
      };
    case undefined:
      return { result: 'unknown', connectorTransactionId: id, connectorReference: id };
  }
}

/**
 * The state of a debit of a bank account, where it differs from that of a card's charge: the bank
 * may return it until it is settled.
 */
function debitOutcome(payment: Payment, reported: ReportedPayment): PaymentOutcome | undefined {
  const { status, paymentMethodSnapshot: snapshot } = payment;
  if (!isWordOf(['UsBankAccountDetails'], snapshot?.__typename)) return undefined;
  switch (status) {
    case 'SUBMITTED_FOR_SETTLEMENT':
    case 'SETTLING':
    case 'SETTLEMENT_CONFIRMED':
    case 'SETTLEMENT_PENDING':
      return { result: 'pending', ...reported };
    case 'SETTLEMENT_DECLINED': {
      const issuerCode = snapshot?.achReturnCode;
      return {
        result: 'declined',
        ...failureOf(payment),
        ...(issuerCode && { issuerCode }),
        ...reported,
      };
    }
    case 'VOIDED':
      return { result: 'voided', ...reported };
    default:
      return undefined;
  }
}

/** PayPal has not decided yet, such as about an eCheck. */
const payPalOutcome = (
  { status, paymentMethodSnapshot: snapshot }: Payment,
  ids: ReportedPayment,
): PaymentOutcome | undefined =>
  status === 'SETTLEMENT_PENDING' && isWordOf(['PayPalTransactionDetails'], snapshot?.__typename)
    ? { result: 'pending', ...ids }
    : undefined;

/** A capture that was only taken back is in the history before the void. */
const wasCaptured = ({ statusHistory }: Payment): boolean =>
  statusHistory?.some(({ status }) => status === 'SUBMITTED_FOR_SETTLEMENT') ?? false;

function expiryIn({ statusHistory }: Payment): Pick<ReportedPayment, 'captureBefore'> {
  const expiry = statusHistory?.find((one) => one.authorizationExpiresAt)?.authorizationExpiresAt;
  return expiry ? { captureBefore: expiry } : {};
}

/** The bank's checks of the address and the code, in Braintree's words. */
export function checksIn(events: readonly Reasons[]): Pick<ReportedPayment, 'paymentChecks'> {
  for (const { processorResponse } of events) {
    const { cvvResponse, avsPostalCodeResponse, avsStreetAddressResponse } =
      processorResponse ?? {};
    if (cvvResponse || avsPostalCodeResponse || avsStreetAddressResponse) {
      return {
        paymentChecks: checksAsSent({
          cvv_response: cvvResponse,
          avs_postal_code_response: avsPostalCodeResponse,
          avs_street_address_response: avsStreetAddressResponse,
        }),
      };
    }
  }
  return {};
}

/**
 * The state of a refund. Until it is settled Braintree has only accepted it, and the customer's
 * bank may still decline it.
 */
export function refundOutcome(refund: Payment): RefundOutcome {
  const reported = { connectorRefundId: refund.id, ...moneyOf(refund) };
  switch (refund.status) {
    case 'SETTLED':
      return { result: 'succeeded', ...reported };
    case 'AUTHORIZED':
    case 'AUTHORIZING':
    case 'SUBMITTED_FOR_SETTLEMENT':
    case 'SETTLEMENT_CONFIRMED':
    case 'SETTLEMENT_PENDING':
    case 'SETTLING':
      return { result: 'pending', ...reported };
    case undefined:
      return { result: 'unknown', connectorRefundId: refund.id };
    case 'AUTHORIZATION_EXPIRED':
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
    case 'SETTLEMENT_DECLINED':
    case 'VOIDED':
      return { result: 'declined', ...failureOf(refund), ...reported };
  }
}
