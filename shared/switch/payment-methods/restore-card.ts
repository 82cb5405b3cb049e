import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { erase } from '#vault/cards/card.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import type { PaymentMethod, SavedCard } from './payment-method.ts';
import type { PaymentMethodStore } from './payment-method-store.ts';
import { type SaveCardServices, type SaveContext, saveVaultCard } from './save-card.ts';

export interface RestoreCardServices extends SaveCardServices {
  readonly paymentMethods: Pick<PaymentMethodStore, 'get' | 'save'>;
}

type WithCard = PaymentMethod & { readonly card: SavedCard };

/**
 * Saves a payment method whose card in the vault has a new expiry or holder. Vault cards cannot
 * change, so the number is read and stored again. The new card is stored first, then the payment
 * method refers to it, then the old card is deleted: after a crash at any point the payment method
 * still has a card.
 *
 * @param next has the token of the card as it is in the vault
 * @throws SwitchError `payment_method_data_not_found`, `concurrent_update`,
 * `temporarily_unavailable`
 */
export async function restoreCard(
  context: SaveContext,
  next: WithCard,
  services: RestoreCardServices,
): Promise<PaymentMethod> {
  const { vault } = services;
  const { merchantId, id } = context;
  const { token, expiryMonth, expiryYear, holderName, brand = 'unknown' } = next.card;
  if (token === undefined) throw new SwitchError('payment_method_data_not_found');
  const request = switchAuditContext(merchantId, context, `payment method ${id} updated`);
  const used = await callVault(() =>
    vault.use({ ...request, token, as: 'card.used', cvc: 'leave' }),
  );
  if (!used) throw new SwitchError('payment_method_data_not_found');
  try {
    const { number, chosenBrand } = used;
    const card = { number, brand, chosenBrand, expiryMonth, expiryYear, holderName };
    return await saveVaultCard(
      context,
      card,
      async (stored) => {
        // The number is the same, so the fingerprint under which its customer has it stays.
        const changed = { ...next, card: { ...next.card, token: stored.token } };
        const paymentMethod = await saveChange(changed, services);
        return { paymentMethod, supersededToken: token };
      },
      services,
    );
  } finally {
    erase(used);
  }
}

/**
 * Saves the change. A conflict is an error, unless the saved version is our own write whose answer
 * was lost.
 */
async function saveChange(
  next: WithCard,
  { paymentMethods }: RestoreCardServices,
): Promise<PaymentMethod> {
  try {
    return await paymentMethods.save(next);
  } catch (error) {
    if (!isSwitchError(error, 'concurrent_update')) throw error;
    const there = await paymentMethods.get(next.merchantId, next.id);
    if (there.card?.token === next.card.token) return there;
    throw error;
  }
}
