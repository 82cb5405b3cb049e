/** The fraud checkers that the sandbox simulates, by their names in `connector_name`. */
export const riskCheckers = ['signifyd', 'riskified'] as const;

/** A card that every checker reports as stolen; processors publish it for such tests. */
const fraudulentCard = { first_digits: '410000', last_digits: '0019' };

export interface CheckedPayment {
  readonly email?: string | null | undefined;
  readonly card?:
    | { readonly first_digits: string; readonly last_digits: string }
    | null
    | undefined;
}

/**
 * The finding for a test payment: by the beginning of the customer's e-mail address, `fraud` or
 * `review`, or by the card. Any other payment has no risk.
 */
export function assess({ email, card }: CheckedPayment): {
  readonly finding: 'legit' | 'fraud' | 'manual_review';
  readonly score: number;
  readonly reason: string | null;
} {
  const isStolen =
    card?.first_digits === fraudulentCard.first_digits &&
    card.last_digits === fraudulentCard.last_digits;
  if (isStolen) return { finding: 'fraud', score: 95, reason: 'The card is used by others' };
  if (email?.startsWith('fraud')) {
    return { finding: 'fraud', score: 90, reason: 'The e-mail address is known for fraud' };
  }
  if (email?.startsWith('review')) {
    return { finding: 'manual_review', score: 60, reason: 'A person should look at it' };
  }
  return { finding: 'legit', score: 5, reason: null };
}
