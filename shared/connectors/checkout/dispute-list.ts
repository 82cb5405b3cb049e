import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { DisputePage, DisputePageOutcome } from '../interface/dispute-list.ts';
import type { Exchange } from '../interface/exchange.ts';
import { disputeContent, NamedDispute } from './disputes.ts';
import { apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Page = v.object({ skip: Count, total_count: Count, data: v.array(NamedDispute) });

/** Checkout.com takes up to 250. */
const pageSize = 50;

/**
 * The disputes that changed in the span: Checkout.com compares it with their last update. A page
 * begins after so many disputes. A dispute that changes meanwhile may move to another page, and the
 * next fetch finds it.
 *
 * @see https://api-reference.checkout.com/#tag/Disputes/operation/getDisputes
 */
export const listDisputes: Exchange<DisputePage, DisputePageOutcome> = {
  request({ from, till, at = '0' }, account) {
    const query = new URLSearchParams({
      from: from.toISOString(),
      to: till.toISOString(),
      limit: String(pageSize),
      skip: at,
    });
    return apiRequest('GET', `disputes?${query}`, account);
  },

  outcome(response) {
    if (response.status !== 200) return { ...refusalIn(response), result: 'unknown' };
    const { skip, total_count, data } = readJson(Page, response);
    const seen = skip + data.length;
    return {
      result: 'listed',
      disputes: data
        .filter((one) => one.payment_reference || one.payment_id)
        .flatMap((one) => disputeContent(one, one.status ?? '') ?? []),
      ...(seen < total_count && data.length > 0 && { nextPage: String(seen) }),
    };
  },
};
