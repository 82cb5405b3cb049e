import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { retrievePaymentMethod } from '#switch/payment-methods/operations.ts';
import {
  type PaymentMethodStore,
  paymentMethodStore,
} from '#switch/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '#switch/payment-methods/present-payment-method.ts';

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
