import { setTimeout as wait } from 'node:timers/promises';
import { liveTable } from '#platform/table/table.ts';
import { livePaymentServices } from '../live-payment-services.ts';
import type { PaymentServices } from '../payment-services.ts';
import type { ReturnServices } from './handle-return.ts';
import { syncTurns } from './sync-turns.ts';

/** The services of functions that handle redirect returns. */
export const liveReturnServices = (): PaymentServices & ReturnServices => ({
  ...livePaymentServices(),
  syncTurns: syncTurns(liveTable()),
  wait,
});
