import * as v from 'valibot';
import { encodeForm } from '#platform/formats/bracketed-form.ts';
import { readJson } from '../formats/json.ts';
import type { DisputePage, DisputePageOutcome } from '../interface/dispute-list.ts';
import type { Exchange } from '../interface/exchange.ts';
import { Dispute, disputeContent, reportedInList } from './disputes.ts';
import { isSuccess, unanswered } from './errors.ts';
import { get } from './requests.ts';

const Page = v.object({ data: v.array(Dispute), has_more: v.boolean() });

/** A dispute may have 150,000 letters of evidence, so a page of more would be a large answer. */
const pageSize = 25;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000);

/**
 * The disputes that were created in the span, newest first. A page begins after the last dispute of
 * the page before.
 *
 * @see https://docs.stripe.com/api/disputes/list
 */
export const listDisputes: Exchange<DisputePage, DisputePageOutcome> = {
  request({ from, till, at }, account) {
    const query = encodeForm({
      created: { gte: secondsOf(from), lte: secondsOf(till) },
      limit: pageSize,
      starting_after: at,
    });
    return get(`disputes?${query}`, account);
  },

  outcome(response) {
    if (!isSuccess(response)) return unanswered(response);
    const { data, has_more } = readJson(Page, response);
    const last = data.at(-1);
    return {
      result: 'listed',
      disputes: data.flatMap((one) => disputeContent(one, reportedInList(one)) ?? []),
      ...(has_more && last && { nextPage: last.id }),
    };
  },
};
