import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { amountsAt } from '../formats/processor-amounts.ts';
import { word } from '../formats/words.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type {
  PayoutDestination,
  PayoutInstruction,
  PayoutOutcome,
  PayoutReference,
  ReportedPayout,
} from '../interface/payouts.ts';
import type { WebhookContent } from '../interface/webhooks.ts';
import { contentAbout, subjectNamed } from '../webhook-subject.ts';
import { paypalCurrencies } from './currencies.ts';
import { refusalIn } from './refusals.ts';
import { apiRequest, pathOf } from './requests.ts';

const path = 'v1/payments/payouts';
const amounts = amountsAt(paypalCurrencies);
const text = v.nullish(v.string());
const Id = v.pipe(v.string(), v.minLength(1));

const BatchStatus = word(['DENIED', 'PENDING', 'PROCESSING', 'SUCCESS', 'CANCELED']);
const ItemStatus = word([
  'SUCCESS',
  'FAILED',
  'PENDING',
  'UNCLAIMED',
  'RETURNED',
  'ONHOLD',
  'BLOCKED',
  'REFUNDED',
  'REVERSED',
]);

const BatchHeader = v.object({
  payout_batch_id: Id,
  batch_status: BatchStatus,
  sender_batch_header: v.nullish(v.object({ sender_batch_id: text })),
});
const Batch = v.object({ batch_header: BatchHeader });

/** One payout of a batch: ours have one each. */
const Item = v.object({
  payout_item_id: Id,
  payout_batch_id: Id,
  transaction_status: ItemStatus,
  sender_batch_id: text,
  payout_item: v.nullish(
    v.object({
      amount: v.nullish(v.object({ currency: v.string(), value: v.string() })),
      sender_item_id: text,
    }),
  ),
  errors: v.nullish(v.object({ name: text, message: text })),
});
type Item = v.InferOutput<typeof Item>;

const BatchWithItems = v.object({ ...Batch.entries, items: v.nullish(v.array(Item)) });

/**
 * Pays at once, as a batch of one. PayPal takes a `sender_batch_id` once in 30 days, and refuses it
 * the second time.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications payments_payouts_batch_v1.json
 */
export const payout: Exchange<PayoutInstruction, PayoutOutcome> = {
  request: ({ reference, amountMinor, currency, destination, description }, account) =>
    apiRequest('POST', path, account, reference, {
      sender_batch_header: { sender_batch_id: reference },
      items: [
        {
          ...receiverOf(destination),
          amount: { value: amounts.toMajorString(amountMinor, currency), currency },
          ...(description && { note: description.slice(0, 1_000) }),
          ...(reference.length <= maxItemIdLength && { sender_item_id: reference }),
        },
      ],
    }),

  outcome(response) {
    if (response.status === 200 || response.status === 201) {
      return batchOutcome(readJson(Batch, response).batch_header);
    }
    const refusal = refusalIn(response);
    // The same batch was sent before: nothing says what became of it.
    return refusal.code === 'USER_BUSINESS_ERROR' ? { ...refusal, result: 'unknown' } : refusal;
  },
};

const maxItemIdLength = 63;

/** Reads the batch, and its one payout where it is listed. */
export const syncPayout: Exchange<PayoutReference, PayoutOutcome> = {
  canAsk: ({ connectorTransactionId }) => connectorTransactionId !== undefined,
  request: batchRequest,

  outcome(response, { connectorTransactionId }) {
    const { batch_header: header, items } = readBatch(response, connectorTransactionId);
    const [item] = items ?? [];
    return item ? itemOutcome(item) : batchOutcome(header);
  },
};

/** PayPal gives back a payout that its recipient has not claimed; any other it refuses. */
export const cancelPayout: Exchange<PayoutReference, PayoutOutcome> = {
  request: (input, account) => ({ ...batchRequest(input, account), step: 'order' }),

  outcome(response, { reference, connectorTransactionId }, account) {
    const [item] = readBatch(response, connectorTransactionId).items ?? [];
    if (!item) throw new Error('PayPal does not list the payout.');
    const { payout_item_id: id } = item;
    const cancelPath = pathOf('v1/payments/payouts-item', id, '/cancel');
    return {
      next: apiRequest('POST', cancelPath, account, `${reference}_cancel`),
      outcome(cancelled): PayoutOutcome {
        if (cancelled.status !== 200) return refusalIn(cancelled);
        const outcome = itemOutcome(readJson(Item, cancelled));
        return outcome.result === 'reversed' ? { ...outcome, result: 'cancelled' } : outcome;
      },
    };
  },
};

