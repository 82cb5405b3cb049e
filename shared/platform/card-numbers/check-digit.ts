/**
 * The Luhn check of a card number's last digit (ISO/IEC 7812-1, annex B), for payments, vault and
 * pages. From the last digit on, every second one counts twice, by the sum of its digits. False for a
 * text with anything but digits.
 */
export function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (let at = 1; at <= number.length; at++) {
    const digit = Number.parseInt(number.charAt(number.length - at), 10);
    const counted = at % 2 === 0 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
