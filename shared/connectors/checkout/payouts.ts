import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { ownMember } from '#platform/own-member.ts';
import { addressAs } from '../formats/addresses.ts';
import { readJson } from '../formats/json.ts';
import { word } from '../formats/words.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type {
  Payee,
  PayoutDestination,
  PayoutInstruction,
  PayoutOutcome,
  PayoutReference,
  ReportedPayout,
} from '../interface/payouts.ts';
import type { IncomingWebhook, WebhookContent } from '../interface/webhooks.ts';
import { contentAbout } from '../webhook-subject.ts';
import { amounts } from './amounts.ts';
import { payoutReference, subjectOf } from './references.ts';
import { apiRequest, checkoutKeys, paymentPath } from './requests.ts';
import { Actions, Amount, errorIn, Payment, refusalIn } from './responses.ts';

/**
 * Pays at once: a payout is a payment from the merchant's currency account.
 *
 * @see https://www.checkout.com/docs/payments/request-payouts/bank-payouts
 */
export const payout: Exchange<PayoutInstruction, PayoutOutcome> = {
  request: (input, account) =>
    apiRequest('POST', 'payments', account, {
      idempotencyKey: input.reference,
      body: {
        source: { type: 'currency_account', id: currencyAccountOf(input, account) },
        destination: destinationOf(input),
        amount: amounts.toMinor(input.amountMinor, input.currency),
        currency: input.currency,
        reference: payoutReference(input.reference),
        ...(input.description && { billing_descriptor: { reference: input.description } }),
        instruction: instructionOf(account),
        processing_channel_id: checkoutKeys(account).processingChannelId,
      },
    }),

  outcome(response, input) {
    if (response.status >= 300) return refusalIn(response);
    return payoutOutcome(readJson(Payment, response), input);
  },
};

/**
 * Reads the payout; of a paid one also its actions, among which is the return of its money. A payout
 * without an answer is found by our reference, which may lag.
 */
export const syncPayout: Exchange<PayoutReference, PayoutOutcome> = {
  request: ({ connectorTransactionId: id, reference }, account) =>
    id === undefined
      ? apiRequest(
          'GET',
          `payments?limit=1&reference=${encodeURIComponent(payoutReference(reference))}`,
          account,
        )
      : apiRequest('GET', paymentPath(id), account),

  outcome(response, input, account) {
    if (response.status !== 200) throw new Error('Checkout.com does not tell the state.');
    const { connectorTransactionId: id, reference } = input;
    const found =
      id === undefined
        ? readJson(Listed, response).data.find(
            (one) => one.reference === payoutReference(reference),
          )
        : readJson(Payment, response);
    if (!found) return { result: 'not_found' };
    const outcome = payoutOutcome(found, input);
    return outcome.result === 'paid' ? unlessReturned(found.id, outcome, account) : outcome;
  },
};

const Listed = v.object({ data: v.array(Payment) });

/** Asks for the actions of a paid payout: a bank may have returned it. */
const unlessReturned = (
  id: string,
  paid: PayoutOutcome,
  account: ExchangeAccount,
): NextStep<PayoutOutcome> => ({
  next: apiRequest('GET', paymentPath(id, 'actions'), account),
  outcome(response: HttpResponse): PayoutOutcome {
    if (response.status !== 200) throw new Error('Checkout.com does not list the actions.');
    const back = readJson(PayoutActions, response).find(
      ({ type, approved }) => type === 'Return' && approved !== false,
    );
    if (!back) return paid;
    return { result: 'reversed', ...errorIn(back), connectorTransactionId: id };
  },
});

/** @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/payments/ActionType.java */
const PayoutActions = v.array(
  v.object({ ...Actions.item.entries, type: word(['Payout', 'Return']) }),
);

/**
 * The state of a payout. `Authorized`: the card's issuer has accepted it.
 *
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/payments/PaymentStatus.java
 */
function payoutOutcome(
  payment: Payment,
  { currency }: { readonly currency: string },
): PayoutOutcome {
  const { id: connectorTransactionId, status, amount } = payment;
  const reported: ReportedPayout = {
    connectorTransactionId,
    ...(amount !== undefined && {
      amountMinor: amounts.fromMinor(amount, payment.currency ?? currency),
    }),
    ...(payment.currency !== undefined && { currency: payment.currency }),
  };
  switch (status) {
    case 'Paid':
      return { result: 'paid', ...reported };
    case 'Active':
    case 'Requested':
    case 'Pending':
      return { result: 'pending', ...reported };
    case 'Authorized':
      return { result: 'initiated', ...reported };
    case 'Declined':
      return { result: 'declined', ...errorIn(payment), ...reported };
    case 'Canceled':
      return { result: 'cancelled', ...reported };
    case 'Expired':
      return { result: 'expired', ...reported };
    default:
      return { result: 'unknown', connectorTransactionId };
  }
}

