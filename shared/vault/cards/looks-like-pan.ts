/**
 * Twelve digits of any script, whatever invisible or separating signs stand between them: what has
 * them may hold a card's number, so it is kept nowhere in clear.
 */
export const looksLikePan = /\p{Nd}(?:[\p{Zs}\p{Pd}\p{Cf}]*\p{Nd}){11}/u;
