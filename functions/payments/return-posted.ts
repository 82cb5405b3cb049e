import { lambda } from '#merchants/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToMerchant,
} from '#switch/payments/redirect/handle-return.ts';
import { liveReturnServices } from '#switch/payments/redirect/live-return-services.ts';
import { returnPostedFromRedirect } from '#switch/payments/redirect/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** The same as `payments.return`, for processors that return their customers with a posted form. */
export const returnPosted = implementPage(returnPostedFromRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToMerchant),
});

export const handler = lambda(returnPosted, liveReturnServices);
