import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { word } from '../formats/words.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type {
  PayoutDestination,
  PayoutInstruction,
  PayoutOutcome,
  PayoutReference,
} from '../interface/payouts.ts';
import type { IncomingWebhook, WebhookContent } from '../interface/webhooks.ts';
import { contentAbout, subjectNamed } from '../webhook-subject.ts';
import { stripeAmounts } from './amounts.ts';
import { isSuccess, refusalIn, unanswered } from './errors.ts';
import { type Form, get, pathOf, post } from './requests.ts';

/**
 * A payout by Stripe has two halves: a transfer from the merchant's balance to the payee's connected
 * account, which is the creation, and a payout from there to the payee's bank account or debit card,
 * which is the fulfillment. The transfer is what we know a payout by; its group is our reference.
 *
 * @see https://docs.stripe.com/connect/separate-charges-and-transfers
 * @see https://docs.stripe.com/connect/manual-payouts
 */
const Transfer = v.object({
  id: v.string(),
  object: v.literal('transfer'),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  created: v.pipe(v.number(), v.safeInteger()),
  destination: v.string(),
  reversed: v.boolean(),
  metadata: v.nullish(v.record(v.string(), v.string())),
});
type Transfer = v.InferOutput<typeof Transfer>;

const Transfers = v.object({ object: v.literal('list'), data: v.array(Transfer) });

const StripePayout = v.object({
  id: v.string(),
  object: v.literal('payout'),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  status: word(['paid', 'pending', 'in_transit', 'canceled', 'failed']),
  failure_code: v.nullish(v.string()),
  failure_message: v.nullish(v.string()),
  metadata: v.nullish(v.record(v.string(), v.string())),
});
type StripePayout = v.InferOutput<typeof StripePayout>;

const StripePayouts = v.object({
  object: v.literal('list'),
  data: v.array(StripePayout),
  has_more: v.boolean(),
});

/** Transfers the money to the connected account, and pays it out from there if that is asked for. */
export const payout: Exchange<PayoutInstruction, PayoutOutcome> = {
  request: (input, account) =>
    post('transfers', account, {
      idempotencyKey: input.reference,
      form: {
        amount: stripeAmounts.toMinor(input.amountMinor, input.currency),
        currency: input.currency.toLowerCase(),
        transfer_group: input.reference,
        ...(input.description && { description: input.description }),
        ...destinationOf(input.destination, input.reference),
      },
    }),

  outcome(response, input, account) {
    if (!isSuccess(response)) return refusedTransfer(response);
    const transfer = readJson(Transfer, response);
    if (!input.fulfill) return createdBy(transfer);
    return {
      next: payRequest(transfer, input, 0, account),
      outcome: (paid) =>
        isSuccess(paid)
          ? payoutOutcome(readJson(StripePayout, paid), transfer)
          : // The money is on the connected account, and can still be paid or taken back.
            { ...unanswered(paid), ...idOf(transfer) },
    };
  },
};

/**
 * Pays the transferred money out, unless a payout of it is under way already. A refused payout
 * leaves the money on the connected account, from where it can still be paid or taken back.
 */
export const fulfillPayout: Exchange<PayoutReference, PayoutOutcome> = {
  request: (input, account) => ({ ...transferRequest(input, account), step: 'order' }),

  outcome: (response, input, account) =>
    withPayouts(response, input, account, 'order', (transfer, payouts) => {
      const current = currentOf(payouts);
      if (current && !isGone(current)) return payoutOutcome(current, transfer);
      if (transfer.reversed) return { result: 'cancelled', ...idOf(transfer) };
      return {
        next: payRequest(transfer, input, payouts.length, account),
        outcome(paid): PayoutOutcome {
          if (isSuccess(paid)) return payoutOutcome(readJson(StripePayout, paid), transfer);
          const { connectorTransactionId: _, ...refusal } = refusalIn(paid);
          return refusal.result === 'declined' ? { ...refusal, result: 'not_sent' } : refusal;
        },
      };
    }),
};

/** Reads the transfer, and the payout of it on the connected account. */
export const syncPayout: Exchange<PayoutReference, PayoutOutcome> = {
  request: transferRequest,

  outcome: (response, input, account) =>
    withPayouts(response, input, account, undefined, (transfer, payouts) => {
      const current = currentOf(payouts);
      if (current) return payoutOutcome(current, transfer);
      return transfer.reversed ? { result: 'cancelled', ...idOf(transfer) } : createdBy(transfer);
    }),
};

/** Takes the transferred money back, as long as no payout of it is under way. */
export const cancelPayout: Exchange<PayoutReference, PayoutOutcome> = {
  request: (input, account) => ({ ...transferRequest(input, account), step: 'order' }),

  outcome: (response, input, account) =>
    withPayouts(response, input, account, 'order', (transfer, payouts) => {
      if (transfer.reversed) return { result: 'cancelled', ...idOf(transfer) };
      const current = currentOf(payouts);
      if (current && !isGone(current)) {
        return { result: 'declined', message: 'Stripe has begun to pay it' };
      }
      return {
        next: post(pathOf('transfers', transfer.id, 'reversals'), account, {
          idempotencyKey: `cancel:${input.reference}`,
        }),
        outcome(reversed): PayoutOutcome {
          if (!isSuccess(reversed)) return refusedTransfer(reversed);
          readJson(Reversal, reversed);
          return { result: 'cancelled', ...idOf(transfer) };
        },
      };
    }),
};

const Reversal = v.object({ object: v.literal('transfer_reversal') });

function refusedTransfer(response: HttpResponse): PayoutOutcome {
  const { connectorTransactionId: _, ...refusal } = refusalIn(response);
  return refusal;
}

