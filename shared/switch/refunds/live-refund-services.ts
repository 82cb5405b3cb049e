import { liveTable } from '#platform/table/table.ts';
import { livePaymentServices } from '../payments/live-payment-services.ts';
import { refundStore } from './refund-store.ts';
import type { RefundServices } from './send-refund.ts';

/** The services with which functions create and sync refunds. */
export const liveRefundServices = (): RefundServices => ({
  ...livePaymentServices(),
  refunds: refundStore(liveTable()),
});
