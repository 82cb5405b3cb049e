import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { cameBack, sentToMerchant } from '../../shared/payments/come-back.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { returnPostedFromRedirect } from '../../shared/payments/redirect-operations.ts';
import type { SyncServices } from '../../shared/payments/sync-payment.ts';

/** As `payments.return`, for processors that send their customers back by a form. */
export const returnPosted = implement(returnPostedFromRedirect, {
  load: ({ params }, { payments }: SyncServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: async (request, services: SyncServices, payment) =>
    sentToMerchant(await cameBack(payment, request, services), services),
});

export const handler = lambda(returnPosted, liveTakingServices);
