import { asking, type Rows, rowsOf } from './growth-context.ts';
import { mandateRequests } from './mandate-requests.ts';
import { disputeRequests } from './requests-about-disputes.ts';
import { payoutRequests } from './requests-about-payouts.ts';

/** What is asked about mandates, disputes, their files, and payouts. */
export const otherRows: Rows = {
  // The lists are filled with more things than these requests prepare.
  ...rowsOf(mandateRequests, /^(?!mandates\.list$)/),
  ...rowsOf(disputeRequests),
  ...rowsOf(payoutRequests),
  'mandates.list': asking('mandates.list', async () => ({ query: { limit: '10' } })),
};
