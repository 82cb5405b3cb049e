import type { Brand } from '../cards/card.ts';
import { brandNamed } from '../cards/card-brand.ts';
import type { CardToStore } from '../cards/card-vault.ts';
import { VaultError } from '../vault-error.ts';

/**
 * The first eight digits of a card, in a request that looks up the brands of its range. Undefined
 * for any other request. Eight digits name an issuer's range, and no card.
 *
 * @throws VaultError `validation_error`
 */
export function startLookedUp(card: Readonly<Record<string, unknown>>): string | undefined {
  if (Object.keys(card).join() !== 'card_start') return undefined;
  const { card_start: start } = card;
  if (typeof start === 'string' && /^\d{8}$/.test(start)) return start;
  throw new VaultError('validation_error', { card_start: ['is invalid'] });
}

/**
 * The brand that the payer chose for a typed card. Undefined for a card with one brand.
 *
 * @param stated the request's `card_type`
 * @throws VaultError `validation_error` for a brand that the card's range does not have
 */
export async function chosenBrandOf(
  stated: unknown,
  { number, brand }: Pick<CardToStore, 'number' | 'brand'>,
  brandsOf: (firstDigits: string) => Promise<readonly Brand[]>,
): Promise<Brand | undefined> {
  if (stated === undefined) return undefined;
  const named = typeof stated === 'string' ? brandNamed(stated) : undefined;
  if (named === undefined) throw new VaultError('validation_error', { card_type: ['is invalid'] });
  // The string has no whole number.
  const brands = await brandsOf(number.toString('latin1', 0, firstDigits));
  if (brands.includes(named)) return named;
  if (named === brand) return undefined;
  throw new VaultError('validation_error', { card_type: ['does not match the card number'] });
}

/** How many first digits tell apart the test cards of one range. */
const firstDigits = 13;
