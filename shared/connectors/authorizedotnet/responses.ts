import * as v from 'valibot';
import { fromMajor } from '../formats/amounts.ts';
import { readJson } from '../formats/json.ts';
import type { ConnectorError, ConnectorMetadata, HttpResponse } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { addressChecks } from './avs.ts';

const Messages = v.object({
  resultCode: v.picklist(['Ok', 'Error']),
  message: v.array(v.object({ code: v.string(), text: v.string() })),
});
type Messages = v.InferOutput<typeof Messages>;

const Transaction = v.object({
  responseCode: v.string(),
  transId: v.optional(v.string()),
  accountNumber: v.optional(v.string()),
  networkTransId: v.optional(v.string()),
  avsResultCode: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ errorCode: v.string(), errorText: v.string() }))),
  secureAcceptance: v.optional(v.object({ SecureAcceptanceUrl: v.string() })),
});
type Transaction = v.InferOutput<typeof Transaction>;

const TransactionResponse = v.object({
  transactionResponse: v.optional(Transaction),
  messages: Messages,
  profileResponse: v.optional(
    v.object({
      customerProfileId: v.optional(v.string()),
      customerPaymentProfileIdList: v.optional(v.array(v.string())),
    }),
  ),
});
type TransactionResponse = v.InferOutput<typeof TransactionResponse>;

export const CustomerProfileResponse = v.object({
  customerProfileId: v.optional(v.string()),
  messages: Messages,
});

export const PaymentProfileResponse = v.object({
  customerPaymentProfileId: v.optional(v.string()),
  messages: Messages,
});

const Amount = v.pipe(v.number(), v.minValue(0));

/** A transaction's details. Its amounts have no currency: it is that of the merchant's account. */
export const DetailsResponse = v.object({
  messages: Messages,
  transaction: v.optional(
    v.object({
      transId: v.string(),
      transactionStatus: v.string(),
      authAmount: v.optional(Amount),
      settleAmount: v.optional(Amount),
      networkTransId: v.optional(v.string()),
      order: v.optional(v.object({ description: v.optional(v.string()) })),
      responseReasonDescription: v.optional(v.string()),
    }),
  ),
});
export type Details = NonNullable<v.InferOutput<typeof DetailsResponse>['transaction']>;

export const UnsettledResponse = v.object({
  messages: Messages,
  transactions: v.optional(
    v.array(v.object({ transId: v.string(), invoiceNumber: v.optional(v.string()) })),
  ),
});

/** The JSON of a 200. Authorize.net answers everything with it, refusals too. */
export function readAnswer<S extends v.GenericSchema>(
  schema: S,
  response: Pick<HttpResponse, 'status' | 'body'>,
): v.InferOutput<S> {
  if (response.status !== 200) throw new Error('Authorize.net answers with 200 alone.');
  return readJson(schema, response);
}

export const isOk = ({ resultCode }: Messages): boolean => resultCode === 'Ok';

/**
 * A refusal of the whole request, before there was a transaction. Throws where Authorize.net does not
 * know itself what became of it, or does not say that it refused.
 */
export function declinedBy({
  resultCode,
  message,
}: Messages): { result: 'declined' } & ConnectorError {
  const [first] = message;
  if (resultCode !== 'Error' || !first || undecided.has(first.code)) {
    throw new Error('Authorize.net does not say whether it refused.');
  }
  return { result: 'declined', code: first.code, message: first.text, reason: first.text };
}

/** "An error occurred during processing", and a timeout of its own. */
const undecided: ReadonlySet<string> = new Set(['E00001', 'E00053', 'E00104']);

/** The id of the customer profile that is there already: `A duplicate record with ID 123 …`. */
export function duplicateIdIn({ message }: Messages): string | undefined {
  const [first] = message;
  return first?.code === 'E00039' ? /\bID (\d+)\b/.exec(first.text)?.[1] : undefined;
}

/** The outcome of a charge or a reservation. */
export function transactionOutcome(response: HttpResponse, input: Reference): PaymentOutcome {
  const answer = readAnswer(TransactionResponse, response);
  const { transactionResponse: transaction } = answer;
  if (!transaction) return declinedBy(answer.messages);
  const reported = { ...reportedBy(transaction), ...addressChecks(transaction.avsResultCode) };
  switch (transaction.responseCode) {
    case '1': {
      const isManual = /^manual/.test(input.captureMethod);
      return {
        result: isManual ? 'authorized' : 'captured',
        ...reported,
        ...mandateIn(answer),
        ...metadataIn(transaction),
      };
    }
    case '2':
    case '3':
      return { ...refusalOf(answer, transaction), ...reported };
    case '4':
      return { result: 'held', ...reported, ...metadataIn(transaction) };
    case '5': {
      const redirectUrl = transaction.secureAcceptance?.SecureAcceptanceUrl;
      if (redirectUrl === undefined) throw new Error('A challenge without an address.');
      return { result: 'challenged', redirectUrl, ...reported, ...metadataIn(transaction) };
    }
    default:
      throw new Error('A response code that Authorize.net does not document.');
  }
}

