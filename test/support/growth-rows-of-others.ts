import { type Rows, rowsOf } from './growth-context.ts';
import { disputeRequests } from './requests-about-disputes.ts';
import { payoutRequests } from './requests-about-payouts.ts';

/** What is asked about mandates, disputes, their files, and payouts. */
export const otherRows: Rows = {
  ...rowsOf(disputeRequests),
  ...rowsOf(payoutRequests),
};
