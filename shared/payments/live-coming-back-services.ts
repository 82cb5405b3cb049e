import { setTimeout as wait } from 'node:timers/promises';
import { liveTable } from '../table/table.ts';
import type { ComingBackServices } from './come-back.ts';
import { liveTakingServices } from './live-taking-services.ts';
import { syncTurns } from './sync-turns.ts';
import type { TakingServices } from './take-payment.ts';

/** What payments reach in a function that customers come back to. */
export const liveComingBackServices = (): TakingServices & ComingBackServices => ({
  ...liveTakingServices(),
  syncTurns: syncTurns(liveTable()),
  wait,
});
