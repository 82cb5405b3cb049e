import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { retrievePayment } from '../../shared/payments/operations.ts';
import { syncAndPresentPayment } from '../../shared/payments/response/retrieve-payment.ts';
import type { SyncServices } from '../../shared/payments/sync-payment.ts';

/** Retrieves a payment, after a sync with its connector when the request asks for one. */
export const retrieve = implement(retrievePayment, {
  load: ({ merchantId, params }, { payments }: SyncServices) =>
    payments.getWhole(merchantId, params.payment_id),

  run: (request, services: SyncServices, whole) =>
    syncAndPresentPayment(whole, request.query, request, services),
});

export const handler = lambda(retrieve, livePaymentServices);
