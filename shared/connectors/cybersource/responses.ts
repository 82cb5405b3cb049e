import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { type Refused, refusalsOf } from '../formats/refusal.ts';
import { word } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { checksAsSent } from '../payment-checks.ts';
import { amounts } from './requests.ts';

const text = v.nullish(v.string());
const Amount = v.nullish(v.union([v.string(), v.number()]));

/** Every status that Cybersource documents for payments, captures, reversals and refunds. */
const Status = word([
  'AUTHORIZED',
  'PARTIAL_AUTHORIZED',
  'AUTHORIZED_PENDING_REVIEW',
  'AUTHORIZED_RISK_DECLINED',
  'PENDING_AUTHENTICATION',
  'PENDING_REVIEW',
  'PENDING',
  'TRANSMITTED',
  'SUCCEEDED',
  'VOIDED',
  'REVERSED',
  'CANCELLED',
  'DECLINED',
  'REJECTED',
  'FAILED',
  'INVALID_REQUEST',
  'SERVER_ERROR',
]);

const ErrorDetails = v.nullish(v.array(v.object({ field: text, reason: text })));

/** The members of every answer, of a transaction's details, and of what a search finds. */
export const named = {
  id: v.string(),
  clientReferenceInformation: v.nullish(v.object({ code: text })),
  /** Amounts are in major units. */
  orderInformation: v.nullish(
    v.object({
      amountDetails: v.nullish(
        v.object({ totalAmount: Amount, authorizedAmount: Amount, currency: text }),
      ),
    }),
  ),
};

/** The services of a transaction, and their results by Cybersource's codes: `1` is a success. */
export const Services = v.nullish(v.array(v.object({ name: text, rCode: text })));

/** The common members of an answer and a transaction's details. */
const common = {
  ...named,
  errorInformation: v.nullish(v.object({ reason: text, message: text, details: ErrorDetails })),
  processorInformation: v.nullish(
    v.object({
      networkTransactionId: text,
      transactionId: text,
      responseCode: text,
      avs: v.nullish(v.object({ code: text, codeRaw: text })),
      cardVerification: v.nullish(v.object({ resultCode: text, resultCodeRaw: text })),
      merchantAdvice: v.nullish(v.object({ code: text, codeRaw: text })),
    }),
  ),
};

const Answer = v.object({
  ...common,
  status: Status,
  reversalAmountDetails: v.nullish(v.object({ reversedAmount: Amount, currency: text })),
  refundAmountDetails: v.nullish(v.object({ refundAmount: Amount, currency: text })),
  tokenInformation: v.nullish(
    v.object({ paymentInstrument: v.nullish(v.object({ id: v.string() })) }),
  ),
});
export type Answer = v.InferOutput<typeof Answer>;

const Details = v.object({
  ...common,
  applicationInformation: v.object({
    status: Status,
    applications: Services,
  }),
});

/** A transaction as it is now. */
export interface Transaction extends Answer {
  readonly services: NonNullable<v.InferOutput<typeof Services>>;
}

/** The answer to a request that was processed, well or not. */
export function readPayment(response: HttpResponse): Answer {
  if (response.status < 200 || response.status > 299) throw new Error('No transaction.');
  return readJson(Answer, response);
}

/** A transaction as it is now. Throws where the answer has no state. */
export function readTransaction(response: HttpResponse): Transaction {
  if (response.status !== 200) throw new Error('Cybersource does not show the transaction.');
  const { applicationInformation, ...details } = readJson(Details, response);
  const { status, applications } = applicationInformation;
  return { ...details, status, services: applications ?? [] };
}

const Refusal = v.object({
  reason: text,
  message: text,
  details: ErrorDetails,
  errorInformation: common.errorInformation,
  response: v.nullish(v.object({ rmsg: v.string() })),
  errors: v.nullish(v.array(v.object({ type: v.string(), message: text }))),
});

/**
 * A refusal after which nothing was processed; `unknown` where the request may have been processed
 * before. Throws where it is not Cybersource's own.
 */
export function refusalIn(response: HttpResponse): Refused {
  const {
    response: gateway,
    errors,
    errorInformation,
    ...stated
  } = refusals.read(Refusal, response);
  if (gateway) return { result: 'declined', message: gateway.rmsg, reason: gateway.rmsg };
  const [first] = errors ?? [];
  if (first) {
    const { type: code, message } = first;
    return { result: 'declined', code, ...(message && { message, reason: message }) };
  }
  const { reason: code, message, details } = errorInformation ?? stated;
  if (!code) throw new Error('A refusal without a reason.');
  return {
    result: isUndecided(code, details) ? 'unknown' : 'declined',
    code,
    ...(message && { message, reason: withDetails(message, details) }),
  };
}

