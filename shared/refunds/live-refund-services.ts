import { livePaymentServices } from '../payments/live-payment-services.ts';
import { liveTable } from '../table/table.ts';
import { refundStore } from './refund-store.ts';
import type { RefundServices } from './send-refund.ts';

/** What refunds are made and asked after with in a function. */
export const liveRefundServices = (): RefundServices => ({
  ...livePaymentServices(),
  refunds: refundStore(liveTable()),
});
