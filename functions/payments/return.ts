import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type ComingBackServices,
  cameBack,
  sentToMerchant,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveComingBackServices } from '../../shared/payments/redirect/live-return-services.ts';
import { returnFromRedirect } from '../../shared/payments/redirect/operations.ts';

/** A customer comes back, and goes on to the shop whatever became of the payment. */
export const returned = implement(returnFromRedirect, {
  load: ({ params }, { payments }: ComingBackServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ComingBackServices, payment) =>
    cameBack(payment, request, services, sentToMerchant),
});

export const handler = lambda(returned, liveComingBackServices);
