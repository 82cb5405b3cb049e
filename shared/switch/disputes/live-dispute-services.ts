import { liveTable } from '#platform/table/table.ts';
import { livePaymentServices } from '../payments/live-payment-services.ts';
import { disputeStore } from './dispute-store.ts';
import type { DisputeServices } from './sync-dispute.ts';

/** The services with which functions reach a dispute's connector. */
export function liveDisputeServices(): DisputeServices {
  const { configurations, secrets, connectors, clock } = livePaymentServices();
  return { configurations, secrets, connectors, clock, disputes: disputeStore(liveTable()) };
}
