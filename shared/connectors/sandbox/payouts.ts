import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Connector } from '../interface/connector.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import type { PayoutOutcome, PayoutReference, ReportedPayout } from '../interface/payouts.ts';
import { unreachableCard } from './published/cards.ts';
import {
  keyHeader,
  putRequest,
  refusalStatuses,
  sandboxUrlOf,
  unreachableUrl,
  webhookFields,
} from './requests.ts';
import { declinedOutcome, errorOf, readJson } from './responses.ts';

/** A payout in the sandbox processor's responses and webhooks. */
export const Payout = v.object({
  id: v.string(),
  reference: v.string(),
  status: v.picklist([
    'created',
    'vendor_account_needed',
    'pending',
    'initiated',
    'paid',
    'failed',
    'ineligible',
    'cancelled',
    'reversed',
  ]),
  amount: v.pipe(v.number(), v.safeInteger()),
  currency: v.string(),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
});
export type Payout = v.InferOutput<typeof Payout>;

export function payoutOutcome({ id, status, amount, currency, error }: Payout): PayoutOutcome {
  const reported: ReportedPayout = { connectorTransactionId: id, amountMinor: amount, currency };
  switch (status) {
    case 'failed':
      return { result: 'declined', ...error, ...reported };
    case 'ineligible':
    case 'reversed':
      return { result: status, ...error, ...reported };
    default:
      return { result: status, ...reported };
  }
}

/** The sandbox processor's exchanges about payouts. */
export const payoutExchanges: Required<
  Pick<Connector, 'payout' | 'fulfillPayout' | 'syncPayout' | 'cancelPayout'>
> = {
  payout: {
    request: (input, account) => {
      const { kind, account: destination } = input.destination;
      return putRequest(
        destination === unreachableCard ? unreachableUrl : payoutUrl(input, account),
        account,
        {
          processor: input.connectorName,
          amount: input.amountMinor,
          currency: input.currency,
          destination: { kind, account: destination },
          fulfill: input.fulfill,
          ...webhookFields(input, account),
        },
      );
    },

    // After these refusals nothing was processed. A 409 means that another payout has the
    // reference.
    outcome: (response) =>
      refusalStatuses.has(response.status)
        ? declinedOutcome(response)
        : readPayoutOutcome(response),
  },

  fulfillPayout: {
    request: (input, account) =>
      putRequest(`${payoutUrl(input, account)}/fulfillment`, account, {}),

    outcome: (response) =>
      isRefusedForGood(response) ? declinedOutcome(response) : readPayoutOutcome(response),
  },

  cancelPayout: {
    request: (input, account) =>
      putRequest(`${payoutUrl(input, account)}/cancellation`, account, {}),

    outcome: (response) =>
      isRefusedForGood(response) ? declinedOutcome(response) : readPayoutOutcome(response),
  },

  syncPayout: {
    request: (input, account) => ({
      method: 'GET',
      url: payoutUrl(input, account),
      headers: keyHeader(account),
    }),

    // Only the processor's own error counts: any server in between may answer 404.
    outcome: (response) =>
      response.status === 404 && errorOf(response).code === 'DC_16'
        ? { result: 'not_found' }
        : readPayoutOutcome(response),
  },
};

const readPayoutOutcome = (response: HttpResponse) => payoutOutcome(readJson(Payout, response));

const isRefusedForGood = (response: HttpResponse) =>
  refusalStatuses.has(response.status) ||
  (response.status === 404 && errorOf(response).code === 'DC_16');

const payoutUrl = (
  { reference }: Pick<PayoutReference, 'reference'>,
  account: ExchangeAccount,
): string => sandboxUrlOf(account, 'payouts', reference);