/** The merchant's settings for payouts, in the metadata of the account. */
const Settings = v.object({
  /** By currency, the account that pays, such as `ca_…`. */
  currency_accounts: v.record(v.string(), v.string()),
  funds_transfer_type: v.nullish(v.string()),
  payout_purpose: v.nullish(v.string()),
});

/** Throws where the merchant has not stated the account that pays in this currency. */
function currencyAccountOf({ currency }: PayoutInstruction, { metadata }: ExchangeAccount): string {
  const { currency_accounts: accounts } = v.parse(Settings, metadata);
  const id = ownMember(accounts, currency);
  if (id === undefined) throw new Error('The metadata name no currency account that pays so.');
  return id;
}

function instructionOf({ metadata }: ExchangeAccount) {
  const { funds_transfer_type, payout_purpose: purpose } = v.parse(Settings, metadata);
  return { ...(purpose && { purpose }), ...(funds_transfer_type && { funds_transfer_type }) };
}

/** Throws for a destination that Checkout.com does not pay to. */
function destinationOf({ destination, payee }: PayoutInstruction): object {
  const { kind, account } = destination;
  const account_holder = holderOf(payee);
  if (kind === 'passthrough') {
    return account.startsWith('tok_')
      ? { type: 'token', token: account, account_holder }
      : { type: 'id', id: account };
  }
  if (kind === 'card') {
    const { expiry_month, expiry_year } = v.parse(CardDetails, destination.details);
    return {
      type: 'card',
      number: account,
      expiry_month: Number(expiry_month),
      expiry_year: Number(expiry_year.length === 2 ? `20${expiry_year}` : expiry_year),
      account_holder,
    };
  }
  return { type: 'bank_account', ...bankAccountOf(destination), account_holder };
}

const CardDetails = v.object({ expiry_month: v.string(), expiry_year: v.string() });

const Bank = v.union([
  v.object({ iban: v.string(), bic: v.nullish(v.string()), bank_number: v.optional(v.never()) }),
  v.object({ bank_account_number: v.string(), bank_sort_code: v.string() }),
  v.object({ bank_account_number: v.string(), bank_routing_number: v.string() }),
]);

/** A bank account; the first letters of an IBAN are its country. */
function bankAccountOf({ details }: PayoutDestination): object {
  const bank = v.parse(Bank, details);
  if ('iban' in bank) {
    const iban = bank.iban.replaceAll(' ', '').toUpperCase();
    return { iban, ...(bank.bic && { swift_bic: bank.bic }), country: iban.slice(0, 2) };
  }
  const account_number = bank.bank_account_number;
  return 'bank_sort_code' in bank
    ? { account_number, bank_code: bank.bank_sort_code.replaceAll(/[ -]/g, ''), country: 'GB' }
    : { account_number, bank_code: bank.bank_routing_number, country: 'US' };
}

function holderOf({ isCompany, name, firstName, lastName, address }: Payee): object {
  const billing = addressAs(addressNames, address);
  return {
    ...(isCompany
      ? { type: 'corporate', company_name: name }
      : { type: 'individual', first_name: firstName, last_name: lastName }),
    ...(address && { billing_address: billing }),
  };
}

const addressNames = {
  address_line1: 'line1',
  address_line2: 'line2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
} as const;

const PayoutEvent = v.object({
  data: v.object({
    id: v.nullish(v.string()),
    reference: v.nullish(v.string()),
    amount: v.nullish(Amount),
    currency: v.nullish(v.string()),
    response_code: v.nullish(v.string()),
    response_summary: v.nullish(v.string()),
    source: v.nullish(v.object({ type: v.nullish(v.string()) })),
  }),
});

/**
 * What the events of payments mean for a payout. A returned payout was paid before.
 *
 * @see https://www.checkout.com/docs/developer-resources/webhooks/webhook-event-types
 */
const results = {
  payment_pending: 'pending',
  payment_approved: 'initiated',
  payment_paid: 'paid',
  payment_declined: 'declined',
  payment_canceled: 'cancelled',
  payment_expired: 'expired',
  payment_returned: 'reversed',
} as const;

/** The events that payouts alone have. */
export const payoutEvents: readonly string[] = ['payment_paid', 'payment_returned'];

/** A webhook about a payout: its source is a currency account. Undefined for any other. */
export function payoutIn(type: string, webhook: IncomingWebhook): WebhookContent | undefined {
  const result = ownMember(results, type);
  if (!result) return undefined;
  const parsed = v.safeParse(PayoutEvent, JSON.parse(webhook.body));
  if (!parsed.success) return undefined;
  const { id, reference, amount, currency, source, ...words } = parsed.output.data;
  if (source?.type !== 'currency_account') return undefined;
  return contentAbout(subjectOf(reference, id ?? undefined), (subject) => ({
    kind: 'payout',
    subject,
    outcome: {
      result,
      ...((result === 'declined' || result === 'reversed') && errorIn(words)),
      ...(id && { connectorTransactionId: id }),
      ...(amount != null &&
        currency && { amountMinor: amounts.fromMinor(amount, currency), currency }),
    },
  }));
}
