import { readFileSync } from 'node:fs';
import { isThere } from '../support/documents/named-tests.ts';
import { proofs } from './proofs-of-differences.ts';

/** A claim of the page: the row or the paragraph that states it, and the cell that names its tests. */
interface Claim {
  readonly words: string;
  readonly proof: string;
}

/** All rows of a page's tables, and its paragraphs, whose tests stand in no cell. */
function claimsIn(page: string): readonly Claim[] {
  return page.split('\n').flatMap((line): Claim[] => {
    if (line === '' || /^#|^\|-|^\| Difference /.test(line)) return [];
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    return [{ words: cells[0] ?? '', proof: line.startsWith('|') ? (cells.at(-1) ?? '') : '' }];
  });
}

const page = readFileSync('docs/differences.md', 'utf8');
const claims = claimsIn(page);
const rows = claims.filter(({ proof }) => proof !== '');

/** Paragraphs about the page itself, which claim nothing of the switch. */
const aboutThePage = [
  'The switch follows the published API of Hyperswitch v1.',
  'Each reason is one line.',
];

const keysOf = ({ words }: Claim) => Object.keys(proofs).filter((key) => words.startsWith(key));

/** Why a claim is not known to be run by a test; undefined where it is. */
function gapOf(claim: Claim): string | undefined {
  const [key, ...others] = keysOf(claim);
  const named = Object.entries(proofs[key ?? ''] ?? {}).flatMap(([file, names]) =>
    names.map((name) => ({ file, name })),
  );
  if (key === undefined || others.length > 0 || named.length === 0) {
    return 'names no test of its own';
  }
  const missing = named.find((one) => !isThere(one));
  if (missing) return `names the test ${missing.name} that is not in ${missing.file}`;
  const cited = [...claim.proof.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file);
  const files = new Set(named.map(({ file }) => file));
  if (
    claim.proof !== '' &&
    (cited.length === 0 || cited.some((file) => !files.has(String(file))))
  ) {
    return 'cites other files than those of its tests';
  }
  return undefined;
}

describe('the page of differences', () => {
  it.each(claims.filter(({ words }) => !aboutThePage.some((one) => words.startsWith(one))))(
    'a test runs the claim: $words',
    (claim) => {
      expect(gapOf(claim)).toBeUndefined();
    },
  );

  it('the page of differences has a claim for each entry of the proofs', () => {
    const used = new Set(claims.flatMap(keysOf));
    expect(Object.keys(proofs).filter((key) => !used.has(key))).toEqual([]);
    expect(rows.length).toBeGreaterThan(60);
  });

  it('a claim without a test, and one whose test was renamed or stands in another file, is noticed', () => {
    const [browser] = rows.filter(({ words }) => words.startsWith('A browser cannot update'));
    if (!browser) throw new Error('The row is gone.');
    expect(gapOf(browser)).toBeUndefined();
    expect(gapOf({ ...browser, words: 'A refund is free' })).toBe('names no test of its own');
    const decision = '[decision 26](decisions/0026-what-a-payer-may-say-and-read.md)';
    for (const proof of [decision, '`test/functions/payments/cancel.test.ts`']) {
      expect(gapOf({ ...browser, proof })).toBe('cites other files than those of its tests');
    }
    const file = 'test/functions/payments/client-input.test.ts';
    expect(isThere({ file, name: 'a client cannot update a payment' })).toBe(true);
    expect(isThere({ file, name: 'a client can update a payment' })).toBe(false);
    expect(isThere({ file: 'test/gone.test.ts', name: 'any' })).toBe(false);
  });
});
