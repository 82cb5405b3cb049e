import { lambda } from '#merchants/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToNextStep,
} from '#switch/payments/redirect/handle-return.ts';
import { liveCompletionServices } from '#switch/payments/redirect/live-completion-services.ts';
import { completePostedRedirect } from '#switch/payments/redirect/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/**
 * The same as `payments.complete`, for processors that return their customers with a posted form.
 */
export const completePosted = implementPage(completePostedRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToNextStep),
});

export const handler = lambda(completePosted, liveCompletionServices);
