import { readFileSync } from 'node:fs';
import { isThere, testsNamedIn } from '../support/documents/named-tests.ts';

const families = { C: 15, D: 14, K: 29, R: 10, W: 22, N: 14, Q: 13, A: 15 };
const wanted = Object.entries(families).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
);

interface Row {
  readonly name: string;
  readonly fault: string;
  readonly proof: string;
}

const rows = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .flatMap((line): Row[] => {
    const [, name, fault = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    return name && /^[A-Z]\d+$/.test(name) ? [{ name, fault, proof }] : [];
  });

describe('the list of faults and their proofs', () => {
  it('the list of faults has every row once, in order', () => {
    expect(rows.map(({ name }) => name)).toEqual(wanted);
    expect(rows.filter(({ fault }) => fault.length < 10)).toEqual([]);
  });

  it.each(rows)('$name names tests that there are, or says why there are none', ({ proof }) => {
    const all = testsNamedIn(proof);
    if (all.length === 0) expect(proof).toMatch(/^(Does not apply yet|Untested): .{20,}/);
    // Any text in the place of a test's name is read as one.
    expect(all).toHaveLength(proof.match(/“/g)?.length ?? 0);
    expect(all.filter((one) => !isThere(one))).toEqual([]);
  });

  it('a removed test is noticed in the list of faults', () => {
    const file = 'test/prove/faults/rows.test.ts';
    expect(
      isThere({
        file,
        name: "a client's clock that is wrong by 1 day changes nothing: every time is the switch’s own",
      }),
    ).toBe(true);
    expect(
      isThere({ file, name: "a client's clock that is wrong by 1 day changes everything" }),
    ).toBe(false);
  });
});
