import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  type RemoveServices,
  removePaymentMethod,
} from '#switch/payment-methods/delete-payment-method.ts';
import { deletePaymentMethod } from '#switch/payment-methods/operations.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

/** Deletes a payment method and its card. A customer's app may delete only its own. */
export const remove = implement(deletePaymentMethod, {
  load: ({ merchantId, params }, { paymentMethods }: RemoveServices) =>
    paymentMethods.getToRemove(merchantId, params.method_id),

  async run({ caller, requestId, now }, services: RemoveServices, paymentMethod) {
    const { id, customerId } = paymentMethod;
    // The same error as for a missing payment method: a customer's app learns nothing of other
    // customers.
    if (caller.kind === 'customer' && caller.customerId !== customerId) {
      throw new SwitchError('payment_method_not_found');
    }
    await removePaymentMethod(paymentMethod, { requestId, now }, services);
    return { payment_method_id: id, deleted: true };
  },
});

export const handler = lambda(remove, () => ({
  paymentMethods: paymentMethodStore(liveTable()),
  vault: liveCardVault().cards,
}));
