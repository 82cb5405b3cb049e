import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { syncPayment } from '../../shared/payments/operations.ts';
import { syncAndPresentPayment } from '../../shared/payments/response/retrieve-payment.ts';
import type { SyncServices } from '../../shared/payments/sync-payment.ts';

/** Retrieves a payment like `payments.retrieve`, with the options in a body. */
export const sync = implement(syncPayment, {
  load: ({ merchantId, body }, { payments }: SyncServices) =>
    payments.getWhole(merchantId, body.payment_id),

  run: (request, services: SyncServices, whole) =>
    syncAndPresentPayment(whole, request.body, request, services),
});

export const handler = lambda(sync, livePaymentServices);
