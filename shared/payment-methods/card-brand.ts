import type { Brand } from '../vault/cards/card.ts';
import type { CardNetwork } from '../vocabulary/payment-methods.ts';

/** The brands that both the vault and the switch have a word for. */
const brands: Readonly<Partial<Record<CardNetwork, Brand>>> = {
  Visa: 'visa',
  Mastercard: 'mastercard',
  AmericanExpress: 'american_express',
  Discover: 'discover',
  DinersClub: 'diners_club',
  JCB: 'jcb',
  UnionPay: 'unionpay',
  Maestro: 'maestro',
};

/** What the vault calls a network; `unknown` for one that it has no word for. */
export const brandOfNetwork = (network: CardNetwork | null): Brand =>
  (network && brands[network]) ?? 'unknown';

const networks = new Map(
  // Object.entries knows no keys but texts; these are the networks above.
  (Object.entries(brands) as [CardNetwork, Brand][]).map(([network, brand]) => [brand, network]),
);

/** What the switch calls a brand of the vault, where it has a word for it. */
export const networkOfBrand = (brand: Brand): CardNetwork | undefined => networks.get(brand);
