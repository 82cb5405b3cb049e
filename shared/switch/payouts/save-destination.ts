import type { PayoutDestination } from '#connectors/interface/payouts.ts';
import { erase } from '#vault/cards/card.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import { cardMethodType } from '../payments/payment-method-data/card.ts';
import { deleteVaultCard, isRefusal } from '../payments/payment-source/attached-card.ts';
import type { DestinationServices, PayoutDestinationSource } from './destination.ts';
import type { Payout } from './payout.ts';

/**
 * The saved payment method that receives a payout: the one the request names, or a new one for a
 * card with `recurring`. Undefined when nothing is to be saved, and for anything but a card: the
 * vault stores only cards.
 *
 * @throws SwitchError `temporarily_unavailable`, `concurrent_update`
 */
export async function saveDestination(
  payout: Payout,
  {
    destination,
    loaded,
  }: {
    readonly destination: PayoutDestinationSource;
    readonly loaded: PayoutDestination;
  },
  auditContext: VaultRequest,
  services: Pick<DestinationServices, 'vault' | 'paymentMethods'>,
): Promise<string | undefined> {
  if (destination.from.kind === 'saved') return destination.from.paymentMethodId;
  if (payout.payoutMethodId !== undefined) return payout.payoutMethodId;
  const { card } = destination.shown;
  const customerId = payout.customer?.id;
  if (!payout.recurring || loaded.kind !== 'card' || !card || !customerId) return undefined;

  const { vault, paymentMethods } = services;
  const { tenant: merchantId, now } = auditContext;
  const toStore = cardToStore({
    number: loaded.account,
    expiryMonth: card.card_exp_month,
    expiryYear: card.card_exp_year,
    holderName: card.card_holder_name || undefined,
  });
  try {
    const masked = await callVault(() => vault.store(auditContext, toStore));
    const { card_network, card_issuer, card_type, card_issuing_country } = card;
    const facts = { card_network, card_issuer, card_type, card_issuing_country };
    try {
      const saved = await paymentMethods.saveCard({
        merchantId,
        customerId,
        card: masked,
        facts,
        type: cardMethodType(card_type),
        status: 'active',
        now,
      });
      await deleteVaultCard(saved.supersededToken, auditContext, services);
      return saved.paymentMethod.id;
    } catch (error) {
      if (isRefusal(error)) await deleteVaultCard(masked.token, auditContext, services);
      throw error;
    }
  } finally {
    erase(toStore);
  }
}