/** What a later request about the transaction answers: approved, refused, or held for a review. */
export type Verdict =
  | { readonly is: 'approved' | 'held'; readonly transaction: Transaction }
  | { readonly is: 'refused'; readonly refusal: { result: 'declined' } & ConnectorError };

export function verdictOf(response: HttpResponse): Verdict {
  const answer = readAnswer(TransactionResponse, response);
  const { transactionResponse: transaction } = answer;
  if (!transaction) return { is: 'refused', refusal: declinedBy(answer.messages) };
  switch (transaction.responseCode) {
    case '1':
      return { is: 'approved', transaction };
    case '2':
    case '3':
      return { is: 'refused', refusal: refusalOf(answer, transaction) };
    case '4':
      return { is: 'held', transaction };
    default:
      throw new Error('A response code that Authorize.net does not document.');
  }
}

/** Throws for a duplicate: the first transaction of its kind may have been approved. */
function refusalOf({ messages }: TransactionResponse, { errors = [] }: Transaction) {
  const [error] = errors;
  if (!error) return declinedBy(messages);
  if (error.errorCode === duplicateTransaction) throw new Error('A duplicate transaction.');
  const { errorCode: code, errorText: message } = error;
  return { result: 'declined', code, message, reason: message } as const;
}

const duplicateTransaction = '11';

export const reportedBy = ({ transId, networkTransId }: Transaction): ReportedPayment => ({
  // A transaction that was refused early has the id 0.
  ...(transId &&
    transId !== '0' && { connectorTransactionId: transId, connectorReference: transId }),
  ...(networkTransId && { networkTransactionId: networkTransId }),
});

const mandateIn = ({ profileResponse }: TransactionResponse): ReportedPayment => {
  const { customerProfileId, customerPaymentProfileIdList: [paymentProfileId] = [] } =
    profileResponse ?? {};
  return customerProfileId !== undefined && paymentProfileId !== undefined
    ? {
        connectorCustomerId: customerProfileId,
        connectorMandateId: `${customerProfileId}-${paymentProfileId}`,
      }
    : {};
};

/** The masked card, without which nothing can be refunded. */
export const metadataIn = ({
  accountNumber,
}: Transaction): Pick<ReportedPayment, 'connectorMetadata'> =>
  accountNumber
    ? {
        connectorMetadata: {
          creditCard: JSON.stringify({ cardNumber: accountNumber, expirationDate: 'XXXX' }),
        },
      }
    : {};

const StoredCard = v.object({ cardNumber: v.string() });

/** The last four digits of the card that was charged. Throws where they were not stored. */
export function lastFourIn(metadata: ConnectorMetadata = {}): string {
  const { cardNumber } = readJson(StoredCard, { body: metadata.creditCard ?? '' });
  const [lastFour] = /\d{4}$/.exec(cardNumber) ?? [];
  if (lastFour === undefined) throw new Error('The card of the payment is not known.');
  return lastFour;
}

/** The details of a transaction as the state of a payment. */
export function detailedOutcome(details: Details, { currency }: Reference): PaymentOutcome {
  const { transId, authAmount, settleAmount, networkTransId } = details;
  const reported: ReportedPayment = {
    connectorTransactionId: transId,
    connectorReference: transId,
    currency,
    ...(authAmount !== undefined && { amountMinor: fromMajor(authAmount, currency) }),
    ...(networkTransId && { networkTransactionId: networkTransId }),
  };
  switch (details.transactionStatus) {
    case 'settledSuccessfully':
    case 'capturedPendingSettlement':
    case 'refundSettledSuccessfully':
    case 'refundPendingSettlement':
      return {
        result: 'captured',
        ...(settleAmount !== undefined && { capturedMinor: fromMajor(settleAmount, currency) }),
        ...reported,
      };
    case 'authorizedPendingCapture':
      return { result: 'authorized', ...reported };
    case 'FDSPendingReview':
    case 'FDSAuthorizedPendingReview':
      return { result: 'held', ...reported };
    case 'voided':
      return { result: 'voided', ...reported };
    case 'expired':
      return { result: 'expired', ...reported };
    case 'declined':
      return { result: 'declined', attemptStatus: 'authentication_failed', ...reported };
    case 'generalError':
      return { result: 'declined', ...reported };
    default:
      throw new Error('A status that tells nothing about the money.');
  }
}
