import { brandOfNumber } from '../card-networks/card-networks.part.ts';
import type { PayoutDestination } from '../connectors/interface/payouts.ts';
import { fourDigitYear } from '../payments/payment-method-data/card.ts';
import { forgotten, isRefusal } from '../payments/payment-source/attached-card.ts';
import type { VaultRequest } from '../vault/cards/card-vault.ts';
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
  const number = Buffer.from(inHand.account, 'latin1');
  try {
    const masked = await throughVault(() =>
      vault.store(about, {
        number,
        brand: brandOfNumber(inHand.account),
        expiryMonth: card.card_exp_month.padStart(2, '0'),
        expiryYear: fourDigitYear(card.card_exp_year),
        ...(card.card_holder_name && { holderName: card.card_holder_name }),
      }),
    );
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
    number.fill(0);
  }
}
