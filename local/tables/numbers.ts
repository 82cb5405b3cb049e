import { invalid } from './table-error.ts';

// Numbers of DynamoDB: decimals of at most 38 digits, which travel as text. The limits are those of
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html

/** 0.DIGITS × 10^exponent, where the digits neither begin nor end with a zero; zero has none. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const maxDigits = 38;
/** The largest number is 9.99…e125, the smallest 1e-130. */
const maxExponent = 126;
const minExponent = -129;

const zero: Decimal = { isNegative: false, digits: '', exponent: 0 };

const shape = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

function parseDecimal(text: string): Decimal {
  const found = shape.exec(text);
  const [, sign, whole = '', fraction = '', exponent = '0'] = found ?? [];
  const all = whole + fraction;
  if (!found || all === '') {
    const which = text === '' ? '' : `: ${text}`;
    throw invalid(`The parameter cannot be converted to a numeric value${which}`);
  }
  const significant = all.replace(/^0+/, '');
  if (significant === '') return zero;
  const point = whole.length - (all.length - significant.length) + Number(exponent);
  return limited({
    isNegative: sign === '-',
    digits: significant.replace(/(?<!0)0+$/, ''),
    exponent: point,
  });
}

function limited(decimal: Decimal): Decimal {
  const { digits, exponent } = decimal;
  if (digits === '') return zero;
  if (exponent > maxExponent) {
    throw invalid(
      'Number overflow. Attempting to store a number with magnitude larger than supported range',
    );
  }
  if (exponent < minExponent) {
    throw invalid(
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    );
  }
  if (digits.length > maxDigits) {
    throw invalid('Attempting to store more than 38 significant digits in a Number');
  }
  return decimal;
}

/** The digits without an exponent, as DynamoDB answers. */
function textOf({ isNegative, digits, exponent }: Decimal): string {
  const sign = isNegative ? '-' : '';
  if (digits === '') return '0';
  if (exponent <= 0) return `${sign}0.${'0'.repeat(-exponent)}${digits}`;
  if (exponent >= digits.length) return `${sign}${digits.padEnd(exponent, '0')}`;
  return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

/** Whole numbers that are stored as they are written; nearly all are. */
const plain = /^(?:0|-?[1-9]\d{0,14})$/;

/** The one text of a number. Throws a ValidationException for another text. */
export function normalNumber(text: string): string {
  return plain.test(text) ? text : textOf(parseDecimal(text));
}

/** Below 0, 0 or above 0, as the first number is less, equal or greater. */
export function compareNumbers(one: string, other: string): number {
  if (plain.test(one) && plain.test(other)) return Number(one) - Number(other);
  return Buffer.compare(orderedNumber(one), orderedNumber(other));
}

export const addNumbers = (one: string, other: string): string =>
  sumOf(parseDecimal(one), parseDecimal(other));

export function subtractNumbers(one: string, other: string): string {
  const taken = parseDecimal(other);
  return sumOf(parseDecimal(one), { ...taken, isNegative: !taken.isNegative });
}

function sumOf(one: Decimal, other: Decimal): string {
  const scale = Math.max(one.digits.length - one.exponent, other.digits.length - other.exponent, 0);
  const scaled = ({ isNegative, digits, exponent }: Decimal) =>
    BigInt(digits) * 10n ** BigInt(scale - digits.length + exponent) * (isNegative ? -1n : 1n);
  const sum = scaled(one) + scaled(other);
  const { length } = String(sum).replace(/^-|(?<!0)0+$/g, '');
  if (length > maxDigits) throw invalid('DynamoDB only supports precision up to 38 digits');
  return normalNumber(`${sum}e-${scale}`);
}

/** Bytes that sort as the numbers do. */
export function orderedNumber(text: string): Buffer {
  const { isNegative, digits, exponent } = parseDecimal(text);
  if (digits === '') return Buffer.from('1');
  const biased = exponent + 500;
  if (!isNegative) return Buffer.from(`2${biased}${digits}`);
  const complement = [...`${biased}${digits}`].map((digit) => 9 - Number(digit)).join('');
  // Of two numbers below zero the one with more digits is less.
  return Buffer.from(`0${complement}~`);
}

/**
 * Bytes that a number is billed for: one for every two digits, counted from the decimal point, one
 * for the exponent and one below zero.
 */
export function numberBytes(text: string): number {
  const { isNegative, digits, exponent } = parseDecimal(text);
  const padded = digits.length + (Math.abs(exponent) % 2);
  return Math.ceil(padded / 2) + 1 + (isNegative ? 1 : 0);
}
