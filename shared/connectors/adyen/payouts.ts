import * as v from 'valibot';
import { addressAs } from '../formats/addresses.ts';
import { readDate } from '../formats/dates.ts';
import { shortened } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import { refusalsOf } from '../formats/refusal.ts';
import { known } from '../formats/request.ts';
import { isWordOf, word } from '../formats/words.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type {
  Payee,
  PayoutDestination,
  PayoutInstruction,
  PayoutOutcome,
  PayoutReference,
} from '../interface/payouts.ts';
import type { IncomingWebhook, WebhookContent } from '../interface/webhooks.ts';
import { contentAbout, subjectNamed } from '../webhook-subject.ts';
import { amountOf, transferRequest } from './requests.ts';
import { Amount, moneyIn } from './responses.ts';

const text = v.nullish(v.string());

/**
 * The statuses of an outgoing transfer to a bank account or a card; others are of other movements.
 *
 * @see https://docs.adyen.com/payouts/payout-service/payout-lifecycle
 */
const Status = word([
  'received',
  'pending',
  'approvalPending',
  'pendingApproval',
  'pendingExecution',
  'authorised',
  'booked',
  'credited',
  'refused',
  'rejected',
  'cancelled',
  'expired',
  'failed',
  'returned',
]);

/** A transfer in answers and webhooks, version 4. */
const Transfer = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  status: Status,
  amount: Amount,
  reason: text,
  reference: text,
});
type Transfer = v.InferOutput<typeof Transfer>;

const Refusal = v.object({ errorCode: v.string(), title: v.string(), detail: text });
const refusals = refusalsOf('Adyen', [400, 401, 403, 404, 422, 429]);

const maxReferenceLength = 80;

/**
 * Pays at once, by a transfer from the merchant's balance account.
 *
 * @see https://docs.adyen.com/api-explorer/transfers/4/post/transfers
 */
export const payout: Exchange<PayoutInstruction, PayoutOutcome> = {
  request: ({ reference, amountMinor, currency, description, ...input }, account) =>
    transferRequest('POST', 'transfers', account, {
      change: `payout:${reference}`,
      body: {
        amount: amountOf(amountMinor, currency),
        balanceAccountId: balanceAccountOf(account),
        ...counterpartyOf(input),
        reference: shortened(reference, maxReferenceLength),
        ...(description && { description: description.slice(0, 140) }),
      },
    }),

  outcome(response) {
    if (response.status === 200 || response.status === 202) {
      return transferOutcome(readJson(Transfer, response));
    }
    const { errorCode: code, title, detail } = refusals.read(Refusal, response);
    return { result: 'declined', code, message: detail ?? title, reason: title };
  },
};

/** Reads the transfer. Without Adyen's id of it, only a webhook can report it. */
export const syncPayout: Exchange<PayoutReference, PayoutOutcome> = {
  canAsk: ({ connectorTransactionId }) => connectorTransactionId !== undefined,

  request({ connectorTransactionId }, account) {
    const id = known(connectorTransactionId, "Adyen's id of the transfer");
    return transferRequest('GET', `transfers/${encodeURIComponent(id)}`, account);
  },

  outcome(response, { connectorTransactionId }) {
    if (response.status !== 200) throw new Error('Adyen does not tell the state.');
    const transfer = readJson(Transfer, response);
    if (transfer.id !== connectorTransactionId) throw new Error('It is another transfer.');
    return transferOutcome(transfer);
  },
};

/** `booked`: the money has left the balance account. A bank may still refuse or return it. */
function transferOutcome({ id, status, amount, reason }: Transfer): PayoutOutcome {
  const reported = { connectorTransactionId: id, ...moneyIn(amount) };
  const why = { code: reason || status, message: reason || status };
  switch (status) {
    case 'received':
    case 'pending':
    case 'approvalPending':
    case 'pendingApproval':
    case 'pendingExecution':
      return { result: 'pending', ...reported };
    case 'authorised':
      return { result: 'initiated', ...reported };
    case 'booked':
    case 'credited':
      return { result: 'paid', ...reported };
    case 'refused':
    case 'rejected':
    case 'failed':
      return { result: 'declined', ...withWords(why), ...reported };
    case 'cancelled':
    case 'expired':
      return { result: status, ...reported };
    case 'returned':
      return { result: 'reversed', ...withWords(why), ...reported };
    case undefined:
      return { result: 'unknown', connectorTransactionId: id };
  }
}

const withWords = ({ code, message }: Record<'code' | 'message', string | undefined>) => ({
  ...(code && { code }),
  ...(message && { message }),
});

const Settings = v.object({ source_balance_account: v.pipe(v.string(), v.minLength(1)) });

