import { liveTakingServices } from '../payments/live-payment-services.ts';
import { liveTable } from '../table/table.ts';
import type { RelayServices } from './ask-relay.ts';
import { relayStore } from './relay-store.ts';

/** What relays are handed on with in a function. */
export const liveRelayServices = (): RelayServices => ({
  ...liveTakingServices(),
  relays: relayStore(liveTable()),
});
