import { pollStore } from '../polls/poll-store.ts';
import { liveTable } from '../table/table.ts';
import type { GoingOnServices } from './go-on.ts';
import { liveCardServices } from './live-card-services.ts';
import { liveComingBackServices } from './live-coming-back-services.ts';

/** What payments reach in a function whose customers are authenticated beside the processor. */
export const liveGoingOnServices = (): GoingOnServices => ({
  ...liveComingBackServices(),
  ...liveCardServices(),
  polls: pollStore(liveTable()),
});
