import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type AvailableMethodsServices,
  availableForPayment,
  liveAvailableMethodsServices,
} from '#switch/payment-methods/available/available-methods.ts';
import { listForPayment } from '#switch/payment-methods/available/merchant-list-operations.ts';
import { checkClientSecret } from '#switch/payments/payment.ts';

/** Lists the payment methods with which a payment can be made, for its payment page. */
export const listMethodsOfPayment = implement(listForPayment, {
  load: ({ merchantId, params }, { configurations, payments }: AvailableMethodsServices) =>
    withCurrent(payments.get(merchantId, params.payment_id), configurations.current(merchantId)),

  async run({ caller, now }, _, [payment, configuration]) {
    checkClientSecret(payment, caller.clientSecret, now);
    return availableForPayment(payment, configuration);
  },
});

export const handler = lambda(listMethodsOfPayment, liveAvailableMethodsServices);
