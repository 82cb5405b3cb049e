import { livePaymentServices } from '../payments/live-payment-services.ts';
import { liveTable } from '../table/table.ts';
import { relayStore } from './relay-store.ts';
import type { RelayServices } from './send-relay.ts';

/** What relays are handed on with in a function. */
export const liveRelayServices = (): RelayServices => ({
  ...livePaymentServices(),
  relays: relayStore(liveTable()),
});
