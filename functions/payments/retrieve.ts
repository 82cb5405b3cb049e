import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { retrievePayment } from '#switch/payments/operations.ts';
import { syncAndPresentPayment } from '#switch/payments/response/retrieve-payment.ts';
import type { SyncServices } from '#switch/payments/sync-payment.ts';

/** Retrieves a payment, after a sync with its connector when the request asks for one. */
export const retrieve = implement(retrievePayment, {
  load: ({ merchantId, params }, { payments }: SyncServices) =>
    payments.getWhole(merchantId, params.payment_id),

  run: (request, services: SyncServices, whole) =>
    syncAndPresentPayment(whole, request.query, request, services),
});

export const handler = lambda(retrieve, livePaymentServices);
