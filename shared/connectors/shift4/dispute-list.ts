import * as v from 'valibot';
import { encodeForm } from '#platform/formats/bracketed-form.ts';
import type { DisputePage, DisputePageOutcome } from '../interface/dispute-list.ts';
import type { Exchange } from '../interface/exchange.ts';
import { Dispute, disputeContent } from './disputes.ts';
import { getRequest } from './requests.ts';
import { readAnswer } from './responses.ts';

const Page = v.object({ list: v.array(Dispute), hasMore: v.boolean() });

/** A dispute has its charge and its evidence. */
const pageSize = 25;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000);

/**
 * The disputes that were created in the span, newest first. A page begins after the last dispute of
 * the page before.
 *
 * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/request/DisputeListRequest.java
 */
export const listDisputes: Exchange<DisputePage, DisputePageOutcome> = {
  request({ from, till, at }, account) {
    const query = encodeForm({
      created: { gte: secondsOf(from), lte: secondsOf(till) },
      limit: pageSize,
      startingAfterId: at,
    });
    return getRequest(`disputes?${query}`, account);
  },

  outcome(response) {
    const { list, hasMore } = readAnswer(Page, response);
    const last = list.at(-1);
    return {
      result: 'listed',
      disputes: list.flatMap((one) => disputeContent(one) ?? []),
      ...(hasMore && last && { nextPage: last.id }),
    };
  },
};
