import * as v from 'valibot';
import { unreachableCard } from '../../sandbox/cards.ts';
import type { Connector } from '../interface/connector.ts';
import type { Addresses, Credentials, HttpRequest, HttpResponse } from '../interface/exchange.ts';
import type { PayoutOutcome, PayoutReference, ReportedPayout } from '../interface/payouts.ts';
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
    request: (input, credentials, addresses) => {
      const { kind, account } = input.destination;
      return putRequest(
        account === unreachableCard ? unreachableUrl : payoutUrl(input, addresses),
        credentials,
        {
          processor: input.connectorName,
          amount: input.amountMinor,
          currency: input.currency,
          destination: { kind, account },
          fulfill: input.fulfill,
          notification_url: input.notificationUrl,
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
    request: (input, credentials, addresses) =>
      putRequest(`${payoutUrl(input, addresses)}/fulfillment`, credentials, {}),

    outcome: (response) =>
      isRefusedForGood(response) ? declinedOutcome(response) : readPayoutOutcome(response),
  },

  cancelPayout: {
    request: (input, credentials, addresses) =>
      putRequest(`${payoutUrl(input, addresses)}/cancellation`, credentials, {}),

    outcome: (response) =>
      isRefusedForGood(response) ? declinedOutcome(response) : readPayoutOutcome(response),
  },

  syncPayout: {
    request: (input, credentials, addresses) => ({
      method: 'GET',
      url: payoutUrl(input, addresses),
      headers: keyHeader(credentials),
    }),

    // Only the processor's own error counts: any server in between may answer 404.
    outcome: (response) =>
      response.status === 404 && errorOf(response).code === 'DC_16'
        ? { result: 'not_found' }
        : readPayoutOutcome(response),
  },
};

/**
 * A host name that never resolves, in any deployment: nothing is sent, and the call fails at once.
 */
const unreachableUrl = 'https://processor.invalid/';

const readPayoutOutcome = (response: HttpResponse) => payoutOutcome(readJson(Payout, response));

/** Refusals after which nothing was processed. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 422]);

const isRefusedForGood = (response: HttpResponse) =>
  refusalStatuses.has(response.status) ||
  (response.status === 404 && errorOf(response).code === 'DC_16');

const putRequest = (url: string, credentials: Credentials, body: object): HttpRequest => ({
  method: 'PUT',
  url,
  headers: { ...keyHeader(credentials), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function payoutUrl(
  { reference }: Pick<PayoutReference, 'reference'>,
  { sandbox }: Addresses,
): string {
  if (!sandbox) throw new Error('The sandbox processor has no address in this deployment.');
  return `${sandbox.replace(/\/$/, '')}/payouts/${encodeURIComponent(reference)}`;
}

function keyHeader(credentials: Credentials) {
  if (credentials.auth_type !== 'HeaderKey')
    throw new Error('The sandbox processor takes HeaderKey.');
  return { 'api-key': credentials.api_key };
}
