import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { type Refused, refusalsOf } from '../formats/refusal.ts';
import { isWordOf, word } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { checksAsSent } from '../payment-checks.ts';
import { amounts } from './amounts.ts';

/** An amount as Checkout.com counts it. */
export const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A response code: codes of approvals begin with 1. */
export const codes = {
  response_code: v.nullish(v.string()),
  response_summary: v.nullish(v.string()),
};

/** The actions that are read; a payment lists others beside them. */
const ActionType = word(['Authorization', 'Capture', 'Card Verification', 'Refund', 'Void']);

/** One action of a payment, as the payment itself lists them: the newest first. */
const ActionSummary = v.object({ id: v.nullish(v.string()), type: ActionType, ...codes });

/** The issuer's checks, and the card network's values. */
export const Findings = v.object({
  scheme_id: v.nullish(v.string()),
  source: v.nullish(
    v.object({
      id: v.nullish(v.string()),
      type: v.nullish(v.string()),
      avs_check: v.nullish(v.string()),
      cvv_check: v.nullish(v.string()),
    }),
  ),
  processing: v.nullish(v.object({ partner_merchant_advice_code: v.nullish(v.string()) })),
  ...codes,
});

/**
 * A payment as Checkout.com answers and lists it; amounts as it counts them.
 *
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/payments/PaymentStatus.java
 */
