import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { cameBack, sentToMerchant } from '../../shared/payments/come-back.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { returnFromRedirect } from '../../shared/payments/redirect-operations.ts';
import type { SyncServices } from '../../shared/payments/sync-payment.ts';

/** A customer comes back, and goes on to the shop whatever became of the payment. */
export const returned = implement(returnFromRedirect, {
  load: ({ params }, { payments }: SyncServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: async (request, services: SyncServices, payment) =>
    sentToMerchant(await cameBack(payment, request, services), services),
});

export const handler = lambda(returned, liveTakingServices);
