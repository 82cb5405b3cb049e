/** A text that does not end is one token too, so that nothing in it is taken for a number. */
const tokens = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/gs;

/** Up to 15 digits are kept as they are. */
const short = /^-?\d{1,15}$/;

/**
 * The first number of a JSON text that a parser would silently take for another whole number: one below
 * the smallest it knows, which becomes 0, one beyond 2^53, one beyond the largest, or a fraction with so
 * many digits that a whole number is nearest. Undefined when there is none.
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
  // What is no number at all is found out by the parser.
  if (Number.isNaN(value)) return false;
  if (!Number.isFinite(value)) return true;
  return Number.isInteger(value) && !isExactly(literal, value);
}

/** Whether a literal is this whole number, to the last digit. */
function isExactly(literal: string, whole: number): boolean {
  const [, whole10 = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole10}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return whole === 0;
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (zeros < 0 || zeros > 400) return false;
  return BigInt(significant) * 10n ** BigInt(zeros) === BigInt(Math.abs(whole));
}