const refusals = refusalsOf('Cybersource', [400, 401, 403, 404, 410, 422, 429]);

const withDetails = (message: string, details: v.InferOutput<typeof ErrorDetails>): string =>
  details?.length
    ? `${message}, detailed_error_information: ${details
        .map(({ field, reason }) => `${field} : ${reason}`)
        .join(', ')}`
    : message;

/**
 * Whether the same may have been processed before, or at this very moment: a duplicate, an
 * authorization that was captured or reversed already, a timeout behind Cybersource.
 */
const isUndecided = (reason: string, details?: v.InferOutput<typeof ErrorDetails>): boolean =>
  /DUPLICATE|ALREADY|TIMEOUT|SYSTEM_ERROR|MISSING_AUTH/i.test(reason) ||
  (details ?? []).some(({ field }) => field?.endsWith('.transactionId'));

/** The error of a transaction, with the codes of the issuer and the card network. */
function errorIn({ errorInformation, processorInformation }: Answer): ConnectorError {
  const { reason: code, message: reason } = errorInformation ?? {};
  const { responseCode, merchantAdvice } = processorInformation ?? {};
  const advice = merchantAdvice?.codeRaw ?? merchantAdvice?.code;
  return {
    ...(code && { code, message: code }),
    ...(reason && { reason }),
    ...(responseCode && { issuerCode: responseCode }),
    ...(advice && { networkAdviceCode: advice }),
  };
}

/** The outcome of a failed transaction: nothing happened, or it is not known. */
export const failureOf = (answer: Answer): Refused => ({
  result:
    answer.status === 'SERVER_ERROR' || isUndecided(answer.errorInformation?.reason ?? '')
      ? 'unknown'
      : 'declined',
  ...errorIn(answer),
});

/** An amount in minor units with its currency, as far as they are stated. */
export function money(
  amount: string | number | null | undefined,
  currency: string | null | undefined,
): { readonly amountMinor?: number; readonly currency?: string } {
  if (currency == null) return {};
  if (currency === '') throw new Error('A currency without a name says nothing of its amount.');
  return { currency, ...(amount != null && { amountMinor: amounts.fromMajor(amount, currency) }) };
}

/** The total of the transaction, in minor units. */
export function totalIn({ orderInformation }: Pick<Answer, 'orderInformation'>) {
  const { totalAmount, currency } = orderInformation?.amountDetails ?? {};
  return money(totalAmount, currency);
}

/** The authorized amount, in minor units. */
function authorizedIn(answer: Answer) {
  const { authorizedAmount, currency } = answer.orderInformation?.amountDetails ?? {};
  return authorizedAmount == null ? totalIn(answer) : money(authorizedAmount, currency);
}

/** Whether the transaction took the money as well, in the same request. */
const isSale = ({ services }: Transaction) => services.some(({ name }) => name === 'ics_bill');

const isAuthorized = ({ services }: Transaction) =>
  services.some(({ name, rCode }) => name === 'ics_auth' && rCode === '1');

/** The state of a payment by its transaction as it is now. */
export function transactionOutcome(transaction: Transaction, input: Reference): PaymentOutcome {
  const outcome = paymentOutcome(transaction, input);
  if (!isAutomatic(input) || !isSale(transaction)) return outcome;
  switch (outcome.result) {
    // It was charged and waits for the merchant's batch, as every charge of the day does.
    case 'pending':
      if (transaction.status !== 'PENDING') return outcome;
      return { ...outcome, result: 'captured', ...capturedBy(outcome) };
    // The bank had agreed, so it is the settlement that was refused.
    case 'declined':
      return isAuthorized(transaction) ? { ...outcome, attemptStatus: 'capture_failed' } : outcome;
    // One that was never known to be charged is merely void.
    case 'voided':
      return input.connectorTransactionId === undefined || transaction.status === 'REVERSED'
        ? outcome
        : { ...outcome, result: 'voided_after_capture' };
    default:
      return outcome;
  }
}

