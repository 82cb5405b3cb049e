import { ownMember } from '../own-member.ts';

/**
 * Values of a metric expression: arithmetic, comparisons, `IF` and `SERVICE_QUOTA`, over the values
 * that its metrics had in one period. The alarms of this project use only these. Other functions
 * are refused by name, so that no wrong value is drawn or judged.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluateExpression(
  expression: string,
  valueOfId: (id: string) => number | undefined,
  { quota = 1_000 }: { readonly quota?: number } = {},
): number | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?|[A-Za-z_]\w*|>=|<=|==|!=|[-+*/()<>,]/g) ?? [];
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) {
    throw new Error(`${expression} is not understood.`);
  }
  let at = 0;
  const peek = () => tokens[at];
  const take = (wanted?: string): string => {
    const token = tokens[at];
    if (token === undefined || (wanted !== undefined && token !== wanted)) {
      throw new Error(`${expression} is not understood at ${token ?? 'its end'}.`);
    }
    at += 1;
    return token;
  };

  const compared = (): Value => {
    const left = sum();
    const operator = peek();
    if (operator === undefined || !Object.hasOwn(comparisons, operator)) return left;
    take();
    return both(left, sum(), (one, other) =>
      ownMember(comparisons, operator)?.(one, other) ? 1 : 0,
    );
  };
  const sum = (): Value => {
    let left = product();
    while (peek() === '+' || peek() === '-') {
      const sign = take() === '+' ? 1 : -1;
      left = both(left, product(), (one, other) => one + sign * other);
    }
    return left;
  };
  const product = (): Value => {
    let left = factor();
    while (peek() === '*' || peek() === '/') {
      const isTimes = take() === '*';
      left = both(left, factor(), (one, other) => (isTimes ? one * other : one / other));
    }
    return left;
  };
  const factor = (): Value => {
    const token = take();
    if (token === '(') {
      const inner = compared();
      take(')');
      return inner;
    }
    if (token === '-') return both(0, factor(), (_, value) => -value);
    if (/^\d/.test(token)) return Number(token);
    if (peek() !== '(') return valueOfId(token);
    take('(');
    const given = [compared()];
    while (peek() === ',') {
      take();
      given.push(compared());
    }
    take(')');
    return called(token, given, quota);
  };

  const value = compared();
  if (at < tokens.length) throw new Error(`${expression} is not understood at ${peek()}.`);
  // A division by zero has no value, as in CloudWatch.
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

/** The value of a period; undefined where there is none. */
type Value = number | undefined;

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

/** A calculation with a value that is missing has no value. */
const both = (one: Value, other: Value, of: (one: number, other: number) => number): Value =>
  one === undefined || other === undefined ? undefined : of(one, other);

function called(name: string, [first, second, third]: readonly Value[], quota: number): Value {
  if (name === 'IF') {
    if (first === undefined) return undefined;
    return first === 0 ? third : second;
  }
  // A period without samples counts as the second value.
  if (name === 'FILL') return first ?? second;
  // The limit of the service for the metric that is given.
  if (name === 'SERVICE_QUOTA') return first === undefined ? undefined : quota;
  throw new Error(`The function ${name} of metric expressions is not understood.`);
}
