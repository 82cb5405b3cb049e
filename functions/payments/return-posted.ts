import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToMerchant,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveReturnServices } from '../../shared/payments/redirect/live-return-services.ts';
import { returnPostedFromRedirect } from '../../shared/payments/redirect/operations.ts';

/** The same as `payments.return`, for processors that return their customers with a posted form. */
export const returnPosted = implement(returnPostedFromRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToMerchant),
});

export const handler = lambda(returnPosted, liveReturnServices);
