import { lambda } from '#merchants/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToMerchant,
} from '#switch/payments/redirect/handle-return.ts';
import { liveReturnServices } from '#switch/payments/redirect/live-return-services.ts';
import { returnFromRedirect } from '#switch/payments/redirect/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Handles a redirect return and redirects the customer to the shop, for every outcome. */
export const returned = implementPage(returnFromRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToMerchant),
});

export const handler = lambda(returned, liveReturnServices);
