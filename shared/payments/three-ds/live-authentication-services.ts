import { pollStore } from '../../polls/poll-store.ts';
import { liveTable } from '../../table/table.ts';
import { liveCardServices } from '../live-card-services.ts';
import { liveReturnServices } from '../redirect/live-return-services.ts';
import type { AuthenticationServices } from './authentication-return.ts';

/** What payments reach in a function whose customers are authenticated beside the processor. */
export const liveAuthenticationServices = (): AuthenticationServices => ({
  ...liveReturnServices(),
  ...liveCardServices(),
  polls: pollStore(liveTable()),
});
