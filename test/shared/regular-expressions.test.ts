import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';

const root = join(import.meta.dirname, '../..');

interface Literal {
  readonly pattern: string;
  readonly flags: string;
}

/** All regular expressions of the functions and of the laptop's services, each once, with a place. */
function literals(): ReadonlyMap<string, Literal & { readonly place: string }> {
  const found = new Map<string, Literal & { readonly place: string }>();
  for (const place of globSync('{shared,functions,local,console}/**/*.{ts,tsx,mjs}', {
    cwd: root,
  })) {
    const { program } = parseSync(place, readFileSync(join(root, place), 'utf8'));
    new Visitor({
      Literal(node) {
        if (!('regex' in node) || !node.regex) return;
        const { pattern, flags } = node.regex;
        found.set(`/${pattern}/${flags}`, { pattern, flags, place });
      },
    }).visit(program);
  }
  return found;
}

/**
 * The cause of a slow search: a row of characters that is tried again from each of its characters.
 */
const slowIn = ({ pattern, flags }: Literal) =>
  analyse({ source: pattern, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
    .reports;

describe('a regular expression that reads what strangers write', () => {
  const all = literals();

  it("a regular expression for strangers' texts is found wherever one is written", () => {
    expect(all.size).toBeGreaterThan(300);
    expect(all.has('/0+$/')).toBe(false);
  });

  it("a regular expression for strangers' texts takes time in proportion to the text, by the judgement of scslre", () => {
    const slow = [...all.values()].filter((one) => slowIn(one).length > 0);
    expect(slow.map(({ pattern, place }) => `${place}: /${pattern}/`)).toEqual([]);
  });

  it('a regular expression that retries each zero of a row is judged as slow', () => {
    expect(slowIn({ pattern: '0+$', flags: '' })).toMatchObject([{ type: 'Move' }]);
  });
});
