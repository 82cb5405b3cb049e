import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type ComingBackServices,
  cameBack,
  sentOn,
} from '../../shared/payments/redirect/handle-return.ts';
import { liveComingBackServices } from '../../shared/payments/redirect/live-return-services.ts';
import { completeRedirect } from '../../shared/payments/redirect/operations.ts';

/** A customer comes back who may have more to do: then they go on with that, else to the shop. */
export const complete = implement(completeRedirect, {
  load: ({ params }, { payments }: ComingBackServices) =>
    payments.get(params.merchant_id, params.payment_id),

  run: (request, services: ComingBackServices, payment) =>
    cameBack(payment, request, services, sentOn),
});

export const handler = lambda(complete, liveComingBackServices);
