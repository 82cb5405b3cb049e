import luhn10 from 'card-validator/dist/luhn-10.js';

/** Luhn's check of a number's last digit (ISO/IEC 7812, annex B), for payments, vault and pages alike. */
export const hasValidCheckDigit = (number: string): boolean => luhn10(number);
