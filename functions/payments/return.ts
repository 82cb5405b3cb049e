import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  handleRedirectReturn,
  type ReturnServices,
  redirectToMerchant,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveReturnServices } from '../../shared/payments/redirect/live-return-services.ts';
import { returnFromRedirect } from '../../shared/payments/redirect/operations.ts';

/** Handles a redirect return and redirects the customer to the shop, whatever the outcome. */
export const returned = implement(returnFromRedirect, {
  load: ({ params }, { payments }: ReturnServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ReturnServices, payment) =>
    handleRedirectReturn(payment, request, services, redirectToMerchant),
});

export const handler = lambda(returned, liveReturnServices);
