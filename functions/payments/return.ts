import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToMerchant,
} from '#switch/payments/redirect/handle-return.ts';
import { liveReturnServices } from '#switch/payments/redirect/live-return-services.ts';
import { returnFromRedirect } from '#switch/payments/redirect/operations.ts';

/** Handles a redirect return and redirects the customer to the shop, for every outcome. */
export const returned = implement(returnFromRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToMerchant),
});

export const handler = lambda(returned, liveReturnServices);
