import type { CardVault } from '#vault/cards/card-vault.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { PaymentMethodStore } from './payment-method-store.ts';

export interface RemoveServices {
  readonly paymentMethods: PaymentMethodStore;
  readonly vault: Pick<CardVault, 'remove'>;
}

/**
 * Deletes a payment method in three steps. First it is marked, so that no payment uses it any more;
 * then its card leaves the vault; then its item is deleted. After a crash in between, another
 * delete continues. A concurrent update that stores a new card either fails, or comes first, and
 * then the new card is deleted.
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
