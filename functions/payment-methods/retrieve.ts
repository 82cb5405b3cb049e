import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { retrievePaymentMethod } from '../../shared/payment-methods/operations.ts';
import {
  type PaymentMethodStore,
  paymentMethodStore,
} from '../../shared/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '../../shared/payment-methods/present-payment-method.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly paymentMethods: PaymentMethodStore;
}

/** Retrieves a payment method for its merchant, without a call to the vault. */
export const retrieve = implement(retrievePaymentMethod, {
  load: ({ merchantId, params }, { paymentMethods }: Services) =>
    paymentMethods.get(merchantId, params.method_id),
  run: async (_request, _services, paymentMethod) => presentPaymentMethod(paymentMethod),
});

export const handler = lambda(retrieve, () => ({
  paymentMethods: paymentMethodStore(liveTable()),
}));
