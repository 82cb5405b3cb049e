import { liveTakingServices } from '../payments/live-payment-services.ts';
import { liveTable } from '../table/table.ts';
import type { AskDisputeServices } from './ask-dispute.ts';
import { disputeStore } from './dispute-store.ts';

/** What disputes are asked about with in a function. */
export function liveDisputeServices(): AskDisputeServices {
  const { configurations, secrets, connectors, clock } = liveTakingServices();
  return { configurations, secrets, connectors, clock, disputes: disputeStore(liveTable()) };
}