function batchRequest(
  { connectorTransactionId: id, reference }: PayoutReference,
  account: ExchangeAccount,
) {
  return apiRequest('GET', pathOf(path, id), account, id ?? reference);
}

/** Throws for another answer than the batch of this id. */
function readBatch(response: HttpResponse, id: string | undefined) {
  if (response.status !== 200) throw new Error('PayPal does not tell the state.');
  const batch = readJson(BatchWithItems, response);
  if (batch.batch_header.payout_batch_id !== id) throw new Error('It is another batch.');
  return batch;
}

/** The state of a batch of which the payout is not listed: `SUCCESS` means only that it was read. */
function batchOutcome({
  payout_batch_id: connectorTransactionId,
  batch_status: status,
}: v.InferOutput<typeof BatchHeader>): PayoutOutcome {
  switch (status) {
    case 'PENDING':
    case 'PROCESSING':
    case 'SUCCESS':
      return { result: 'pending', connectorTransactionId };
    case 'DENIED':
      return { result: 'declined', code: status, connectorTransactionId };
    case 'CANCELED':
      return { result: 'cancelled', connectorTransactionId };
    case undefined:
      return { result: 'unknown', connectorTransactionId };
  }
}

function itemOutcome(item: Item): PayoutOutcome {
  const { transaction_status: status, payout_item: details, errors } = item;
  const amount = details?.amount;
  const reported: ReportedPayout = {
    connectorTransactionId: item.payout_batch_id,
    ...(amount && {
      amountMinor: amounts.fromMajor(amount.value, amount.currency),
      currency: amount.currency,
    }),
  };
  const code = errors?.name ?? status;
  const why = { ...(code && { code }), ...(errors?.message && { message: errors.message }) };
  switch (status) {
    case 'SUCCESS':
      return { result: 'paid', ...reported };
    case 'PENDING':
    case 'ONHOLD':
      return { result: 'pending', ...reported };
    // The recipient has 30 days to claim it.
    case 'UNCLAIMED':
      return { result: 'initiated', ...reported };
    case 'FAILED':
    case 'BLOCKED':
      return { result: 'declined', ...why, ...reported };
    case 'RETURNED':
    case 'REFUNDED':
    case 'REVERSED':
      return { result: 'reversed', ...why, ...reported };
    case undefined:
      return { result: 'unknown', connectorTransactionId: item.payout_batch_id };
  }
}

const Receiver = v.union([
  v.object({
    paypal: v.object({ email: text, telephone_number: text, paypal_id: text }),
  }),
  v.object({ venmo: v.object({ telephone_number: v.string() }) }),
]);

/** Throws for a destination that is no wallet of PayPal's. */
function receiverOf({ kind, details }: PayoutDestination): object {
  if (kind !== 'wallet') throw new Error('PayPal pays to wallets only.');
  const wallet = v.parse(Receiver, details);
  if ('venmo' in wallet) {
    const { telephone_number: receiver } = wallet.venmo;
    return { recipient_type: 'PHONE', receiver, recipient_wallet: 'VENMO' };
  }
  const { email, paypal_id: id, telephone_number: phone } = wallet.paypal;
  if (email) return { recipient_type: 'EMAIL', receiver: email };
  if (id) return { recipient_type: 'PAYPAL_ID', receiver: id };
  if (phone) return { recipient_type: 'PHONE', receiver: phone };
  throw new Error('The wallet is not named.');
}

/**
 * A webhook about a payout or its batch; undefined for any other.
 *
 * @see https://developer.paypal.com/api/rest/webhooks/event-names/#payouts
 */
export function payoutNews(type: string, resource: unknown): WebhookContent | undefined {
  if (type.startsWith('PAYMENT.PAYOUTS-ITEM.')) {
    const item = v.parse(Item, resource);
    const reference = item.sender_batch_id ?? item.payout_item?.sender_item_id;
    return payoutContent(reference, item.payout_batch_id, itemOutcome(item));
  }
  if (!type.startsWith('PAYMENT.PAYOUTSBATCH.')) return undefined;
  const { batch_header: header } = v.parse(Batch, resource);
  const reference = header.sender_batch_header?.sender_batch_id;
  return payoutContent(reference, header.payout_batch_id, batchOutcome(header));
}

const payoutContent = (reference: string | null | undefined, id: string, outcome: PayoutOutcome) =>
  contentAbout(subjectNamed(reference, id), (subject) => ({ kind: 'payout', subject, outcome }));
