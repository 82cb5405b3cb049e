import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser';
import { seededRandom } from './seeded-random.ts';

/** A test's search for a text that must not be there, by a pattern that random text may match. */
interface ChanceMatch {
  readonly line: number;
  /** The call of `expect`, as it is written. */
  readonly written: string;
}

/** The matchers that search within a text. */
const searching: ReadonlySet<string> = new Set(['toMatch', 'toContain']);

/**
 * The searches in a source text, `expect(text).not.toMatch(pattern)` or `.not.toContain(part)`,
 * whose pattern matches some of the random texts of the product, and whose text still has those.
 */
export function chanceMatchesIn(file: string, source: string): readonly ChanceMatch[] {
  const { program } = parseSync(file, source);
  const named = new Map<string, RegExp>();
  const found: ChanceMatch[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      const pattern = init?.type === 'Literal' ? patternOf(init, named) : undefined;
      if (id.type === 'Identifier' && pattern) named.set(id.name, pattern);
    },
    CallExpression({ callee, arguments: given, start, end }) {
      const searched = searchedBy(callee);
      const pattern = patternOf(given[0], named);
      if (!searched || !pattern || isWithoutRandom(searched) || !pattern.test(randomTexts()))
        return;
      const line = source.slice(0, start).split('\n').length;
      found.push({ line, written: source.slice(start, end) });
    },
  }).visit(program);
  return found;
}

/** The argument of `expect` in `expect(text).not.toMatch`. */
function searchedBy(callee: Expression): Node | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const { object: not, property } = callee;
  if (!searching.has(property.name) || not.type !== 'MemberExpression') return undefined;
  if (not.property.type !== 'Identifier' || not.property.name !== 'not') return undefined;
  const { object: expectation } = not;
  if (expectation.type !== 'CallExpression') return undefined;
  const { callee: expect } = expectation;
  return expect.type === 'Identifier' && expect.name === 'expect'
    ? expectation.arguments[0]
    : undefined;
}

const isWithoutRandom = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'Identifier' &&
  node.callee.name === 'withoutRandom';

/** The pattern of a regular expression or a text, or of a constant that is one of them. */
function patternOf(node: Node | undefined, named: ReadonlyMap<string, RegExp>): RegExp | undefined {
  if (node?.type === 'Identifier') return named.get(node.name);
  if (node?.type !== 'Literal') return undefined;
  if ('regex' in node) return new RegExp(node.regex.pattern, node.regex.flags.replace('g', ''));
  if (typeof node.value !== 'string' || node.value === '') return undefined;
  return new RegExp(node.value.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
}

const perKind = 4_000;
const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphabets = {
  hex: `${digits}abcdef`,
  id: `${digits}${letters}${letters.toUpperCase()}`,
  base64url: `${digits}${letters}${letters.toUpperCase()}-_`,
} as const;

/** Texts such as the product makes by chance, a line each; the same in each run. */
const randomTexts = once((): string => {
  const next = seededRandom(20_261_128);
  const some = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
  const { hex, id, base64url } = alphabets;
  return Array.from({ length: perKind }, () => {
    const at = 1_700_000_000_000 + Math.floor(next() * 1e11);
    return [
      [8, 4, 4, 4, 12].map((length) => some(hex, length)).join('-'),
      `pay_${some(id, 20)}`,
      some(hex, 64),
      some(base64url, 43),
      some(base64url, 16),
      new Date(at).toISOString(),
      String(at),
    ];
  })
    .flat()
    .join('\n');
});

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
