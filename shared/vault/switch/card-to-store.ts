import { decidingDigits } from '#vocabulary/card-networks/brands.ts';
import { brandOfNumber, localBrandOf } from '#vocabulary/card-networks/card-networks.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Brand, UsableCard } from '../cards/card.ts';
import type { CardToStore } from '../cards/card-vault.ts';
import { fourDigitYear } from '../cards/expiry.ts';

/** A card of the switch: from a request, for a connector, or read from the vault. */
interface CardToKeep {
  /** Digits. A buffer is stored as it is, not copied. */
  readonly number: string | Buffer;
  readonly cvc?: string | undefined;
  /** `1` or `01`; empty for a card that came without an expiry. */
  readonly expiryMonth: string;
  /** Two or four digits. */
  readonly expiryYear: string;
  readonly holderName?: string | null | undefined;
  /** The brand that was chosen for a card with several. */
  readonly chosenBrand?: Brand | undefined;
  /** The network that a request states. */
  readonly network?: CardNetwork | null | undefined;
}

/**
 * The record that the vault stores of a card. Number and cvc are in buffers, which the caller
 * overwrites with `erase` in `finally`.
 */
export function cardToStore(card: CardToKeep): CardToStore & UsableCard {
  const { number: digits, cvc, expiryMonth, expiryYear, holderName, network } = card;
  const number = typeof digits === 'string' ? Buffer.from(digits, 'latin1') : digits;
  // The string holds only the digits that determine the brand.
  const brand = brandOfNumber(number.toString('latin1', 0, decidingDigits));
  const chosenBrand = card.chosenBrand ?? localBrandOf(network);
  return {
    number,
    brand,
    ...(chosenBrand && { chosenBrand }),
    expiryMonth: expiryMonth === '' ? '' : expiryMonth.padStart(2, '0'),
    expiryYear: fourDigitYear(expiryYear),
    ...(holderName != null && { holderName }),
    ...(cvc !== undefined && { cvc: Buffer.from(cvc, 'latin1') }),
  };
}