/** Throws where the account's metadata name no balance account. */
const balanceAccountOf = ({ metadata }: ExchangeAccount): string =>
  v.parse(Settings, metadata).source_balance_account;

/** The party that is paid. Throws for one that Adyen does not pay. */
function counterpartyOf({
  destination,
  payee,
  priority = 'regular',
}: Pick<PayoutInstruction, 'destination' | 'payee' | 'priority'>): object {
  if (destination.kind === 'card' || destination.kind === 'passthrough') {
    return { category: 'card', counterparty: { card: cardOf(destination, payee) } };
  }
  const bankAccount = {
    accountHolder: {
      fullName: payee.name,
      type: payee.isCompany ? 'organization' : 'individual',
      ...addressOf(payee),
    },
    accountIdentification: accountOf(destination),
  };
  return {
    category: 'bank',
    counterparty: { bankAccount },
    priority: priority === 'cross_border' ? 'crossBorder' : priority,
  };
}

const CardDetails = v.object({ expiry_month: v.string(), expiry_year: v.string() });

/** A card, or Adyen's token of one. Its holder is a person. */
function cardOf({ kind, account, details }: PayoutDestination, payee: Payee): object {
  if (payee.isCompany) throw new Error('Adyen pays to the cards of persons only.');
  const cardHolder = {
    type: 'individual',
    firstName: payee.firstName,
    lastName: payee.lastName,
    ...addressOf(payee),
  };
  if (kind === 'passthrough') {
    return { cardHolder, cardIdentification: { storedPaymentMethodId: account } };
  }
  const { expiry_month: month, expiry_year: year } = v.parse(CardDetails, details);
  const cardIdentification = {
    number: account,
    expiryMonth: month.padStart(2, '0'),
    expiryYear: year.length === 2 ? `20${year}` : year,
  };
  return { cardHolder, cardIdentification };
}

const Bank = v.union([
  v.object({ iban: v.string(), bic: text, bank_number: v.optional(v.never()) }),
  v.object({ bank_account_number: v.string(), bank_sort_code: v.string() }),
  v.object({ bank_account_number: v.string(), bank_routing_number: v.string() }),
]);

function accountOf({ details }: PayoutDestination): object {
  const bank = v.parse(Bank, details);
  if ('iban' in bank) {
    const iban = bank.iban.replaceAll(' ', '').toUpperCase();
    return { type: 'iban', iban, ...(bank.bic && { bic: bank.bic }) };
  }
  const accountNumber = bank.bank_account_number;
  return 'bank_sort_code' in bank
    ? { type: 'ukLocal', accountNumber, sortCode: bank.bank_sort_code.replaceAll(/[ -]/g, '') }
    : { type: 'usLocal', accountNumber, routingNumber: bank.bank_routing_number };
}

/** Adyen takes no address without a country. */
const addressOf = ({ address }: Payee) =>
  address?.country ? { address: addressAs(addressNames, address) } : {};

const addressNames = {
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  postalCode: 'zip',
  stateOrProvince: 'state',
  country: 'country',
} as const;

const TransferEvent = v.object({
  type: v.string(),
  data: v.optional(v.unknown()),
  timestamp: text,
});
const Movement = v.object({ category: text, direction: text });
const Dated = v.object({ creationDate: text });

const isTransferEvent = (type: string): boolean =>
  isWordOf(['balancePlatform.transfer.created', 'balancePlatform.transfer.updated'], type);

/**
 * A webhook about a transfer; undefined for any other. Transfers to the merchant, and movements
 * inside the balance platform, are none of ours.
 *
 * @see https://docs.adyen.com/api-explorer/transfer-webhooks/4/post/balancePlatform.transfer.updated
 */
export function transferContentOf(webhook: IncomingWebhook): WebhookContent | undefined {
  const { type, data } = readJson(TransferEvent, webhook);
  if (!isTransferEvent(type)) return undefined;
  const movement = v.safeParse(Movement, data);
  const { category, direction } = movement.success ? movement.output : {};
  if (!isWordOf(['bank', 'card'], category) || isWordOf(['incoming'], direction)) {
    return { kind: 'nothing' };
  }
  const transfer = v.parse(Transfer, data);
  return contentAbout(subjectNamed(transfer.reference, transfer.id), (subject) => ({
    kind: 'payout',
    subject,
    outcome: transferOutcome(transfer),
  }));
}

/** When it happened; undefined for any other webhook. */
export function transferEventTime(webhook: IncomingWebhook): Date | undefined {
  const { type, data, timestamp } = readJson(TransferEvent, webhook);
  if (!isTransferEvent(type)) return undefined;
  return readDate(timestamp ?? v.parse(Dated, data).creationDate);
}
