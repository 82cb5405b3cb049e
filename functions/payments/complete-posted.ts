import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToNextStep,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveReturnServices } from '../../shared/payments/redirect/live-return-services.ts';
import { completePostedRedirect } from '../../shared/payments/redirect/operations.ts';

/**
 * The same as `payments.complete`, for processors that return their customers with a posted form.
 */
export const completePosted = implement(completePostedRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToNextStep),
});

export const handler = lambda(completePosted, liveReturnServices);
