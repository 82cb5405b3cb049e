import luhn10 from 'card-validator/dist/luhn-10.js';

/**
 * The Luhn check of a card number's last digit (ISO/IEC 7812-1, annex B), for payments, vault and
 * pages.
 */
export const hasValidCheckDigit = (number: string): boolean => luhn10(number);
