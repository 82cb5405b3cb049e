/** An exact number: `digits` divided by 10 to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The most decimals of a result. Hyperswitch's decimals have as many. */
const mostDecimals = 28;

/** Reads a text such as `0.0121`. Throws for any other. */
export function parseDecimal(text: string): Decimal {
  const [, sign = '', whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('Not a decimal number.');
  return { digits: BigInt(sign + whole + decimals), scale: decimals.length };
}

/** Writes a decimal with all its decimals: 20.00 stays `20.00`. */
export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? sign + all : `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`;
}

/** The exact product: its decimals are those of both together. Rounded only above 28 decimals. */
export const multiply = (one: Decimal, other: Decimal): Decimal =>
  withinDecimals({ digits: one.digits * other.digits, scale: one.scale + other.scale });

/** One divided by a number that is not zero, to 28 decimals, without zeros at the end. */
export function reciprocal({ digits, scale }: Decimal): Decimal {
  const whole = divideHalfEven(10n ** BigInt(mostDecimals + scale), digits);
  return withoutLastZeros({ digits: whole, scale: mostDecimals });
}

function withoutLastZeros({ digits, scale }: Decimal): Decimal {
  const isRound = scale > 0 && digits % 10n === 0n;
  return isRound ? withoutLastZeros({ digits: digits / 10n, scale: scale - 1 }) : { digits, scale };
}

function withinDecimals({ digits, scale }: Decimal): Decimal {
  if (scale <= mostDecimals) return { digits, scale };
  const divisor = 10n ** BigInt(scale - mostDecimals);
  return { digits: divideHalfEven(digits, divisor), scale: mostDecimals };
}

/** Rounds to the nearest whole number, and a half to the even one. The divisor is positive. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -divideHalfEven(-dividend, divisor);
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
