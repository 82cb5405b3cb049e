import { liveTable } from '#platform/table/table.ts';
import { pollStore } from '../../polls/poll-store.ts';
import { liveCardServices } from '../live-card-services.ts';
import { liveReturnServices } from '../redirect/live-return-services.ts';
import type { AuthenticationServices } from './authentication-return.ts';

/** The services of functions that continue payments after external authentication. */
export const liveAuthenticationServices = (): AuthenticationServices => ({
  ...liveReturnServices(),
  ...liveCardServices(),
  polls: pollStore(liveTable()),
});
