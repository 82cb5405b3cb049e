import { disputeExchanges } from './disputes.ts';
import { payoutExchanges } from './payouts.ts';
import { webhooks } from './webhooks.ts';

/** The exchanges with the sandbox processor that functions for payments never need. */
export function nonPaymentExchanges() {
  return { ...disputeExchanges, ...payoutExchanges, webhooks };
}