/** A request to the connected account. */
const onBehalf = (of: string, request: HttpRequest): HttpRequest => ({
  ...request,
  headers: { ...request.headers, 'stripe-account': of },
});

/** By its id, else by its group, which is our reference. */
function transferRequest(
  { connectorTransactionId: id, reference }: PayoutReference,
  account: ExchangeAccount,
): HttpRequest {
  const group = `transfers?limit=1&transfer_group=${encodeURIComponent(reference)}`;
  return get(id === undefined ? group : pathOf('transfers', id), account);
}

/**
 * Reads the transfer, then the payouts of its money, and decides by both. Throws where more payouts
 * were made than one answer lists.
 */
function withPayouts(
  response: HttpResponse,
  { connectorTransactionId: id, reference }: PayoutReference,
  account: ExchangeAccount,
  step: 'order' | undefined,
  decide: (
    transfer: Transfer,
    payouts: readonly StripePayout[],
  ) => PayoutOutcome | NextStep<PayoutOutcome>,
): PayoutOutcome | NextStep<PayoutOutcome> {
  const unreadBy = (refused: HttpResponse): PayoutOutcome =>
    step ? { ...unanswered(refused), result: 'not_sent' } : unanswered(refused);
  if (!isSuccess(response)) return unreadBy(response);
  const [transfer] =
    id === undefined ? readJson(Transfers, response).data : [readJson(Transfer, response)];
  if (!transfer) return { result: step ? 'not_sent' : 'not_found' };
  const path = `payouts?limit=100&created[gte]=${transfer.created}`;
  return {
    next: { ...onBehalf(transfer.destination, get(path, account)), ...(step && { step }) },
    outcome(listed) {
      if (!isSuccess(listed)) return unreadBy(listed);
      const { data, has_more } = readJson(StripePayouts, listed);
      const own = data.filter(({ metadata }) => metadata?.order_id === reference);
      if (own.length === 0 && has_more) throw new Error('Stripe lists too many payouts.');
      return decide(transfer, own);
    },
  };
}

/** `number` of them failed before: each has an idempotency key of its own. */
const payRequest = (
  { id, destination, metadata }: Transfer,
  { reference, amountMinor, currency }: PayoutReference,
  number: number,
  account: ExchangeAccount,
): HttpRequest =>
  onBehalf(
    destination,
    post('payouts', account, {
      idempotencyKey: `fulfill:${reference}${number === 0 ? '' : `:${number}`}`,
      form: {
        amount: stripeAmounts.toMinor(amountMinor, currency),
        currency: currency.toLowerCase(),
        ...(metadata?.external_account && { destination: metadata.external_account }),
        metadata: { order_id: reference, transfer: id },
      },
    }),
  );

/**
 * The connected account, and in the metadata its bank account or card, for the fulfillment. Throws
 * for any other destination.
 */
function destinationOf({ kind, details }: PayoutDestination, reference: string): Form {
  if (kind !== 'passthrough') throw new Error('Stripe pays to connected accounts only.');
  const { psp_token: token, psp_customer_id: owner } = v.parse(Token, details);
  const connected = owner ?? token;
  if (!connected.startsWith('acct_')) throw new Error('The token names no connected account.');
  return {
    destination: connected,
    metadata: {
      order_id: reference,
      ...(token !== connected && { external_account: token }),
    },
  };
}

const Token = v.object({ psp_token: v.string(), psp_customer_id: v.nullish(v.string()) });

const idOf = ({ id: connectorTransactionId }: Transfer) => ({ connectorTransactionId });

const moneyIn = ({ amount, currency }: Pick<Transfer, 'amount' | 'currency'>) => ({
  amountMinor: stripeAmounts.fromMinor(amount, currency.toUpperCase()),
  currency: currency.toUpperCase(),
});

const createdBy = (transfer: Transfer): PayoutOutcome => ({
  result: 'created',
  ...idOf(transfer),
  ...moneyIn(transfer),
});

/** The payout that counts: the newest, and one that failed only where there is no other. */
const currentOf = (payouts: readonly StripePayout[]) =>
  payouts.find((one) => !isGone(one)) ?? payouts[0];

const isGone = ({ status }: StripePayout) => status === 'failed' || status === 'canceled';

/** `failed` also after `paid`: the bank has returned the money to the connected account. */
function payoutOutcome(
  { status, failure_code: code, failure_message: message, ...money }: StripePayout,
  transfer: Pick<Transfer, 'id'>,
): PayoutOutcome {
  const reported = { connectorTransactionId: transfer.id, ...moneyIn(money) };
  switch (status) {
    case 'paid':
      return { result: 'paid', ...reported };
    case 'pending':
      return { result: 'pending', ...reported };
    case 'in_transit':
      return { result: 'initiated', ...reported };
    case 'canceled':
      return { result: 'cancelled', ...reported };
    case 'failed':
      return {
        result: 'declined',
        ...(code && { code }),
        ...(message && { message }),
        ...reported,
      };
    case undefined:
      return { result: 'unknown', connectorTransactionId: transfer.id };
  }
}

/**
 * A webhook about a payout of ours; undefined for other events. Payouts by a schedule have no
 * reference of ours.
 *
 * @see https://docs.stripe.com/api/events/types
 */
export function payoutContent(type: string, webhook: IncomingWebhook): WebhookContent | undefined {
  if (!payoutEvents.includes(type)) return undefined;
  const { object } = readJson(PayoutEvent, webhook).data;
  const { order_id: reference, transfer: id } = object.metadata ?? {};
  if (id === undefined) return { kind: 'nothing' };
  return contentAbout(subjectNamed(reference, id), (subject) => ({
    kind: 'payout',
    subject,
    outcome: payoutOutcome(object, { id }),
  }));
}

const PayoutEvent = v.object({ data: v.object({ object: StripePayout }) });

const payoutEvents = [
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
];
