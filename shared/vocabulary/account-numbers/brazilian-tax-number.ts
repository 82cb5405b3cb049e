/** The number of a person: 000.000.000-00. */
export function isCpf(number: string): boolean {
  if (!/^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/.test(number)) return false;
  const digits = number.replaceAll(/\D/g, '');
  return varies(digits) && hasCheckDigits(digits, Number.POSITIVE_INFINITY);
}

/**
 * The number of a company: 00.000.000/0000-00. Numbers issued from July 2026 on may have capital
 * letters everywhere but in the check digits. A letter counts by its distance from the character
 * `0`.
 */
export function isCnpj(number: string): boolean {
  if (!/^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/.test(number)) return false;
  const characters = number.replaceAll(/[^\dA-Z]/g, '');
  return varies(characters) && hasCheckDigits(characters, 9);
}

/** A number of one repeated digit passes the checksum but is never issued. */
const varies = (digits: string) => new Set(digits).size > 1;

const hasCheckDigits = (digits: string, heaviest: number) =>
  [2, 1].every((left) => {
    const expected = checkDigit(digits.slice(0, digits.length - left), heaviest);
    return String(expected) === digits.at(-left);
  });

/** Modulo 11, with weights from 2 at the right up to `heaviest`, then from 2 again. */
function checkDigit(digits: string, heaviest: number) {
  const sum = [...digits].reverse().reduce((total, character, position) => {
    const weight = 2 + (position % (heaviest - 1));
    return total + weight * (character.charCodeAt(0) - '0'.charCodeAt(0));
  }, 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
