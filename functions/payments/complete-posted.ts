import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type ComingBackServices,
  cameBack,
  sentOn,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveComingBackServices } from '../../shared/payments/redirect/live-return-services.ts';
import { completePostedRedirect } from '../../shared/payments/redirect/operations.ts';

/** As `payments.complete`, for processors that send their customers back by a form. */
export const completePosted = implement(completePostedRedirect, {
  load: ({ params }, { payments }: ComingBackServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ComingBackServices, payment) =>
    cameBack(payment, request, services, sentOn),
});

export const handler = lambda(completePosted, liveComingBackServices);
