import type { Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { Refund } from '../refunds/refund.ts';

/** The payment's refunds, oldest first. A payment without any costs no further read. */
export const refundsOf = async (
  { merchantId, id, refundCount = 0 }: Payment,
  { payments }: { readonly payments: Pick<PaymentStore, 'getWhole'> },
): Promise<readonly Refund[]> =>
  refundCount > 0 ? (await payments.getWhole(merchantId, id)).refunds : [];
