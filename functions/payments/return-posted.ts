import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type ComingBackServices,
  cameBack,
  sentToMerchant,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveComingBackServices } from '../../shared/payments/redirect/live-return-services.ts';
import { returnPostedFromRedirect } from '../../shared/payments/redirect/operations.ts';

/** As `payments.return`, for processors that send their customers back by a form. */
export const returnPosted = implement(returnPostedFromRedirect, {
  load: ({ params }, { payments }: ComingBackServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ComingBackServices, payment) =>
    cameBack(payment, request, services, sentToMerchant),
});

export const handler = lambda(returnPosted, liveComingBackServices);
