import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { syncPayment } from '#switch/payments/operations.ts';
import { syncAndPresentPayment } from '#switch/payments/response/retrieve-payment.ts';
import type { SyncServices } from '#switch/payments/sync-payment.ts';

/** Retrieves a payment like `payments.retrieve`, with the options in a body. */
export const sync = implement(syncPayment, {
  load: ({ merchantId, body }, { payments }: SyncServices) =>
    payments.getWhole(merchantId, body.payment_id),

  run: (request, services: SyncServices, whole) =>
    syncAndPresentPayment(whole, request.body, request, services),
});

export const handler = lambda(sync, livePaymentServices);
