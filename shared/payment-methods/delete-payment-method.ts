import type { CardVault } from '../vault/cards/card-vault.ts';
import { callVault, switchAuditContext } from '../vault/switch/from-switch.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { PaymentMethodStore } from './payment-method-store.ts';

export interface RemoveServices {
  readonly paymentMethods: PaymentMethodStore;
  readonly vault: Pick<CardVault, 'remove'>;
}

/**
 * Forgets a payment method. First it is taken from its customer, so that nobody pays with it any
 * more, then its card leaves the vault, and then the rest goes. When we stop in between, deleting it
 * once more goes on from there. An update that stores the card anew at the same moment is refused,
 * or was first: then that card goes.
 *
 * @throws SwitchError `payment_method_not_found`, `concurrent_update`, `temporarily_unavailable`
 */
export async function removePaymentMethod(
  paymentMethod: PaymentMethod,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
  { paymentMethods, vault }: RemoveServices,
): Promise<void> {
  const { merchantId, id } = paymentMethod;
  const removal = await paymentMethods.beginRemoval(paymentMethod);
  const { leaving: token } = removal;
  if (token !== undefined) {
    const request = switchAuditContext(
      merchantId,
      { requestId, now },
      `payment method ${id} deleted`,
    );
    await callVault(() => vault.remove({ ...request, token }));
  }
  await paymentMethods.remove(removal);
}
