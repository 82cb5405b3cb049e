/** How digits are shown: after which of them there is a gap, and what stands in it. */
export interface Grouping {
  readonly gaps: readonly number[];
  readonly separator: string;
  readonly maxDigits: number;
}

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The digits in their groups; a gap is shown once a digit follows it. */
export function grouped(digits: string, { gaps, separator, maxDigits }: Grouping): string {
  return [...digits.slice(0, maxDigits)]
    .map((digit, index) => (gaps.includes(index) ? separator + digit : digit))
    .join('');
}

/** Where the caret stands in the grouped text when so many digits are to be before it. */
export function caretAfter(count: number, text: string): number {
  let seen = 0;
  let at = 0;
  while (at < text.length && seen < count) {
    if (/\d/.test(text.charAt(at))) seen += 1;
    at += 1;
  }
  return at;
}
