import * as v from 'valibot';
import { isWordOf, word } from '../formats/words.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { MaskedBankAccount } from './bank-account.ts';
import { checksIn } from './checks.ts';
import { amounts } from './currencies.ts';
import { Amount, Messages, metadataIn } from './responses.ts';

/**
 * Every status that Authorize.net documents, of payments and refunds.
 *
 * @see https://support.authorize.net/knowledgebase/Knowledgearticle/?code=000001360
 */
export const TransactionStatus = word([
  'FDSAuthorizedPendingReview',
  'FDSPendingReview',
  'approvedReview',
  'authorizedPendingCapture',
  'authorizedPendingRelease',
  'capturedPendingSettlement',
  'communicationError',
  'couldNotVoid',
  'declined',
  'expired',
  'failedReview',
  'generalError',
  'pendingFinalSettlement',
  'pendingSettlement',
  'refundPendingSettlement',
  'refundSettledSuccessfully',
  'returnedItem',
  'chargeback',
  'chargebackReversal',
  'settledSuccessfully',
  'settlementError',
  'underReview',
  'updatingSettlement',
  'voided',
]);
export type TransactionStatus = v.InferOutput<typeof TransactionStatus>;

/** A transaction's details. Its amounts have no currency: it is that of the merchant's account. */
export const DetailsResponse = v.object({
  messages: Messages,
  transaction: v.optional(
    v.object({
      transId: v.string(),
      transactionType: v.optional(v.string()),
      transactionStatus: TransactionStatus,
      authAmount: v.optional(Amount),
      settleAmount: v.optional(Amount),
      networkTransId: v.optional(v.string()),
      AVSResponse: v.optional(v.string()),
      cardCodeResponse: v.optional(v.string()),
      payment: v.optional(
        v.object({
          creditCard: v.optional(v.object({ cardNumber: v.optional(v.string()) })),
          bankAccount: v.optional(MaskedBankAccount),
        }),
      ),
      /** Returns of a debit by the customer's bank. */
      returnedItems: v.optional(v.array(v.object({ code: v.string(), description: v.string() }))),
    }),
  ),
});
export type Details = NonNullable<v.InferOutput<typeof DetailsResponse>['transaction']>;

/** The details of a transaction as the state of a payment. */
export function detailedOutcome(details: Details, { currency }: Reference): PaymentOutcome {
  const { transId, authAmount, networkTransId, payment } = details;
  const { AVSResponse: avs, cardCodeResponse: cvv } = details;
  const reported: ReportedPayment = {
    connectorTransactionId: transId,
    connectorReference: transId,
    currency,
    ...(authAmount !== undefined && { amountMinor: amounts.fromMajor(authAmount, currency) }),
    ...(networkTransId && { networkTransactionId: networkTransId }),
    ...checksIn({ avs, cvv }),
    ...metadataIn({ accountNumber: payment?.creditCard?.cardNumber }),
  };
  return payment?.bankAccount
    ? debitOutcome(details, currency, reported)
    : statusOutcome(details, currency, reported);
}

/**
 * The outcome of a debit from a bank account: the money is there once it is settled, and the
 * customer's bank may take it back after that.
 */
function debitOutcome(
  details: Details,
  currency: string,
  reported: ReportedPayment,
): PaymentOutcome {
  const [returned] = details.returnedItems ?? [];
  if (returned) {
    const { code, description: message } = returned;
    return { result: 'declined', attemptStatus: 'capture_failed', code, message, ...reported };
  }
  return details.transactionStatus === 'capturedPendingSettlement'
    ? { result: 'pending', ...reported }
    : statusOutcome(details, currency, reported);
}

/** Charged at once, or captured: a void of these gave back money that was taken. */
const charges = [
  'authCaptureTransaction',
  'priorAuthCaptureTransaction',
  'captureOnlyTransaction',
] as const;

/**
 * The outcome of a payment by its status. Throws where the status is unclear.
 *
 * @see https://support.authorize.net/knowledgebase/Knowledgearticle/?code=000001360
 */
export function statusOutcome(
  { transactionStatus, transactionType, settleAmount }: Status,
  currency: string,
  reported: ReportedPayment,
): PaymentOutcome {
  switch (transactionStatus) {
    case 'settledSuccessfully':
    case 'capturedPendingSettlement':
    case 'refundSettledSuccessfully':
    case 'refundPendingSettlement':
      return {
        result: 'captured',
        ...(settleAmount !== undefined && {
          capturedMinor: amounts.fromMajor(settleAmount, currency),
        }),
        ...reported,
      };
    case 'authorizedPendingCapture':
      return { result: 'authorized', ...reported };
    case 'FDSPendingReview':
    case 'FDSAuthorizedPendingReview':
    case 'underReview':
    // A part of an order whose other payments are not made: a person completes it or voids it.
    case 'authorizedPendingRelease':
      return { result: 'held', ...reported };
    case 'approvedReview':
    case 'pendingSettlement':
    case 'pendingFinalSettlement':
    case 'updatingSettlement':
      return { result: 'pending', ...reported };
    case 'voided':
      return isWordOf(charges, transactionType)
        ? { result: 'voided_after_capture', ...reported }
        : { result: 'voided', ...reported };
    case 'expired':
      return { result: 'expired', ...reported };
    case 'declined':
      return { result: 'declined', attemptStatus: 'authentication_failed', ...reported };
    case 'generalError':
      return { result: 'declined', ...reported };
    case 'failedReview':
      return { result: 'declined', code: transactionStatus, ...reported };
    // The batch was rejected, or this transaction of it: the money does not come. The others are of
    // bank accounts only: the customer's bank took the money back.
    case 'settlementError':
    case 'communicationError':
    case 'returnedItem':
    case 'chargeback':
      return {
        result: 'declined',
        attemptStatus: 'capture_failed',
        code: transactionStatus,
        ...reported,
      };
    default:
      throw new Error('A status that tells nothing about the money.');
  }
}

interface Status {
  readonly transactionStatus: TransactionStatus;
  readonly transactionType?: string | undefined;
  readonly settleAmount?: number | undefined;
}