export const Payment = v.object({
  id: v.string(),
  ...Findings.entries,
  status: word([
    'Active',
    'Requested',
    'Authentication Requested',
    'Authorized',
    'Paid',
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
  amount: v.optional(Amount),
  amount_requested: v.nullish(Amount),
  currency: v.optional(v.string()),
  reference: v.nullish(v.string()),
  customer: v.nullish(v.object({ id: v.nullish(v.string()) })),
  balances: v.nullish(
    v.object({ total_authorized: v.nullish(Amount), total_captured: v.nullish(Amount) }),
  ),
  actions: v.nullish(v.array(ActionSummary)),
  _links: v.nullish(v.object({ redirect: v.nullish(v.object({ href: v.string() })) })),
});
export type Payment = v.InferOutput<typeof Payment>;

export const Payments = v.object({ data: v.array(Payment) });

/** The answer to a capture, a void or a refund, which has only been accepted. */
export const Accepted = v.object({ action_id: v.string(), reference: v.nullish(v.string()) });

export const Actions = v.array(
  v.object({
    id: v.string(),
    type: ActionType,
    approved: v.nullish(v.boolean()),
    amount: v.nullish(Amount),
    reference: v.nullish(v.string()),
    ...codes,
  }),
);
export type Actions = v.InferOutput<typeof Actions>;

const Refusal = v.object({
  request_id: v.nullish(v.string()),
  error_type: v.string(),
  error_codes: v.nullish(v.array(v.string())),
});

/**
 * A refusal after which nothing was processed; `unknown` where the same request was sent before.
 * Throws where it is not Checkout.com's own.
 */
export function refusalIn(response: HttpResponse): Refused {
  if (response.status === 401 && response.body === '') {
    return { result: 'declined', code: 'invalid_api_key' };
  }
  const { error_type: type, error_codes: codes } = refusals.read(Refusal, response);
  const [code = type] = codes ?? [];
  // The same request was sent before, and the answer does not contain its result.
  if (code === 'duplicate_request') return { result: 'unknown', code, message: code, reason: code };
  return { result: 'declined', code, message: code, reason: codes?.join(' & ') || type };
}

const refusals = refusalsOf('Checkout.com', [400, 401, 403, 404, 422, 429]);

/** The payment in an answer with a status of success: the one of this id, if it is known. */
export function readPayment(response: HttpResponse, id?: string): Payment {
  if (response.status < 200 || response.status > 299) throw new Error('No payment.');
  const payment = readJson(Payment, response);
  if (id !== undefined && payment.id !== id) throw new Error('It is another payment.');
  return payment;
}

/** A payment's data beside its status. `currency` counts where it states none. */
function reportedBy(payment: Payment, currency: string): ReportedPayment {
  const stated = payment.currency ?? currency;
  // After increments the amount is still that of the first authorization.
  const amount = mostOf(payment.amount_requested ?? payment.amount, payment.balances);
  return {
    connectorTransactionId: payment.id,
    connectorReference: payment.reference ?? payment.id,
    ...(amount !== undefined && { amountMinor: amounts.fromMinor(amount, stated) }),
    ...(payment.currency !== undefined && { currency: payment.currency }),
    ...findingsIn(payment),
    ...(payment.customer?.id && { connectorCustomerId: payment.customer.id }),
  };
}

function mostOf(amount: number | undefined, balances: Payment['balances']): number | undefined {
  const total = balances?.total_authorized;
  return amount !== undefined && total != null && total > amount ? total : amount;
}

/** The issuer's checks of the card, and the card network's id of the payment. */
export function findingsIn({ scheme_id, source }: v.InferOutput<typeof Findings>) {
  const { avs_check: avs_result, cvv_check: card_validation_result } = source ?? {};
  return {
    ...(scheme_id && { networkTransactionId: scheme_id }),
    ...((avs_result || card_validation_result) && {
      paymentChecks: checksAsSent({ avs_result, card_validation_result }),
    }),
  };
}

/** The state of a payment; `isCharged` means that the capture follows "Authorized" by itself. */
export function paymentOutcome(
  payment: Payment,
  { amountMinor, currency }: Pick<Reference, 'amountMinor' | 'currency'>,
  isCharged: boolean,
): PaymentOutcome {
  const reported = reportedBy(payment, currency);
  switch (payment.status) {
    case 'Authorized':
      // A debit that was only submitted may fail for days.
      if (isDebit(payment)) return { result: 'pending', attemptStatus: 'authorizing', ...reported };
      return isCharged ? chargedBy(payment, amountMinor, reported) : reserved(payment, reported);
    case 'Card Verified':
      return { result: 'captured', capturedMinor: 0, ...reported };
    case 'Captured':
    case 'Partially Refunded':
    case 'Refunded':
      return { result: 'captured', ...totalIn(payment, currency), ...reported };
    case 'Partially Captured': {
      const total = totalIn(payment, currency);
      if (!('capturedMinor' in total)) throw new Error('A capture of an unknown amount.');
      return { result: 'captured', ...total, ...reported };
    }
    case 'Expired':
      if (!isCharged) return { result: 'expired', ...reported };
      return { result: 'declined', ...declineIn(payment), ...withoutNetworkId(reported) };
    case 'Declined':
    case 'Canceled':
      return { result: 'declined', ...declineIn(payment), ...withoutNetworkId(reported) };
    case 'Active':
    case 'Requested':
    case 'Authentication Requested':
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
    case 'Paid':
      throw new Error('It is a payout.');
    case undefined:
      return { result: 'unknown', connectorTransactionId: payment.id };
  }
}

/** Whether an account is debited, which takes days. */
export const isDebit = ({ source }: v.InferOutput<typeof Findings>): boolean =>
  isWordOf(['ach'], source?.type);

/** A charge is taken for done, until its capture is listed as refused. */
function chargedBy(payment: Payment, asked: number, reported: ReportedPayment): PaymentOutcome {
  const capture = payment.actions?.find(({ type }) => type === 'Capture');
  if (capture?.response_code && !isApproval(capture.response_code)) {
    return {
      result: 'declined',
      attemptStatus: 'capture_failed',
      ...errorIn(capture),
      ...reported,
    };
  }
  const partMinor = partIn(payment, reported);
  return {
    result: 'captured',
    ...reported,
    capturedMinor: partMinor ?? reported.amountMinor ?? asked,
  };
}

function reserved(payment: Payment, reported: ReportedPayment): PaymentOutcome {
  const authorizedMinor = partIn(payment, reported);
  return {
    result: 'authorized',
    ...reported,
    ...(authorizedMinor !== undefined && { authorizedMinor }),
  };
}

/** The authorized amount, where it is less than the requested one. */
function partIn(
  { amount, amount_requested, currency }: Payment,
  { amountMinor = 0 }: ReportedPayment,
): number | undefined {
  if (amount === undefined || amount_requested == null || currency === undefined) return undefined;
  const partMinor = amounts.fromMinor(amount, currency);
  return partMinor < amountMinor ? partMinor : undefined;
}

/** A declined charge is no earlier payment for a later one. */
const withoutNetworkId = ({ networkTransactionId: _, ...reported }: ReportedPayment) => reported;

const totalIn = (
  { balances, currency }: Payment,
  asked: string,
): { capturedMinor: number } | Record<never, never> =>
  balances?.total_captured
    ? { capturedMinor: amounts.fromMinor(balances.total_captured, currency ?? asked) }
    : {};

/**
 * Codes of responses: 1xxxx are approvals.
 *
 * @see https://www.checkout.com/docs/developer-resources/codes/response-codes
 */
const isApproval = (code: string): boolean => code.startsWith('1');

/** Why a payment was declined. A retrieved payment has the reason only in its newest action. */
function declineIn(payment: Payment): ConnectorError {
  const [newest] = payment.actions ?? [];
  const advice = payment.processing?.partner_merchant_advice_code;
  return {
    ...errorIn(payment.response_code || payment.response_summary ? payment : (newest ?? payment)),
    ...(advice && { networkAdviceCode: advice }),
  };
}

/** The code and the words of a refusal. */
export const errorIn = ({
  response_code: code,
  response_summary: message,
}: Pick<Payment, 'response_code' | 'response_summary'>): ConnectorError => ({
  ...(code && { code }),
  ...(message && { message, reason: message }),
});

export const isAutomatic = ({ captureMethod }: Pick<Reference, 'captureMethod'>): boolean =>
  captureMethod === 'automatic' || captureMethod === 'sequential_automatic';
