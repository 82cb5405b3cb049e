import { testBrandsOf } from '#vocabulary/card-networks/co-badged.ts';
import { brandOf } from '../card-rules.ts';
import { askVault } from './ask-vault.ts';
import { member } from './page.ts';

/** The brands of co-badged cards, as far as they are known while a number is typed. */
export interface CardBrands {
  /** The brands of a card with several; empty for one brand, and until the vault has answered. */
  of(digits: string): readonly string[];
  /** Resolves once the vault has answered, or after two seconds. */
  settled(): Promise<unknown>;
}

/** How many digits name a range in the operator's table. */
const startLength = 8;
/** How long a payer waits for the brands of a range after pressing Pay, in milliseconds. */
const patienceMs = 2_000;

/** Looks up each range once, by its first eight digits, which name an issuer and no card. */
export function cardBrands(sessionToken: () => string, onKnown: () => void): CardBrands {
  const known = new Map<string, readonly string[]>();
  let latest: Promise<unknown> = Promise.resolve();

  async function lookUp(start: string) {
    known.set(start, []);
    const answer = await askVault(sessionToken(), { card: { card_start: start } }).catch(
      () => undefined,
    );
    const types = member(member(answer?.body, 'data'), 'card_types');
    if (!Array.isArray(types) || types.length < 2) return;
    known.set(start, types.map(String));
    onKnown();
  }

  return {
    of(digits) {
      const ofTestCard = testBrandsOf(digits);
      if (ofTestCard.length > 0) return ofTestCard;
      const start = digits.slice(0, startLength);
      const brand = brandOf(digits);
      // Shorter numbers show too much of a card by eight digits.
      if (start.length < startLength || !brand || Math.max(...brand.lengths) < 16) return [];
      if (!known.has(start)) latest = lookUp(start);
      return known.get(start) ?? [];
    },
    settled: () =>
      Promise.race([latest, new Promise((resolve) => setTimeout(resolve, patienceMs))]),
  };
}
