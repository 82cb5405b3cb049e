import { lambda } from '#merchants/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToNextStep,
} from '#switch/payments/redirect/handle-return.ts';
import { liveCompletionServices } from '#switch/payments/redirect/live-completion-services.ts';
import { completeRedirect } from '#switch/payments/redirect/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/**
 * Handles a redirect return after which another challenge may follow; otherwise redirects to the
 * shop.
 */
export const complete = implementPage(completeRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToNextStep),
});

export const handler = lambda(complete, liveCompletionServices);
