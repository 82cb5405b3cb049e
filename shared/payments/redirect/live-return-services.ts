import { setTimeout as wait } from 'node:timers/promises';
import { liveTable } from '../../table/table.ts';
import { liveTakingServices } from '../live-payment-services.ts';
import type { TakingServices } from '../payment-services.ts';
import type { ComingBackServices } from './handle-return.ts';
import { syncTurns } from './sync-turns.ts';

/** What payments reach in a function that customers come back to. */
export const liveComingBackServices = (): TakingServices & ComingBackServices => ({
  ...liveTakingServices(),
  syncTurns: syncTurns(liveTable()),
  wait,
});