/** The state of a payment, by its answer or by its details. */
export function paymentOutcome(answer: Answer, input: Reference): PaymentOutcome {
  const reported = reportedBy(answer);
  switch (answer.status) {
    case 'AUTHORIZED': {
      const authorized = { ...reported, ...presentAmount(authorizedIn(answer), input) };
      if (input.isVerification) return { ...authorized, result: 'captured', capturedMinor: 0 };
      return isAutomatic(input)
        ? { ...authorized, result: 'captured', ...capturedBy(authorized) }
        : { ...authorized, ...reserved(input), result: 'authorized', incrementAllowed: true };
    }
    case 'PARTIAL_AUTHORIZED': {
      const { amountMinor: authorizedMinor, currency } = authorizedIn(answer);
      if (authorizedMinor === undefined) throw new Error('A part of an unknown amount.');
      return {
        ...reported,
        ...reserved(input),
        result: 'authorized',
        authorizedMinor,
        ...(currency && { currency }),
      };
    }
    case 'TRANSMITTED':
    case 'SUCCEEDED': {
      const total = presentAmount(totalIn(answer), input);
      return { ...reported, ...total, result: 'captured', ...capturedBy(total) };
    }
    case 'AUTHORIZED_PENDING_REVIEW':
    case 'PENDING_REVIEW':
      return {
        ...reported,
        ...presentAmount(totalIn(answer), input),
        ...reserved(input),
        result: 'held',
      };
    case 'PENDING':
    case 'PENDING_AUTHENTICATION':
      return { ...reported, ...presentAmount(totalIn(answer), input), result: 'pending' };
    case 'VOIDED':
    case 'REVERSED':
    case 'CANCELLED':
      return { ...reported, result: 'voided' };
    case 'AUTHORIZED_RISK_DECLINED':
    case 'DECLINED':
    case 'REJECTED':
    case 'FAILED':
    case 'INVALID_REQUEST':
    case 'SERVER_ERROR': {
      // A declined charge is no earlier payment for a later one.
      const { networkTransactionId: _, connectorMandateId: __, ...known } = reported;
      return { ...failureOf(answer), ...known };
    }
    case undefined:
      return { result: 'unknown', connectorTransactionId: answer.id };
  }
}

/**
 * The stored mark of a payment that was only reserved, also where its capture method is automatic:
 * it is charged by a capture of its own, and not because the reservation stands.
 */
const reserved = ({
  connectorMetadata,
}: Reference): Pick<ReportedPayment, 'connectorMetadata'> => ({
  connectorMetadata: { ...connectorMetadata, reserved: 'true' },
});

/** After an increment the first transaction's amount is not that of the payment any more. */
const presentAmount = (
  { amountMinor, ...stated }: ReturnType<typeof money>,
  { incrementedMinor, connectorMetadata }: Reference,
): ReturnType<typeof money> =>
  incrementedMinor === undefined && connectorMetadata?.incremented === undefined
    ? { ...stated, ...(amountMinor !== undefined && { amountMinor }) }
    : stated;

const capturedBy = ({ amountMinor }: { readonly amountMinor?: number }) =>
  amountMinor === undefined ? {} : { capturedMinor: amountMinor };

function reportedBy(answer: Answer): ReportedPayment {
  const { id, clientReferenceInformation, processorInformation, tokenInformation } = answer;
  // Some processors behind Cybersource fill one of the two, which mean the same.
  const networkTransactionId =
    processorInformation?.networkTransactionId || processorInformation?.transactionId;
  const mandate = tokenInformation?.paymentInstrument;
  return {
    connectorTransactionId: id,
    connectorReference: clientReferenceInformation?.code ?? id,
    ...(networkTransactionId && { networkTransactionId }),
    ...checksIn(answer),
    ...(mandate && { connectorMandateId: mandate.id }),
  };
}

function checksIn({ processorInformation }: Answer): Pick<ReportedPayment, 'paymentChecks'> {
  const { avs, cardVerification } = processorInformation ?? {};
  if (!avs && !cardVerification) return {};
  return {
    paymentChecks: {
      avs_response: avs ? checksAsSent({ code: avs.code, codeRaw: avs.codeRaw }) : null,
      card_verification: cardVerification
        ? checksAsSent({
            resultCode: cardVerification.resultCode,
            resultCodeRaw: cardVerification.resultCodeRaw,
          })
        : null,
    },
  };
}

/** Whether the payment is charged as soon as it is authorized. */
export const isAutomatic = ({
  captureMethod,
  connectorMetadata,
}: Pick<Reference, 'captureMethod' | 'connectorMetadata'>): boolean =>
  (captureMethod === 'automatic' || captureMethod === 'sequential_automatic') &&
  connectorMetadata?.reserved === undefined;
