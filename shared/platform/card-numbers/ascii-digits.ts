/**
 * The text with all decimal digits as 0 to 9: Arabic, Persian, Devanagari, full-width and all
 * others. In Unicode the ten digits of a script follow each other, and no run of digits begins with
 * another digit than zero.
 *
 * @see https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-4/#G134153
 */
export const asciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(decimalValue(digit.codePointAt(0) ?? 0)));

function decimalValue(digit: number): number {
  let zero = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (digit - zero) % 10;
}
