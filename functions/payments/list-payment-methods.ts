import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { withCurrent } from '../../shared/accounts/with-current.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type AvailableMethodsServices,
  availableForPayment,
} from '../../shared/payment-methods/available/available-methods.ts';
import { listForPayment } from '../../shared/payment-methods/available/merchant-list-operations.ts';
import { checkClientSecret } from '../../shared/payments/payment.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Lists the payment methods with which a payment can be made, for its payment page. */
export const listMethodsOfPayment = implement(listForPayment, {
  load: ({ merchantId, params }, { configurations, payments }: AvailableMethodsServices) =>
    withCurrent(payments.get(merchantId, params.payment_id), configurations.current(merchantId)),

  async run({ caller, now }, _, [payment, configuration]) {
    checkClientSecret(payment, caller.clientSecret, now);
    return availableForPayment(payment, configuration);
  },
});

export const handler = lambda(listMethodsOfPayment, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
