import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { compact } from '#platform/schema.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';
import { statedCopy } from '../customers/customer-copy.ts';
import { checkCustomer, requestCustomerOf } from '../customers/request-customer.ts';
import { checkExpiry } from '../payments/payment-method-data/card.ts';
import { straightThroughRouting } from '../payments/request/straight-through-routing.ts';
import { passedOnInRequests } from './passed-on-fields.ts';
import type { Payout } from './payout.ts';
import { accountOf, typeOfDestination } from './payout-method-variants.ts';
import { PayoutRequest } from './request.ts';

const otherFields = v.pick(PayoutRequest, [
  'billing',
  'browser_info',
  'entity_type',
  'connector',
  'routing',
]);

/**
 * The members of a request that a payout stores unchanged. None of them names an account, a card or
 * a wallet. Unknown members are dropped, so that this version can show the items that a later
 * version has stored.
 */
export const PayoutRequestFields = v.object({ ...passedOnInRequests, ...otherFields.entries });

/** The request's members as they are stored, merged over those stored before. */
export function requestFieldsOfPayout(
  request: PayoutRequest,
  before: Payout['requestFields'] = {},
): Payout['requestFields'] {
  const given: object = compact(v.parse(PayoutRequestFields, request));
  const billing = mergeAddress(before.billing ?? null, request.billing);
  return { ...before, ...given, ...(billing && { billing }) };
}

/** The payout's own copy of the customer's data; undefined when no request stated any. */
export function payoutCustomerOf(
  request: PayoutRequest,
  before?: Payout['customer'],
): Payout['customer'] {
  return statedCopy(before, requestCustomerOf(request));
}

/**
 * Checks the rules that need only the request, and the payout's customer from before. The order of
 * the rules decides which error a request with several mistakes gets, so it is part of the API.
 *
 * @throws SwitchError named in each rule
 */
export function checkPayoutRequest(
  request: PayoutRequest,
  now: Date,
  before: { readonly customer?: Payout['customer']; readonly isConfirm?: boolean } = {},
): void {
  checkCustomer(request);
  const isConfirmed = before.isConfirm || request.confirm === true;
  if (request.payout_link && isConfirmed) {
    throw invalid('cannot confirm a payout while creating a payout link');
  }
  if (request.payout_method_id && request.payout_token) {
    throw invalid('Only one of payout_method_id or payout_token should be provided.');
  }
  if (request.payout_method_id && !isConfirmed) {
    throw invalid('Confirm must be true for recurring payouts');
  }
  const customer = payoutCustomerOf(request, before.customer);
  if (namesDestination(request) && customer?.id === undefined) {
    throw new SwitchError('missing_param', { field: 'customer_id' });
  }
  const { payout_method_data: data, payout_type: type } = request;
  if (data && 'card' in data) {
    const { expiry_month: card_exp_month, expiry_year: card_exp_year } = data.card;
    checkExpiry({ card_exp_month, card_exp_year }, now);
  }
  if (data && accountOf(data) === undefined) {
    throw new SwitchError('missing_param', { field: 'payout_method_data' });
  }
  const own = data && typeOfDestination(data);
  if (own && type && own !== type) {
    throw invalid("payout_method_data doesn't correspond to the specified payout_type");
  }
  straightThroughRouting(request.routing);
}

const namesDestination = (request: PayoutRequest): boolean =>
  Boolean(
    request.payout_method_data ||
      request.payout_token ||
      request.payout_method_id ||
      request.payout_link,
  );

const invalid = (message: string) => new SwitchError('invalid_request', { message });
