import { disputeExchanges } from './disputes.ts';
import { payoutExchanges } from './payouts.ts';
import { webhooks } from './webhooks.ts';

/** What functions for payments never ask the sandbox processor. */
export function nonPaymentExchanges() {
  return { ...disputeExchanges, ...payoutExchanges, webhooks };
}
