/** Luhn's check of a number's last digit (ISO/IEC 7812): every second digit from the right counts twice. */
export function hasValidCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
