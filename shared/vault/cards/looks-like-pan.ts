/**
 * Twelve digits of any script, with any invisible or separating characters between them. Such a
 * text may contain a card number, so it is never stored in clear.
 */
export const looksLikePan = /\p{Nd}(?:[\p{Zs}\p{Pd}\p{Cf}]*\p{Nd}){11}/u;
