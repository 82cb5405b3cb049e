import { readFileSync } from 'node:fs';
import { isThere, testsNamedIn } from '../support/documents/named-tests.ts';

interface Row {
  readonly name: string;
  readonly requirement: string;
  readonly proof: string;
}

const document = readFileSync('docs/vault-requirements.md', 'utf8');
const rows = document.split('\n').flatMap((line): Row[] => {
  const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
  const [name = '', requirement = ''] = cells;
  return /^[VI]\d+$/.test(name) ? [{ name, requirement, proof: cells.at(-1) ?? '' }] : [];
});

/**
 * The standard's requirements of software that stores cards, in its order, and our own beside them.
 */
const requirements = [
  ...['3.2.1', '3.3.1, 3.3.1.2', '3.3.2', '3.3.3', '3.4.1', '3.4.2', '3.5.1', '3.5.1, correlation'],
  ...['3.5.1.1', '3.5.1.2', '3.6.1', '3.6.1.1', '3.6.1.2', '3.6.1.3, 3.6.1.4', '3.7.1–3.7.3'],
  ...['3.7.4', '3.7.5', '3.7.6', '3.7.7', '3.7.8, 3.7.9', '4.2.1', '4.2.1.1', '4.2.2', '6.2.4'],
  ...['6.3.2, 6.3.3', '6.4.1–6.4.2', '6.4.3', '6.5.3–6.5.6', '7.2, 7.3', '7.2.5, 8.6.1–8.6.3'],
  ...['8.3.2', '8.3.4', '8.4.2', '10.2.1.1', '10.2.1.2–10.2.1.7', '10.2.2', '10.3', '10.4.1.1'],
  ...['10.5.1', '10.6', '10.7.2', '11.6.1', '12.10.7', 'A1.1.1, A1.2.1'],
];
const promises = 18;

describe("the list of the vault's requirements and their proofs", () => {
  it('the list of vault requirements has every row once, in order', () => {
    expect(rows.map(({ name }) => name)).toEqual([
      ...requirements.map((_, index) => `V${index + 1}`),
      ...Array.from({ length: promises }, (_, index) => `I${index + 1}`),
    ]);
    const asked = rows.slice(0, requirements.length).map(({ requirement }) => requirement);
    expect(asked).toEqual(requirements);
  });

  it.each(rows)('$name names tests that there are, or says why there are none', ({ proof }) => {
    const all = testsNamedIn(proof);
    if (all.length === 0) expect(proof).toMatch(/^(Does not apply|Procedure|Not done): .{20,}/);
    // Any text in the place of a test's name is read as one.
    expect(all).toHaveLength(proof.match(/“/g)?.length ?? 0);
    expect(all.filter((one) => !isThere(one))).toEqual([]);
  });

  it('a removed test is noticed in the list of vault requirements', () => {
    const file = 'test/shared/vault/requirements/tls.test.ts';
    expect(
      isThere({ file, name: 'a TLS target that is another host receives not a byte of it' }),
    ).toBe(true);
    expect(
      isThere({ file, name: 'a TLS target that is another host receives every byte of it' }),
    ).toBe(false);
    expect(isThere({ file: 'test/gone.test.ts', name: 'any' })).toBe(false);
  });
});
