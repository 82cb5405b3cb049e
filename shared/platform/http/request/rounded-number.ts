/** An unterminated text is one token too, so that nothing in it counts as a number. */
const tokens = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/gs;

/** A number of up to 15 digits is always exact. */
const short = /^-?\d{1,15}$/;

/**
 * The first number of a JSON text that a parser would silently change into another whole number.
 * That is a number below the smallest double, which becomes 0, or one beyond 2^53 or the largest
 * double. It is also a fraction with so many digits that it rounds to a whole number. Undefined
 * when there is none.
 */
export function roundedNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(tokens)) {
    if (token.startsWith('"') || short.test(token)) continue;
    if (isRounded(token)) return token;
  }
  return undefined;
}

function isRounded(literal: string): boolean {
  const value = Number(literal);
  // The parser reports text that is no number.
  if (Number.isNaN(value)) return false;
  if (!Number.isFinite(value)) return true;
  return Number.isInteger(value) && !isExactly(literal, value);
}

/** Whether a literal equals this whole number, to the last digit. */
function isExactly(literal: string, whole: number): boolean {
  const [, whole10 = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole10}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return whole === 0;
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (zeros < 0 || zeros > 400) return false;
  return BigInt(significant) * 10n ** BigInt(zeros) === BigInt(Math.abs(whole));
}
