import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import { TransactionStatus } from './details.ts';
import { apiRequest } from './requests.ts';
import { Amount, isOk, Messages, readAnswer } from './responses.ts';

/** A transaction as lists have it: without the reserved amount, and without the network's id. */
const Listed = v.object({
  transId: v.string(),
  transactionStatus: TransactionStatus,
  invoiceNumber: v.optional(v.string()),
  accountNumber: v.optional(v.string()),
  accountType: v.optional(v.string()),
  settleAmount: v.optional(Amount),
});
type Listed = v.InferOutput<typeof Listed>;

const ListResponse = v.object({
  messages: Messages,
  transactions: v.optional(v.array(Listed)),
  totalNumInResultSet: v.optional(v.number()),
});

const BatchListResponse = v.object({
  messages: Messages,
  batchList: v.optional(
    v.array(
      v.object({
        batchId: v.string(),
        settlementTimeUTC: v.optional(v.string()),
        paymentMethod: v.optional(v.string()),
        product: v.optional(v.string()),
      }),
    ),
  ),
});

/** The most that one list has: the newest. */
const listLimit = 1_000;
const newest = {
  sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
  paging: { limit: listLimit, offset: 1 },
};

/** Asks for the transactions that are not settled yet. */
export const unsettledRequest = (account: ExchangeAccount): StepRequest => ({
  ...apiRequest('getUnsettledTransactionListRequest', account, newest),
  step: 'order',
});

/** Without dates, it lists the batches that were settled within the last 24 hours. */
const batchesRequest = (account: ExchangeAccount): StepRequest => ({
  ...apiRequest('getSettledBatchListRequest', account, {}),
  step: 'order',
});

const batchRequest = (account: ExchangeAccount, batchId: string): StepRequest => ({
  ...apiRequest('getTransactionListRequest', account, { batchId, ...newest }),
  step: 'order',
});

interface Search<Outcome> {
  readonly invoiceNumber: string;
  /** How many batches are looked through, of the steps that an exchange may have. */
  readonly mostBatches: number;
  /** The next question about a transaction that is not settled yet. */
  found(transId: string): NextStep<Outcome>;
  /** The outcome of a transaction of a settled batch; its details would take one step too many. */
  settled(listed: Listed): Outcome;
  /** The outcome where no list has it, and all were whole. */
  readonly none: Outcome;
}

/**
 * Looks for a transaction whose answer was lost: in the given list of unsettled ones, then in the
 * batches that were settled within a day, the newest first.
 *
 * @see https://developer.authorize.net/api/reference/index.html#transaction-reporting
 */
export function searchIn<Outcome>(
  response: HttpResponse,
  account: ExchangeAccount,
  search: Search<Outcome>,
): NextStep<Outcome> {
  const unsettled = listedIn(response, search.invoiceNumber);
  if (unsettled.found) return search.found(unsettled.found.transId);
  return {
    next: batchesRequest(account),
    outcome(answer) {
      const batches = batchesIn(answer);
      const isWhole = unsettled.isWhole && batches.length <= search.mostBatches;
      return inBatches(batches.slice(0, search.mostBatches), isWhole, account, search);
    },
  };
}

/** The ids of the batches of card payments on the internet, the newest first. */
function batchesIn(response: HttpResponse): readonly string[] {
  const { messages, batchList = [] } = readAnswer(BatchListResponse, response);
  if (!isOk(messages)) throw new Error('Authorize.net does not list its batches.');
  return batchList
    .filter(({ paymentMethod = 'creditCard' }) => paymentMethod === 'creditCard')
    .filter(({ product }) => product !== 'Card Present')
    .toSorted(({ settlementTimeUTC: a = '' }, { settlementTimeUTC: b = '' }) => (a < b ? 1 : -1))
    .map(({ batchId }) => batchId);
}

function inBatches<Outcome>(
  [batchId, ...rest]: readonly string[],
  isWhole: boolean,
  account: ExchangeAccount,
  search: Search<Outcome>,
): Outcome | NextStep<Outcome> {
  if (batchId === undefined) {
    if (!isWhole) throw new Error('The transaction may be where nothing was listed.');
    return search.none;
  }
  return {
    next: batchRequest(account, batchId),
    outcome(answer) {
      const batch = listedIn(answer, search.invoiceNumber);
      return batch.found
        ? search.settled(batch.found)
        : inBatches(rest, isWhole && batch.isWhole, account, search);
    },
  };
}

/**
 * The statuses of a refusal. An approved transaction with the same number is the one that counts.
 */
const refused: ReadonlySet<TransactionStatus> = new Set([
  'declined',
  'generalError',
  'communicationError',
] as const);

/**
 * The transaction with this invoice number, and whether the list is complete. Throws where several
 * were not refused.
 */
function listedIn(
  response: HttpResponse,
  wanted: string,
): { readonly found: Listed | undefined; readonly isWhole: boolean } {
  const {
    messages,
    transactions = [],
    totalNumInResultSet: total,
  } = readAnswer(ListResponse, response);
  if (!isOk(messages)) throw new Error('Authorize.net does not list its transactions.');
  const ours = transactions.filter(({ invoiceNumber }) => invoiceNumber === wanted);
  const approved = ours.filter(({ transactionStatus }) => !refused.has(transactionStatus));
  if (approved.length > 1) throw new Error('It is not clear which transaction is ours.');
  return {
    found: approved[0] ?? ours[0],
    isWhole: transactions.length < listLimit && (total ?? 0) <= listLimit,
  };
}
