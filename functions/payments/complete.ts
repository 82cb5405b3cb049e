import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { cameBack, sentOn } from '../../shared/payments/come-back.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { completeRedirect } from '../../shared/payments/redirect-operations.ts';
import type { SyncServices } from '../../shared/payments/sync-payment.ts';

/** A customer comes back who may have more to do: then they go on with that, else to the shop. */
export const complete = implement(completeRedirect, {
  load: ({ params }, { payments }: SyncServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: async (request, services: SyncServices, payment) =>
    sentOn(await cameBack(payment, request, services), services),
});

export const handler = lambda(complete, liveTakingServices);
