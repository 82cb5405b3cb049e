import { liveTable } from '#platform/table/table.ts';
import { livePaymentServices } from '../payments/live-payment-services.ts';
import { relayStore } from './relay-store.ts';
import type { RelayServices } from './send-relay.ts';

/** The services with which functions send relays. */
export const liveRelayServices = (): RelayServices => ({
  ...livePaymentServices(),
  relays: relayStore(liveTable()),
});
