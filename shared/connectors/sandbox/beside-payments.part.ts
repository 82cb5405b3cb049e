import { disputeExchanges } from './disputes.ts';
import { news } from './news.ts';
import { payoutExchanges } from './payouts.ts';

/** What functions for payments never ask the sandbox processor. */
export function besidePayments() {
  return { ...disputeExchanges, ...payoutExchanges, news };
}
