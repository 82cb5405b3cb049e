import { type Rows, rowsOf } from './growth-context.ts';
import { disputeRequests } from './requests-about-disputes.ts';

/** What is asked about mandates, disputes, their files, and payouts. */
export const otherRows: Rows = {
  ...rowsOf(disputeRequests),
};
