import type { PayoutDestination } from '../connectors/interface/payouts.ts';
import { forgotten, isRefusal } from '../payments/payment-source/attached-card.ts';
import { erase } from '../vault/cards/card.ts';
import type { VaultRequest } from '../vault/cards/card-vault.ts';
import { cardToStore } from '../vault/switch/card-to-store.ts';
import { throughVault } from '../vault/switch/from-switch.ts';
import type { DestinationServices, NamedDestination } from './destination.ts';
import type { Payout } from './payout.ts';

/**
 * The saved payment method that a payout goes to: the one that was named, or a new one for a card that
 * the merchant wants to pay to again (`recurring`). Undefined for what is not to be saved, and for
 * what the vault does not hold: it holds cards alone.
 *
 * @throws SwitchError `temporarily_unavailable`, `concurrent_update`
 */
export async function savedDestination(
  payout: Payout,
  {
    destination,
    inHand,
  }: {
    readonly destination: NamedDestination;
    readonly inHand: PayoutDestination;
  },
  about: VaultRequest,
  services: Pick<DestinationServices, 'vault' | 'paymentMethods'>,
): Promise<string | undefined> {
  if (destination.from.kind === 'saved') return destination.from.paymentMethodId;
  if (payout.payoutMethodId !== undefined) return payout.payoutMethodId;
  const { card } = destination.shown;
  const customerId = payout.customer?.id;
  if (!payout.recurring || inHand.kind !== 'card' || !card || !customerId) return undefined;

  const { vault, paymentMethods } = services;
  const { tenant: merchantId, now } = about;
  const toStore = cardToStore({
    number: inHand.account,
    expiryMonth: card.card_exp_month,
    expiryYear: card.card_exp_year,
    holderName: card.card_holder_name || undefined,
  });
  try {
    const masked = await throughVault(() => vault.store(about, toStore));
    const facts = { card_network: card.card_network };
    try {
      const saved = await paymentMethods.saveCard({
        ...{ merchantId, customerId, card: masked, facts, status: 'active', now },
      });
      await forgotten(saved.spare, about, services);
      return saved.paymentMethod.id;
    } catch (error) {
      if (isRefusal(error)) await forgotten(masked.token, about, services);
      throw error;
    }
  } finally {
    erase(toStore);
  }
}
