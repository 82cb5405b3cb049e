import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { isCapturedLater } from '../formats/charges.ts';
import { readJson } from '../formats/json.ts';
import type { Declined } from '../formats/refusal.ts';
import { certainWord } from '../formats/words.ts';
import type { ConnectorMetadata } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';
import { isBankAccount } from './bank-account.ts';
import { checksIn } from './checks.ts';

export const Messages = v.object({
  resultCode: certainWord(['Ok', 'Error']),
  message: v.array(v.object({ code: v.string(), text: v.string() })),
});
type Messages = v.InferOutput<typeof Messages>;

const Transaction = v.object({
  /** Absent, or empty, where Authorize.net refused before it had a transaction. */
  responseCode: v.optional(v.string()),
  transId: v.optional(v.string()),
  accountNumber: v.optional(v.string()),
  accountType: v.optional(v.string()),
  networkTransId: v.optional(v.string()),
  avsResultCode: v.optional(v.string()),
  cvvResultCode: v.optional(v.string()),
  messages: v.optional(v.array(v.object({ code: v.string(), description: v.string() }))),
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

export const Amount = v.pipe(v.number(), v.minValue(0));

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
 * A refusal of the whole request, before there was a transaction. Throws where Authorize.net does
 * not know the result itself, or does not state that it refused.
 */
export function declinedBy({ resultCode, message }: Messages): Declined {
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
  const { avsResultCode: avs, cvvResultCode: cvv } = transaction;
  const reported = { ...reportedBy(transaction), ...checksIn({ avs, cvv }) };
  switch (transaction.responseCode) {
    case '1': {
      // A debit is only on its way to the customer's bank.
      if (isBankAccount(transaction.accountType)) return { result: 'pending', ...reported };
      return {
        result: isCapturedLater(input) ? 'authorized' : 'captured',
        ...reported,
        ...mandateIn(answer),
        ...metadataIn(transaction),
      };
    }
    case '2':
    case '3':
    case '':
    case undefined:
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

/** The approved part on a prepaid card, and the decline of the whole payment. */
export interface Part {
  readonly transId: string;
  readonly refusal: Declined;
}

/** "The amount was only partially approved on the given prepaid card." */
const partlyApproved = '295';

/** The approved part of a charge whose rest was not approved; undefined for any other answer. */
export function partIn(response: HttpResponse): Part | undefined {
  const { transactionResponse: transaction } = readAnswer(TransactionResponse, response);
  const words = transaction && wordsIn(transaction).find(({ code }) => code === partlyApproved);
  if (!words || !transaction?.transId || transaction.transId === '0') return undefined;
  const { code, text } = words;
  const refusal = { result: 'declined', code, message: text, reason: text } as const;
  return { transId: transaction.transId, refusal };
}

/** The reasons that a transaction states, of an approval and of a refusal alike. */
const wordsIn = ({ messages = [], errors = [] }: Transaction) => [
  ...messages.map(({ code, description }) => ({ code, text: description })),
  ...errors.map(({ errorCode, errorText }) => ({ code: errorCode, text: errorText })),
];

/**
 * The answer to a later request about the transaction: approved, refused, or held for a review. An
 * earlier void or capture is also answered as approved, so `before` names which of both it was.
 */
export type Verdict =
  | {
      readonly is: 'approved' | 'held';
      readonly before?: 'voided' | 'captured';
      readonly transaction: Transaction;
    }
  | { readonly is: 'refused'; readonly refusal: Declined };

export function verdictOf(response: HttpResponse): Verdict {
  const answer = readAnswer(TransactionResponse, response);
  const { transactionResponse: transaction } = answer;
  if (!transaction) return { is: 'refused', refusal: declinedBy(answer.messages) };
  const before = wordsIn(transaction).flatMap(({ code }) => madeBefore.get(code) ?? [])[0];
  if (before) return { is: 'approved', before, transaction };
  switch (transaction.responseCode) {
    case '1':
      return { is: 'approved', transaction };
    case '2':
    case '3':
    case '':
    case undefined:
      return { is: 'refused', refusal: refusalOf(answer, transaction) };
    case '4':
      return { is: 'held', transaction };
    default:
      throw new Error('A response code that Authorize.net does not document.');
  }
}

/** "This transaction has already been voided", and captured: with the code of an approval. */
const madeBefore: ReadonlyMap<string, 'voided' | 'captured'> = new Map([
  ['310', 'voided'],
  ['311', 'captured'],
]);

/** Throws for a reason that leaves open whether money moved. */
function refusalOf({ messages }: TransactionResponse, { errors = [] }: Transaction) {
  const [error] = errors;
  if (!error) return declinedBy(messages);
  if (undecidedReasons.has(error.errorCode)) {
    throw new Error('Authorize.net leaves open whether it was processed.');
  }
  const { errorCode: code, errorText: message } = error;
  return { result: 'declined', code, message, reason: message } as const;
}

/**
 * A duplicate, whose first transaction may have been approved; and transactions that ended in an
 * error and could not be voided.
 *
 * @see https://developer.authorize.net/api/reference/responseCodes.html
 */
const undecidedReasons: ReadonlySet<string> = new Set(['11', '120', '121', '122', '181']);

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

/** The masked card, without which nothing can be refunded to it. */
export const metadataIn = ({
  accountNumber,
  accountType,
}: Pick<Transaction, 'accountNumber' | 'accountType'>): Pick<
  ReportedPayment,
  'connectorMetadata'
> =>
  accountNumber && !isBankAccount(accountType)
    ? {
        connectorMetadata: {
          creditCard: JSON.stringify({ cardNumber: accountNumber, expirationDate: 'XXXX' }),
        },
      }
    : {};

const StoredCard = v.object({ cardNumber: v.string() });

/** The last four digits of the card that was charged; undefined where they were not stored. */
export function lastFourIn({ creditCard }: ConnectorMetadata = {}): string | undefined {
  return creditCard === undefined
    ? undefined
    : lastFourOf(readJson(StoredCard, { body: creditCard }).cardNumber);
}

/** Those of a masked number, `XXXX1111`. */
export const lastFourOf = (cardNumber: string | undefined): string | undefined =>
  /\d{4}$/.exec(cardNumber ?? '')?.[0];
