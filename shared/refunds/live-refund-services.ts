import { liveTakingServices } from '../payments/live-payment-services.ts';
import { liveTable } from '../table/table.ts';
import type { AskRefundServices } from './ask-refund.ts';
import { refundStore } from './refund-store.ts';

/** What refunds are made and asked after with in a function. */
export const liveRefundServices = (): AskRefundServices => ({
  ...liveTakingServices(),
  refunds: refundStore(liveTable()),
});
