import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { deletePaymentMethod } from '../../shared/payment-methods/operations.ts';
import {
  type PaymentMethodStore,
  paymentMethodStore,
} from '../../shared/payment-methods/payment-method-store.ts';
import { liveTable } from '../../shared/table/table.ts';
import { asTheSwitch, throughVault } from '../../shared/vault/at-the-switch.ts';
import type { CardVault } from '../../shared/vault/cards/card-vault.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

interface Services {
  readonly paymentMethods: PaymentMethodStore;
  readonly vault: CardVault;
}

/**
 * Forgets a payment method. First it is taken from its customer, so that nobody pays with it any
 * more, then its card leaves the vault, and then the rest goes. When we stop in between, deleting it
 * once more goes on from there. An update that stores the card anew at the same moment is refused,
 * or was first: then that card goes.
 */
export const remove = implement(deletePaymentMethod, {
  load: ({ merchantId, params }, { paymentMethods }: Services) =>
    paymentMethods.getToRemove(merchantId, params.method_id),

  async run({ requestId, now }, { paymentMethods, vault }: Services, paymentMethod) {
    const { merchantId, id } = paymentMethod;
    const removal = await paymentMethods.beginRemoval(paymentMethod);
    const { leaving: token } = removal;
    if (token !== undefined) {
      const request = asTheSwitch(merchantId, { requestId, now }, `payment method ${id} deleted`);
      await throughVault(() => vault.remove({ ...request, token }));
    }
    await paymentMethods.remove(removal);
    return { payment_method_id: id, deleted: true };
  },
});

export const handler = lambda(remove, () => ({
  paymentMethods: paymentMethodStore(liveTable()),
  vault: liveVault().cards,
}));
