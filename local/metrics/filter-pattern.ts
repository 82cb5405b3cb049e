import { ownMember } from '../own-member.ts';

/**
 * A filter pattern for JSON lines: comparisons of fields, all of which must hold. This project's
 * filters use only these. Anything else is refused by name, so that no metric is silently missing.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function filterPattern(
  pattern: string,
): (fields: Readonly<Record<string, unknown>>) => boolean {
  const [, inner = ''] = /^\{(.+)\}$/.exec(pattern) ?? [];
  if (inner.trim() === '') throw new Error(`The filter pattern ${pattern} is not understood.`);
  const terms = inner.split('&&').map((term) => termOf(term.trim(), pattern));
  return (fields) => terms.every(({ field, holds }) => holds(ownMember(fields, field)));
}

interface Term {
  readonly field: string;
  holds(value: unknown): boolean;
}

function termOf(text: string, pattern: string): Term {
  const [, bare = text] = /^\((.+)\)$/.exec(text) ?? [];
  const string = /^\$\.(\w+) (!?=) "([^"*]*)(\*?)"$/.exec(bare);
  if (string) {
    const [, field = '', operator, wanted = '', star] = string;
    const isLike = (value: string) => (star ? value.startsWith(wanted) : value === wanted);
    return {
      field,
      // A line without the field matches neither comparison.
      holds: (value) =>
        ['string', 'number'].includes(typeof value) && isLike(String(value)) === (operator === '='),
    };
  }
  const number = /^\$\.(\w+) (>=|<=|=|>|<) (-?\d+(?:\.\d+)?)$/.exec(bare);
  if (number) {
    const [, field = '', operator = '', limit] = number;
    const compare = ownMember(comparisons, operator);
    return {
      field,
      holds: (value) => typeof value === 'number' && compare?.(value, Number(limit)) === true,
    };
  }
  const truth = /^\$\.(\w+) IS (TRUE|FALSE)$/.exec(bare);
  if (truth) {
    const [, field = '', wanted] = truth;
    return { field, holds: (value) => value === (wanted === 'TRUE') };
  }
  throw new Error(`${bare} of the filter pattern ${pattern} is not understood.`);
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
};
