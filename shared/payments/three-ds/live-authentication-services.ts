import { pollStore } from '../../polls/poll-store.ts';
import { liveTable } from '../../table/table.ts';
import { liveCardServices } from '../live-card-services.ts';
import { liveComingBackServices } from '../redirect/live-return-services.ts';
import type { GoingOnServices } from './authentication-return.ts';

/** What payments reach in a function whose customers are authenticated beside the processor. */
export const liveGoingOnServices = (): GoingOnServices => ({
  ...liveComingBackServices(),
  ...liveCardServices(),
  polls: pollStore(liveTable()),
});
